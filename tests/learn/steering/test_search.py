"""Every means that a kind of model has is tried, in its order, and what they find is checked."""

from __future__ import annotations

from time import monotonic
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from tests.learn.steering.score_models import ScoreModel

from steersman.errors import SteersmanError
from steersman.learn.steering import Goal, SeenRanges, VisitedModel, confusion_of
from steersman.learn.steering.search import (
    best_verified,
    by_shared_penalties,
    candidate_models,
    cut_offs_of,
    models_from_starts,
    self_steered_models,
)
from steersman.learn.wants import Want
from steersman.tasks import Task

CLASSES = np.array([0, 1])
RNG = np.random.default_rng(4)
CODES = RNG.integers(0, 2, 160)
# The scores get better from column to column.
X = np.column_stack([RNG.normal(size=160) + lead * CODES for lead in (0.5, 1.0, 2.0, 4.0)])


class ByColumn(ScoreModel):
    """A classifier whose score is one column."""

    def __init__(self, column: int = 0) -> None:
        self.column = column
        self.classes_ = CLASSES

    def decision_function(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(X)[:, self.column] - self.column / 2


class Tunable(ByColumn):
    """One that can steer itself to better columns, and be fitted with other penalties."""

    slow_to_tune = False
    penalties = (1.0,)
    fails = False

    def steer_toward(self, X: Any, labels: Any, want: Any, **options: Any) -> list[VisitedModel]:
        self.asked = (np.asarray(labels).tolist(), want, options)
        if self.fails:
            raise SteersmanError("no rows", code="no-rows")
        return [visit(ByColumn(column), goal_of(want)) for column in (1, 2, 0)]

    def with_scaled_penalties(self, factor: float) -> ByColumn:
        if self.fails:
            raise SteersmanError("no rows", code="no-rows")
        found = ByColumn(3 if factor == 0.1 else 0)
        found.penalties = (factor,)  # type: ignore[attr-defined]
        return found


def goal_of(want: Any) -> Goal:
    return Goal(Want(want).resolve([0, 1]) if isinstance(want, str) else want)


def visit(model: Any, goal: Goal) -> VisitedModel:
    matrix = confusion_of(model, X, CODES, CLASSES)
    gap, damage, _ = goal.rank(matrix)
    return VisitedModel(model, matrix, gap, damage)


def columns(visited: list[VisitedModel]) -> list[int]:
    """Which column each model decides by."""
    return [getattr(each.model, "estimator_", each.model).column for each in visited]


EASY, HARD, NEVER = "fn <= 60", "fp <= 18 and fn <= 18", "fp <= 0 and fn <= 0"


@pytest.mark.parametrize("piped", [False, True])
@pytest.mark.parametrize(
    ("text", "slow", "expected"),
    [
        # Its own way, cut-offs of the best on it, its own cut-offs, and other penalties if needed.
        (EASY, False, {0, 1, 2}),
        (HARD, False, {0, 1, 2}),
        (NEVER, False, {0, 1, 2, 3}),
        # Cut-offs first; its own way only where they are not enough.
        (EASY, True, {0}),
        ("fn <= 9", True, {0}),
        (HARD, True, {0, 1, 2}),
    ],
)
def test_means_are_tried_until_one_is_enough(
    text: str, slow: bool, expected: set[int], piped: bool
) -> None:
    model = Tunable()
    model.slow_to_tune = slow
    goal = goal_of(text)
    reach = SeenRanges(goal.want)
    whole = make_pipeline(FunctionTransformer(), model) if piped else model
    visited = candidate_models(whole, X, CODES, goal, reach, Task())
    inner = [each.model.steps[-1][1] if piped else each.model for each in visited]  # type: ignore[attr-defined]
    found = {getattr(each, "estimator_", each).column for each in inner}
    assert found == expected
    assert not reach.exact
    for each in visited:
        assert np.array_equal(confusion_of(each.model, X, CODES, CLASSES), each.matrix)
        assert (each.gap, each.objective) == goal.rank(each.matrix)[:2]
    assert any(each.gap == 0.0 for each in visited) is (text != NEVER)


def test_scores_and_penalties_get_their_time_after_tuning_that_took_all_of_it() -> None:
    goal = goal_of(NEVER)
    late = Task(60.0, started=monotonic() - 1000.0)
    assert late.seconds_left < 0.0
    visited = candidate_models(Tunable(), X, CODES, goal, SeenRanges(goal.want), late)
    assert set(columns(visited)) == {0, 1, 2, 3}


def test_a_model_that_only_has_scores_is_searched_whole() -> None:
    goal = goal_of(NEVER)
    reach = SeenRanges(goal.want)
    visited = candidate_models(ByColumn(2), X, CODES, goal, reach, Task())
    assert set(columns(visited)) == {2}
    assert reach.exact


def test_a_model_that_searches_its_own_settings_is_left_to_it() -> None:
    class Own(ByColumn):
        def search_settings(self, *given: Any) -> list[VisitedModel]:
            self.given = given
            return [visit(ByColumn(3), given[2])]

    model, goal, task = Own(), goal_of(HARD), Task()
    reach = SeenRanges(goal.want)
    assert columns(candidate_models(model, X, CODES, goal, reach, task)) == [3]
    assert [given is each for given, each in zip(model.given[2:], (goal, reach, task))] == [
        True
    ] * 3


def test_a_model_steers_itself_for_at_most_half_of_the_time() -> None:
    model, goal = Tunable(), goal_of(HARD)
    for seconds, most in ((10.0, 5.0), (999.0, 20.0), (0.0, 0.0)):
        assert columns(self_steered_models(model, X, CODES, goal, Task(seconds))) == [1, 2, 0]
        labels, want, options = model.asked
        assert (labels, want) == (CODES.tolist(), goal.want)
        assert most - 0.5 <= options["max_seconds"] <= most
    model.fails = True
    assert self_steered_models(model, X, CODES, goal, Task()) == []
    assert self_steered_models(ByColumn(), X, CODES, goal, Task()) == []


def test_penalties_are_scaled_one_after_the_other() -> None:
    goal, said = goal_of(NEVER), []
    model, reach = Tunable(), SeenRanges(goal.want)
    task = Task(progress=lambda what, share: said.append((what, share)))
    visited = by_shared_penalties(model, X, CODES, goal, reach, task)
    assert [each.knobs["penalties"] for each in visited] == [
        (3.0,), (0.3,), (10.0,), (0.1,), (30.0,), (0.03,),
    ]  # fmt: skip
    assert columns(visited) == [0, 0, 0, 3, 0, 0]
    shares = [share for what, share in said if what == "trying other penalties"]
    assert shares == pytest.approx(np.arange(6) / 6)
    assert by_shared_penalties(model, X, CODES, goal, reach, Task(0.0)) == []
    model.fails = True
    assert by_shared_penalties(model, X, CODES, goal, reach, Task()) == []
    assert by_shared_penalties(ByColumn(), X, CODES, goal, reach, Task()) == []


def test_other_starts_are_tuned_only_while_nothing_meets_the_want() -> None:
    for text, tuned in ((HARD, False), (NEVER, True)):
        goal = goal_of(text)
        starts = [ByColumn(3), Tunable()]
        reach = SeenRanges(goal.want)
        visited = models_from_starts(starts, [], X, CODES, goal, reach, Task())
        assert [each.model for each in visited[:2]] == starts
        for each in visited:
            assert np.array_equal(confusion_of(each.model, X, CODES, CLASSES), each.matrix)
            assert (each.gap, each.objective) == goal.rank(each.matrix)[:2]
        assert hasattr(starts[1], "asked") is tuned
        assert {0, 3} <= set(columns(visited))
        lowest = np.min([each.matrix for each in visited], axis=0)
        assert np.all(reach.free[0] <= lowest)
        assert len(models_from_starts(starts, [], X, CODES, goal, reach, Task(0.0))) == 2
    met = visit(ByColumn(3), goal_of(EASY))
    kept = Tunable()
    models_from_starts(
        [kept], [met], X, CODES, goal_of(EASY), SeenRanges(goal_of(EASY).want), Task()
    )
    assert not hasattr(kept, "asked")


def test_the_cut_offs_of_a_pipeline_are_those_of_its_last_step() -> None:
    goal = goal_of(EASY)
    last = ByColumn(1)
    piped = make_pipeline(FunctionTransformer(lambda rows: rows[:, ::-1]), last)
    reach, own = SeenRanges(goal.want), SeenRanges(goal.want)
    found = cut_offs_of(piped, X, CODES, goal, reach, Task())
    inside = cut_offs_of(last, X[:, ::-1], CODES, goal, own, Task())
    assert [each.matrix.tolist() for each in found] == [each.matrix.tolist() for each in inside]
    assert np.array_equal(reach.ranges(), own.ranges())
    for each in found:
        assert np.array_equal(confusion_of(each.model, X, CODES, CLASSES), each.matrix)


def test_no_matrix_is_reported_that_the_model_does_not_give() -> None:
    goal = goal_of("fp <= 99")
    start, good, better = (visit(ByColumn(column), goal) for column in (0, 2, 3))
    assert best_verified(goal, [start, good, better], X, CODES).model is better.model
    assert best_verified(goal, [better, good, start], X, CODES).model is better.model
    # It says of itself that it makes no errors.
    boast = VisitedModel(ByColumn(1), np.diag(np.bincount(CODES)), 0.0, 0.0)
    assert best_verified(goal, [start, boast, good], X, CODES).model is good.model
    assert best_verified(goal, [start, boast], X, CODES).model is start.model
    modest = VisitedModel(ByColumn(3), good.matrix, good.gap, good.objective, {"knob": 1})
    found = best_verified(goal, [start, modest], X, CODES)
    assert np.array_equal(found.matrix, better.matrix)
    assert (found.gap, found.objective, found.knobs) == (better.gap, better.objective, {"knob": 1})
    twin = VisitedModel(ByColumn(0), start.matrix, start.gap, start.objective)
    assert best_verified(goal, [start, twin], X, CODES).model is start.model
