"""What whoever runs the relay may choose, read once from the environment; never changes later.

LODGE_HOST     the address to listen on; 0.0.0.0 opens it to the network    127.0.0.1
LODGE_PORT     the port to listen on; 0 takes any free one                  8600
LODGE_SITE     the folder with the built site                               dist
LODGE_ORIGINS  whose pages may use the relay, beside its own: https://a.example,https://b.example
LODGE_PROXIES  whose word on a client's address counts: 10.0.0.1,192.168.0.0/16
LODGE_ROOMS    the file in which rooms outlive a restart; empty: none       .cache/rooms-PORT.db
LODGE_LEDGER   the file with all ranked results; empty: nothing is ranked   .lodge/ledger-PORT.db
LODGE_DRAIN    seconds for which /readyz says 503 before it closes          0

Limits; times are in seconds. A burst is that of messages at once, a rate how many more a second.

LODGE_CONNECTIONS          sockets in all                           10000
LODGE_ADDRESS_CONNECTIONS  sockets from one address                 20
LODGE_ADDRESS_ROOMS        new rooms from one address in an hour    10
LODGE_ADDRESS_MISSES       wrong rooms and tokens a minute          20
LODGE_ADDRESS_JOINS        ranked games looked for a minute         30
LODGE_MEMBERS              players in a room, seated or not         6
LODGE_WATCHERS             watchers of a room                       50
LODGE_GRACE                until another may take over from a host  30
LODGE_HOSTLESS             life of a room without a host            600
LODGE_IDLE                 life of a room where nothing is sent     1800
LODGE_LIFE                 life of any room                         43200
LODGE_HELLO                until a request, and the first frame     5
LODGE_SILENCE              between two frames of a client           40
LODGE_FRAME                bytes in a frame                         32768
LODGE_DEPTH                levels of JSON in a frame                16
LODGE_HOST_BURST           messages of the host                     80
LODGE_HOST_RATE                                                     30
LODGE_GUEST_BURST          messages of a guest                      20
LODGE_GUEST_RATE                                                    3
LODGE_WATCHER_BURST        messages of a watcher                    5
LODGE_WATCHER_RATE                                                  0.5
LODGE_QUEUE_FRAMES         frames that may wait for a slow reader   256
LODGE_QUEUE_BYTES          and bytes                                262144
LODGE_KEPT_FRAMES          frames kept for replay                   64
LODGE_KEPT_BYTES           and bytes                                65536
LODGE_KEPT_SECONDS         and for how long                         120
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from ipaddress import ip_network
from math import isfinite
from pathlib import Path
from typing import Any

from relay.limits import Limits


class BadSetting(ValueError):
    """Says what was expected and what came."""


@dataclass(frozen=True)
class Settings:
    host: str = "127.0.0.1"
    port: int = 8600
    site: Path = Path("dist")
    origins: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    rooms: Path | None = None
    ledger: Path | None = None
    drain: float = 0
    limits: Limits = field(default_factory=Limits)

    @classmethod
    def read(cls, environ: Mapping[str, str]) -> "Settings":
        port = _port(environ)
        return cls(
            host=_host(environ.get("LODGE_HOST", cls.host)),
            port=port,
            site=_site(environ.get("LODGE_SITE", str(cls.site))),
            origins=tuple(map(_origin, _list(environ.get("LODGE_ORIGINS", "")))),
            proxies=tuple(map(_proxy, _list(environ.get("LODGE_PROXIES", "")))),
            rooms=_file(environ.get("LODGE_ROOMS"), ".cache/rooms", port),
            ledger=ledger(environ),
            drain=_number("LODGE_DRAIN", environ.get("LODGE_DRAIN", "0"), least=0),
            limits=_limits(environ),
        )

    @property
    def address(self) -> str:
        """Where a person on this machine opens the page."""
        here = {"127.0.0.1", "::1", "0.0.0.0", "::"}  # noqa: S104  (read, not opened)
        host = "localhost" if self.host in here else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"


def ledger(environ: Mapping[str, str]) -> Path | None:
    return _file(environ.get("LODGE_LEDGER"), ".lodge/ledger", _port(environ))


def _host(text: str) -> str:
    if not text.isascii() or text != text.strip() or "/" in text or not text:
        raise BadSetting(f"LODGE_HOST: expected an address like 127.0.0.1, got {text!r}")
    return text


def _port(environ: Mapping[str, str]) -> int:
    text = environ.get("LODGE_PORT", str(Settings.port))
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and int(text) <= 65535):
        raise BadSetting(f"LODGE_PORT: expected a number from 0 to 65535, got {text!r}")
    return int(text)


def _site(text: str) -> Path:
    site = Path(text or "?")
    if not (site / "index.html").is_file():
        raise BadSetting(
            f"LODGE_SITE: expected a folder with the built site, got {text!r}"
            " (build it with `make site`)"
        )
    return site


def _file(text: str | None, usual: str, port: int) -> Path | None:
    """Two relays never share a file; one on any free port will not find its own again."""
    if text is None:
        return Path(f"{usual}-{port}.db") if port else None
    return Path(text) if text else None


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _origin(text: str) -> str:
    scheme, _, host = text.partition("://")
    if scheme not in ("http", "https") or not host or host.strip("/?#@") != host or "/" in host:
        raise BadSetting(f"LODGE_ORIGINS: expected origins like https://a.example, got {text!r}")
    return text.lower()


def _proxy(text: str) -> str:
    try:
        return str(ip_network(text))
    except ValueError:
        expected = "addresses like 10.0.0.1 or 10.0.0.0/8"
        raise BadSetting(f"LODGE_PROXIES: expected {expected}, got {text!r}") from None


def _limits(environ: Mapping[str, str]) -> Limits:
    read: dict[str, Any] = {}
    for limit in fields(Limits):
        name = f"LODGE_{limit.name.upper()}"
        if name in environ:
            whole = limit.type is int
            number = _number(name, environ[name], least=1 if whole else 0.001)
            if whole and number != int(number):
                raise BadSetting(f"{name}: expected a whole number, got {environ[name]!r}")
            read[limit.name] = int(number) if whole else number
    return Limits(**read)


def _number(name: str, text: str, least: float) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not (isfinite(number) and number >= least):
        raise BadSetting(f"{name}: expected a number of at least {least:g}, got {text!r}")
    return number
