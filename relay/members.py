"""One member of a room: a token's digest, a standing, a way to be told; not who sits where."""

from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple, Protocol

from msgspec import Struct
from msgspec.structs import asdict

from relay.backlog import Backlog
from relay.envelope import Allowance, Code, Present, Role
from relay.limits import Bucket, Limits

REMEMBERED = 256


class Outlet(Protocol):
    """Where a member is told things. Neither method waits."""

    def tell(self, frame: bytes, view_of: str | None = None) -> None:
        """`view_of`: takes the place of a frame still queued with the same."""

    def close(self, code: Code, reason: str) -> None: ...


class Pass(NamedTuple):
    """A name and a secret drawn for somebody new."""

    member: str
    token: str

    def __repr__(self) -> str:
        return f"Pass({self.member})"


class Membership(Struct):
    """What of a member outlives the process."""

    id: str
    role: Role
    digest: bytes
    key: str | None
    has_hosted: bool

    def __repr__(self) -> str:
        return f"Membership({self.id})"


@dataclass(eq=False, repr=False, slots=True)
class Member:
    id: str
    role: Role
    digest: bytes
    key: str | None
    has_hosted: bool
    bucket: Bucket
    backlog: Backlog
    away_since: float
    outlet: Outlet | None = None
    offered: bool = False
    _seen: dict[str, None] = field(default_factory=dict)

    @classmethod
    def new(cls, fresh: Pass, role: Role, limits: Limits, now: float) -> "Member":
        membership = Membership(fresh.member, role, digest(fresh.token), None, False)
        return cls._of(membership, Backlog(limits), limits, now)

    @classmethod
    def restored(cls, membership: Membership, limits: Limits, now: float) -> "Member":
        return cls._of(membership, Backlog(limits, is_new=False), limits, now)

    @classmethod
    def _of(cls, membership: Membership, backlog: Backlog, limits: Limits, now: float) -> "Member":
        return cls(
            **asdict(membership),
            bucket=bucket(membership.role, limits, now),
            backlog=backlog,
            away_since=now,
        )

    def membership(self) -> Membership:
        return Membership(self.id, self.role, self.digest, self.key, self.has_hosted)

    def take(self, role: Role, limits: Limits, now: float) -> None:
        self.role = role
        self.bucket = bucket(role, limits, now)

    def tell(self, frame: bytes, view_of: str | None = None) -> None:
        if self.outlet:
            self.outlet.tell(frame, view_of)

    def close(self, code: Code, reason: str) -> None:
        outlet, self.outlet = self.outlet, None
        if outlet:
            outlet.close(code, reason)

    def has_sent(self, id: str) -> bool:
        return id in self._seen

    def remember(self, id: str) -> None:
        self._seen[id] = None
        if len(self._seen) > REMEMBERED:
            del self._seen[next(iter(self._seen))]

    def begin_epoch(self, epoch: int) -> None:
        self.backlog.drop_before(epoch)
        self._seen.clear()

    def present(self) -> Present:
        return Present(self.id, self.role, self.outlet is not None, self.key)


def digest(token: str) -> bytes:
    return sha256(token.encode()).digest()


def bucket(role: Role, limits: Limits, now: float) -> Bucket:
    match role:
        case Role.HOST:
            return Bucket(limits.host_burst, limits.host_rate, now)
        case Role.GUEST:
            return Bucket(limits.guest_burst, limits.guest_rate, now)
        case Role.WATCH:
            return Bucket(limits.watcher_burst, limits.watcher_rate, now)


def allowance(bucket: Bucket, limits: Limits) -> Allowance:
    return Allowance(limits.frame, limits.depth, bucket.burst, bucket.rate, limits.silence)
