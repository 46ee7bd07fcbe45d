"""How large each part of the site is, beside how large it may be. Knows files by name and length.

What counts is what goes over the wire: a file as brotli where it is packed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from web.runtime.packing import packed


class Part(NamedTuple):
    """``begins`` is how its files' names begin; ``most`` is in kB over the wire."""

    begins: tuple[str, ...]
    most: float


PARTS = {
    "interpreter": Part(("pyodide-", "interpreter"), 3100),
    "library": Part(("library",), 900),
    "app": Part(("app", "py/brain"), 450),
    "shell": Part(("micropython-", "pyscript-", "idiomorph", "py/shell", "engine/"), 280),
    "page": Part(("",), 320),
}
"""A file belongs to the first that fits. A first visit may take 6 MB, which is more than all."""


class Size(NamedTuple):
    """Kilobytes, as they are and over the wire."""

    raw: float
    wire: float


def sizes(site: Mapping[str, bytes]) -> dict[str, Size]:
    """Of each part of a site, by its files' names and content."""
    sent = {name: len(content) for name, content in site.items()}
    sent |= {
        name.removesuffix(".br"): len(content)
        for name, content in packed(site).items()
        if name.endswith(".br")
    }
    found = dict.fromkeys(PARTS, Size(0, 0))
    for name, content in site.items():
        part = next(part for part, (begins, _) in PARTS.items() if name.startswith(begins))
        raw, wire = found[part]
        found[part] = Size(raw + len(content) / 1000, wire + sent[name] / 1000)
    return found


def told(found: Mapping[str, Size]) -> str:
    """A table of them, and a line for each that is too large."""
    raws, wires = zip(*found.values(), strict=True)
    rows = [f"{'':12} {'raw':>9} {'brotli':>9} {'most':>6}  kB"]
    rows += [
        f"{part:12} {size.raw:9.1f} {size.wire:9.1f} {PARTS[part].most:6.0f}"
        for part, size in found.items()
    ]
    rows += [f"{'all':12} {sum(raws):9.1f} {sum(wires):9.1f}"]
    rows += [
        f"{part} is {found[part].wire - PARTS[part].most:.1f} kB too large" for part in over(found)
    ]
    return "\n".join(rows)


def over(found: Mapping[str, Size]) -> list[str]:
    """The parts that are larger than they may be."""
    return [part for part, size in found.items() if size.wire > PARTS[part].most]
