"""Every measure is complete: whatever reads the registry can read each of its records."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.errors import raises
from tests.learn.promises.test_steering_promises import ByScore, scored_rows

from steersman import Want, frontier
from steersman.learn.promises import SamplingMargin, promise_for
from steersman.learn.wants import MEASURES, Bound, Measure, PromisedBy, Scope, Unit
from steersman.learn.wants.measures import MEASURE_NAMES, RECORDS

MATRIX = np.array([[70.0, 30.0], [20.0, 80.0]])
WITH_REFERRED = np.array([[60.0, 30.0, 10.0], [20.0, 70.0, 10.0]])
COSTS = [[0.0, 1.0], [5.0, 0.0]]
CLASSES = {Scope.CLASS: ("spam",), Scope.CELL: ("ham", "spam"), Scope.OVERALL: ()}
every_measure = pytest.mark.parametrize("measure", RECORDS, ids=lambda measure: measure.name)
DECISIONS = [each for each in RECORDS if not each.of_referred]
every_decision = pytest.mark.parametrize("measure", DECISIONS, ids=lambda measure: measure.name)


def matrix_for(measure: Measure) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return WITH_REFERRED if measure.of_referred else MATRIX


def bounds_around(measure: Measure) -> list[Bound]:
    """A bound from each side that the matrix above meets."""
    most = 1.0 if measure.is_share else 1000.0
    classes = CLASSES[measure.scope]
    return [Bound(measure.name, classes, "<=", most), Bound(measure.name, classes, ">=", 0.0)]


def test_names_and_aliases_are_of_one_measure_each() -> None:
    written = [name for measure in RECORDS for name in (measure.name, *measure.aliases)]
    assert len(written) == len(set(written)) == len(MEASURE_NAMES)
    assert set(MEASURES) == {measure.name for measure in RECORDS}


def test_the_documentation_has_a_row_for_every_measure() -> None:
    how = {
        PromisedBy.ROW_RATE: "rows of known truth",
        PromisedBy.CALLED_SHARE: "rows predicted as a class",
        PromisedBy.TESTS: "tests at planned cut-offs",
        PromisedBy.PLAN: "planned settings",
        PromisedBy.NOTHING: "no, a count of these rows",
    }
    page = (Path(__file__).parents[3] / "docs" / "steering.md").read_text(encoding="utf-8")
    table = page.partition("### Measures")[2].partition("\n## ")[0]
    for each in RECORDS:
        names = f"| `{each.name}` | {', '.join(each.aliases)} |"
        assert f"{names} {each.words} | {how[each.promised_by]} |" in table
    assert table.count("\n| `") == len(RECORDS)


def test_an_unknown_measure_is_refused_wherever_it_is_named() -> None:
    with raises("unknown-measure", measure="rudder"):
        Bound("rudder", (), "<=", 3)
    with raises("not-understood", position=0, piece="rudder <= 3"):
        Want("rudder <= 3")


@every_measure
def test_a_measure_is_written_and_read_by_each_of_its_names(measure: Measure) -> None:
    bound = bounds_around(measure)[0]
    assert Want(str(bound)).bounds == (bound,)
    for alias in measure.aliases:
        assert Want(str(bound).replace(measure.name, alias, 1)).bounds == (bound,)
    assert measure.words


@every_decision
def test_the_value_of_a_measure_rises_or_falls_as_it_says(measure: Measure) -> None:
    """One more error of a kind it speaks of moves it the way `rises_with_errors` says."""
    want = Want.of_bounds(bounds_around(measure)[:1]).resolve(["ham", "spam"], costs=COSTS)
    (bound,) = want.bounds
    value = bound.value(MATRIX, want.costs)
    assert not measure.is_share or 0.0 <= value <= 1.0
    moved = []
    for true, predicted in np.argwhere(bound.error_cells(2)).tolist():
        worse = MATRIX.copy()
        worse[true, true] -= 1.0
        worse[true, predicted] += 1.0
        moved.append(bound.value(worse, want.costs) - value)
    assert moved
    assert all(change > 0 for change in moved) == measure.rises_with_errors
    assert all(change < 0 for change in moved) != measure.rises_with_errors


@every_measure
def test_bounds_on_a_measure_agree_with_its_value(measure: Measure) -> None:
    for bound in bounds_around(measure):
        want = Want.of_bounds([bound]).resolve(["ham", "spam"], costs=COSTS)
        matrix = matrix_for(measure)
        assert want.is_met(matrix)
        value = want.bounds[0].value(matrix, want.costs)
        step = 1.0 if measure.grows_with_rows else 0.01
        broken = Bound(bound.measure, bound.classes, "<=", value - step)
        assert not Want.of_bounds([broken]).resolve(["ham", "spam"], costs=COSTS).is_met(matrix)


@every_decision
def test_a_measure_is_promised_as_it_says(measure: Measure) -> None:
    sums = np.array([4000.0, 4000.0])
    relation, rows = ("<=", 4500.0) if measure.rises_with_errors else (">=", 2000.0)
    value = rows if measure.grows_with_rows else 0.5
    bound = Bound(measure.name, CLASSES[measure.scope], relation, value)
    want = Want.of_bounds([bound]).resolve(["ham", "spam"], costs=COSTS)
    (promise,) = promise_for(want, sums, 0.9).bounds
    assert promise.is_promised == (measure.promised_by is not PromisedBy.NOTHING)
    assert promise.is_promised == (not measure.grows_with_rows)
    assert promise.shortage is None
    kept = np.array([[4000, 0], [0, 4000]])
    assert promise.holds_at(kept)
    broken = np.array([[0, 4000], [4000, 0]])
    assert promise.holds_at(broken) == (measure.grows_with_rows and want.is_met(broken))
    assert SamplingMargin(want, sums).gaps(kept[np.newaxis]).tolist() == [0.0]


@every_measure
def test_a_count_of_decisions_knows_its_rate(measure: Measure) -> None:
    if not measure.rate:
        return
    rate = MEASURES[measure.rate]
    assert measure.unit is Unit.ROWS
    shown_by = PromisedBy.PLAN if measure.of_referred else PromisedBy.ROW_RATE
    assert rate.promised_by is shown_by
    assert rate.rises_with_errors == measure.rises_with_errors
    parts, share = (each.formula(MATRIX.sum(axis=1), (1,), None) for each in (measure, rate))
    assert np.array_equal(parts.part, share.part)


@every_measure
def test_every_measure_without_costs_is_an_axis_of_the_frontier(measure: Measure) -> None:
    X, y = scored_rows(30, 30)
    axis = str(Bound(measure.name, ("0", "1")[: measure.n_classes], "<=", 1)).partition(" <=")[0]
    if measure.is_cost:
        with raises("costs-missing"):
            frontier(ByScore().fit(X, y), X, y, measures=(axis, "fn"))
        return
    if measure.of_referred:
        with raises("referral-axis", measure=measure.name):
            frontier(ByScore().fit(X, y), X, y, measures=(axis, "fn"))
        return
    (curve,) = frontier(ByScore().fit(X, y), X, y, measures=(axis, "fn"))
    assert np.all(curve.x_band[:, 0] <= curve.x + 1e-9)
    assert np.all(curve.x <= curve.x_band[:, 1] + 1e-9)


@every_decision
def test_a_measure_with_a_referral_is_that_of_the_decided_rows(measure: Measure) -> None:
    bound = bounds_around(measure)[0]
    if measure.averages_classes:
        with raises("not-with-referral"):
            Want.of_bounds([bound, Bound("refer", (), "<=", 0.5)]).resolve(["ham", "spam"])
        return
    alone = Want.of_bounds([bound]).resolve(["ham", "spam"], costs=COSTS)
    both = Want.of_bounds([bound, Bound("refer", (), "<=", 0.5)])
    resolved = both.resolve(["ham", "spam"], costs=COSTS)
    decided = alone.bounds[0].value(WITH_REFERRED[:, :2], alone.costs)
    assert resolved.bounds[0].value(WITH_REFERRED, resolved.costs) == decided
    assert resolved.bounds[1].value(WITH_REFERRED, None) == 0.1
