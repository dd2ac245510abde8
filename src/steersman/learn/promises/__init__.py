"""Guarantees on new data: which want can be promised from how many rows, and how strictly."""

from steersman.learn.promises.evidence import CalledShare, Evidence, SeenCounts
from steersman.learn.promises.promise import (
    BoundPromise,
    GroupPromise,
    Promise,
    bound_promise,
    check_confidence,
    promise_for,
)
from steersman.learn.promises.rate_for_count import unpromised_reason
from steersman.learn.promises.row_promises import RowPromise, mean_p_values, rate_band
from steersman.learn.promises.sampling_margin import SamplingMargin
from steersman.learn.promises.shortage import Shortage
from steersman.learn.promises.tightest_rates import tightest_rates

__all__ = [
    "BoundPromise",
    "CalledShare",
    "Evidence",
    "GroupPromise",
    "Promise",
    "RowPromise",
    "SamplingMargin",
    "SeenCounts",
    "Shortage",
    "bound_promise",
    "check_confidence",
    "mean_p_values",
    "promise_for",
    "rate_band",
    "tightest_rates",
    "unpromised_reason",
]
