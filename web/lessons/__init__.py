"""Fills the rules' pages with pictures by the table's own code, and with examples by the engine."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "py"))  # where the table's code is at home
