"""The page: what the browser gets, and the build that assembles it."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent / "py"))  # where the page's own code is at home
