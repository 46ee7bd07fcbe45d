"""Every screen of the page in every state that looks different, by name: `CATALOGUE`."""

from e2e.catalogue import ends, gather, hearth, ranked, replay, sheets, table
from e2e.catalogue.state import State

PARTS = (hearth, gather, table, sheets, ends, replay, ranked)
CATALOGUE: dict[str, State] = {name: state for part in PARTS for name, state in part.STATES.items()}
