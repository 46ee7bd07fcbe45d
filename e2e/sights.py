"""How people see: five sights, and how far two pictures or colours lie apart in each of them.

Dichromats by the matrices of Machado, Oliveira and Fernandes (2009) at full severity, applied to
linear light; greyscale by luminance (Rec. 709). Distances are those of OKLab, times a hundred.
"""

import base64
from collections import Counter
from functools import cache
from itertools import starmap
from math import dist

from playwright.sync_api import Page

Colour = tuple[int, int, int]
Row = tuple[float, float, float]
Matrix = tuple[Row, Row, Row]

GREY: Row = (0.2126, 0.7152, 0.0722)
SIGHTS: dict[str, Matrix] = {
    "ordinary": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "greyscale": (GREY, GREY, GREY),
}


class Picture:
    """What a part of the page looks like, pixel by pixel."""

    def __init__(self, width: int, pixels: list[Colour]) -> None:
        self.width = width
        self.pixels = pixels


def apart(one: Picture, other: Picture, clearly: float) -> dict[str, float]:
    """In each sight the share of pixels that are clearly of other colours, both laid on one
    another."""
    assert (one.width, len(one.pixels)) == (other.width, len(other.pixels))
    pairs = Counter(zip(one.pixels, other.pixels, strict=True))
    return {
        sight: sum(n for pair, n in pairs.items() if far(*pair, sight) >= clearly) / pairs.total()
        for sight in SIGHTS
    }


@cache
def far(one: Colour, other: Colour, sight: str) -> float:
    return 0.0 if one == other else 100 * dist(_oklab(one, sight), _oklab(other, sight))


def contrast(one: Colour, other: Colour) -> float:
    """The ratio of WCAG 2."""
    lighter, darker = sorted(map(_luminance, (one, other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def read(blank: Page, png: bytes) -> Picture:
    """The pixels of a screenshot, by a page that has no policy of ours."""
    width, flat = blank.evaluate(DECODE, base64.b64encode(png).decode())
    return Picture(width, list(zip(flat[0::4], flat[1::4], flat[2::4], strict=True)))


DECODE = """async png => {
    const bytes = Uint8Array.from(atob(png), each => each.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    return [image.width, [...canvas.getImageData(0, 0, image.width, image.height).data]];
}"""


@cache
def _oklab(colour: Colour, sight: str) -> Row:
    """As Ottosson defines it, of what that sight makes of the colour."""
    red, green, blue = (min(max(each, 0.0), 1.0) for each in _times(SIGHTS[sight], _light(colour)))
    long, middle, short = (
        each ** (1 / 3)
        for each in (
            0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue,
            0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue,
            0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue,
        )
    )
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def _luminance(colour: Colour) -> float:
    return sum(share * each for share, each in zip(GREY, _light(colour), strict=True))


def _light(colour: Colour) -> Row:
    red, green, blue = map(_linear, colour)
    return red, green, blue


def _linear(value: int) -> float:
    """Of one channel of sRGB."""
    part = value / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _times(matrix: Matrix, vector: Row) -> Row:
    first, second, third = (
        sum(starmap(float.__mul__, zip(map(float, row), vector, strict=True))) for row in matrix
    )
    return first, second, third
