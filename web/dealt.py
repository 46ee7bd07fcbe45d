"""What the page needs to lay a first hand before the brain is awake, written when it is built.

It knows how a hand looks, and nothing of whose it is.
"""

import json
from typing import Any

from app.language import Language
from app.model import Model, Screen
from app.settings import Settings, Sort
from engine.rules import HAND, RULES
from ui.hand import ORDER, held, rack
from ui.html import Html
from ui.side import waiting_acts, waking
from ui.texts import spoken
from ui.top import before_deal

NAME = "dealt.json"


def dealt() -> dict[str, bytes]:
    """The file, for first-hand.js."""
    told = {
        "held": HAND,
        "sort": Settings().sort,
        "orders": {
            variant: {
                sort: " ".join(map(str, sorted(rules.tiles, key=ORDER[sort]))) for sort in Sort
            }
            for variant, rules in RULES.items()
        },
        "tiles": {str(t): held(Model(), t) for rules in RULES.values() for t in rules.tiles},
        "pictures": {language: _picture(language) for language in Language},
    }
    return {NAME: json.dumps(told, ensure_ascii=False).encode()}


def _picture(language: Language) -> dict[str, Any]:
    """As the brain's are; in its hand a ``{}`` for each tile."""
    with spoken(language):
        regions = {
            "top": before_deal(),
            "say": waking(),
            "status": waking(),
            "hand": rack([Html("{}")] * HAND),
            "acts": waiting_acts(),
        }
    return {"regions": regions, "body": {"screen": Screen.TABLE}}
