"""How each language counts, and writes numbers, lists and days. Knows no word.

CLDR's values, written by ``python -m web.cldr``, never by hand.
"""

from __future__ import annotations

from app.language import Language
from ui.texts.locale import Locale

LOCALES = {
    Language.ENGLISH: Locale(
        forms={1: "one"},
        point=".",
        group=",",
        pair="{0} and {1}",
        inner="{0}, {1}",
        last="{0} and {1}",
        day="{day} {month} {year}",
        months=(
            "Jan",
            "Feb",
            "Mar",
            "Apr",
            "May",
            "Jun",
            "Jul",
            "Aug",
            "Sept",
            "Oct",
            "Nov",
            "Dec",
        ),
    ),
    Language.GERMAN: Locale(
        forms={1: "one"},
        point=",",
        group=".",
        pair="{0} und {1}",
        inner="{0}, {1}",
        last="{0} und {1}",
        day="{day}. {month} {year}",
        months=(
            "Jan.",
            "Feb.",
            "März",
            "Apr.",
            "Mai",
            "Juni",
            "Juli",
            "Aug.",
            "Sept.",
            "Okt.",
            "Nov.",
            "Dez.",
        ),
    ),
}
