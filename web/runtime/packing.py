"""Every file once more as brotli and gzip, for servers that hand out what is already packed.

Packing the interpreter takes seconds, so each result is kept under its content's name.
"""

import gzip
import hashlib
import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor

import brotli

from web.runtime.cache import kept

_GAINS_NOTHING = (".woff2", ".png", ".jpg", ".webp")
_SMALLEST = 400  # below this the headers weigh more


def packed(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The `.br` and `.gz` beside each of the files that gain by it."""
    worth = {
        name: content
        for name, content in files.items()
        if not name.endswith(_GAINS_NOTHING) and len(content) >= _SMALLEST
    }
    with ThreadPoolExecutor(os.cpu_count()) as hands:
        brotlis = hands.map(lambda content: _kept("br", _brotli, content), worth.values())
        gzips = hands.map(lambda content: _kept("gz", _gzip, content), worth.values())
        return {
            **dict(zip((f"{name}.br" for name in worth), brotlis, strict=True)),
            **dict(zip((f"{name}.gz" for name in worth), gzips, strict=True)),
        }


def _brotli(content: bytes) -> bytes:
    return bytes(brotli.compress(content, quality=11, lgwin=24))


def _gzip(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)


def _kept(kind: str, pack: Callable[[bytes], bytes], content: bytes) -> bytes:
    return kept(f"{kind}/{hashlib.sha256(content).hexdigest()}", lambda: pack(content))
