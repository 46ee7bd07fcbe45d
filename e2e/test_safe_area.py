"""A phone with a notch, the page installed: nothing to press or read lies under it."""

from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from e2e import kept
from e2e.conftest import NewContext
from e2e.pages import Lodge

OUTSIDE = """insets => {
    const page = document.querySelector(":popover-open") ?? document.documentElement;
    const room = { left: insets.left, right: innerWidth - insets.right, top: insets.top,
        bottom: Math.max(innerHeight, page.scrollHeight) - insets.bottom };
    // what scrolls by itself counts as one
    const wanted = "button, a, h1, h2, #hand, #line, .inside";
    return [...page.querySelectorAll(wanted)].flatMap(each => {
        if (!each.checkVisibility() || each.closest("#hand *, .inside *")) return [];
        const box = each.getBoundingClientRect();
        if (box.width < 2) return []; // it is only read out
        const down = page.scrollTop;
        const out = [room.left - box.left, box.right - room.right, room.top - box.top - down,
            box.bottom + down - room.bottom];
        return Math.max(...out) > 0.5 ? [`${each.localName}#${each.id} ${each.textContent}`] : [];
    });
}"""


class Phone(NamedTuple):
    width: int
    height: int
    insets: dict[str, int]


UPRIGHT = Phone(390, 844, {"top": 47, "right": 0, "bottom": 34, "left": 0})
ON_ITS_SIDE = Phone(844, 390, {"top": 0, "right": 47, "bottom": 21, "left": 47})


@pytest.mark.parametrize("phone", [UPRIGHT, ON_ITS_SIDE], ids=["upright", "on its side"])
def test_hand_and_buttons_lie_inside_what_the_notch_leaves(
    new_context: NewContext, phone: Phone
) -> None:
    size = {"width": phone.width, "height": phone.height}
    page = new_context(viewport=size, has_touch=True, is_mobile=True).new_page()
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setSafeAreaInsetsOverride", {"insets": phone.insets})
    lodge = Lodge(page)
    lodge.keep("solo", kept.text_of(kept.DRAW_5, kept.one_tile_too_light))
    lodge.open()
    nothing_is_outside(page, phone)
    lodge.button("Settings").tap()
    expect(lodge.dialog("Settings")).to_be_visible()
    nothing_is_outside(page, phone)
    lodge.dialog("Settings").get_by_role("button", name="Close").tap()
    lodge.take_chair()
    nothing_is_outside(page, phone)
    lodge.play_turn()
    expect(lodge.dialog("Round over")).to_be_visible()
    nothing_is_outside(page, phone)


def nothing_is_outside(page: Page, phone: Phone) -> None:
    expect(page.locator("html")).to_have_css("--safe-top", f"{phone.insets['top']}px")
    assert page.evaluate(OUTSIDE, phone.insets) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
