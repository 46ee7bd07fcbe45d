"""What has just happened before the player's eyes, from the model before and after. Shows nothing.

What is fresh may be shown as motion. A page that has just come to the table missed what was.
"""

from __future__ import annotations

from app.model import Happening, Model


def fresh(before: Model, after: Model) -> tuple[Happening, ...]:
    """What the table's latest version has brought; it stays fresh until the next one."""
    if after.screen is not before.screen or before.update is None or after.update is None:
        return ()
    if after.update.version == before.update.version:
        return before.fresh
    known = before.told[-1].number if before.told else 0
    return tuple(told for told in after.told if told.number > known)
