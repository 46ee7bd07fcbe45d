"""One state of the page: a model for the page's own code to draw, and what is done to it then."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.language import Language
from app.model import Model


@dataclass(frozen=True)
class State:
    """``model`` None: the page as it is delivered, before any Python. ``deed`` is JavaScript, done
    once the model is painted. ``page`` is an address within the site.
    """

    model: Callable[[], Model] | None = None
    deed: str = ""
    page: str = "./"

    def said_in(self, language: Language) -> "State":
        """The same, where the browser asks for that language."""
        model = self.model
        if model is None:
            return self
        return replace(self, model=lambda: replace(model(), asked_for=language))


def click(selector: str) -> str:
    """The deed of pressing that one thing."""
    return f"document.querySelector({selector!r}).click();"


States = dict[str, State]
