"""Why a line to the relay has ended, as lantern-lodge.v1 numbers it. Knows not what follows."""

from __future__ import annotations

from enum import IntEnum


class Code(IntEnum):
    """Those that we treat apart; a line may end with any other."""

    NO_WORD = 1006
    """The socket is gone without a word."""
    TOO_BIG = 1009
    RESTARTING = 1012
    FULL = 1013
    BAD_MESSAGE = 4000
    BAD_TOKEN = 4001
    FORBIDDEN = 4003
    NO_ROOM = 4004
    TOO_MANY = 4008
    REPLACED = 4009
    EXPIRED = 4010
    CLOSED = 4011
    VERSION = 4014
