"""Results that took seconds to make, kept under a name that tells what went into them."""

import secrets
from collections.abc import Callable
from pathlib import Path

CACHE = Path(__file__).parents[2] / ".cache" / "page"


def kept(name: str, make: Callable[[], bytes]) -> bytes:
    """What `make` once returned for this name; two builds at a time do each other no harm."""
    path = CACHE / name
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        half = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        half.write_bytes(make())
        half.replace(path)
    return path.read_bytes()
