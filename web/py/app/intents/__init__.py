"""What can happen to the app, from whatever side. Knows nothing of what follows from it."""

from __future__ import annotations

from app.intents.friends import CloseForAll, Gathering
from app.intents.hearth import (
    DealSolo,
    FoundUnfinished,
    FoundUnreadable,
    GoToHearth,
    SatElsewhere,
    TakeChair,
)
from app.intents.keeping import Keeping
from app.intents.page import (
    AskReload,
    Change,
    FoundNewer,
    FoundOtherTabs,
    Measured,
    OpenSheet,
    PageHidden,
    PutAside,
    StepBack,
    StorageRefused,
)
from app.intents.ranked import Ranking
from app.intents.replay import Watching
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

Intent = (
    Watching
    | Gathering
    | Ranking
    | Keeping
    | CloseForAll
    | DealSolo
    | TakeChair
    | GoToHearth
    | TapTile
    | TurnLens
    | PlayChosen
    | AskDraw
    | AskPass
    | AskHint
    | AskNextRound
    | AskRematch
    | OpenSheet
    | PutAside
    | StepBack
    | Change
    | Measured
    | PageHidden
    | StorageRefused
    | FoundNewer
    | FoundOtherTabs
    | AskReload
    | Told
    | Ticked
    | ActForMe
    | FoundUnfinished
    | FoundUnreadable
    | Hinted
    | SatElsewhere
)
