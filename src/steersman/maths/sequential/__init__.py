"""Tests and intervals that stay valid however often one looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.maths.sequential.betting import (
        LARGEST,
        STATE_SIZE,
        bet_on_rows,
        first_stake,
        wealth,
    )
    from steersman.maths.sequential.confidence_sequence import log_mixture, mean_limits
    from steersman.maths.sequential.exchangeability import (
        bet_on_ranks,
        first_stakes,
        mean_wealth,
        tie_breakers,
        uniform_ranks,
    )
    from steersman.maths.sequential.hedged_bets import growth, log_hedge

__all__ = [
    "LARGEST",
    "STATE_SIZE",
    "bet_on_ranks",
    "bet_on_rows",
    "first_stake",
    "first_stakes",
    "growth",
    "log_hedge",
    "log_mixture",
    "mean_limits",
    "mean_wealth",
    "tie_breakers",
    "uniform_ranks",
    "wealth",
]

__getattr__ = lazy_exports(__name__, __file__)
