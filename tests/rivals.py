"""Guests who look for each other at a relay's queue and play ranked Block, over real sockets."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from secrets import token_urlsafe
from typing import Any

from engine import letters
from engine.letters import Ask, Bout, Letter, Stage, Tell
from engine.messages import Act, Command, Phase, Refused, Reply, Update
from engine.view import View
from engine.witness import Checked, Witness
from tests.relaying import Client, Relay

OVER = {Stage.RATED, Stage.VOID, Stage.UNWRITTEN}


class Rival:
    """A guest: its device's secret, its socket at the queue, and the one in the room."""

    def __init__(self, relay: Relay, name: str = "Ann", secret: str | None = None) -> None:
        self.relay = relay
        self.name = name
        self.page = token_urlsafe(6)
        self.secret = secret or token_urlsafe(32)
        self.update: Update | None = None
        self.heard: list[Update] = []
        self.bout: Bout | None = None
        self.refused: list[Refused] = []
        self.checked: Checked | None = None
        self._random = Random(1)
        self.asked = self.gave = 0
        self._witness = Witness(lambda: self._random.randbytes(32))

    def seek(self) -> dict[str, Any]:
        """Come to the queue; its first answer."""
        self.queue = self.relay.dial("/v1/queue")
        self.queue.say(t="hello", v=1, secret=self.secret, name=self.name)
        return frame_of(self.queue)

    def enter(self) -> None:
        """Go where we were matched."""
        self.matched = self.queue.hear("matched")
        self.queue.leave()
        self.come(self.matched["room"])

    def come(self, room: str, **fields: Any) -> None:
        self.room = self.relay.enter(room, token=self.secret, **fields)

    def ask(self, command: Command) -> None:
        self.asked += 1
        letter = letters.write(Ask(self.page, self.asked, command))
        self.room.send("host", letter, id=f"{self.page}-{self.asked}")

    def hear(self) -> Letter:
        """The next letter of the referee, answered where a deal asks for it."""
        letter = letters.read(self.room.hear("deliver")["p"])
        match letter:
            case Tell(_, _, reply):
                self._take(reply)
            case Bout():
                self.bout = letter
        return letter

    def until(self, done: Callable[[Rival], bool]) -> None:
        while not done(self):
            self.hear()

    @property
    def is_its_turn(self) -> bool:
        return (
            self.update is not None
            and self.update.view is not None
            and bool(self.update.view.legal)
        )

    def play_on(self) -> None:
        """The first action that is legal."""
        version = self.version
        self.ask(Act(version, self.view.legal[0]))
        self.until(lambda us: us.update is not None and us.update.version > version)

    def seek_once(self) -> dict[str, Any]:
        """Come to the queue, and go again."""
        said = self.seek()
        if said["t"] == "welcome":
            self.queue.say(t="cancel")
        self.queue.closed()
        return said

    @property
    def version(self) -> int:
        assert self.update is not None
        return self.update.version

    @property
    def view(self) -> View:
        assert self.update is not None
        assert self.update.view is not None
        return self.update.view

    @property
    def seat(self) -> int:
        assert self.update is not None
        assert self.update.seat is not None
        return self.update.seat

    @property
    def stage(self) -> Stage | None:
        return self.bout.stage if self.bout else None

    def _take(self, reply: Reply) -> None:
        if isinstance(reply, Refused):
            self.refused.append(reply)
            return
        self.update = reply
        self.heard.append(reply)
        self.checked = self._witness.check(reply) or self.checked
        if (answer := self._witness.answer(reply)) is not None:
            self.gave += 1
            self.ask(answer)


def frame_of(client: Client) -> dict[str, Any]:
    frame: dict[str, Any] = json.loads(client.first() or "null")
    return frame


def meet(relay: Relay, *names: str) -> tuple[Rival, Rival]:
    """Two who are matched and in their room, dealt to."""
    one, other = (Rival(relay, name) for name in names or ("Ann", "Ben"))
    for rival in (one, other):
        assert rival.seek()["t"] == "welcome"
    for rival in (one, other):
        rival.enter()
    take_part(one, other)
    return one, other


def take_part(*rivals: Rival) -> None:
    """Give secrets to a deal, in turns, as each awaits the others'."""
    for times in (1, 2):  # a promise, then the secret
        for rival in rivals:
            rival.until(has_given(times))
    for rival in rivals:
        rival.gave = 0
        rival.until(is_dealt)


def has_given(times: int) -> Callable[[Rival], bool]:
    return lambda rival: rival.gave >= times


def is_dealt(rival: Rival) -> bool:
    return rival.update is not None and rival.update.phase is Phase.PLAYING


def play_out(one: Rival, other: Rival) -> None:
    """Until the round is over and its result stands."""
    acting = one if one.is_its_turn else other
    while acting.stage is Stage.PLAYING:
        acting.play_on()
        acting = other if acting is one else one
        acting.until(lambda us: us.is_its_turn or us.stage is not Stage.PLAYING)
    for rival in (one, other):
        rival.until(lambda us: us.stage in OVER)
