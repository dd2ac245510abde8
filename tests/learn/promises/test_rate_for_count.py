"""Rates that are offered where a count cannot be guaranteed."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom

from steersman.learn.promises.rate_for_count import FINEST, rate_instead, unpromised_reason
from steersman.learn.wants import Bound, Want

CLASSES = ("ham", "spam")


def rate_for(text: str, rows: tuple[int, int] = (300, 120), risk: float = 0.05) -> Bound | None:
    row_sums = np.array(rows, dtype=np.float64)
    want = Want(text).resolve(CLASSES, "spam", row_sums=row_sums)
    (bound,) = want.bounds
    return rate_instead(bound, want, row_sums, risk)


def finest_rate(errors: int, rows: int, risk: float) -> float:
    """The tightest tenth of a per cent that so many errors show, tried one by one."""
    shown = (step / FINEST for step in range(1, FINEST))
    return next(rate for rate in shown if binom.cdf(errors, rows, rate) <= risk)


@pytest.mark.parametrize("errors", [0, 1, 7, 60])
@pytest.mark.parametrize("risk", [0.01, 0.1])
def test_the_rate_is_the_tightest_that_the_count_shows(errors: int, risk: float) -> None:
    rate = rate_for(f"fp <= {errors}", risk=risk)
    assert (rate.measure, rate.relation) == ("fpr", "<=")
    assert rate.value == pytest.approx(finest_rate(errors, 300, risk))
    caught = rate_for(f"tp >= {120 - errors}", risk=risk)
    assert caught.measure == "recall"
    assert caught.value == pytest.approx(1 - finest_rate(errors, 120, risk))


def test_the_rate_of_a_cell_is_that_of_the_rows_that_can_be_in_it() -> None:
    assert rate_for("cell(ham, spam) <= 7").value == rate_for("fp <= 7").value
    assert rate_for("cell(spam, ham) <= 7").value == rate_for("fn <= 7").value


def test_a_strict_count_allows_one_error_less() -> None:
    assert rate_for("fp < 8").value == rate_for("fp <= 7").value
    assert rate_for("fp < 7.5").value == rate_for("fp <= 7").value


@pytest.mark.parametrize("text", ["fp <= 300", "fn <= 120", "fp <= 299"])
def test_a_count_that_limits_next_to_nothing_has_no_rate(text: str) -> None:
    assert rate_for(text) is None


def test_the_reason_names_the_rates_that_are_there() -> None:
    said = unpromised_reason([rate_for("fp <= 7"), None])
    assert str(rate_for("fp <= 7")) in said
    assert "None" not in said
    assert "recall" in unpromised_reason([None])
