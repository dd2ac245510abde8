"""Limits on how often somebody may ask: an allowance that refills, and a count of wrong codes."""

from __future__ import annotations

from collections import deque
from time import monotonic

# Far above what a hand can do: a drag sends sixty moves a second, and only after an answer.
MESSAGES_PER_S, MESSAGES_AT_ONCE = 100.0, 300.0
REQUESTS_PER_S, REQUESTS_AT_ONCE = 20.0, 200.0
# A class may come from one address, so only wrong codes count; a code has about 30 bits.
WRONG_CODES_PER_MINUTE = 20
ALL_WRONG_CODES_PER_MINUTE = 300
MINUTE_S = 60.0


class RateAllowance:
    """So many at once, refilled at a rate.

    >>> allowance = RateAllowance(per_s=2.0, at_once=1.0)
    >>> allowance.wait_s(now=0.0), allowance.wait_s(now=0.0), allowance.wait_s(now=10.0)
    (0.0, 0.5, 0.0)
    """

    def __init__(self, per_s: float, at_once: float) -> None:
        self.per_s, self.at_once = per_s, at_once
        self.left, self.at = at_once, 0.0

    def wait_s(self, now: float | None = None) -> float:
        """Take one; how long to wait before it may be used."""
        now = monotonic() if now is None else now
        self.left = min(self.at_once, self.left + (now - self.at) * self.per_s)
        self.at = now
        self.left -= 1.0
        return max(0.0, -self.left / self.per_s)

    def allows(self) -> bool:
        """Take one if there is one left."""
        if self.wait_s() == 0.0:
            return True
        self.left += 1.0
        return False


class WrongCodes:
    """Wrong codes of the last minute, by the address that they came from."""

    def __init__(self) -> None:
        self.times: deque[tuple[float, str]] = deque()

    def note(self, address: str) -> None:
        self.times.append((monotonic(), address))

    def too_many(self, address: str) -> bool:
        """Whether an address, or all together, must wait before the next try."""
        limit = monotonic() - MINUTE_S
        while self.times and self.times[0][0] < limit:
            self.times.popleft()
        same = sum(1 for _, each in self.times if each == address)
        return same >= WRONG_CODES_PER_MINUTE or len(self.times) >= ALL_WRONG_CODES_PER_MINUTE
