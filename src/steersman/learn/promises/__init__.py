"""Guarantees on new data: which want can be promised from how many rows, and how strictly."""

from steersman.learn.promises.evidence import Evidence, SeenCounts, TestedSettings
from steersman.learn.promises.promise import (
    BoundPromise,
    GroupPromise,
    Promise,
    Shortage,
    bound_promise,
    check_confidence,
    promise_for,
)
from steersman.learn.promises.rate_for_count import unpromised_reason
from steersman.learn.promises.sampling_margin import SamplingMargin
from steersman.learn.promises.tightest_rates import tightest_rates

__all__ = [
    "BoundPromise",
    "Evidence",
    "GroupPromise",
    "Promise",
    "SamplingMargin",
    "SeenCounts",
    "Shortage",
    "TestedSettings",
    "bound_promise",
    "check_confidence",
    "promise_for",
    "tightest_rates",
    "unpromised_reason",
]
