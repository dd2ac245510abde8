"""Guarantees on new data: which want can be promised from how many rows, and how strictly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.learn.promises.evidence import Evidence, SeenCounts, TestedSettings
    from steersman.learn.promises.promise import (
        BoundPromise,
        GroupPromise,
        Promise,
        bound_promise,
        check_confidence,
        mean_test,
        promise_for,
        row_limit,
        unpromisable,
    )
    from steersman.learn.promises.rate_for_count import unpromised_reason
    from steersman.learn.promises.risk_shares import ClassRowLimit, risk_shares
    from steersman.learn.promises.row_promises import RowPromise, mean_p_values, rate_band
    from steersman.learn.promises.sampling_margin import SamplingMargin
    from steersman.learn.promises.shortage import Shortage
    from steersman.learn.promises.tail_margin import cutoff_beyond, log_odds
    from steersman.learn.promises.testing_plan import significant_settings
    from steersman.learn.promises.tightest_rates import tightest_rates

__all__ = [
    "BoundPromise",
    "ClassRowLimit",
    "Evidence",
    "GroupPromise",
    "Promise",
    "RowPromise",
    "SamplingMargin",
    "SeenCounts",
    "Shortage",
    "TestedSettings",
    "bound_promise",
    "check_confidence",
    "cutoff_beyond",
    "log_odds",
    "mean_p_values",
    "mean_test",
    "promise_for",
    "rate_band",
    "risk_shares",
    "row_limit",
    "significant_settings",
    "tightest_rates",
    "unpromisable",
    "unpromised_reason",
]

__getattr__ = lazy_exports(__name__, __file__)
