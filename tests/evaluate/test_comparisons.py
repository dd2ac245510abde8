"""Significance tests against enumeration, scipy and each other."""

from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, chi2, false_discovery_control
from tests.errors import raises

from steersman.evaluate import compare_all, holm, mcnemar, paired_bootstrap, permutation_test
from steersman.evaluate.mcnemar_test import mcnemar_tails, p_value_meaning
from steersman.evaluate.resampling import distinct_rows

BITS = st.integers(1, 25).flatmap(
    lambda n: st.tuples(*[st.lists(st.integers(0, 1), min_size=n, max_size=n)] * 2)
)


@given(BITS)
def test_exact_mcnemar_is_the_lectures_formula_and_scipys(
    bits: tuple[list[int], list[int]],
) -> None:
    a, b = bits
    test = mcnemar(np.ones(len(a)), a, b)
    only_a = sum(x and not y for x, y in zip(a, b, strict=True))
    only_b = sum(y and not x for x, y in zip(a, b, strict=True))
    assert test.table.tolist() == [
        [sum(not (x or y) for x, y in zip(a, b, strict=True)), only_a],
        [only_b, sum(x and y for x, y in zip(a, b, strict=True))],
    ]
    k, n = min(only_a, only_b), only_a + only_b
    assert test.statistic == k
    tail = 2 * sum(comb(n, j) for j in range(k + 1)) / 2**n
    assert test.p_value == pytest.approx(min(1.0, tail))
    if n:
        assert test.p_value == pytest.approx(binomtest(only_a, n).pvalue)
    middle = mcnemar(np.ones(len(a)), a, b, method="mid-p")
    assert middle.p_value == pytest.approx(tail - comb(n, k) / 2**n)


def test_large_counts_use_chi_square_with_the_correction() -> None:
    y = np.ones(100)
    a, b = np.repeat([1, 0], [60, 40]), np.repeat([0, 1], [25, 75])
    test = mcnemar(y, a, b, method="auto")
    assert test.method == "chi2"
    assert test.statistic == pytest.approx((abs(25 - 40) - 1) ** 2 / 65)
    assert test.p_value == pytest.approx(chi2.sf(14**2 / 65, 1))
    assert mcnemar(y, y, y, method="chi2").p_value == 1.0
    assert mcnemar(y[:5], [1, 1, 1, 1, 0], [0, 0, 0, 0, 1], method="auto").method == "exact"
    for apart, method in ((24, "exact"), (25, "chi2")):
        better = np.repeat([1, 0], [apart, 100 - apart])
        assert mcnemar(y, better, np.zeros(100), method="auto").method == method


def test_the_text_says_what_the_p_value_is_not() -> None:
    for test in (mcnemar, permutation_test, paired_bootstrap):
        assert (
            "not the probability that they are equally good" in test([1, 0], [1, 0], [0, 0]).meaning
        )


def test_a_permutation_test_of_accuracy_is_close_to_exact_mcnemar() -> None:
    rng = np.random.default_rng(3)
    y = rng.integers(0, 3, 80)
    a = np.where(rng.random(80) < 0.8, y, 0)
    b = np.where(rng.random(80) < 0.6, y, 1)
    drawn = permutation_test(y, a, b, n_resamples=40_000)
    assert drawn.difference == pytest.approx(np.mean(a == y) - np.mean(b == y))
    assert drawn.p_value == pytest.approx(mcnemar(y, a, b).p_value, abs=0.01)


def macro(y: np.ndarray, predicted: np.ndarray) -> float:
    if y.ndim == 2:
        found, sizes = (y & predicted).sum(axis=0), (y + predicted).sum(axis=0)
        return float(np.mean(2 * found / np.maximum(sizes, 1)))
    hits = [np.sum((y == k) & (predicted == k)) for k in range(3)]
    sizes = [max(1, np.sum(y == k) + np.sum(predicted == k)) for k in range(3)]
    return float(np.mean([2 * hit / size for hit, size in zip(hits, sizes, strict=True)]))


def test_a_permutation_test_of_macro_f1_is_close_to_full_enumeration() -> None:
    rng = np.random.default_rng(5)
    y, a, b = rng.integers(0, 3, (3, 10))
    y[:3] = [0, 1, 2]
    observed = macro(y, a) - macro(y, b)
    as_large = 0
    for swap in product([False, True], repeat=10):
        difference = macro(y, np.where(swap, b, a)) - macro(y, np.where(swap, a, b))
        as_large += abs(difference) >= abs(observed) - 1e-12
    drawn = permutation_test(y, a, b, "f1_macro", n_resamples=20_000)
    assert drawn.difference == pytest.approx(observed)
    assert drawn.p_value == pytest.approx(as_large / 2**10, abs=0.015)


@pytest.mark.parametrize("test", [permutation_test, paired_bootstrap])
@pytest.mark.parametrize("several", [False, True])
def test_named_measures_and_functions_draw_alike(test: object, several: bool) -> None:
    rng = np.random.default_rng(7)
    y, a, b = rng.integers(0, 2 if several else 3, (3, 30, 3) if several else (3, 30))
    named = test(y, a, b, "f1_macro", n_resamples=5000)  # type: ignore[operator]
    plain = test(y, a, b, macro, n_resamples=2000)  # type: ignore[operator]
    assert plain.measure == "macro"
    assert named.difference == pytest.approx(plain.difference)
    assert named.p_value == pytest.approx(plain.p_value, abs=0.04)
    if test is paired_bootstrap:
        assert (named.low, named.high) == pytest.approx((plain.low, plain.high), abs=0.05)
    assert named == test(y, a, b, "f1_macro", n_resamples=5000)  # type: ignore[operator]


def test_a_permutation_p_value_counts_the_observed_arrangement_too() -> None:
    y = np.ones(60)
    for measure in ("accuracy", lambda true, predicted: float(np.mean(true == predicted))):
        assert permutation_test(y, y, 1 - y, measure, n_resamples=99).p_value == 1 / 100


def test_a_bootstrap_p_value_is_never_zero() -> None:
    y = np.ones(60)
    for measure in ("accuracy", lambda true, predicted: float(np.mean(true == predicted))):
        assert paired_bootstrap(y, y, 1 - y, measure, n_resamples=99).p_value == 1 / 100


def test_the_paired_bootstrap_finds_a_difference_and_none() -> None:
    rng = np.random.default_rng(11)
    y = rng.integers(0, 2, 400)
    good, bad = np.where(rng.random(400) < 0.9, y, 1 - y), np.where(rng.random(400) < 0.7, y, 1 - y)
    test = paired_bootstrap(y, good, bad, n_resamples=4000)
    difference = (good == y).astype(float) - (bad == y)
    half = 1.96 * difference.std() / 20
    assert test.low == pytest.approx(difference.mean() - half, abs=0.01)
    assert test.high == pytest.approx(difference.mean() + half, abs=0.01)
    assert test.p_value < 0.001
    same = paired_bootstrap(y, good, good, n_resamples=100)
    assert (same.difference, same.low, same.high, same.p_value) == (0.0, 0.0, 0.0, 1.0)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12), st.floats(0.001, 0.999))
def test_holm_rejects_what_the_step_down_rule_rejects(p_values: list[float], alpha: float) -> None:
    rejected = set()
    for step, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        if p_values[index] * (len(p_values) - step) > alpha:
            break
        rejected.add(index)
    adjusted = holm(p_values)
    assert set(np.flatnonzero(adjusted <= alpha)) == rejected
    assert np.all(adjusted >= false_discovery_control(p_values) - 1e-12)


def test_every_pair_is_compared_and_corrected() -> None:
    rng = np.random.default_rng(2)
    y = rng.integers(0, 2, 60)
    predictions = {name: np.where(rng.random(60) < share, y, 1 - y) for name, share in
                   [("good", 0.9), ("fair", 0.7), ("poor", 0.5)]}  # fmt: skip
    pairs = compare_all(y, predictions)
    assert [(p.first, p.second) for p in pairs] == [
        ("good", "fair"), ("good", "poor"), ("fair", "poor"),
    ]  # fmt: skip
    np.testing.assert_allclose([p.adjusted for p in pairs], holm([p.test.p_value for p in pairs]))


@pytest.mark.parametrize(
    ("call", "code", "fields"),
    [
        (lambda: mcnemar([1], [1], [0], method="z"), "bad-setting", {"name": "method"}),
        (lambda: mcnemar([1, 0], [1], [0, 1]), "labels-shape", {"true": (2,), "predicted": (1,)}),
        (lambda: permutation_test([1], [1], [0], "kappa"), "unknown-measure", {"measure": "kappa"}),
        (lambda: paired_bootstrap([1], [1], [0], n_resamples=0), "bad-setting", {"value": 0}),
        (lambda: holm([1.2]), "bad-p-values", {"p_values": [1.2]}),
    ],
)
def test_mistakes_are_named(call: object, code: str, fields: dict[str, object]) -> None:
    with raises(code, **fields):
        call()  # type: ignore[operator]


@pytest.mark.parametrize(
    ("p_value", "told"),
    [(0.034, "probability 0.034."), (1e-300, "probability below 0.0001."), (0.0, "below 0.0001.")],
)
def test_a_p_value_is_never_told_as_nothing_at_all(p_value: float, told: str) -> None:
    assert told in p_value_meaning(p_value, "both were right equally often")


@pytest.mark.parametrize(("only_a", "only_b"), [(15, 6), (2, 9), (700, 610), (0, 40), (5, 5)])
def test_the_shaded_tails_around_the_middle_are_the_exact_p_value(only_a: int, only_b: int) -> None:
    rows = only_a + only_b
    p_value = mcnemar([1] * rows, [1] * only_a + [0] * only_b, [0] * only_a + [1] * only_b).p_value
    for deviations in (4.0, np.inf):
        tails = mcnemar_tails(only_a, only_b, deviations)
        assert tails.chances[tails.extreme].sum() == pytest.approx(p_value, abs=1e-4)
        assert tails.extreme[only_a - tails.first]
    assert len(mcnemar_tails(700, 610, 4.0).chances) < 200


@pytest.mark.parametrize("columns", [1, 7, 64, 65, 206])
@pytest.mark.parametrize("bits", [True, False])
def test_distinct_rows_and_their_counts_are_numpys(columns: int, bits: bool) -> None:
    rng = np.random.default_rng(columns)
    kinds = rng.integers(0, 2, (9, columns)).astype(float)
    kinds[1], kinds[2] = kinds[0], 1 - kinds[0]
    kinds[3, -1], kinds[4, 0] = 1 - kinds[3, -1], 1 - kinds[4, 0]
    rows = kinds[rng.integers(0, len(kinds), 200)] * (1 if bits else -2.5)
    expected = np.unique(rows, axis=0, return_counts=True)
    for found, right in zip(distinct_rows(rows), expected, strict=True):
        np.testing.assert_array_equal(found, right)
        assert found.dtype == right.dtype
