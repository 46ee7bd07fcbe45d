"""What the page sends is one of the intents, or refused with a sentence."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.intents import Intent
from app.intents.friends import (
    Arrange,
    AskReact,
    AskStart,
    Awoke,
    CallMe,
    Calmed,
    CloseForAll,
    Copied,
    FollowLink,
    FoundFriends,
    GrewTooLarge,
    MarkReady,
    SendAway,
    SetTable,
    SitDown,
    Stood,
    TakeFriendsChair,
    TakeOver,
)
from app.intents.hearth import (
    DealSolo,
    FoundUnfinished,
    FoundUnreadable,
    GoToHearth,
    SatElsewhere,
    TakeChair,
)
from app.intents.keeping import (
    EraseAll,
    Erased,
    EraseTally,
    FoundAll,
    FoundTally,
    FoundTallyUnreadable,
    SaveAll,
    SaveTally,
)
from app.intents.page import (
    AskReload,
    Change,
    FoundNewer,
    FoundOtherTabs,
    Measured,
    OpenSheet,
    PageHidden,
    PutAside,
    Sheet,
    StepBack,
    StorageRefused,
)
from app.intents.ranked import (
    BoutLeft,
    CancelSearch,
    Counted,
    FindOpponent,
    FollowBout,
    FoundTranscript,
    GoToRanked,
    Hindered,
    Joined,
    Matched,
    ReadBest,
    ReadBouts,
    ReadCareer,
    ReadInVain,
    Recorded,
    Refereed,
    SaveRated,
    SearchEnded,
    WatchRated,
)
from app.intents.replay import (
    CloseReplay,
    FoundPast,
    GoToReplay,
    Jump,
    LookFrom,
    OpenPast,
    OpenText,
    PlayReplay,
    ReplayGoesOn,
    SaveTranscript,
    Step,
    WatchAgain,
)
from app.intents.table import (
    ActForMe,
    AskDraw,
    AskHint,
    AskNextRound,
    AskPass,
    AskRematch,
    Hinted,
    PlayChosen,
    TapTile,
    Ticked,
    Told,
    TurnLens,
)
from app.reading import read_intent
from engine.chairs import Level
from engine.codec import Unreadable
from engine.line import End
from engine.messages import Phrase
from engine.rules import Setup, Variant
from engine.tiles import Tile

Plain = dict[str, Any]
EASY, STEADY = Level.EASY, Level.STEADY
DRAW, BLOCK = Variant.DRAW, Variant.BLOCK


def form(**values: str) -> Plain:
    """The form of the first door, as a browser sends it: every field, shown or not."""
    every = {
        "variant": "draw", "seats": "4", "target": "150", "block_target": "", "level": "steady",
        "level-1": "steady", "level-2": "steady", "level-3": "steady", "level-4": "steady",
    }  # fmt: skip
    renamed = {name.replace("level_", "level-"): value for name, value in values.items()}
    return {"msg": "deal", "value": "", "form": every | renamed}


MEANT: list[tuple[Plain, Intent]] = [
    ({"msg": "take_chair"}, TakeChair()),
    ({"msg": "hearth"}, GoToHearth()),
    ({"msg": "ranked"}, GoToRanked()),
    ({"msg": "find"}, FindOpponent()),
    ({"msg": "cancel_search"}, CancelSearch()),
    ({"msg": "bout", "value": "AAECAwQFBgcICQoLDA0ODw"}, FollowBout("AAECAwQFBgcICQoLDA0ODw")),
    ({"msg": "watch_rated", "value": "x.1"}, WatchRated("x.1")),
    ({"msg": "save_rated", "value": "x.1"}, SaveRated("x.1")),
    ({"msg": "replay"}, GoToReplay()),
    ({"msg": "watch"}, WatchAgain()),
    ({"msg": "save"}, SaveTranscript()),
    ({"msg": "past", "value": "3"}, OpenPast(3)),
    ({"msg": "file", "value": "{}"}, OpenText("{}")),
    ({"msg": "close_replay"}, CloseReplay()),
    ({"msg": "step", "value": "-1"}, Step(-1)),
    ({"msg": "jump", "value": "40"}, Jump(40)),
    ({"msg": "look", "value": "2"}, LookFrom(2)),
    ({"msg": "look", "value": ""}, LookFrom(None)),
    ({"msg": "run"}, PlayReplay()),
    ({"msg": "hint"}, AskHint()),
    ({"msg": "lens"}, TurnLens()),
    ({"msg": "key", "value": "H"}, AskHint()),
    ({"msg": "draw"}, AskDraw()),
    ({"msg": "pass"}, AskPass()),
    ({"msg": "next_round"}, AskNextRound()),
    ({"msg": "rematch"}, AskRematch()),
    ({"msg": "put_aside"}, PutAside()),
    ({"msg": "back"}, StepBack()),
    ({"msg": "hidden"}, PageHidden(True)),
    ({"msg": "visible"}, PageHidden(False)),
    ({"msg": "storage_refused"}, StorageRefused()),
    ({"msg": "tile", "value": "3-5"}, TapTile(Tile(3, 5))),
    ({"msg": "tile", "value": "5-3"}, TapTile(Tile(3, 5))),
    ({"msg": "play", "value": "left"}, PlayChosen(End.LEFT)),
    ({"msg": "play", "value": "right"}, PlayChosen(End.RIGHT)),
    ({"msg": "open", "value": "settings"}, OpenSheet(Sheet.SETTINGS)),
    ({"msg": "open", "value": "score"}, OpenSheet(Sheet.SCORE)),
    ({"msg": "open", "value": "read"}, OpenSheet(Sheet.READ)),
    ({"msg": "open", "value": "keys"}, OpenSheet(Sheet.KEYS)),
    ({"msg": "size", "value": "line", "width": 320, "height": 190.5}, Measured("line", 320, 190.5)),
    ({"msg": "set.speed", "value": "calm"}, Change("speed", "calm")),
    ({"msg": "set.auto_draw", "value": "false"}, Change("auto_draw", "false")),
    ({"msg": "key", "value": "l"}, PlayChosen(End.LEFT)),
    ({"msg": "key", "value": "L"}, PlayChosen(End.LEFT)),
    ({"msg": "key", "value": "ArrowLeft"}, PlayChosen(End.LEFT)),
    ({"msg": "key", "value": "r"}, PlayChosen(End.RIGHT)),
    ({"msg": "key", "value": "R"}, PlayChosen(End.RIGHT)),
    ({"msg": "key", "value": "ArrowRight"}, PlayChosen(End.RIGHT)),
    ({"msg": "key", "value": "d"}, AskDraw()),
    ({"msg": "key", "value": "D"}, AskDraw()),
    ({"msg": "key", "value": "p"}, AskPass()),
    ({"msg": "key", "value": "P"}, AskPass()),
    ({"msg": "key", "value": "?"}, OpenSheet(Sheet.KEYS)),
    ({"msg": "key", "value": "Escape"}, PutAside()),
    (form(), DealSolo(Setup(DRAW, 4, 150), (STEADY,) * 4)),
    (form(seats="2", target="100", level="easy"), DealSolo(Setup(DRAW, 2, 100), (EASY,) * 2)),
    (form(seats="5", target="200"), DealSolo(Setup(DRAW, 5, 200), (STEADY,) * 5)),
    (form(variant="block"), DealSolo(Setup(BLOCK, 2, None), (STEADY,) * 2)),
    (form(variant="block", block_target="50"), DealSolo(Setup(BLOCK, 2, 50), (STEADY,) * 2)),
    (
        form(level="each", seats="3", level_1="easy", level_3="easy"),
        DealSolo(Setup(DRAW, 3, 150), (EASY, EASY, STEADY)),
    ),
    (
        form(level="each", seats="5", level_2="easy", level_4="easy"),
        DealSolo(Setup(DRAW, 5, 150), (STEADY, STEADY, EASY, STEADY, EASY)),
    ),
]


MEANT += [
    ({"msg": "invite"}, SetTable()),
    (
        {"msg": "link", "value": "https://a.example/#table=x"},
        FollowLink("https://a.example/#table=x"),
    ),
    ({"msg": "friends"}, TakeFriendsChair()),
    ({"msg": "sit", "form": {"name": "Ada"}}, SitDown("Ada")),
    ({"msg": "take_over"}, TakeOver()),
    ({"msg": "close_table"}, CloseForAll()),
    ({"msg": "arrange.variant", "value": "block"}, Arrange("variant", "block")),
    ({"msg": "arrange.level-2", "value": "sharp"}, Arrange("level-2", "sharp")),
    ({"msg": "ready", "value": "true"}, MarkReady(True)),
    ({"msg": "ready", "value": "false"}, MarkReady(False)),
    ({"msg": "start"}, AskStart()),
    ({"msg": "kick", "value": "2"}, SendAway(2)),
    ({"msg": "react", "value": "thanks"}, AskReact(Phrase.THANKS)),
    ({"msg": "name", "value": "Ada"}, CallMe("Ada")),
    ({"msg": "copied"}, Copied(True)),
    ({"msg": "not_copied"}, Copied(False)),
    ({"msg": "awake"}, Awoke()),
    ({"msg": "reload"}, AskReload()),
    ({"msg": "newer"}, FoundNewer()),
    ({"msg": "other_tabs"}, FoundOtherTabs()),
    ({"msg": "save_tally"}, SaveTally()),
    ({"msg": "save_all"}, SaveAll()),
    ({"msg": "erase_tally"}, EraseTally()),
    ({"msg": "erase_all"}, EraseAll()),
]


@pytest.mark.parametrize(("plain", "intent"), MEANT, ids=str)
def test_each_message_of_the_page_has_one_meaning(plain: Plain, intent: Intent) -> None:
    assert read_intent(plain) == intent


def test_the_page_can_ask_for_all_but_what_the_app_tells_itself() -> None:
    inward = {
        Told, Ticked, ActForMe, Hinted, ReplayGoesOn, FoundUnfinished, FoundUnreadable, FoundPast,
        SatElsewhere, Calmed, Stood, GrewTooLarge, FoundFriends, Joined, Counted, Matched,
        Hindered, SearchEnded, ReadBouts, ReadBest, ReadCareer, ReadInVain, FoundTranscript,
        Refereed, BoutLeft, Recorded,
        FoundTally, FoundTallyUnreadable, FoundAll, Erased,
    }  # fmt: skip
    assert {type(intent) for _, intent in MEANT} == set(get_args(Intent)) - inward


@pytest.mark.parametrize("key", ["a", "x", "Enter", "ArrowUp", "LL", "", "é", "ß", "Dead"])
def test_any_other_key_means_nothing(key: str) -> None:
    assert read_intent({"msg": "key", "value": key}) is None


@pytest.mark.parametrize(
    "plain",
    [
        {}, {"msg": ""}, {"msg": None}, {"msg": 3}, {"msg": []}, {"msg": {}}, {"msg": "Draw"},
        {"msg": "told"}, {"msg": "act_for_me"}, {"msg": "set"}, {"msg": "tile"},
        {"msg": "tile", "value": "9-x"}, {"msg": "tile", "value": "12-3"},
        {"msg": "past"}, {"msg": "past", "value": "x"}, {"msg": "step", "value": "1.5"},
        {"msg": "jump", "value": []}, {"msg": "look", "value": "all"},
        {"msg": "tile", "value": None}, {"msg": "tile", "value": ["3-5"]},
        {"msg": "play", "value": "up"}, {"msg": "play"}, {"msg": "open", "value": "door"},
        {"msg": "key", "value": None}, {"msg": "key", "value": 3}, {"msg": "key", "value": [1, 2]},
        {"msg": "key", "value": ["d"]}, {"msg": "size", "value": "line"},
        {"msg": "size", "value": "line", "width": "wide", "height": 3},
        {"msg": "size", "value": "line", "width": None, "height": 3},
        {"msg": "size", "value": "line", "width": 10**400, "height": 3},
        {"msg": "deal"}, {"msg": "deal", "form": None}, {"msg": "deal", "form": "draw"},
        {"msg": "deal", "form": ["variant"]}, form(variant="chess"), form(seats="6"),
        form(seats="1"), form(seats="four"), form(seats=""), form(target="99"), form(target=""),
        form(level="sharpest"), form(level="each", level_2="asleep"),
        form(variant="block", block_target="150"), form(variant="block", block_target="none"),
        {"msg": "deal", "form": {"variant": "draw", "seats": float("inf"), "target": "100"}},
        form() | {"secrets": ["11" * 32]}, form() | {"secrets": ["11" * 32, "2" * 63]},
        form() | {"secrets": ["11" * 32, "22" * 31]}, form() | {"secrets": "11" * 32},
        form() | {"secrets": ["11" * 32, "xy" * 32]}, form() | {"secrets": [1, 2]},
    ],
    ids=str,
)  # fmt: skip
def test_anything_else_is_refused_with_a_sentence(plain: Plain) -> None:
    with pytest.raises(Unreadable, match=r"."):
        read_intent(plain)


@pytest.mark.parametrize("plain", [None, [], "draw", 3, True, [{"msg": "draw"}]], ids=str)
def test_what_is_no_message_at_all_is_refused_too(plain: Any) -> None:
    with pytest.raises(Unreadable):
        read_intent(plain)


@pytest.mark.parametrize("size", [float("inf"), float("nan"), -1.0, 1e9])
def test_a_size_that_no_area_has_is_refused(size: float) -> None:
    for width, height in ((size, 300.0), (300.0, size)):
        with pytest.raises(Unreadable):
            read_intent({"msg": "size", "value": "line", "width": width, "height": height})


words = sorted({text for plain, _ in MEANT for text in (plain["msg"], plain.get("value", ""))})
leaves = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(words)
)
plains = st.recursive(
    leaves, lambda in_: st.lists(in_) | st.dictionaries(st.text(), in_), max_leaves=6
)
forms = st.fixed_dictionaries(
    {},
    optional={
        "variant": leaves | st.sampled_from(Variant),
        "seats": leaves | st.integers(0, 6).map(str),
        "target": leaves | st.sampled_from(["100", "150", "200"]),
        "block_target": leaves,
        "level": leaves | st.sampled_from([*Level, "each"]),
        "level-1": leaves,
    },
)


@given(
    st.fixed_dictionaries(
        {"msg": st.sampled_from(words) | plains},
        optional={
            "value": plains, "form": forms | plains, "width": plains, "height": plains, "x": plains,
        },
    )
)  # fmt: skip
@example({"msg": "deal", "form": {"variant": "draw", "seats": 1e999, "target": "100"}})
def test_whatever_is_sent_is_an_intent_or_a_key_or_unreadable(plain: Plain) -> None:
    try:
        intent = read_intent(plain)
    except Unreadable:
        return
    assert intent is not None or plain["msg"] == "key"
    assert isinstance(intent, Intent | None)
