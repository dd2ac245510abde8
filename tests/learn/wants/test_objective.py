"""What an objective makes small, and what remains of a want when some of it cannot be had."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steersman.learn.wants import MEASURES, Objective, Scope, Want
from steersman.learn.wants.measures import RECORDS
from steersman.learn.wants.objective import ClassObjective

CLASSES = ("a", "b", "c")
COSTS = np.array([[0.0, 1.0, 2.0], [5.0, 0.0, 3.0], [4.0, 6.0, 0.0]])
DECISIONS = [each for each in RECORDS if not each.of_referred]
# More calls of the class are better, fewer are, or it depends.
MORE = ("tp", "fn", "recall", "fnr")
FEWER = ("fp", "tn", "fpr", "specificity")
RATIOS = ("precision", "fdr", "npv", "f1")


def objective_on(name: str) -> ClassObjective:
    """The objective on a measure, of the last class or of rows of it that are called the first."""
    measure = MEASURES[name]
    direction = "minimize" if measure.rises_with_errors else "maximize"
    named = {Scope.CLASS: ("c",), Scope.CELL: ("c", "a"), Scope.OVERALL: ()}[measure.scope]
    written = Objective(direction, name, named)
    return ClassObjective.of(written, CLASSES, None)


@pytest.mark.parametrize("name", MEASURES)
def test_calls_of_a_class_should_be_more_or_fewer_where_that_never_depends(name: str) -> None:
    direction = objective_on(name).call_direction
    if name in MORE + FEWER:
        assert direction == (2, 1 if name in MORE else -1)
    else:
        assert direction is None


@pytest.mark.parametrize("measure", DECISIONS, ids=lambda each: each.name)
@given(cells=st.lists(st.integers(0, 9), min_size=9, max_size=9))
def test_losses_are_the_measure_or_what_it_lacks(measure: object, cells: list[int]) -> None:
    objective = objective_on(measure.name)
    matrix = np.array(cells, dtype=float).reshape(3, 3)
    row_sums = matrix.sum(axis=1)
    (loss,) = objective.losses(matrix[np.newaxis], row_sums, COSTS)
    whole = objective.measured.parts(row_sums, COSTS).whole
    if whole is not None and not np.sum(whole * matrix):
        assert loss == 1.0
        return
    value = objective.value(matrix, COSTS)
    bigger = objective.written.direction == "maximize"
    assert loss == pytest.approx(
        (1.0 - value if whole is not None else -value) if bigger else value
    )
    assert value == pytest.approx(objective.measured.value(matrix, COSTS))
    prices = objective.prices(row_sums, COSTS)
    assert (prices is None) == (measure.name in RATIOS)
    if prices is not None:
        assert np.array_equal(prices, objective.parts(row_sums, COSTS).part)


def test_only_errors_of_all_kinds_are_weighed_by_the_share_in_use() -> None:
    matrix = np.array([[40.0, 10.0], [15.0, 35.0]])
    weights = np.array([[1.8], [0.2]])
    for text, weighed in (
        ("minimize errors", True), ("minimize cost", True), ("minimize fp with fn <= 99", False)
    ):  # fmt: skip
        want = Want(text).resolve([0, 1], prior=0.1, costs=[[0, 1], [2, 0]])
        plain = Want(text).resolve([0, 1], costs=[[0, 1], [2, 0]])
        part = plain.objective.parts(matrix.sum(axis=1), plain.costs).part
        found = want.objective.parts(matrix.sum(axis=1), want.costs).part
        assert np.allclose(found, weights * part if weighed else part)


@pytest.mark.parametrize(
    ("want", "rest"),
    [
        ("fpr <= 1% and refer <= 5%", "fpr <= 1%"),
        ("refer <= 5%", "minimize errors"),
        ("referrals <= 5", "minimize errors"),
        ("maximize accuracy subject to refer <= 5%", "maximize accuracy"),
        ("minimize referrals subject to fpr <= 1%", "fpr <= 1%"),
        (
            "maximize recall subject to fpr <= 1% and refer <= 5%",
            "maximize recall subject to fpr <= 1%",
        ),
        ("fp <= 3", "fp <= 3"),
    ],
)
def test_without_a_person_to_ask_the_limits_on_decisions_remain(want: str, rest: str) -> None:
    assert Want(want).deciding_every_row() == Want(rest)


@pytest.mark.parametrize(
    ("want", "rest"),
    [
        ("recall >= 90% for each clinic and fpr <= 2%", "recall >= 90% and fpr <= 2%"),
        ("fpr gap over gender <= 2%", "maximize accuracy"),
        ("maximize f1 subject to fpr gap over gender <= 2%", "maximize f1"),
        ("minimize cost subject to recall >= 90%, cost column = amount", "recall >= 90%"),
        ("cost <= 5 and fp <= 3, cost column = amount", "fp <= 3"),
        ("average cost <= 5, cost column = amount", "maximize accuracy"),
        ("minimize cost, cost column = amount", "maximize accuracy"),
        (
            "maximize recall subject to fpr <= 1%, cost column = amount",
            "maximize recall subject to fpr <= 1%",
        ),
        ("minimize cost", "minimize cost"),
        ("cost <= 5", "cost <= 5"),
    ],
)
def test_what_one_matrix_decides_remains(want: str, rest: str) -> None:
    assert Want(want).for_all_rows() == Want(rest)


@pytest.mark.parametrize(
    ("want", "objective"),
    [
        ("cost column = amount", "minimize cost"),
        ("maximize accuracy, cost column = amount", "maximize accuracy"),
        ("cost column = amount and fp <= 3", None),
        ("fp <= 3", None),
    ],
)
def test_a_column_of_costs_alone_asks_for_the_least_cost(want: str, objective: str | None) -> None:
    found = Want(want).objective
    assert (None if found is None else str(found)) == objective


def test_a_want_of_a_matrix_keeps_its_size_in_every_change() -> None:
    want = Want([[None, 5], [2, None]])
    changed = [
        want.with_bounds(want.bounds),
        want.with_objective("minimize errors"),
        want.with_cost_column("amount"),
        want.for_all_rows(),
        want.scaled_by(0.5),
        Want(want),
        want & Want("fp <= 3"),
        Want("fp <= 3") & want,
    ]
    assert [each.n_classes for each in changed] == [2] * len(changed)
    assert Want("fp <= 3").n_classes is None


def test_joined_wants_have_the_first_objective_and_cost_column() -> None:
    first = Want("minimize cost subject to fp <= 3, cost column = amount")
    assert Want(str(first)) == first != Want("minimize cost subject to fp <= 3")
    other = Want("maximize recall subject to fn <= 4, cost column = price")
    limits = Want("fp <= 3 and fn <= 4").bounds
    assert first & other == Want.of_bounds(limits, first.objective, "amount")
    assert other & first == Want.of_bounds(limits[::-1], other.objective, "price")
    assert Want("fp <= 3") & other == Want.of_bounds(limits, other.objective, "price")
    assert other.with_cost_column("x") == Want.of_bounds(other.bounds, other.objective, "x")


def test_counts_shrink_with_the_rows_and_rates_stay() -> None:
    want = Want("maximize recall subject to fp <= 10 and fpr <= 2% and cost <= 8")
    assert want.scaled_by(0.5) == Want("maximize recall subject to fp <= 5, fpr <= 2%, cost <= 4")


@pytest.mark.parametrize(
    ("want", "groupings", "refers", "has_rates"),
    [
        ("fp <= 3", (), False, False),
        ("fpr <= 2% for each clinic", ("clinic",), False, True),
        ("fpr gap over gender <= 2% and recall >= 9% for each clinic and fnr <= 1% for each gender",
         ("gender", "clinic"), False, True),
        ("refer <= 5%", (), True, True),
        ("minimize referrals subject to fp <= 3", (), True, False),
    ],
)  # fmt: skip
def test_a_want_knows_what_its_limits_are_about(
    want: str, groupings: tuple[str, ...], refers: bool, has_rates: bool
) -> None:
    found = Want(want)
    assert (found.groupings, found.refers, found.has_rates) == (groupings, refers, has_rates)
