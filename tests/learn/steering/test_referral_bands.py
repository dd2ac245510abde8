"""Pairs of cut-offs that all rows show, against all pairs tried one by one."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom

from steersman.learn.steering import referral_bands
from steersman.learn.steering.referral_bands import GuaranteedBands, even_places
from steersman.learn.wants import Want

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def drawn(seed: int, rows: int, positive: float, digits: int = 1) -> tuple[Floats, Ints]:
    rng = np.random.default_rng(seed)
    codes = (np.arange(rows) < positive * rows).astype(np.int64)
    return (rng.normal(size=rows) + 2.5 * codes).round(digits), codes


def most_errors(rows: int, rate: float, risk: float) -> int:
    """The most errors that have a chance of at most the risk at this rate; -1 for none."""
    errors = -1
    while errors < rows and binom.cdf(errors + 1, rows, rate) <= risk:
        errors += 1
    return errors


WANTS: dict[str, tuple[dict[int, float], float | None]] = {
    "fpr <= 12% and refer <= 30%": ({0: 0.12}, 0.3),
    "recall >= 75% and refer <= 25%": ({1: 0.25}, 0.25),
    "fpr <= 20% and recall >= 70% and refer <= 40%": ({0: 0.2, 1: 0.3}, 0.4),
    "fnr <= 40% and fpr <= 15% and specificity >= 80% and referrals <= 50": (
        {0: 0.15, 1: 0.4},
        None,
    ),
    "fpr <= 10% and refer <= 60% and refer <= 20%": ({0: 0.1}, 0.2),
    "fpr <= 1% and refer <= 20%": ({0: 0.01}, 0.2),
    "fpr <= 1% and recall >= 70% and refer <= 30%": ({0: 0.01, 1: 0.3}, 0.3),
    "recall >= 60% and refer <= 0.1%": ({1: 0.4}, 0.001),
}


@pytest.mark.parametrize("positive", [0.5, 0.2])
# Of 92 rows a share of 30 % allows one row more than beside 90 pairs it would.
@pytest.mark.parametrize("rows", [92, 400])
@pytest.mark.parametrize("text", WANTS)
def test_bands_are_all_the_pairs_that_few_enough_rows_speak_against(
    text: str, rows: int, positive: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(referral_bands, "HIGHS", 10**6)
    monkeypatch.setattr(referral_bands, "WIDTHS", 10**6)
    rates, refer = WANTS[text]
    scores, codes = drawn(len(text), rows, positive)
    risk, sizes = 0.2, np.bincount(codes)
    bands = GuaranteedBands.of(Want(text).resolve([0, 1]), scores, codes, risk)
    assert bands is not None
    assert {each.place: each.rate for each in bands.limits} == pytest.approx(rates)
    assert bands.refer == refer
    plain = {place: most_errors(int(sizes[place]), rate, 0.2 * risk / len(rates))
             for place, rate in rates.items()}  # fmt: skip
    errors, in_band = {}, {}
    for place, rate in rates.items():
        share = (0.1 if refer is None else refer) * (2.0 if sizes[place] < rows / 3 else 1.0)
        share = min(0.5, share)
        errors[place] = most_errors(
            int(sizes[place]), rate * (1.0 - share), 0.6 * risk / len(rates)
        )
        begins = max(1, errors[place] + 1) * len(rates)
        in_band[place] = most_errors(int(sizes[place]), share, 0.05 * risk / begins)
    widest = rows if refer is None else most_errors(rows, refer, 0.15 * risk / (rows + 1))
    cuts = [scores.min() - 1.0, *np.unique(scores)]
    kept = set()
    for low, at in enumerate(cuts):
        for high, end in enumerate(cuts[low:], low):
            wrong = {0: int(((scores > end) & (codes == 0)).sum()),
                     1: int(((scores <= at) & (codes == 1)).sum())}  # fmt: skip
            between = (scores > at) & (scores <= end)
            most = plain if low == high else errors
            holds = all(most[place] >= wrong[place] for place in rates)
            if low < high:
                holds = holds and between.sum() <= widest
                holds = holds and min(errors.values()) >= 0
                holds = holds and all(
                    (between & (codes == place)).sum() <= in_band[place] for place in rates
                )
            if holds:
                kept.add((low, high))
    places = {float(setting): at for at, setting in enumerate(bands.pairs.settings)}
    settings = [each.threshold for each in bands.settings()]
    assert len(set(settings)) == len(settings)
    assert {(places[low], places[high]) for low, high in settings} == kept


def test_of_many_pairs_some_are_tried_with_the_ends() -> None:
    scores, codes = drawn(3, 1200, 0.4, 6)
    want = Want("fpr <= 8% and refer <= 30%").resolve([0, 1])
    bands = GuaranteedBands.of(want, scores, codes, 0.2)
    assert bands is not None
    plain = [low for low, high in bands.plain_places() if low == high]
    negatives = np.sort(scores[codes == 0])
    first = np.searchsorted(np.sort(scores), negatives[-most_errors(720, 0.08, 0.04) - 1]) + 1
    assert (len(plain), plain[0], plain[-1]) == (48, first, 1200)
    highs = sorted({high for _, high in bands.band_places()})
    assert len(highs) == 48
    assert highs[-1] == 1200
    by_high = [[low for low, high in bands.band_places() if high == each] for each in highs]
    assert max(map(len, by_high)) == 16
    # The narrowest band that begins at a place is among them.
    assert all(max(lows) == high - 1 for lows, high in zip(by_high, highs))


@pytest.mark.parametrize(
    "text",
    [
        "precision >= 80% and refer <= 10%",
        "fpr <= 10% and refer >= 5%",
        "refer <= 10%",
        "error rate <= 5% and refer <= 10%",
        "fpr = 5% and refer <= 10%",
        "fp <= 5 and fpr <= 10% and refer <= 10%",
        "fpr >= 5% and refer <= 10%",
    ],
)
def test_limits_of_other_kinds_have_no_bands(text: str) -> None:
    assert GuaranteedBands.of(Want(text).resolve([0, 1]), *drawn(0, 60, 0.5), 0.1) is None


@pytest.mark.parametrize(("first", "last", "most"), [(0, 5, 3), (2, 2, 4), (3, 9, 7), (0, 999, 48)])
def test_even_places_have_both_ends_and_even_steps(first: int, last: int, most: int) -> None:
    places = even_places(first, last, most)
    assert (places[0], places[-1], len(places)) == (first, last, min(most, last - first + 1))
    assert np.ptp(np.diff(places)) <= 1 if len(places) > 1 else True
    assert even_places(3, 2, 5) == []
