"""Who this browser is in ranked play: a secret that the relay alone is told, and never shown."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, repr=False)
class Identity:
    """``player`` is what others know us by, "" until a bout of ours is rated; ``room`` that of the
    bout we were last in.
    """

    secret: str
    player: str = ""
    room: str = ""
