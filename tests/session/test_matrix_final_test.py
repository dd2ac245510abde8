"""The final test of the matrix room, and the guarantee that a question starts with."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binomtest

from steersman.data import Dataset, load
from steersman.learn.wants import Bound
from steersman.session import Session
from steersman.session.matrix.actions import (
    AskWant,
    CellExamples,
    ChooseModel,
    EditCell,
    ExplainRow,
    OpenMatrix,
    OpenTest,
    SetConfidence,
    SetCosts,
    SteerToCost,
)
from steersman.session.matrix.choice import MatrixChoice
from steersman.session.matrix.guarantee import LOOSEST_USEFUL_RATE
from steersman.session.matrix.measured_shares import drawn_matrices
from steersman.session.matrix.verdicts import holds_at
from steersman.session.question import ChooseCategory


def run_final_test(session: Session, *actions):
    session.perform(OpenMatrix())
    for action in actions:
        session.perform(action)
    return session.perform(OpenTest()).values["matrix"]


def confidence_of(session: Session) -> float | None:
    return session.history.step.state.choice(MatrixChoice).confidence


def test_every_bound_is_tested_with_its_exact_interval(patients: Dataset) -> None:
    session = Session(patients)
    want = "fpr(ill) <= 20% and precision(ill) >= 50% and accuracy >= 60% and fn(ill) <= 30"
    values = run_final_test(session, SetConfidence(None), AskWant(want))
    (a, b), (c, d) = values["test"]["matrix"]
    counted = {"fpr": (c, c + d), "precision": (a, a + c), "accuracy": (a + d, a + b + c + d)}
    counted["fn"] = (b, a + b)
    bounds = {each["bound"]["measure"]: each for each in values["test"]["bounds"]}
    assert bounds.keys() == counted.keys()
    for name, (part, rows) in counted.items():
        exact = binomtest(part, rows).proportion_ci(0.95, "exact")
        told = bounds[name]
        assert (told["part"], told["rows"]) == (part, rows)
        assert told["value"] == pytest.approx(part / rows)
        assert (told["low"], told["high"]) == pytest.approx((exact.low, exact.high))
    # A count is a limit for the tuning rows: on others it is the same share of the class.
    ill = sum(values["shown"]["matrix"][0])
    assert bounds["fn"]["limit"] == pytest.approx(30 / ill)


def test_a_broken_bound_is_told_and_whether_that_is_noise(patients: Dataset) -> None:
    seen = []
    for seed in range(6):
        rng = np.random.default_rng(seed)
        order = rng.permutation(len(patients.y))
        mixed = replace(patients, X=patients.X[order], y=patients.y[order])
        values = run_final_test(Session(mixed), SetConfidence(None), AskWant("recall(ill) >= 90%"))
        (bound,) = values["test"]["bounds"]
        assert bound["limit"] == 0.9
        assert bound["holds"] == (bound["value"] >= 0.9)
        within = bound["low"] <= 0.9 <= bound["high"]
        assert bound["within_noise"] == (not bound["holds"] and within)
        assert bound["tuning"] >= 0.9
        seen.append(bound["holds"])
    # Without a guarantee, settings that just hold on the tuning rows fail often on others.
    assert not all(seen)


@pytest.mark.parametrize("measure", ["f1(ill)", "balanced accuracy", "cost"])
def test_measures_that_are_no_share_of_rows_get_a_bootstrap_interval(
    patients: Dataset, measure: str
) -> None:
    wants = {"f1(ill)": ">= 30%", "balanced accuracy": ">= 40%", "cost": "<= 90"}
    costs = SetCosts(((0.0, 5.0), (1.0, 0.0)))
    values = run_final_test(
        Session(patients), costs, SetConfidence(None), AskWant(f"{measure} {wants[measure]}")
    )
    (bound,) = values["test"]["bounds"]
    matrix = np.array(values["test"]["matrix"])
    drawn = drawn_matrices(matrix.astype(float))
    assert (drawn.sum(axis=2) == matrix.sum(axis=1)).all()
    assert bound["low"] < bound["value"] < bound["high"]
    assert bound["part"] is None
    if measure == "cost":
        total = (matrix * np.array(costs.costs)).sum()
        assert bound["value"] == pytest.approx(total / matrix.sum())
        assert values["test"]["cost"]["test"] == pytest.approx(bound["value"])
        tuned = np.array(values["shown"]["matrix"])
        expected = (tuned * np.array(costs.costs)).sum() / tuned.sum()
        assert values["test"]["cost"]["tuning"] == pytest.approx(expected)


def test_the_lowest_cost_is_no_bound_and_its_costs_are_compared(patients: Dataset) -> None:
    values = run_final_test(Session(patients), SetCosts(((0.0, 5.0), (1.0, 0.0))), SteerToCost())
    assert values["test"]["bounds"] == []
    tuned = np.array(values["shown"]["matrix"])
    expected = (tuned * [[0.0, 5.0], [1.0, 0.0]]).sum() / tuned.sum()
    assert values["test"]["cost"]["tuning"] == pytest.approx(expected)


def test_locked_cells_are_no_bounds_of_the_final_test(patients: Dataset) -> None:
    values = run_final_test(Session(patients), EditCell("ill", "well", 5))
    assert [each["bound"]["classes"] for each in values["test"]["bounds"]] == [["ill", "well"]]


@pytest.mark.parametrize(
    ("relation", "value", "holds"),
    [("<=", 0.1, True), ("<", 0.1, False), (">=", 0.1, True), (">", 0.1, False), ("=", 0.2, False)],
)
def test_a_value_at_the_limit_keeps_a_bound_that_allows_it(
    relation: str, value: float, holds: bool
) -> None:
    assert holds_at(Bound("fpr", (), relation, 0.1), value, 0.1) is holds


def test_a_guarantee_is_asked_for_wherever_the_rows_can_give_one(patients: Dataset) -> None:
    session = Session(patients)
    values = session.perform(OpenMatrix()).values["matrix"]
    sizes = np.sum(values["shown"]["matrix"], axis=1)
    assert values["tightest"] == pytest.approx([1 - 0.05 ** (1 / size) for size in sizes])
    assert max(values["tightest"]) <= LOOSEST_USEFUL_RATE
    assert confidence_of(session) == 0.95
    session.perform(SetConfidence(None))
    session.perform(ChooseModel("forest"))
    assert confidence_of(session) is None


def test_too_few_rows_start_without_a_guarantee() -> None:
    session = Session(load("wine"))
    values = session.perform(OpenMatrix(all_classes=True)).values["matrix"]
    assert max(values["tightest"]) > LOOSEST_USEFUL_RATE
    assert confidence_of(session) is None


def test_an_outcome_says_what_was_written_and_which_guarantee_was_asked(patients: Dataset) -> None:
    session = Session(patients)
    session.perform(OpenMatrix())
    asked = session.perform(AskWant("recall(ill)  >= 50 %")).values["matrix"]["outcome"]
    assert (asked["asked"], asked["confidence"]) == ("recall(ill)  >= 50 %", 0.95)
    (bound,) = asked["bounds"]
    (right, missed), _ = asked["after"]
    assert (bound["part"], bound["rows"]) == (right, right + missed)
    edited = session.perform(EditCell("ill", "well", 5)).values["matrix"]["outcome"]
    assert edited["asked"] == ""


@pytest.mark.parametrize("model", ["logistic", "forest"])
def test_reasons_for_the_class_to_catch_are_positive(patients: Dataset, model: str) -> None:
    session = Session(patients)
    pushes = {}
    for category in ("ill", "well"):
        session.perform(ChooseCategory(category))
        session.perform(OpenMatrix())
        session.perform(ChooseModel(model))
        frame = session.perform(CellExamples("ill", "ill")).values
        row = frame["examples"][0]["row"]
        told = session.perform(ExplainRow(row)).values
        assert told["sides"][1] == category
        pushes[category] = {each["name"]: each["push"] for each in told["reasons"]}
    assert pushes["ill"] == pytest.approx({key: -push for key, push in pushes["well"].items()})
