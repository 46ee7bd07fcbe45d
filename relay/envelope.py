"""The frames of lantern-lodge.v1 and how they are read; what is inside one stays sealed to us.

A WebSocket at /v1/rooms/{room}; one JSON object a text frame, its type in `t`, `hello` first.

    from a client                        from the relay
    hello     v role token? last? key?   welcome  member token? epoch s resumed host members limits
                                                  until?
    send      id to p view?              deliver  s from epoch p
    ack       s                          ok id · error code message id? retry_ms?
    snapshot  n blob                     members  members: [member role key? here]
    kick      member                     host     state (away, back, new) member epoch until?
    ping      at                         pong at · sync member
    succeed                              succeed  epoch limits blob?
    bye                                  bye

- A host whose page no longer has the table, as after a reload, says `guest`: it is still the host,
  and is sent `succeed` with the last snapshot.
- `token` alone is the membership. It comes once, in the first `welcome`; the host's comes from
  POST /v1/rooms. With a token `role` is a wish: who lost the table meanwhile is welcomed as a
  guest. A member who never held it and says `host` is refused with 4003.
- `to` is `host` from a guest; `all` or a member from the host. A watcher sends nothing.
- `ok` says that the relay took the frame, not that the table did what it asks. The same `id` sent
  again in one epoch is `ok` again and delivered no second time.
- `epoch` grows whenever a host attaches, at each of its reconnections too. What the relay kept of
  an older epoch is dropped, so after `host` a client sends again what the table has not answered,
  and the table tells everyone afresh. While the host is away `send` is answered by `error` `away`.
- `welcome.s` is the newest number; after a restart of the relay it is counted from 0 again.
- `s` grows, and skips a `view` that a newer one of the same sender replaced. `ack` lets go of what
  is kept for replay. After a `hello` without `last`, or with one that cannot be replayed from, the
  member and the host are told `sync`.
- `succeed` from a guest is its offer, good while it is connected. After the grace the offer of the
  member that joined first is taken: it is sent `succeed` with the last snapshot and a host's
  limits, and is the host. Without any offer the table waits, for one or for the host.
- `until` is in milliseconds from now, for no two clocks agree; in `welcome` while the host is away.
- The host is told of everyone; a guest or watcher of the members, not of the watchers.
- `bye` from the host closes the table for all (4011); from another it ends that membership (1000).
  A kicked member is closed with 4003.
- Who says nothing for `silence` seconds is taken for dead (4013): `ping` well within it.
- Every frame of a client counts against its bucket, `hello`, `ack` and `ping` too.
"""

import re
from enum import IntEnum, StrEnum
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct
from msgspec.json import Decoder

VERSION = 1
SUBPROTOCOL = f"lantern-lodge.v{VERSION}"


class Code(IntEnum):
    """Why the relay closes a connection."""

    LEFT = 1000
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
    TOO_SLOW = 4013
    VERSION = 4014


class Refused(Exception):
    """The connection ends with `code`; the reason is for the client that caused it alone."""

    def __init__(self, code: Code, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Role(StrEnum):
    HOST = "host"
    GUEST = "guest"
    WATCH = "watch"


class Presence(StrEnum):
    PRESENT = "present"
    AWAY = "away"
    BACK = "back"
    NEW = "new"


Count = Annotated[int, Meta(ge=0, lt=2**53)]
Name = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{1,64}\Z")]
Token = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{43}\Z")]
PublicKey = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_=+/-]{1,200}\Z")]


class Frame(
    Struct,
    tag_field="t",
    tag=str.lower,
    forbid_unknown_fields=True,
    omit_defaults=True,
    gc=False,
):
    def __repr__(self) -> str:  # never what it holds: tokens and payloads pass through here
        return f"<{type(self).__name__}>"


class Greeting(Frame):
    """What a first frame says, wherever it is said."""

    v: int


class Hello(Greeting):
    role: Role
    token: Token | None = None
    last: Count | None = None
    key: PublicKey | None = None


class Send(Frame):
    id: Name
    to: Name
    p: Raw
    view: bool = False


class Ack(Frame):
    s: Count


class Snapshot(Frame):
    n: Count
    blob: Raw


class Kick(Frame):
    member: Name


class Ping(Frame):
    at: float


class Offer(Frame, tag="succeed"):
    pass


class Bye(Frame):
    pass


Said = Send | Ack | Snapshot | Kick | Ping | Offer | Bye


class Present(Struct, omit_defaults=True, gc=False):
    member: str
    role: Role
    here: bool
    key: str | None = None


class Allowance(Struct, gc=False):
    """What a client must keep to."""

    frame: int
    depth: int
    burst: float
    rate: float
    silence: float


class Welcome(Frame):
    member: str
    epoch: int
    s: int
    resumed: bool
    host: Presence
    members: list[Present]
    limits: Allowance
    token: str | None = None
    until: int | None = None


class Deliver(Frame):
    s: int
    sender: str = msgspec.field(name="from")
    epoch: int
    p: Raw


class Ok(Frame):
    id: str


class Error(Frame):
    code: str
    message: str
    id: str | None = None
    retry_ms: int | None = None


class Members(Frame):
    members: list[Present]


class Host(Frame):
    state: Presence
    member: str
    epoch: int
    until: int | None = None


class Pong(Frame):
    at: float


class Sync(Frame):
    member: str


class Succeed(Frame):
    epoch: int
    limits: Allowance
    blob: Raw | None = None


First = TypeVar("First", bound=Greeting)
Spoken = TypeVar("Spoken")

encode = msgspec.json.Encoder().encode


def read_hello(text: str, depth: int) -> Hello:
    return read_first(_HELLO, text, depth)


def read(text: str, depth: int) -> Said:
    return read_next(_SAID, text, depth)


def read_first(decoder: Decoder[First], text: str, depth: int) -> First:
    """A newer version may say more in its hello, and is still told that it is the version."""
    _check_depth(text, depth)
    try:
        hello = decoder.decode(text)
    except msgspec.MsgspecError as error:
        if _version(text) not in (None, VERSION):
            raise _other_version() from error
        raise _bad_message(error) from error
    if hello.v != VERSION:
        raise _other_version()
    return hello


def read_next(decoder: Decoder[Spoken], text: str, depth: int) -> Spoken:
    _check_depth(text, depth)
    try:
        return decoder.decode(text)
    except msgspec.MsgspecError as error:
        raise _bad_message(error) from error


class _AnyHello(Struct, tag_field="t", tag="hello"):
    v: int


_HELLO = Decoder(Hello)
_SAID: Decoder[Said] = Decoder(Said)
_GREETING = Decoder(_AnyHello)

_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_BRACKETS = re.compile(r"[\[{]|[\]}]")


def _check_depth(text: str, limit: int) -> None:
    if text.count("[") + text.count("{") <= limit:
        return
    depth = 0
    for bracket in _BRACKETS.findall(_STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > limit:
            raise Refused(Code.BAD_MESSAGE, f"expected at most {limit} levels of JSON")


def _version(text: str) -> int | None:
    try:
        return _GREETING.decode(text).v
    except msgspec.MsgspecError:
        return None


def _other_version() -> Refused:
    return Refused(Code.VERSION, f"expected version {VERSION}")


def _bad_message(error: msgspec.MsgspecError) -> Refused:
    return Refused(Code.BAD_MESSAGE, str(error))
