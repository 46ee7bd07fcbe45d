"""The room of the relay that we are in: who is there, the post, and how we stand with its table.

Knows no tile, and not what is written.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from random import SystemRandom
from typing import Any

from app.links.codes import Code
from app.links.company import Company
from app.links.connection import Frame
from app.links.door import Door
from app.links.post import Post
from app.seal import to_text
from app.standing import Role, Standing, Tie, Trouble


class Room:
    """``door`` is our way in, ``standing`` how we stand before we are there."""

    post: Post
    """There once we are."""

    def __init__(self, door: Door, standing: Standing, complain: Callable[[str], None]) -> None:
        self.us = ""
        """Our own member's id, "" before the room has let us in."""
        self.page = to_text(SystemRandom().randbytes(9))
        self.company = Company()
        self.standing = standing
        self._door = door
        self._complain = complain
        self._grows_too_large = False
        self._tasks: list[asyncio.Task[None]] = []

    def open(self, *, stood: Callable[[Standing], None], too_large: Callable[[], None]) -> None:
        """``stood`` gets how we stand, now and whenever that changes; ``too_large`` is told once
        when the table has become more than the relay keeps.
        """
        self._stood = stood
        self._too_large = too_large
        stood(self.standing)

    # What the relay says

    def approach(self, forgotten: bool) -> None:
        """We are at the door; whom the room no longer knows may watch, and sit down again."""
        self.us = ""
        if forgotten:
            self.stand(role=Role.WATCHER)

    def arrive(self, welcome: Frame, **known: Any) -> None:
        """The room has let us in, maybe again; ``known`` is what else there is to say of it."""
        if not self.us:
            self._set_up_post(welcome["member"])
        self.us = welcome["member"]
        if token := welcome.get("token"):
            self._door.take(token)
        self.take_terms(welcome)
        self.company.meet(welcome["members"])
        self.stand(
            role=self.company.role_of(self.us),
            tie=Tie.HOST_AWAY if welcome["host"] == "away" else Tie.HERE,
            until=_seconds(welcome.get("until")),
            watchers=self.company.watchers,
            trouble=None,
            **known,
        )

    def meet(self, members: list[dict[str, Any]]) -> None:
        self.company.meet(members)
        self.stand(watchers=self.company.watchers)

    def host_is(self, frame: Frame) -> None:
        """The host went, came back, or is another."""
        self.company.host = frame["member"]
        self.post.epoch = frame["epoch"]
        if frame["state"] == "away":
            self.stand(tie=Tie.HOST_AWAY, until=_seconds(frame.get("until")))
        else:
            self.stand(tie=Tie.HERE, until=None)

    def take_terms(self, frame: Frame) -> None:
        """From now on this epoch counts, and the relay takes so much."""
        self.post.epoch = frame["epoch"]
        self.post.allow(frame["limits"]["burst"], frame["limits"]["rate"])

    def lose(self, code: int) -> None:
        """Our connection is gone, or was refused before we had ever been in."""
        trouble = None
        if not self.us:
            trouble = Trouble.FULL if code == Code.FULL else Trouble.NO_RELAY
        announced = code == Code.RESTARTING or self.standing.tie is Tie.RESTARTING
        self.stand(tie=Tie.RESTARTING if announced else Tie.LOST, trouble=trouble)

    # What becomes of it

    def stand(self, **changes: Any) -> None:
        standing = replace(self.standing, **changes)
        if standing != self.standing:
            self.standing = standing
            self._stood(standing)

    @property
    def keeper(self) -> str:
        """Who else keeps the table; "" where nobody else does, or we do not know yet."""
        host = self.company.host
        return host if self.us and host != self.us else ""

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()

    def _set_up_post(self, us: str) -> None:
        self.post = Post(
            us=us,
            page=self.page,
            seal=self._door.seal,
            send=self._door.send,
            peer=self.company.peer,
            clock=asyncio.get_running_loop().time,
            too_large=self._weigh,
            complain=self._complain,
        )
        self._tasks.append(asyncio.create_task(self.post.run()))

    def _weigh(self, too_large: bool) -> None:
        if too_large and not self._grows_too_large:
            self._too_large()
        self._grows_too_large = too_large


def _seconds(milliseconds: int | None) -> float | None:
    return None if milliseconds is None else milliseconds / 1000
