"""The frames of /v1/queue and how a ranked bout is played; itself it reads them and no more.

A WebSocket at /v1/queue, subprotocol lantern-lodge.v1; one JSON object a text frame, its type in
`t`, `hello` first.

    from a client              from the relay
    hello   v secret name      welcome  player rating deviation provisional bouts online matching
                                        limits
    cancel                     counts  online matching
    ping    at                 matched  room id opponent (player name rating deviation provisional)
                               cancelled
                               pong at · error code message

- `secret` is the device's: 32 random bytes in base64url, drawn once and never shown. The relay
  keeps its SHA-256 alone, and others know a guest by `player`, which follows from that.
- After `welcome` one waits. `counts` comes whenever it has changed, at most once in 2 s.
- Who comes in by another tab takes the place of the first, which is closed with 4009.
- `matched`: both are told at once and the socket is of no more use. Who is in a bout that is not
  over and says `hello` again, after a reload, say, is `matched` with that one instead of waiting.
- `cancel` is answered by `cancelled` and 1000, whatever came first: where `matched` was on its way
  and not both have come to the room, the bout is void for both; once both have, it is `Leave`.
- A closed socket waits no more. `matched` is no promise that the other comes: see MEETING.
- `error` comes before a close that has a reason for a person: `ledger` (nothing can be written
  now) and `closed` (no ranked games here) with 1013. Other close codes are those of a room.

The bout is a room: a WebSocket at /v1/rooms/{room} as relay/envelope.py has it, with `hello` as
`guest` and the device's secret for a `token`; or as `watch`, without. Nobody else gets in. Its host
is the relay's referee, always present; nothing is sealed, no key is needed, and there is no
`succeed`, `snapshot` or `kick`. `p` of `send` and `deliver` is a string with a letter as
engine/letters.py writes it: `Ask` to the host; `Tell` and `Bout` from it. A watcher gets `Tell`
and `Bout` too, with no hand before the end.

- `Ask` may hold Act, Commit, Reveal and React, and Leave and Rematch. Anything else is refused
  with `ranked`: the referee seats both, starts and deals by itself. An `Ask` is heard once.
- `Tell.reply` is an Update or a Refused, as at any table; `Update.host` is null.
- `Bout` comes on entering and whenever it has changed. Its stages:
  MEETING  until both are there; after 20 s without one of them it is VOID.
  PLAYING  one round of Block, 90 s a turn; at the end of a turn the first legal action is taken.
           Leave, a `bye`, a second turn that ran out or 60 s of absence lose it, if anybody has
           acted by then; else it is VOID. So it is where both were gone.
  WRITING  over, and not yet in the ledger.
  RATED    in the ledger: `gained` and the new ratings stand, GET /v1/ranked/{id} has it. Before
           this no result counts.
  VOID     over, and nothing is rated; without a `finish` where the relay itself closes.
  UNWRITTEN  over, and nothing is rated because the ledger could not be written.
- Rematch, once it is RATED and while both are there: when both have asked, the next bout begins
  in the same room, with the next `id`. The room closes (`bye`, 4011) when one leaves, or 60 s
  after the end.
- A relay that closes says VOID, then 1012. It, and one that was killed, knows no bout of before:
  the room is 4004 then, and the queue says `welcome`. What was rated, GET /v1/ranked/{id} has.

HTTP beside it, all GET and JSON, for anybody:

    /v1/stats            online matching tables; who asks again and again is online too
    /v1/leaderboard      guests: [player name rating deviation provisional bouts]
    /v1/players/{player} player name rating deviation provisional bouts, and
                         results: [id at finish winner seat opponent rating]
    /v1/ranked           bouts: [room stage watchers contenders: [player name rating deviation
                         provisional]], to be watched
    /v1/ranked/{id}      the transcript of a result, as a download
"""

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.json import Decoder

from relay.envelope import Allowance, Frame, Greeting, Ping, Token, read_first, read_next
from relay.rating import Rating


class Hello(Greeting):
    secret: Token
    name: Annotated[str, Meta(max_length=200)]


class Cancel(Frame):
    pass


class Shown(Struct, gc=False):
    """A guest as everybody may know it."""

    player: str
    name: str
    rating: int
    deviation: int
    provisional: bool


class Welcome(Frame):
    player: str
    rating: int
    deviation: int
    provisional: bool
    bouts: int
    online: int
    matching: int
    limits: Allowance


class Counts(Frame):
    online: int
    matching: int


class Matched(Frame):
    room: str
    id: str
    opponent: Shown


class Cancelled(Frame):
    pass


def read_hello(text: str, depth: int) -> Hello:
    return read_first(_HELLO, text, depth)


def read(text: str, depth: int) -> Cancel | Ping:
    return read_next(_SAID, text, depth)


def shown(player: str, name: str, rating: Rating) -> Shown:
    return Shown(player, name, rating.shown, rating.deviation, rating.is_provisional)


_HELLO = Decoder(Hello)
_SAID: Decoder[Cancel | Ping] = Decoder(Cancel | Ping)
