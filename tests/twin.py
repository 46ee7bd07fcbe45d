"""The rules played by hand: slow, naive, and sharing nothing with the engine.

A tile is a pair, low half first; the line is every pair as it lies. An action is a tuple:
``("play", tile, "left")``, ``("draw",)`` or ``("pass",)``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

Pair = tuple[int, int]
Action = tuple[Any, ...]


class Position(NamedTuple):
    drawing: bool
    hands: list[list[Pair]]
    boneyard: list[Pair]
    line: list[Pair]
    turn: int
    passed_in_a_row: int


def dealt(deck: list[Pair], seats: int, drawing: bool) -> Position:
    hands = [deck[seat * 7 : seat * 7 + 7] for seat in range(seats)]
    opener, opening = first_tile(hands)
    hands[opener].remove(opening)
    boneyard = deck[seats * 7 :] if drawing else []
    return Position(drawing, hands, boneyard, [opening], (opener + 1) % seats, 0)


def first_tile(hands: list[list[Pair]]) -> tuple[int, Pair]:
    for value in range(9, -1, -1):
        for seat, hand in enumerate(hands):
            if (value, value) in hand:
                return seat, (value, value)
    for total in range(18, -1, -1):
        for high in range(9, -1, -1):
            for seat, hand in enumerate(hands):
                for tile in hand:
                    if tile[1] == high and tile[0] + tile[1] == total:
                        return seat, tile
    raise AssertionError("no tile was dealt")


def outcome(position: Position) -> tuple[str, int | None, int] | None:
    """How the round has ended: its kind, the winner and the points; None while it goes on."""
    totals = [sum(low + high for low, high in hand) for hand in position.hands]
    for seat, hand in enumerate(position.hands):
        if not hand:
            return "domino", seat, sum(totals)
    if position.passed_in_a_row < len(position.hands):
        return None
    fewest = min(totals)
    lowest = [seat for seat, total in enumerate(totals) if total == fewest]
    if len(lowest) > 1:
        return "tied", None, 0
    return "blocked", lowest[0], sum(totals) - fewest


def legal(position: Position) -> list[Action]:
    if outcome(position):
        return []
    found: list[Action] = []
    for low, high in position.hands[position.turn]:
        if position.line[0][0] in (low, high):
            found.append(("play", (low, high), "left"))
        if position.line[-1][1] in (low, high):
            found.append(("play", (low, high), "right"))
    if found:
        return found
    if position.drawing and position.boneyard:
        return [("draw",)]
    return [("pass",)]


def after(position: Position, action: Action) -> Position:
    hands = [list(hand) for hand in position.hands]
    line, boneyard = list(position.line), list(position.boneyard)
    following = (position.turn + 1) % len(hands)
    if action == ("draw",):
        hands[position.turn].append(boneyard.pop(0))
        return position._replace(hands=hands, boneyard=boneyard)
    if action == ("pass",):
        return position._replace(turn=following, passed_in_a_row=position.passed_in_a_row + 1)
    _, (low, high), end = action
    hands[position.turn].remove((low, high))
    if end == "left":
        line.insert(0, (low, high) if high == line[0][0] else (high, low))
    else:
        line.append((low, high) if low == line[-1][1] else (high, low))
    return position._replace(hands=hands, line=line, turn=following, passed_in_a_row=0)


def perft(position: Position, depth: int) -> int:
    """How many sequences of ``depth`` legal actions there are."""
    if depth == 0:
        return 1
    return sum(perft(after(position, action), depth - 1) for action in legal(position))
