"""A cut-off for each group: what is reported is what the model decides, promised as counted."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.errors import raises
from tests.learn.steering.score_models import ScoreModel, drawn_rows

from steersman import Want, steer
from steersman.learn.promises import rate_band
from steersman.learn.steering import GroupThresholdClassifier, Scores, group_cutoffs
from steersman.learn.steering.group_cutoffs import GroupCutoffs, refuse_unpromisable
from steersman.learn.steering.groups import Groups
from steersman.learn.steering.row_sweep import TuningRows
from steersman.maths.confusion import allowed_errors

Bools = NDArray[np.bool_]


def cutoffs_of(
    text: str, confidence: float | None = None, rows: int = 60, seed: int = 0, sites: str = "abc"
) -> GroupCutoffs:
    rng = np.random.default_rng(seed)
    X, y, groups = drawn_rows(rng, rows)
    groups = np.array(list(sites))[np.searchsorted(["a", "b", "c"], groups) % len(sites)]
    made = Groups.of(groups, rows, "site")
    want = Want(text).resolve([0, 1], grouped=True, row_costs="cost" in text)
    costs = rng.exponential(4.0, rows).round(1) if "cost" in text else None
    tuning = TuningRows(Scores(X[:, 0], 0.0), y, {"site": made}, costs)
    return GroupCutoffs.of(want, tuning, made, confidence)


def decided(found: GroupCutoffs, chosen: list[int]) -> list[tuple[Bools, Any]]:
    """By group: which of its rows are called positive, and the rows."""
    cuts = found.cutoffs(chosen).values()
    return [(each.rows.scores.values > cut, each.rows) for each, cut in zip(found.sweeps, cuts)]


def rate(rows: Any, called: Bools, true: int) -> float:
    return float(called[rows.codes == true].mean())


def drawn_choices(found: GroupCutoffs, n: int = 12) -> list[list[int]]:
    rng = np.random.default_rng(1)
    return [[int(rng.integers(len(each.sweep.settings))) for each in found.sweeps]
            for _ in range(n)]  # fmt: skip


def test_gaps_and_damage_of_a_choice_are_those_of_its_decisions() -> None:
    text = "recall >= 70% for each site and fpr gap over site <= 12% and fp <= 9"
    found = cutoffs_of(text)
    for chosen in drawn_choices(found):
        calls = decided(found, chosen)
        short = 0.0
        for called, rows in calls:
            tp, n = int((called & (rows.codes == 1)).sum()), int((rows.codes == 1).sum())
            short += max(0.0, np.ceil(0.7 * n - 1e-9) - tp)
        fp = sum(int((called & (rows.codes == 0)).sum()) for called, rows in calls)
        short += max(0, fp - 9)
        rates = [rate(rows, called, 0) for called, rows in calls]
        spread = max(rates) - min(rates)
        smallest = min(int((rows.codes == 0).sum()) for _, rows in calls)
        apart = 0.0
        if spread > 0.12 + 1e-9:
            apart = max(1.0, np.ceil((spread - 0.12) * smallest - 1e-9))
        gap, _ = found.rank(chosen)
        assert gap == short + apart
        for group, sweep in enumerate(found.sweeps):
            gaps, damages = found.scan(chosen, group)
            assert len(gaps) == len(sweep.sweep.settings)
            assert (gaps[chosen[group]], damages[chosen[group]]) == found.rank(chosen)
        low, high, lacking = found.spread(0, chosen)
        assert (low, high) == (pytest.approx(rates), pytest.approx(rates))
        assert lacking == apart
        (value,) = found.row_values(chosen).values()
        assert value == pytest.approx(spread)
        outcomes = {(each.bound.measure, each.group): each for each in found.outcomes(chosen)}
        assert len(outcomes) == 6
        for (called, rows), name, fpr in zip(calls, "abc", rates):
            assert outcomes["fpr", name].value == pytest.approx(fpr)
            ends = [rates.index(max(rates)), rates.index(min(rates))]
            at_end = "abc".index(name) in ends
            assert outcomes["fpr", name].rows_short == (apart if at_end else 0.0)
            n = int((rows.codes == 1).sum())
            lacks = np.ceil(0.7 * n - 1e-9) - (called & (rows.codes == 1)).sum()
            assert outcomes["recall", name].rows_short == max(0.0, lacks)


@pytest.mark.parametrize("text", ["cost <= 1.2 per row", "cost <= 90", "minimize cost"])
def test_costs_of_a_choice_are_those_of_all_groups(text: str) -> None:
    found = cutoffs_of(f"{text} and recall >= 30% for each site" if "<=" in text else text)
    for chosen in drawn_choices(found):
        calls = decided(found, chosen)
        total = sum(float(rows.costs[called != (rows.codes == 1)].sum()) for called, rows in calls)
        gap, damage = found.rank(chosen)
        assert damage == pytest.approx(total)
        if text == "minimize cost":
            assert gap == 0.0
            continue
        most = 1.2 * 60 if "row" in text else 90.0
        largest = max(float(rows.costs.max()) for _, rows in calls)
        lacking = max(1.0, np.ceil((total - most) / largest - 1e-9)) if total > most else 0.0
        (place,) = found.cost_limits
        for group in range(3):
            assert found.cost_rows(place, chosen, group)[chosen[group]] == lacking
        recalls = sum(float(found.own_gaps[g][at].sum()) for g, at in enumerate(chosen))
        assert gap == lacking + recalls
        (value,) = found.row_values(chosen).values()
        assert value == pytest.approx(total / 60 if "row" in text else total)


@pytest.mark.parametrize(
    ("text", "damage"),
    [
        ("recall >= 60% for each site", lambda m: m[0, 1]),
        ("fpr <= 20% for each site", lambda m: m[1, 0]),
        ("fpr gap over site <= 20%", lambda m: m[0, 1] + m[1, 0]),
        ("maximize f1 subject to fpr <= 50% for each site",
         lambda m: 1.0 - 2 * m[1, 1] / max(1, 2 * m[1, 1] + m[0, 1] + m[1, 0])),
    ],
)  # fmt: skip
def test_damage_is_that_of_the_matrix_of_all_rows(text: str, damage: Any) -> None:
    found = cutoffs_of(text)
    additive = "f1" not in text
    assert (found.prices is not None) is additive
    assert found.couples is not additive
    for chosen in drawn_choices(found):
        parts = [sweep.sweep.matrices[at] for sweep, at in zip(found.sweeps, chosen)]
        assert found.rank(chosen)[1] == pytest.approx(damage(sum(parts)))
        own = [found.own_damages(group)[at] for group, at in enumerate(chosen)]
        plain = damage if additive else (lambda m: m[0, 1] + m[1, 0])
        assert own == pytest.approx([plain(each) for each in parts])


@pytest.mark.parametrize("seed", range(3))
def test_promised_limits_for_each_group_are_kept_with_the_least_damage(seed: int) -> None:
    found = cutoffs_of("fpr <= 30% for each site and recall >= 25% for each site", 0.7, 150, seed)
    assert found.risk == pytest.approx(0.3 / 6)
    chosen, exact = found.best(0.0)
    assert exact
    for sweep, at in zip(found.sweeps, chosen):
        sizes = np.bincount(sweep.rows.codes)
        most = [allowed_errors(int(n), each, 0.05) for n, each in zip(sizes, (0.3, 0.75))]
        kept = [
            (matrix[0, 1] + matrix[1, 0], abs(cut))
            for matrix, cut in zip(sweep.sweep.matrices, sweep.sweep.settings)
            if matrix[0, 1] <= most[0] and matrix[1, 0] <= most[1]
        ]
        taken = sweep.sweep.matrices[at]
        assert kept
        assert (taken[0, 1] + taken[1, 0], abs(sweep.sweep.settings[at])) == min(kept)
    promise = found.promise()
    assert promise is not None
    assert [each.group for each in promise.groups] == [*"abc", *"abc"]
    assert [each.promise.risk for each in promise.groups] == pytest.approx([0.05] * 6)


@pytest.mark.parametrize("seed", range(3))
def test_a_promised_gap_is_kept_with_the_fewest_errors(seed: int) -> None:
    found = cutoffs_of("fpr gap over site <= 45%", 0.6, 120, seed, sites="ab")
    assert found.risk == pytest.approx(0.4)
    bands = []
    for sweep in found.sweeps:
        size = int((sweep.rows.codes == 0).sum())
        low, high = rate_band(size, 0.4 / 2)
        # Called from the highest score on: the band counts from the other end.
        others = sweep.sweep.matrices[:, 0, 0]
        bands.append((1.0 - high[others], 1.0 - low[others]))
    errors = [sweep.sweep.matrices[:, 0, 1] + sweep.sweep.matrices[:, 1, 0]
              for sweep in found.sweeps]  # fmt: skip
    best = np.inf
    for pair in product(*(range(len(each)) for each in errors)):
        low = min(bands[at][0][place] for at, place in enumerate(pair))
        high = max(bands[at][1][place] for at, place in enumerate(pair))
        if high - low <= 0.45 + 1e-9:
            best = min(best, sum(errors[at][place] for at, place in enumerate(pair)))
    chosen, exact = found.best(0.0)
    gap, damage = found.rank(chosen)
    assert exact
    assert (gap, damage) == (0.0, best)
    promise = found.promise()
    assert promise is not None
    (kept,) = promise.by_row
    assert kept.risk == found.risk


def test_a_gap_that_is_promised_is_between_the_ends_of_all_bands() -> None:
    found = cutoffs_of("fpr gap over site <= 20%", 0.8, 120, 0, sites="ab")
    sizes = [int((sweep.rows.codes == 0).sum()) for sweep in found.sweeps]
    for chosen in drawn_choices(found):
        low, high, short = found.spread(0, chosen)
        right = [int(s.sweep.matrices[at, 0, 0]) for s, at in zip(found.sweeps, chosen)]
        bands = [rate_band(size, 0.1) for size in sizes]
        assert low == pytest.approx([1.0 - band[1][n] for band, n in zip(bands, right)])
        assert high == pytest.approx([1.0 - band[0][n] for band, n in zip(bands, right)])
        beyond = max(high) - min(low) - 0.2
        assert short == (max(1.0, np.ceil(beyond * min(sizes) - 1e-9)) if beyond > 1e-9 else 0.0)


def test_groups_of_which_nobody_is_called_have_no_gap_of_precision() -> None:
    found = cutoffs_of("precision gap over site <= 20%")
    (bound,) = found.want.bounds
    nobody = [len(sweep.sweep.settings) - 1 for sweep in found.sweeps]
    assert found.row_values(nobody) == {bound: 0.0}
    everybody = [0] * len(found.sweeps)
    shares = [float((sweep.rows.codes == 1).mean()) for sweep in found.sweeps]
    assert found.row_values(everybody) == {bound: pytest.approx(max(shares) - min(shares))}
    assert found.row_values([0, *nobody[1:]]) == {bound: 0.0}


def test_no_turn_of_one_group_or_of_none_is_better() -> None:
    for text in (
        "fpr gap over site <= 8% and recall gap over site <= 10%",
        "fp <= 4 and recall >= 50% for each site",
        "cost <= 0.8 per row and fpr gap over site <= 20%",
        "maximize f1 subject to fpr <= 30% for each site",
    ):
        found = cutoffs_of(text, rows=90)
        chosen, exact = found.best(0.3)
        assert not exact
        rank = found.rank(chosen)
        one = [found.setting_at(group, 0.3) for group in range(3)]
        assert rank <= found.rank(one)
        for group in range(3):
            gaps, damages = found.scan(chosen, group)
            assert rank <= min(zip(gaps.tolist(), damages.tolist()))
        for called, sweep in zip(one, found.sweeps):
            expected = int((sweep.rows.scores.values > 0.3).sum())
            assert sweep.sweep.matrices[called][:, 1].sum() == expected


@pytest.mark.parametrize("text", ["fpr <= 30%", "cost <= 3 per row"])
def test_rates_of_all_rows_and_costs_are_not_promised(text: str) -> None:
    with raises("unpromisable"):
        refuse_unpromisable(cutoffs_of(f"{text} and recall >= 10% for each site", 0.9))
    with raises("unpromisable"):
        refuse_unpromisable(cutoffs_of("precision gap over site <= 10%", 0.9))
    refuse_unpromisable(cutoffs_of("fp <= 9 and recall >= 10% for each site", 0.9))


@pytest.mark.parametrize("confidence", [None, 0.7])
@pytest.mark.parametrize(
    "text",
    ["fpr <= 40% for each site", "recall gap over site <= 60%", "fpr <= 1% for each site"],
)
def test_the_result_is_what_the_model_decides(text: str, confidence: float | None) -> None:
    rng = np.random.default_rng(6)
    X, y, groups = drawn_rows(rng, 240)
    costs = rng.exponential(2.0, 240)
    model = ScoreModel().fit(X, y)
    found = steer(model, X, y, text, confidence, groups=groups, cutoff_per_group=True,
                  cost_column=None if confidence else costs)  # fmt: skip
    assert isinstance(found.model, GroupThresholdClassifier)
    called = found.model.predict(X, groups=groups)
    matrix = [[int(((y == true) & (called == each)).sum()) for each in (0, 1)] for true in (0, 1)]
    assert found.after.tolist() == matrix
    assert found.model.thresholds == found.trajectory[-1].knobs["thresholds"]
    for each in found.groups:
        inside = groups == each.group
        own = [[int((inside & (y == t) & (called == c)).sum()) for c in (0, 1)] for t in (0, 1)]
        assert each.matrix.tolist() == own
    lacking = {each.group for each in found.groups if not each.is_met}
    assert bool(lacking) is (not found.met) is bool(found.violations)
    assert (found.gap == 0.0) is found.met
    if "gap" not in text:
        assert {each.group for each in found.violations} == lacking
    if confidence is None:
        before, after = found.row_costs or (None, None)
        assert before is not None
        assert after is not None
        assert before.total == pytest.approx(costs[model.predict(X) != y].sum())
        assert after.total == pytest.approx(costs[called != y].sum())
    else:
        assert found.row_costs is None
        assert all(each.promising for each in found.violations)


@pytest.mark.parametrize("seed", range(4))
def test_windows_of_rates_hold_the_best_cut_offs_of_all(seed: int) -> None:
    found = cutoffs_of("recall gap over site <= 15%", rows=36, seed=seed)
    near, all_tried = found.within_gap()
    assert near is not None
    assert all_tried
    ranks = [found.rank(each) for each in product(*(range(len(s.sweep.settings))
                                                    for s in found.sweeps))]  # fmt: skip
    assert found.rank(near) == min(ranks)


def test_of_very_many_windows_an_even_part_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    found = cutoffs_of("recall gap over site <= 15%", rows=60)
    best, all_tried = found.within_gap()
    assert all_tried
    assert best is not None
    lowest = np.unique(np.concatenate([low for low, _ in found.all_rate_limits[0]]))
    seen: list[np.ndarray] = []
    monkeypatch.setattr(group_cutoffs, "MOST_WINDOWS", 3)
    alone = GroupCutoffs.best_alone
    monkeypatch.setattr(
        GroupCutoffs,
        "best_alone",
        lambda self, group, inside=None: seen.append(inside) or alone(self, group, inside),
    )
    near, all_tried = found.within_gap()
    assert not all_tried
    assert near is not None
    assert found.rank(near) >= found.rank(best)
    assert len(seen) <= 9
    # Both ends are among the windows.
    (low, high), inside = found.all_rate_limits[0][0], seen[0]
    assert np.array_equal(inside, (low >= lowest[0]) & (high <= lowest[0] + 0.15 + 1e-9))
    inside = seen[-len(found.sweeps)]
    assert np.array_equal(inside, (low >= lowest[-1]) & (high <= lowest[-1] + 0.15 + 1e-9))


@pytest.mark.parametrize(("seed", "rows"), [(2, 200), (0, 60), (3, 60), (11, 60)])
def test_a_cost_that_no_cut_offs_keep_is_named_with_its_rows(seed: int, rows: int) -> None:
    rng = np.random.default_rng(seed)
    X, y, groups = drawn_rows(rng, rows)
    costs = rng.exponential(3.0, rows)
    model = ScoreModel().fit(X, y)
    text = "cost <= 0.05 per row and recall gap over site <= 1%"
    found = steer(model, X, y, text, groups=groups, cutoff_per_group=True, cost_column=costs)
    called = found.model.predict(X, groups=groups)
    average = float(costs[called != y].sum()) / rows
    named = {each.bound.measure: each for each in found.violations}
    assert named["average cost"].value == pytest.approx(average)
    assert named["average cost"].rows == np.ceil((average - 0.05) * rows / costs.max())
    rates = [float(called[(groups == each) & (y == 1)].mean()) for each in "abc"]
    if max(rates) - min(rates) > 0.01:
        assert named["recall"].value == pytest.approx(max(rates) - min(rates))
    assert found.gap == sum(each.rows for each in found.violations)
    assert sorted(found.row_values.values()) == pytest.approx(
        sorted([average, max(rates) - min(rates)])
    )


def test_where_no_cut_offs_show_a_gap_those_with_the_fewest_missing_rows_are_taken() -> None:
    found = cutoffs_of("recall gap over site <= 1%", 0.9, rows=60)
    assert found.within_gap() == (None, True)
    chosen, exact = found.best(0.0)
    assert not exact
    tried = [found.rank(each) for each in drawn_choices(found, 200)]
    assert found.rank(chosen) <= min(tried)
    assert found.rank(chosen)[0] > 0.0


class Searching(ScoreModel):
    """A model with settings of its own to search, which limits on groups leave as they are."""

    def search_settings(self) -> None:
        raise AssertionError("its settings are not searched")


class Turning(ScoreModel):
    """A model that turns toward a want, which limits on groups leave as it is."""

    def steer_toward(self) -> None:
        raise AssertionError("it is not turned")


def test_cut_offs_alone_exclude_nothing_better_of_a_model_with_other_settings() -> None:
    X, y, groups = drawn_rows(np.random.default_rng(0), 60)
    for kind, exact in ((ScoreModel, True), (Searching, False), (Turning, False)):
        model = kind().fit(X, y)
        assert steer(model, X, y, "recall >= 60% for each site", groups=groups).exact is exact
