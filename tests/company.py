"""The pages of several friends at one table by way of a relay."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from app.links.door import NewTable
from app.links.friends import FriendsLink
from app.links.membership import Membership
from app.standing import Role, Standing, Tie
from engine.chairs import Level
from engine.messages import Act, Command, NextRound, Phase, Ready, Refused, Reply, Start, Update
from engine.rules import Setup, Variant
from engine.witness import Checked, Memory
from tests.near_relay import RELAY, Network, Relay
from tests.soft_cipher import SoftCipher

PAGE = "http://lodge.test/"
THREE = Setup(Variant.DRAW, 3, 100)
TWO = Setup(Variant.DRAW, 2, 100)
FIVE = Setup(Variant.DRAW, 5, 100)


class Friend:
    """Somebody's page at a table of friends, and all that it was told."""

    def __init__(
        self,
        relay: Relay,
        name: str,
        where: NewTable | Membership,
        wish: Role = Role.GUEST,
        *,
        seals: bool = True,
    ) -> None:
        self.relay = relay
        self.name = name
        self.network = Network(relay)
        self.told: list[Reply] = []
        self.checks: list[Checked] = []
        self.standings: list[Standing] = []
        self.remembered: Membership | None = None
        self.memory: Memory | None = None
        self.complaints: list[str] = []
        self.too_large = 0
        self._stirred = asyncio.Event()
        self._acted: int | None = None
        self.seals = seals
        self._go(where, wish)

    def _go(self, where: NewTable | Membership, wish: Role) -> None:
        self.link = FriendsLink(
            where,
            wish,
            name=self.name,
            page=PAGE,
            network=self.network,
            cipher=SoftCipher() if self.seals else None,
            complain=self.complaints.append,
        )
        self.link.open(
            pace=0.0,
            told=self._hear,
            memory=self.memory,
            remember_deal=self._remember_deal,
            stood=self._stand,
            remember=self._remember,
            forget=self._forget,
            too_large=self._grow,
        )

    def reload(self) -> None:
        """The page is loaded anew, with what the browser remembers."""
        assert self.remembered is not None
        self.link.close()
        self.told.clear()
        self._acted = None
        self._go(self.remembered, Role.GUEST)

    def kill(self) -> None:
        """The tab is closed."""
        self.link.close()

    @property
    def invited(self) -> Membership:
        return Membership.invited(self.standing.invite, RELAY)

    @property
    def standing(self) -> Standing:
        return self.standings[-1]

    @property
    def update(self) -> Update:
        return next(reply for reply in reversed(self.told) if isinstance(reply, Update))

    @property
    def heard(self) -> list[Update]:
        return [reply for reply in self.told if isinstance(reply, Update)]

    @property
    def refused(self) -> list[str]:
        return [reply.code for reply in self.told if isinstance(reply, Refused)]

    def say(self, command: Command) -> None:
        self.link.say(command)

    def act(self) -> None:
        """The first legal action, once a turn."""
        view, version = self.update.view, self.update.version
        assert view is not None
        if self._acted != version:
            self._acted = version
            self.say(Act(version, view.legal[0]))

    @property
    def my_turn(self) -> bool:
        if not any(isinstance(reply, Update) for reply in self.told):
            return False
        view = self.update.view
        return view is not None and view.turn is not None and view.turn == view.seat

    async def until(self, done: Callable[[Friend], bool], seconds: float = 600) -> None:
        """Wait until this is so; what is told meanwhile counts."""
        async with asyncio.timeout(seconds):
            while not self._is(done):
                self._stirred.clear()
                await self._stirred.wait()

    def _is(self, done: Callable[[Friend], bool]) -> bool:
        try:
            return done(self)
        except (StopIteration, IndexError):
            return False  # nothing was told yet

    def _hear(self, reply: Reply, checked: Checked | None) -> None:
        self.told.append(reply)
        if checked is not None:
            self.checks.append(checked)
        self._stirred.set()

    def _stand(self, standing: Standing) -> None:
        self.standings.append(standing)
        self._stirred.set()

    def _remember(self, membership: Membership) -> None:
        self.remembered = membership

    def _remember_deal(self, memory: Memory) -> None:
        self.memory = memory

    def _forget(self, membership: Membership) -> None:
        self.remembered = None

    def _grow(self) -> None:
        self.too_large += 1


def sets_a_table(relay: Relay, setup: Setup = THREE, name: str = "Anouk", **options: Any) -> Friend:
    new = NewTable(RELAY, setup, (Level.EASY,) * setup.seats)
    return Friend(relay, name, new, Role.HOST, **options)


async def seated(relay: Relay, *names: str, setup: Setup = THREE) -> list[Friend]:
    """The host, and a guest by each name, in their chairs."""
    host = sets_a_table(relay, setup)
    await host.until(lambda one: one.update.phase is Phase.GATHERING)
    friends = [host]
    for name in names:
        guest = Friend(relay, name, host.invited)
        await guest.until(lambda one: one.update.seat is not None)
        friends.append(guest)
    return friends


async def dealt(relay: Relay, *names: str, setup: Setup = THREE) -> list[Friend]:
    """The same, with a round begun."""
    friends = await seated(relay, *names, setup=setup)
    for guest in friends[1:]:
        guest.say(Ready(True))
    await friends[0].until(lambda one: all(chair.ready for chair in one.update.chairs[1:]))
    friends[0].say(Start())
    for friend in friends:
        await friend.until(lambda one: one.update.phase is Phase.PLAYING)
    return friends


async def play(friends: list[Friend], until: Callable[[], bool]) -> None:
    """Everybody here plays the first legal action as soon as it is their turn."""
    for _ in range(20_000):
        if until():
            return
        play_on(friends)
        await asyncio.sleep(0.5)  # who acts faster than the relay lets them is late with a secret
    raise AssertionError("it was played for in vain")


def play_on(friends: list[Friend]) -> None:
    """Whoever can does what comes next."""
    for friend in friends:
        if friend._is(lambda one: one.update.phase is Phase.ROUND_OVER):
            if friend.standing.role is Role.HOST and friend.standing.tie is Tie.HERE:
                friend.say(NextRound())
        elif friend.my_turn and friend.update.phase is Phase.PLAYING:
            friend.act()


async def turn_of(friends: list[Friend]) -> Friend:
    """Whose turn it is, once everybody knows; regulars have played on until then."""
    async with asyncio.timeout(60):
        while True:
            for friend in friends:
                if friend.my_turn:
                    await asyncio.sleep(0.1)
                    return friend
            await asyncio.sleep(0.1)


async def turn_comes_to(friend: Friend, friends: list[Friend]) -> None:
    """The others play on until it is the turn of ``friend``."""
    while (actor := await turn_of(friends)) is not friend:
        actor.act()
        await asyncio.sleep(0.5)


def over(friend: Friend) -> bool:
    return friend.update.phase is Phase.MATCH_OVER
