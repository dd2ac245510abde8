"""Zeros that cannot be measurements, and what stands for a missing number."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from tests.errors import raises

from steersman.data import load, sniff
from steersman.data.first_look.suspicious_zeros import suspicious_zeros
from steersman.data.read_options import ReadOptions

RNG = np.random.default_rng(4)


@pytest.fixture
def clinic(tmp_path):
    pressure = RNG.normal(75, 8, 300).round()
    pressure[::20] = 0
    frame = pd.DataFrame(
        {
            "blood pressure": pressure,
            "visits": RNG.poisson(3, 300),
            "change": RNG.normal(0, 1, 300).round(1),
            "kind": np.where(np.arange(300) % 3, "well", "ill"),
        }
    )
    path = tmp_path / "clinic.csv"
    frame.to_csv(path, index=False)
    return path


def codes(path, **options) -> dict[str | None, str]:
    return {
        finding.column: finding.code
        for finding in sniff(path, label="kind", **options).findings
        if finding.code.startswith("zeros")
    }


def test_zeros_far_from_all_others_are_pointed_out_and_counts_are_not(clinic) -> None:
    assert codes(clinic) == {"blood pressure": "zeros-suspicious"}
    assert codes(clinic, zeros_missing=["blood pressure"]) == {"blood pressure": "zeros-missing"}


@pytest.mark.parametrize("rule", ["median", "mean", "zero"])
def test_zeros_that_count_as_missing_are_filled_by_the_rule(clinic, rule) -> None:
    data = load(clinic, label="kind", zeros_missing=["blood pressure"], missing_numbers=rule)
    column = data.X[:, data.feature_names.index("blood pressure")]
    measured = pd.read_csv(clinic)["blood pressure"]
    measured = measured[measured > 0]
    expected = {"median": measured.median(), "mean": measured.mean(), "zero": 0.0}[rule]
    assert column[::20] == pytest.approx(expected)
    # A saved model reads them so too.
    again = data.from_raw.transform(pd.read_csv(clinic).head(1))
    assert np.asarray(again)[0, 0] == pytest.approx(expected)


def test_a_name_says_that_zero_is_no_measurement() -> None:
    thin = np.sort(np.concatenate([np.zeros(30), np.linspace(4, 60, 90)]))
    assert suspicious_zeros(thin) == 0
    assert suspicious_zeros(thin, "SkinThickness") == 30
    mostly = np.sort(np.concatenate([np.zeros(300), np.linspace(40, 60, 90)]))
    assert suspicious_zeros(mostly, "weight") == 0


def test_an_unknown_rule_is_refused() -> None:
    with raises("option-unknown", came="guess"):
        ReadOptions(missing_numbers="guess")  # type: ignore[arg-type]
