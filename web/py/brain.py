"""The worker's door: hands the program's three doors to the page, and knows nothing behind them."""

from js import console

from app.cipher import browser_cipher
from app.links.network import BrowserNetwork
from app.program import Program
from app.storage import BrowserKeep
from app.tables import World
from ui.pages import render

world = World(BrowserKeep(), BrowserNetwork(), browser_cipher())
program = Program(render=render, world=world, complain=console.error)


async def hello(stored: str) -> None:
    """Wake the program with what the page has kept."""
    await program.hello(stored)


async def send(message: str) -> None:
    """Tell the program what the player did."""
    program.send(message)


async def next_paint() -> str:
    """Wait for something new to show, and return it."""
    return await program.next_paint()


__export__ = ["hello", "send", "next_paint"]
