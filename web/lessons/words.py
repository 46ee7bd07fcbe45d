"""What the examples say, in each language: the table's own sentences, and a few besides."""

from __future__ import annotations

from dataclasses import dataclass

from app.language import Language
from ui.texts import TEXTS

OWN_ENGLISH = {
    "lesson.again": "Begin again",
    "lesson.line": "The line from left to right: {tiles}. The left end asks for {left}, the "
    "right end for {right}.",
    "lesson.line.over": "The line from left to right: {tiles}.",
    "lesson.ends": "Now the ends are {left} and {right}.",
    "lesson.fit": "Of the tiles you keep, {tiles} would fit.",
    "lesson.fit.none": "None of the tiles you keep would fit.",
    "lesson.keep": "You keep {pips} pips.",
    "lesson.end": "Left or right end",
    "lesson.drawn": "The tile you drew, and what you may do now",
    "lesson.turn": "Your hand on your next turn",
    "lesson.opens": "Who opens the round?",
    "lesson.wins": "Who wins the round?",
    "lesson.nobody": "Nobody",
    "lesson.opens.double": "{tile} is the highest double that was dealt, so the lodge lays it.",
    "lesson.opens.total": "No double was dealt, so the highest total opens: {tile}.",
    "lesson.opens.equal": "No double was dealt. {tile} and {other} have the highest total, and of "
    "equal totals the higher end opens: {tile}.",
    "lesson.opens.not": "Look again: {tile} lies in the other hand.",
    "lesson.more_left": "{name}: {pips}. Another hand holds less.",
    "lesson.one_least": "One hand alone is the lowest.",
    "lesson.tied": "{name}: {pips}. The other hand holds as little.",
}
OWN_GERMAN = {
    "lesson.again": "Von vorn",
    "lesson.line": "Die Reihe von links nach rechts: {tiles}. Das linke Ende verlangt eine {left}, "
    "das rechte eine {right}.",
    "lesson.line.over": "Die Reihe von links nach rechts: {tiles}.",
    "lesson.ends": "Jetzt sind die Enden {left} und {right}.",
    "lesson.fit": "Von den Steinen, die dir bleiben, würden passen: {tiles}.",
    "lesson.fit.none": "Von den Steinen, die dir bleiben, würde keiner passen.",
    "lesson.keep": "Dir bleiben {pips} Augen.",
    "lesson.end": "Linkes oder rechtes Ende",
    "lesson.drawn": "Der gezogene Stein, und was du jetzt tun kannst",
    "lesson.turn": "Deine Steine, wenn du wieder am Zug bist",
    "lesson.opens": "Wer eröffnet die Runde?",
    "lesson.wins": "Wer gewinnt die Runde?",
    "lesson.nobody": "Niemand",
    "lesson.opens.double": "{tile} ist der höchste Pasch, der gegeben wurde. Die Lodge legt ihn.",
    "lesson.opens.total": "Kein Pasch wurde gegeben, also eröffnet die höchste Summe: {tile}.",
    "lesson.opens.equal": "Kein Pasch wurde gegeben. {tile} und {other} haben die höchste Summe, "
    "und bei gleicher Summe eröffnet das höhere Ende: {tile}.",
    "lesson.opens.not": "Sieh noch einmal hin: {tile} liegt in der anderen Hand.",
    "lesson.more_left": "{name}: {pips}. Eine andere Hand hat weniger.",
    "lesson.one_least": "Eine Hand allein ist die niedrigste.",
    "lesson.tied": "{name}: {pips}. Die andere Hand hat ebenso wenig.",
}
SENTENCES = {
    Language.ENGLISH: TEXTS[Language.ENGLISH] | OWN_ENGLISH,
    Language.GERMAN: TEXTS[Language.GERMAN] | OWN_GERMAN,
}


@dataclass(frozen=True, slots=True)
class Words:
    """All that can be said in one language."""

    language: Language

    def __call__(self, key: str, **values: object) -> str:
        """The sentence of ``key``, filled in, its first letter a capital."""
        words = self.within(key, **values)
        return words[:1].upper() + words[1:]

    def within(self, key: str, **values: object) -> str:
        """The same where it stands within a sentence."""
        return SENTENCES[self.language][key].format(**values)
