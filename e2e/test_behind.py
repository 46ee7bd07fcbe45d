"""A host's tab that is really hidden, and for long: the browser slows its page, not the table."""

import json
import subprocess

TURN = 90
"""Seconds that the hidden host has for each of its turns, which it lets run out."""


def test_a_host_behind_another_tab_for_five_minutes_keeps_every_clock(
    evening_behind: subprocess.Popen[str],
) -> None:
    told, _ = evening_behind.communicate()
    seen = json.loads(told)
    assert seen["hidden"]
    assert seen["banners"] == 0
    assert seen["turns"] > 4
    assert TURN - 5 < seen["longest_quiet"] < TURN + 15
    assert seen["same_line"]
    assert seen["played_out"]
