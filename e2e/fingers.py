"""Fingers on a touch screen, as the browser itself feels them; they know no page."""

from collections.abc import Sequence

from playwright.sync_api import Locator, Page

Point = tuple[float, float]


class Fingers:
    """One finger or several; where each is, is said anew at every step."""

    def __init__(self, page: Page) -> None:
        self.session = page.context.new_cdp_session(page)

    def put(self, *at: Point) -> None:
        self._touch("touchStart", at)

    def glide(self, start: Point, end: Point, steps: int = 8) -> None:
        """One finger, from here to there."""
        (x, y), (to_x, to_y) = start, end
        for step in range(1, steps + 1):
            share = step / steps
            self.move((x + (to_x - x) * share, y + (to_y - y) * share))

    def move(self, *at: Point) -> None:
        self._touch("touchMove", at)

    def lift(self) -> None:
        self._touch("touchEnd")

    def lose(self) -> None:
        """The browser takes the touch for itself."""
        self._touch("touchCancel")

    def _touch(self, kind: str, at: Sequence[Point] = ()) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(at)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def middle(found: Locator) -> Point:
    box = found.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
