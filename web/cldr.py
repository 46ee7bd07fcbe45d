"""Writes web/py/ui/texts/cldr.py: what CLDR says of the lodge's languages, read by Babel.

    python -m web.cldr

So the page needs no Babel. It knows no sentence.
"""

import re
from pathlib import Path

import babel

TARGET = Path(__file__).parent / "py" / "ui" / "texts" / "cldr.py"
LOCALES = {"ENGLISH": "en_001", "GERMAN": "de"}
"""The lodge's languages, and CLDR's name of each; that English is the world's."""
COUNTED = range(1001)
FIELDS = {"d": "{day}", "MMM": "{month}", "y": "{year}"}

HEAD = '''"""How each language counts, and writes numbers, lists and days. Knows no word.

CLDR's values, written by ``python -m web.cldr``, never by hand.
"""

from __future__ import annotations

from app.language import Language
from ui.texts.locale import Locale

LOCALES = {
'''


def source() -> str:
    """The whole file."""
    return HEAD + "".join(_entry(language, name) for language, name in LOCALES.items()) + "}\n"


def _entry(language: str, name: str) -> str:
    locale = babel.Locale.parse(name)
    numbers, lists = locale.number_symbols["latn"], locale.list_patterns["standard"]
    months = locale.months["format"]["abbreviated"]
    assert locale.decimal_formats[None].grouping == (3, 3), f"{name} groups its digits otherwise"
    assert lists["start"] == lists["middle"], f"{name} begins a list in its own way"
    values = {
        "forms": _forms(locale),
        "point": numbers["decimal"],
        "group": numbers["group"],
        "pair": lists["2"],
        "inner": lists["middle"],
        "last": lists["end"],
        "day": _day(str(locale.datetime_skeletons["yMMMd"])),
    }
    lines = [f"        {field}={_quoted(value)},\n" for field, value in values.items()]
    lines += ["        months=(\n"]
    lines += [f"            {_quoted(months[month])},\n" for month in range(1, 13)]
    lines += ["        ),\n"]
    return f"    Language.{language}: Locale(\n{''.join(lines)}    ),\n"


def _forms(locale: babel.Locale) -> dict[int, str]:
    """A language in which every tenth number has its own form needs a rule, and so other code."""
    forms = {count: locale.plural_form(count) for count in COUNTED}
    own = {count: form for count, form in forms.items() if form != "other"}
    assert max(own, default=0) < 10, f"{locale} counts by a rule: {own}"
    return own


def _day(pattern: str) -> str:
    return re.sub("[a-zA-Z]+", lambda field: FIELDS[field[0]], pattern)


def _quoted(value: object) -> str:
    return repr(value).replace("'", '"')


if __name__ == "__main__":
    TARGET.write_text(source())
