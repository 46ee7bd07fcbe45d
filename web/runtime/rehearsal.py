"""Does once what the app may ask of the standard library, so that late imports show themselves.

Runs inside Pyodide. It knows no module of the app: those are found by reading their imports.
"""

import asyncio
import base64
import contextlib
import dataclasses
import enum
import hashlib
import hmac
import html
import json
import random
import re
import secrets
import traceback
import warnings


class _Colour(enum.StrEnum):
    RED = "red"


class _Marks(enum.Flag):
    ONE = enum.auto()
    TWO = enum.auto()


@dataclasses.dataclass(frozen=True, slots=True, order=True)
class _Point:
    x: int
    y: int = 0


async def rehearse() -> None:
    """Ask each thing once."""
    with warnings.catch_warnings(record=True):
        _values()
    _tell_a_fault()
    _texts()
    _secrets()
    await _act()


async def _act() -> None:
    """Tasks, queues, deadlines and a task that fails: all that a lodge does with asyncio."""
    post: asyncio.Queue[int] = asyncio.Queue()
    bell, lock = asyncio.Event(), asyncio.Lock()
    async with asyncio.TaskGroup() as group, asyncio.timeout(5), lock:
        group.create_task(post.put(1))
        group.create_task(post.get())
        bell.set()
        await bell.wait()
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(asyncio.sleep(1), 0.001)
    await asyncio.gather(asyncio.sleep(0), asyncio.sleep(0), return_exceptions=True)
    await asyncio.wait([asyncio.ensure_future(asyncio.sleep(0))])
    with contextlib.suppress(ExceptionGroup):
        async with asyncio.TaskGroup() as group:
            group.create_task(_stumble())


async def _stumble() -> None:
    raise ValueError("a fault on purpose")


def _tell_a_fault() -> None:
    try:
        try:
            json.loads("{'")
        except ValueError as cause:
            raise RuntimeError("a fault on purpose, with a cause") from cause
    except RuntimeError as fault:
        traceback.format_exception(fault)


def _values() -> None:
    point = dataclasses.replace(_Point(1), y=2)
    json.dumps(dataclasses.asdict(point), indent=1)
    repr(point), hash(point), repr(_Marks.ONE | _Marks.TWO), repr(_Colour("red"))
    warnings.warn("a warning on purpose", stacklevel=1)


def _texts() -> None:
    html.unescape(html.escape("<&'"))
    re.compile(r"(?P<low>\d)-(?P<high>\d)", re.ASCII | re.IGNORECASE).sub("x", "3-5")
    "ß".encode("ascii", "replace"), b"\xff".decode("utf-8", "replace"), "é".encode("latin-1")


def _secrets() -> None:
    key = secrets.token_bytes(16)
    hmac.compare_digest(hmac.digest(key, b"m", "sha256"), hmac.new(key, b"m", "sha256").digest())
    base64.urlsafe_b64encode(hashlib.sha256(key).digest()).decode()
    dealer = random.Random(7)
    dealer.shuffle(tiles := list(range(28)))
    dealer.sample(tiles, 3), dealer.choices(tiles, k=2), dealer.gauss(), random.SystemRandom()
