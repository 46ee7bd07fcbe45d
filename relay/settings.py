"""What whoever runs the relay may choose, read once from the environment; never changes later.

LODGE_HOST  the address to listen on; 0.0.0.0 opens it to the network    127.0.0.1
LODGE_PORT  the port to listen on; 0 takes any free one                  8600
LODGE_SITE  the folder with the built site                               dist
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


class BadSetting(ValueError):
    """Says what was expected and what came."""


@dataclass(frozen=True)
class Settings:
    host: str = "127.0.0.1"
    port: int = 8600
    site: Path = Path("dist")

    @classmethod
    def read(cls, environ: Mapping[str, str]) -> "Settings":
        return cls(
            host=_host(environ.get("LODGE_HOST", cls.host)),
            port=_port(environ.get("LODGE_PORT", str(cls.port))),
            site=_site(environ.get("LODGE_SITE", str(cls.site))),
        )

    @property
    def address(self) -> str:
        """Where a person on this machine opens the page."""
        here = {"127.0.0.1", "::1", "0.0.0.0", "::"}  # noqa: S104  (read, not opened)
        host = "localhost" if self.host in here else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"


def _host(text: str) -> str:
    if not text.isascii() or text != text.strip() or "/" in text or not text:
        raise BadSetting(f"LODGE_HOST: expected an address like 127.0.0.1, got {text!r}")
    return text


def _port(text: str) -> int:
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
