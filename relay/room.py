"""Who is in one room, who holds its table, who may say what to whom; has no socket, no clock."""

from collections.abc import Iterable
from typing import assert_never

from msgspec import Raw, Struct
from msgspec.json import decode

from relay.envelope import (
    Ack,
    Bye,
    Code,
    Error,
    Hello,
    Host,
    Kick,
    Members,
    Offer,
    Ok,
    Ping,
    Pong,
    Presence,
    Present,
    Refused,
    Role,
    Said,
    Send,
    Snapshot,
    Succeed,
    Sync,
    Welcome,
    encode,
)
from relay.limits import Bucket, Limits
from relay.members import Member, Membership, Outlet, Pass, allowance, digest

RETRY_MS = 1000
ARRIVALS_A_SECOND = 1
"""New members, each of whom has a bucket of its own and is announced to the others."""


class Written(Struct):
    """A room as it outlives the process: no queue, no connection, no token."""

    epoch: int
    members: list[Membership]
    snapshot: tuple[int, int, Raw] | None

    def __repr__(self) -> str:
        return f"Written({self.epoch})"


class Room:
    def __init__(
        self,
        members: Iterable[Member],
        limits: Limits,
        now: float,
        epoch: int = 0,
        snapshot: tuple[int, int, Raw] | None = None,
    ) -> None:
        self.is_open = True
        self.changed = True
        self.epoch = epoch
        self._limits = limits
        self._members = {member.id: member for member in members}
        """In the order in which they joined."""
        [self._host] = [m for m in self._members.values() if m.role is Role.HOST]
        self._snapshot = snapshot
        """The epoch and number of the newest, and the sealed table itself."""
        self._arrivals = Bucket(limits.members + limits.watchers, ARRIVALS_A_SECOND, now)
        self._opened = self._active = now

    @classmethod
    def restored(cls, text: bytes, limits: Limits, now: float) -> "Room":
        written = decode(text, type=Written)
        members = [Member.restored(membership, limits, now) for membership in written.members]
        return cls(members, limits, now, written.epoch, written.snapshot)

    def written(self) -> bytes:
        members = [member.membership() for member in self._members.values()]
        return encode(Written(self.epoch, members, self._snapshot))

    def enter(self, hello: Hello, outlet: Outlet, fresh: Pass, now: float) -> Member:
        """Seats a connection: as the member whose token it brings, or as `fresh`."""
        if hello.token:
            member = self._known(hello.token, hello.role)
        else:
            member = self._join(hello.role, fresh, now)
        _spend(member, now)
        self.changed = True
        member.close(Code.REPLACED, "the same member came in by a newer connection")
        member.outlet = outlet
        member.offered = False
        member.key = hello.key or member.key
        if member is self._host:
            self._attach(Presence.BACK if self.epoch else Presence.NEW)
        resumed = self._welcome(member, hello, None if hello.token else fresh.token, now)
        if member is self._host and hello.role is not Role.HOST:
            self._give_table(member)
        self._announce(member)
        if hello.token and not resumed:  # after the key to seal it with is announced
            for told in {member.id: member, self._host.id: self._host}.values():
                told.tell(encode(Sync(member=member.id)))
        return member

    def hear(self, member: Member, said: Said, now: float) -> None:
        """Does what a member says. Raises Refused where that ends its connection."""
        _spend(member, now)
        match said:
            case Send():
                self._send(member, said, now)
            case Ack():
                member.backlog.acknowledge(said.s)
            case Snapshot():
                self._only_host(member)
                self._keep(said, now)
            case Kick():
                self._only_host(member)
                self._kick(said.member)
            case Ping():
                member.tell(encode(Pong(at=said.at)))
            case Offer():
                if member.role is Role.WATCH:
                    raise Refused(Code.FORBIDDEN, "a watcher cannot take over the table")
                member.offered = True
            case Bye():
                self._bye(member)
            case _:
                assert_never(said)

    def leave(self, member: Member, outlet: Outlet, now: float) -> None:
        """A connection is gone; its member may come back."""
        if member.outlet is not outlet:
            return
        member.outlet = None
        member.offered = False
        member.away_since = now
        if member is self._host:
            self._tell_all(self._host_is(Presence.AWAY, self._until(now)))
        self._announce(member)

    def tick(self, now: float) -> None:
        limits = self._limits
        alone = 0.0 if self._host.outlet else now - self._host.away_since
        if (
            alone >= limits.hostless
            or now - self._active >= limits.idle
            or now - self._opened >= limits.life
        ):
            self._close(Code.EXPIRED, "the room's time is over")
            return
        if self.epoch and alone >= limits.grace:
            heir = next((member for member in self._members.values() if member.offered), None)
            if heir:
                self._succeed(heir, now)

    def _known(self, token: str, wish: Role) -> Member:
        ours = digest(token)
        member = next((m for m in self._members.values() if m.digest == ours), None)
        if member is None:
            raise Refused(Code.BAD_TOKEN, "this token is of no member here")
        if wish is Role.HOST and not member.has_hosted:
            raise Refused(Code.FORBIDDEN, "this member never held the table")
        return member

    def _join(self, role: Role, fresh: Pass, now: float) -> Member:
        if role is Role.HOST:
            raise Refused(Code.FORBIDDEN, "the host comes with a token")
        if not self._arrivals.take(now):
            raise Refused(Code.TOO_MANY, "too many come in")
        watches = role is Role.WATCH
        places = self._limits.watchers if watches else self._limits.members
        alike = [m for m in self._members.values() if (m.role is Role.WATCH) is watches]
        if len(alike) >= places:
            gone = [m for m in alike if watches and m.outlet is None]
            if not gone:
                raise Refused(Code.FULL, "the room is full")
            self._forget(min(gone, key=lambda m: m.away_since))
        member = Member.new(fresh, role, self._limits, now)
        self._members[member.id] = member
        return member

    def _welcome(self, member: Member, hello: Hello, token: str | None, now: float) -> bool:
        """Whether the member has all that it was sent meanwhile."""
        missed = member.backlog.after(hello.last, now) if hello.token else None
        welcome = Welcome(
            member=member.id,
            token=token,
            epoch=self.epoch,
            s=member.backlog.s,
            resumed=missed is not None,
            host=Presence.PRESENT if self._host.outlet else Presence.AWAY,
            members=self._seen_by(member),
            limits=allowance(member.bucket, self._limits),
            until=self._until(now),
        )
        member.tell(encode(welcome))
        for sent in missed or ():
            member.tell(sent.frame, sent.view_of)
        return missed is not None

    def _until(self, now: float) -> int | None:
        """Milliseconds that are left to a host who is away."""
        if self._host.outlet:
            return None
        return round(max(self._host.away_since + self._limits.grace - now, 0) * 1000)

    def _attach(self, presence: Presence) -> None:
        self.epoch += 1
        self.changed = True
        for member in self._members.values():
            member.begin_epoch(self.epoch)
        self._tell_all(self._host_is(presence))

    def _succeed(self, heir: Member, now: float) -> None:
        self._host.take(Role.GUEST, self._limits, now)
        heir.take(Role.HOST, self._limits, now)
        heir.has_hosted = True
        heir.offered = False
        self._host = heir
        self._attach(Presence.NEW)
        self._give_table(heir)
        self._announce(None)

    def _give_table(self, host: Member) -> None:
        blob = self._snapshot[2] if self._snapshot else None
        limits = allowance(host.bucket, self._limits)
        host.tell(encode(Succeed(epoch=self.epoch, limits=limits, blob=blob)))

    def _send(self, sender: Member, send: Send, now: float) -> None:
        receivers = self._receivers(sender, send.to)
        if sender.has_sent(send.id):
            sender.tell(encode(Ok(id=send.id)))
        elif not receivers and send.to != "all":
            sender.tell(encode(Error("unknown", "there is no such member", send.id)))
        elif sender is not self._host and not self._host.outlet:
            sender.tell(encode(Error("away", "the host is away", send.id, RETRY_MS)))
        else:
            self._active = now
            for member in receivers:
                sent = member.backlog.add(sender.id, self.epoch, send.p, send.view, now)
                member.tell(sent.frame, sent.view_of)
            sender.remember(send.id)
            sender.tell(encode(Ok(id=send.id)))

    def _receivers(self, sender: Member, to: str) -> list[Member]:
        if sender.role is Role.WATCH:
            raise Refused(Code.FORBIDDEN, "a watcher sends nothing")
        if sender is self._host:
            others = [m for m in self._members.values() if m is not sender]
            return [m for m in others if to in ("all", m.id)]
        if to != "host":
            raise Refused(Code.FORBIDDEN, "a guest sends to the host alone")
        return [self._host]

    def _keep(self, snapshot: Snapshot, now: float) -> None:
        self._active = now
        self.changed = True
        newest = (self.epoch, snapshot.n)
        if self._snapshot is None or newest > self._snapshot[:2]:
            self._snapshot = (*newest, snapshot.blob)

    def _kick(self, id: str) -> None:
        member = self._members.get(id)
        if member is None or member is self._host:
            self._host.tell(encode(Error("unknown", "there is no such member")))
            return
        member.close(Code.FORBIDDEN, "the host has sent you away")
        self._forget(member)

    def _bye(self, member: Member) -> None:
        if member is self._host:
            for other in self._members.values():
                other.tell(encode(Bye()))
            self._close(Code.CLOSED, "the host has closed the table")
        else:
            member.close(Code.LEFT, "goodbye")
            self._forget(member)

    def _forget(self, member: Member) -> None:
        del self._members[member.id]
        self.changed = True
        self._announce(member)

    def _close(self, code: Code, reason: str) -> None:
        self.is_open = False
        for member in self._members.values():
            member.close(code, reason)

    def _only_host(self, member: Member) -> None:
        if member is not self._host:
            raise Refused(Code.FORBIDDEN, "only the host may do that")

    def _announce(self, changed: Member | None) -> None:
        """Tells who is here: all but `changed` itself; of a watcher the host alone."""
        watches = changed is not None and changed.role is Role.WATCH
        for member in (self._host,) if watches else self._members.values():
            if member is not changed:
                member.tell(encode(Members(self._seen_by(member))))

    def _seen_by(self, member: Member) -> list[Present]:
        return [
            other.present()
            for other in self._members.values()
            if member is self._host or other.role is not Role.WATCH
        ]

    def _host_is(self, state: Presence, until: int | None = None) -> Host:
        return Host(state=state, member=self._host.id, epoch=self.epoch, until=until)

    def _tell_all(self, host: Host) -> None:
        frame = encode(host)
        for member in self._members.values():
            if member is not self._host:
                member.tell(frame)


def _spend(member: Member, now: float) -> None:
    if not member.bucket.take(now):
        raise Refused(Code.TOO_MANY, f"expected at most {member.bucket.rate} messages a second")
