"""What one member was sent lately, numbered, to be sent again; does not know whether it arrived."""

from math import inf
from typing import NamedTuple

from msgspec import Raw

from relay.envelope import Deliver, encode
from relay.limits import Limits


class Sent(NamedTuple):
    s: int
    at: float
    epoch: int
    view_of: str | None
    """Whose view of the table it is; a newer one of theirs takes its place."""
    frame: bytes

    def __repr__(self) -> str:
        return f"Sent({self.s})"


class Backlog:
    def __init__(self, limits: Limits, is_new: bool = True) -> None:
        """Not new: of a member whose frames of before went with the process."""
        self.s = 0
        """The number of the newest frame."""
        self._limits = limits
        self._sent: list[Sent] = []
        self._bytes = 0
        self._lost = 0 if is_new else inf
        """The newest number that can be sent again no more."""

    def add(self, sender: str, epoch: int, p: Raw, view: bool, now: float) -> Sent:
        self.s += 1
        frame = encode(Deliver(s=self.s, sender=sender, epoch=epoch, p=p))
        sent = Sent(self.s, now, epoch, sender if view else None, frame)
        if view:
            self._replace_view(sender)
        self._sent.append(sent)
        self._bytes += len(frame)
        self._trim(now)
        return sent

    def after(self, last: int | None, now: float) -> list[Sent] | None:
        """All that came after frame `last`, or None where some of it is gone or nobody knows."""
        self._trim(now)
        if last is None:
            last = 0 if self.s == 0 else -1
        if not self._lost <= last <= self.s:
            if self._lost == inf:  # the table makes up for the time before, once
                self._lost = self.s
            return None
        return [sent for sent in self._sent if sent.s > last]

    def acknowledge(self, s: int) -> None:
        while self._sent and self._sent[0].s <= s:
            self._drop()

    def drop_before(self, epoch: int) -> None:
        while self._sent and self._sent[0].epoch < epoch:
            self._drop()

    def _replace_view(self, sender: str) -> None:
        for sent in self._sent:
            if sent.view_of == sender:
                self._sent.remove(sent)
                self._bytes -= len(sent.frame)
                return

    def _trim(self, now: float) -> None:
        limits = self._limits
        while self._sent and (
            len(self._sent) > limits.kept_frames
            or self._bytes > limits.kept_bytes
            or now - self._sent[0].at > limits.kept_seconds
        ):
            self._drop()

    def _drop(self) -> None:
        sent = self._sent.pop(0)
        self._bytes -= len(sent.frame)
        self._lost = max(self._lost, sent.s)
