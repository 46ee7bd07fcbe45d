"""All that the page shows, as one frozen value. Holds no tile that its player may not see."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from app.duel import Duel
from app.intents.friends import CloseForAll, SendAway
from app.intents.hearth import Unfinished
from app.intents.page import Sheet
from app.intents.table import Hinted
from app.language import Language, read_language
from app.lobby import Lobby
from app.settings import Settings, Tongue
from app.shelf import PastMatch
from app.showing import Showing
from app.standing import Role, Standing, Tie
from app.tally import Tally
from engine.actions import Draw, Pass, Play
from engine.line import End
from engine.messages import News, Phase, Update
from engine.tiles import Tile
from engine.view import View
from engine.witness import Checked


class Screen(StrEnum):
    HEARTH = "hearth"
    GATHER = "gather"
    TABLE = "table"
    REPLAY = "replay"
    RANKED = "ranked"


class Lens(StrEnum):
    """How the line of play is looked at, where it is too small to read at a glance."""

    WHOLE = "whole"
    NEAR = "near"

    @property
    def other(self) -> Lens:
        return Lens.WHOLE if self is Lens.NEAR else Lens.NEAR


class Notice(StrEnum):
    """A sentence to the player about what just was asked or found."""

    UNREADABLE = "unreadable"
    NOT_KEPT = "not_kept"
    AUTO_DRAW = "auto_draw"
    AUTO_PASS = "auto_pass"
    CHOOSE_TILE = "choose_tile"
    CHOOSE_END = "choose_end"
    NOT_YOUR_TURN = "not_your_turn"
    DOES_NOT_FIT = "does_not_fit"
    MUST_PLAY = "must_play"
    MUST_DRAW = "must_draw"
    NO_DRAWING = "no_drawing"
    BONEYARD_EMPTY = "boneyard_empty"
    STALE = "stale"
    REFUSED = "refused"
    PLAYED_FOR = "played_for"
    SAT_ELSEWHERE = "sat_elsewhere"
    COPIED = "copied"
    NOT_COPIED = "not_copied"
    TABLE_FULL = "table_full"
    CHAIR_TAKEN = "chair_taken"
    NOT_READY = "not_ready"
    TOO_LARGE = "too_large"
    GOES_LATER = "goes_later"
    TALLY_UNREADABLE = "tally_unreadable"
    ERASED = "erased"
    NO_LEDGER = "no_ledger"
    OTHER_TABS = "other_tabs"


LASTING = (Notice.NOT_KEPT, Notice.PLAYED_FOR)
"""Notices that stay, whatever happens at the table, until the player does something."""


@dataclass(frozen=True, slots=True)
class Happening:
    """An event, numbered so that each is announced once; ``drawn`` is the tile we drew in it."""

    number: int
    event: News
    drawn: Tile | None = None


@dataclass(frozen=True, slots=True)
class Model:
    """``kept`` is False once this browser has refused to store; ``told`` are the latest events,
    ``fresh`` those that the table's latest version has brought before our eyes;
    ``asked`` is the table's version for which a hint was asked, ``hint`` the latest given;
    ``checked`` is what became of the deal of a round that is over; ``line_area`` is the room for
    the line in CSS pixels, None until it is measured, ``lens`` how it is looked at. On the Replay
    screen ``past`` are the matches to choose from, ``showing`` the one that is open, ``unopened``
    why one is not.
    ``back`` is where the Replay screen was opened from, if not at a table.
    ``doubted`` is what the player has asked for and has yet to mean.
    ``standing`` is how we stand with a table by way of the relay, None where we play alone;
    ``duel`` what its referee tells, None where nothing is ranked; ``lobby`` is ranked play;
    ``friends`` whether this browser remembers one; ``reactions`` what each seat exclaims just
    now; ``can_share`` whether the browser offers to pass links on, ``can_sound`` and
    ``can_vibrate`` whether it can be heard and felt, and ``asked_for`` its language; ``newer``
    whether a newer build of the page lies ready.
    """

    settings: Settings = field(default_factory=Settings)
    screen: Screen = Screen.HEARTH
    unfinished: Unfinished | None = None
    update: Update | None = None
    left: float | None = None
    chosen: Tile | None = None
    sheet: Sheet | None = None
    notice: Notice | None = None
    about: Tile | None = None
    told: tuple[Happening, ...] = ()
    fresh: tuple[Happening, ...] = ()
    asked: int | None = None
    hint: Hinted | None = None
    checked: Checked | None = None
    line_area: tuple[float, float] | None = None
    lens: Lens = Lens.WHOLE
    kept: bool = True
    past: tuple[PastMatch, ...] = ()
    showing: Showing | None = None
    unopened: str | None = None
    back: Screen = Screen.HEARTH
    standing: Standing | None = None
    duel: Duel | None = None
    lobby: Lobby = field(default_factory=Lobby)
    doubted: CloseForAll | SendAway | None = None
    friends: bool = False
    reactions: tuple[Happening, ...] = ()
    can_share: bool = False
    tally: Tally | None = None
    can_sound: bool = False
    can_vibrate: bool = False
    newer: bool = False
    asked_for: Language = Language.ENGLISH

    def without_table(self, screen: Screen) -> Model:
        """On ``screen``, with nothing left but what outlives a table."""
        return Model(
            settings=self.settings,
            screen=screen,
            unfinished=self.unfinished,
            notice=None if self.kept else Notice.NOT_KEPT,
            line_area=self.line_area,
            kept=self.kept,
            past=self.past,
            lobby=self.lobby.at_rest(),
            friends=self.friends,
            can_share=self.can_share,
            can_sound=self.can_sound,
            can_vibrate=self.can_vibrate,
            newer=self.newer,
            asked_for=self.asked_for,
        )

    @property
    def language(self) -> Language:
        """What the lodge speaks."""
        wanted = self.settings.language
        return self.asked_for if wanted is Tongue.BROWSER else read_language(wanted)

    @property
    def view(self) -> View | None:
        return None if self.update is None else self.update.view

    @property
    def my_turn(self) -> bool:
        view = self.view
        if view is None or view.turn is None or (self.duel is not None and self.duel.is_over):
            return False
        return view.turn == view.seat

    @property
    def left_to_lodge(self) -> Draw | Pass | None:
        """The only action that is open to us, where we have the lodge take it for us."""
        match () if self.view is None else self.view.legal:
            case (Draw() as draw,) if self.settings.auto_draw:
                return draw
            case (Pass() as passing,) if self.settings.auto_pass:
                return passing
        return None

    @property
    def alone(self) -> bool:
        """The table is our own, where nobody else is a person."""
        return self.update is not None and self.standing is None

    @property
    def may_forfeit(self) -> bool:
        """We play a ranked bout, which is lost by leaving."""
        duel, standing = self.duel, self.standing
        if duel is None or standing is None or standing.trouble is not None:
            return False
        return duel.is_played and standing.role is not Role.WATCHER

    @property
    def away_from_tables(self) -> bool:
        """Nobody waits for us, and we for nobody."""
        elsewhere = self.screen in (Screen.HEARTH, Screen.REPLAY)
        return elsewhere and self.update is None and self.standing is None

    @property
    def among_people(self) -> bool:
        """Somebody else is at our table, or has kept a chair there."""
        update = self.update
        if update is None or self.standing is None:
            return False
        seats = (seat for seat, chair in enumerate(update.chairs) if chair.is_person)
        return any(seat != update.seat for seat in seats)

    @property
    def clock_runs(self) -> bool:
        """The seconds of a turn, or of somebody who is away, are passing."""
        update, standing, duel = self.update, self.standing, self.duel
        if duel is not None and duel.waits:
            return True
        if duel is not None and duel.is_over:
            return False
        if standing is not None and standing.tie is not Tie.HERE:
            return bool(standing.until)
        if update is None or update.phase is not Phase.PLAYING or update.paused:
            return False
        return bool(self.left)

    def ends_for(self, tile: Tile | None) -> tuple[End, ...]:
        """The ends at which ``tile`` may be laid now."""
        if self.view is None:
            return ()
        return tuple(
            action.end
            for action in self.view.legal
            if isinstance(action, Play) and action.tile == tile
        )

    @property
    def fitting(self) -> tuple[Tile, ...]:
        """The tiles in hand that may be laid now, each once, ascending."""
        legal = () if self.view is None else self.view.legal
        return tuple(dict.fromkeys(action.tile for action in legal if isinstance(action, Play)))
