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
from app.intents.table import Playing, Ticked, Told

Intent = (
    Watching
    | Gathering
    | Ranking
    | Playing
    | Keeping
    | CloseForAll
    | DealSolo
    | TakeChair
    | GoToHearth
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
    | FoundUnfinished
    | FoundUnreadable
    | SatElsewhere
)
