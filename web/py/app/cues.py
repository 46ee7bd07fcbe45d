"""When the player is to hear or feel something, from the model before and after. Makes no sound."""

from __future__ import annotations

from collections.abc import Sequence

from app.effects import Cue, Give
from app.model import Model
from app.showing import Showing
from engine.events import Opened, Played
from engine.messages import News, Update


def cues(before: Model, after: Model) -> tuple[Give, ...]:
    """What is to be given, of all that is wanted. A page that has just come missed what was."""
    settings = after.settings
    now = {
        Cue.CLICK: settings.click and _laid(before, after),
        Cue.BELL: settings.bell and _called(before, after),
        Cue.VIBRATION: settings.vibration and _called(before, after),
    }
    return tuple(Give(cue) for cue, due in now.items() if due)


def _laid(before: Model, after: Model) -> bool:
    """Whether a tile has just come onto the line that is shown."""
    if after.showing is not None:
        return _laid_in_replay(before.showing, after.showing)
    return _lay(_news(before.update, after.update))


def _laid_in_replay(before: Showing | None, after: Showing) -> bool:
    if before is None or after.moment != before.moment + 1:
        return False
    _, deeds = after.place
    return _lay(after.scene.view.record[deeds:])


def _called(before: Model, after: Model) -> bool:
    """Whether the player is to decide again. Where the lodge acts for us, that calls nobody."""
    if before.update in (None, after.update) or not _decides(after):
        return False
    # The turn may have gone all the way round meanwhile, which takes a tile: passes end a round.
    return not _decides(before) or _lay(_news(before.update, after.update))


def _decides(model: Model) -> bool:
    return model.my_turn and model.left_to_lodge is None


def _news(before: Update | None, after: Update | None) -> Sequence[News]:
    """What has happened at the table meanwhile, to somebody who was there."""
    if before is None or after is None or before.version == after.version:
        return ()
    return after.events


def _lay(events: Sequence[News]) -> bool:
    return any(isinstance(event, Opened | Played) for event in events)
