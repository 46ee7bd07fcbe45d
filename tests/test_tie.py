"""What is said while a table of friends cannot be reached."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.model import Model, Screen
from app.standing import Role, Standing, Tie, Trouble
from tests.page import LINK, at_friends, gathered, region, seen

GATHERED = at_friends(gathered("Ada", "Bo", seat=1))
TABLE = Model(screen=Screen.TABLE, update=seen("3-5", "5-6"), line_area=(300.0, 200.0))


def tied(model: Model, tie: Tie, role: Role = Role.GUEST, **more: Any) -> Model:
    return replace(model, standing=Standing(role, tie, LINK, **more))


@pytest.mark.parametrize("model", [GATHERED, TABLE, replace(TABLE, screen=Screen.REPLAY)])
@pytest.mark.parametrize(
    ("tie", "role", "until", "banner", "announced"),
    [
        (
            Tie.LOST,
            Role.GUEST,
            None,
            "The connection is gone. The lodge keeps your chair and tries again.",
            "The connection is gone. The lodge keeps your chair and tries again.",
        ),
        (
            Tie.LOST,
            Role.WATCHER,
            None,
            "The connection is gone. The lodge tries again.",
            "The connection is gone. The lodge tries again.",
        ),
        (
            Tie.HOST_AWAY,
            Role.GUEST,
            23.2,
            "The host is away. The lodge finds another host in 24 s.",
            "The host is away. The lodge looks for another host.",
        ),
        (
            Tie.HOST_AWAY,
            Role.GUEST,
            None,
            "The host is away. The lodge looks for another host.",
            "The host is away. The lodge looks for another host.",
        ),
        (
            Tie.HOST_AWAY,
            Role.WATCHER,
            0.0,
            "The host is away. The lodge looks for another host.",
            "The host is away. The lodge looks for another host.",
        ),
        (
            Tie.RESTARTING,
            Role.GUEST,
            None,
            "The lodge starts anew and keeps everything. This page comes back to it.",
            "The lodge starts anew and keeps everything. This page comes back to it.",
        ),
        (Tie.COMING, Role.GUEST, None, "Looking for the table…", "Looking for the table…"),
        (Tie.COMING, Role.HOST, None, "Setting the table…", "Setting the table…"),
    ],
)
def test_it_is_said_over_any_screen_and_read_out(
    model: Model, tie: Tie, role: Role, until: float | None, banner: str, announced: str
) -> None:
    model = tied(model, tie, role, until=until)
    assert region(model, "tie").text == banner
    assert announced in region(model, "status").text


def test_the_seconds_are_counted_where_they_are_seen_and_not_read_out() -> None:
    words = [region(tied(TABLE, Tie.HOST_AWAY, until=left), "tie").text for left in (9.9, 9.0, 0.1)]
    assert [word.split()[-2] for word in words] == ["10", "9", "1"]
    spoken = {
        region(tied(TABLE, Tie.HOST_AWAY, until=left), "status").text for left in (9.9, 9.0, 0.1)
    }
    assert len(spoken) == 1


@pytest.mark.parametrize(
    "model",
    [
        tied(TABLE, Tie.HERE),
        tied(GATHERED, Tie.HERE),
        replace(TABLE, standing=None),
        tied(TABLE, Tie.LOST, trouble=Trouble.CLOSED),
        tied(replace(GATHERED, update=None), Tie.COMING),
    ],
)
def test_where_nothing_is_amiss_or_all_is_over_there_is_no_banner(model: Model) -> None:
    assert region(model, "tie").children == []
