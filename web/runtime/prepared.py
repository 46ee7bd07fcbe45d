"""What `re` and `dataclasses` work out whenever a module is imported, worked out when the page was
built; knows no module by name.

Lies in the trimmed library as `sitecustomize`: Python runs it before anything else. Patterns and
methods that it does not know are worked out as ever, and remembered; so it makes its own content.
"""

import marshal
import re
from contextlib import suppress
from types import CodeType, SimpleNamespace

Patterns = dict[tuple[str | bytes, int], tuple[object, ...]]
"""By pattern and flags, what the engine of `re` is given."""

Methods = dict[str, CodeType]
"""By its text, the code of all methods that `dataclasses` writes for a class."""

patterns: Patterns = {}
methods: Methods = {}


def know(content: bytes) -> None:
    """Take over what was remembered once, as `remembered` has put it."""
    more_patterns, more_methods = marshal.loads(content)  # noqa: S302 (the build's own)
    patterns.update(more_patterns)
    methods.update(more_methods)


def remembered() -> bytes:
    """All that is known, to be known from the start next time."""
    return marshal.dumps((patterns, methods))


def forget() -> None:
    """Know nothing, so that only what is worked out from here on is remembered."""
    patterns.clear()
    methods.clear()


def _compile_pattern(pattern: str | bytes, flags: int = 0) -> object:
    given = patterns.get((pattern, int(flags)))
    if given is None:
        return _work_out(pattern, int(flags))
    return _engine.compile(*given)


def _work_out(pattern: str | bytes, flags: int) -> object:
    def remember(text: object, both: int, code: list[int], *groups: object) -> object:
        given = (text, int(both), [int(word) for word in code], *groups)
        patterns[pattern, flags] = given
        return _engine.compile(*given)

    _compiler._sre = SimpleNamespace(**vars(_engine) | {"compile": remember})
    try:
        return _work_out_pattern(pattern, flags)
    finally:
        _compiler._sre = _engine


def _write_methods(text: str, names: dict[str, object], made: dict[str, object]) -> None:
    code = methods.get(text)
    if code is None:
        code = methods[text] = compile(text, "<dataclass>", "exec", dont_inherit=True, optimize=2)
    exec(code, names, made)


def _no_signature(*_: object, **__: object) -> None:
    """A class without a docstring gets its signature for one: work for text that nobody reads."""
    raise ValueError("no signature is written")


_compiler = vars(re)["_compiler"]
_engine = _compiler._sre
_work_out_pattern = _compiler.compile
_compiler.compile = _compile_pattern
with suppress(OSError):  # there is nothing known yet when the library is made
    _known = __file__.replace("sitecustomize.pyc", "prepared.marshal")
    know(globals()["__loader__"].get_data(_known))

import dataclasses  # noqa: E402 (what it imports has many patterns)

vars(dataclasses).update(
    exec=_write_methods,
    inspect=SimpleNamespace(signature=_no_signature, unwrap=vars(dataclasses)["inspect"].unwrap),
)
