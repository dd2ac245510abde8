"""Tests and intervals that stay valid however often one looks."""

from steersman.maths.sequential.betting import LARGEST, STATE_SIZE, bet_on_rows, first_stake, wealth
from steersman.maths.sequential.confidence_sequence import log_mixture, mean_limits

__all__ = [
    "LARGEST",
    "STATE_SIZE",
    "bet_on_rows",
    "first_stake",
    "log_mixture",
    "mean_limits",
    "wealth",
]
