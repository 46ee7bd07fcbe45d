"""The relay's one clock, that of the loop it runs on: nobody sets it, and it never goes back."""

import asyncio


def now() -> float:
    """Seconds since some moment. Raises RuntimeError where no loop is running."""
    return asyncio.get_running_loop().time()
