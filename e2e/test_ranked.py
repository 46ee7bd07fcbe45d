"""Ranked Block by the relay's queue: two meet and play, others watch; each in their browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from e2e import servers
from e2e.conftest import NewContext
from e2e.pages import PATIENCE
from e2e.rivals import matched, play_out
from e2e.servers import Server


@pytest.fixture
def lodge(site: Path, tmp_path: Path) -> Iterator[Server]:
    """A relay with a ledger of its own."""
    with servers.relay(site, tmp_path, LODGE_LEDGER=str(tmp_path / "ledger.db")) as server:
        yield server


def test_two_meet_through_the_queue_play_to_the_end_and_see_their_ratings_move(
    new_context: NewContext, lodge: Server, tmp_path: Path
) -> None:
    rivals = matched(new_context, lodge.url, "Ada", "Bo")
    play_out(rivals)
    for rival in rivals:
        expect(rival.over.get_by_text("in the ledger")).to_be_visible(timeout=PATIENCE)
        expect(rival.over.get_by_text("Dealt fairly")).to_be_visible()
