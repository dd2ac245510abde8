"""Guarantees on new data: which want can be promised from how many rows, and how strictly."""

from steersman.learn.promises.promise import Promise, check_confidence, promise_for
from steersman.learn.promises.rate_for_count import unpromised
from steersman.learn.promises.sampling_margin import Caution

__all__ = [
    "Caution",
    "Promise",
    "check_confidence",
    "promise_for",
    "unpromised",
]
