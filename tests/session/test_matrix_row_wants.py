"""Wants on groups and costs of rows: the page, the library, the command line and a replay agree."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from tests.errors import raises

from steersman import Job, Want, load, model_named, raw_table, steer, steer_table
from steersman.data import Dataset
from steersman.session import Session
from steersman.session.compare.actions import OpenCompare
from steersman.session.compare.choice import CompareChoice
from steersman.session.history_actions import Undo
from steersman.session.matrix.actions import (
    AskPython,
    AskWant,
    ExportCard,
    OpenMatrix,
    OpenTest,
    PinModel,
    SetConfidence,
    SetPrior,
)
from steersman.session.matrix.room import MatrixRoom

WANTS = [
    "recall(ill) >= 75% for each clinic",
    "fpr gap over clinic <= 8%",
    "minimize cost, cost column = amount",
    "cost <= 2 per row and recall >= 60% for each age, cost column = amount",
]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clinic that is no feature, an age that is one, and an amount for each row."""
    rng = np.random.default_rng(5)
    rows = 900
    ill = rng.random(rows) < 0.4
    clinic = rng.choice(["north", "south"], rows)
    frame = pd.DataFrame(
        {
            "heart": (rng.normal(1.2 * ill) - 0.5 * (clinic == "south")).round(3),
            "age": rng.integers(20, 80, rows) + 5 * ill,
            "clinic": clinic,
            "amount": rng.exponential(4.0, rows).round(2),
            "kind": np.where(ill, "ill", "well"),
        }
    )
    path = tmp_path_factory.mktemp("table") / "clinic.csv"
    frame.to_csv(path, index=False)
    return path


@pytest.fixture
def patients_table(table: Path) -> Dataset:
    roles = {"clinic": "leave", "amount": "leave"}
    return load(str(table), label="kind", positive="ill", roles=roles)


def opened(dataset: Dataset) -> Session:
    session = Session(dataset)
    session.perform(OpenMatrix())
    session.perform(SetConfidence(None))
    return session


@pytest.mark.parametrize("want", WANTS)
def test_the_page_the_library_and_the_python_give_the_same_model(
    patients_table: Dataset, want: str
) -> None:
    session = opened(patients_table)
    rooms, state = session.rooms[MatrixRoom].models, session.history.step.state
    corpus = session.library.corpora[state.dataset]
    problem, first = rooms.problem(corpus, state), rooms.current_model(state).model
    shown = session.perform(AskWant(want)).values["matrix"]
    asked = Want(want)
    column = lambda name: patients_table.column(name)[problem.holdout.rows]  # noqa: E731
    by_hand = steer(
        first,
        problem.holdout.X,
        problem.holdout.y,
        asked,
        positive="ill",
        groups={name: column(name) for name in asked.groupings} or None,
        cost_column=column(asked.cost_column) if asked.cost_column else None,
    )
    assert shown["shown"]["matrix"] == by_hand.after.tolist()
    assert shown["outcome"]["met"] is by_hand.met
    lines = session.perform(AskPython(shown["shown"]["number"])).values["text"]
    made: dict[str, object] = {}
    exec(lines, made)  # noqa: S102
    decided = np.asarray(made["model"].predict(problem.holdout.X))
    again = [[int(((problem.holdout.y == true) & (decided == said)).sum())
              for said in problem.classes] for true in problem.classes]  # fmt: skip
    assert again == shown["shown"]["matrix"]


def test_groups_are_shown_the_worst_first_and_undone(patients_table: Dataset) -> None:
    session = opened(patients_table)
    before = session.perform(OpenMatrix()).values["matrix"]["shown"]["matrix"]
    outcome = session.perform(AskWant(WANTS[0])).values["matrix"]["outcome"]
    values = [each["value"] for each in outcome["groups"]]
    assert [each["column"] for each in outcome["groups"]] == ["clinic", "clinic"]
    assert values == sorted(values)
    (bound,) = outcome["bounds"]
    assert bound["each_group"] == "clinic"
    assert bound["reached"] == values[0] == bound["part"] / bound["rows"]
    session.perform(OpenTest())
    assert session.perform(Undo()).values["matrix"]["shown"]["matrix"] == before


def test_the_final_test_judges_limits_on_groups_and_costs_of_rows(patients_table: Dataset) -> None:
    session = opened(patients_table)
    want = (
        "recall(ill) >= 70% for each clinic and fpr(ill) gap over clinic <= 30% "
        "and cost <= 3 per row, cost column = amount"
    )
    session.perform(AskWant(want))
    tested = session.perform(OpenTest()).values["matrix"]["test"]["bounds"]
    state, rooms = session.history.step.state, session.rooms[MatrixRoom].models
    part = rooms.problem(session.corpus_of(state), state).test
    called = np.asarray(rooms.current_model(state).model.predict(part.X)).astype(str)  # type: ignore[attr-defined]
    clinic, amount = (patients_table.column(name)[part.rows] for name in ("clinic", "amount"))
    recalls, alarms = (
        {
            each: np.mean(called[(clinic == each) & (part.y == truth)] == "ill")
            for each in np.unique(clinic)
        }
        for truth in ("ill", "well")
    )
    each_group, gap, cost = tested
    assert each_group["value"] == pytest.approx(min(recalls.values()))
    assert recalls[each_group["group"]] == min(recalls.values())
    assert each_group["holds"] == (min(recalls.values()) >= 0.7)
    assert gap["value"] == pytest.approx(max(alarms.values()) - min(alarms.values()))
    assert gap["low"] <= gap["value"] <= gap["high"]
    assert cost["value"] == pytest.approx(np.mean(amount * (called != part.y)))
    assert cost["limit"] == 3.0
    number = rooms.current_model(state).number
    card = session.perform(ExportCard(number)).columns[0].values.tobytes().decode()
    assert f"in clinic {each_group['group']}" in card


def test_a_guarantee_of_groups_and_costs_is_told(patients_table: Dataset) -> None:
    session = opened(patients_table)
    session.perform(SetConfidence(0.8))
    outcome = session.perform(AskWant("recall(ill) >= 60% for each clinic")).values["matrix"][
        "outcome"
    ]
    assert outcome["met"]
    assert len(outcome["row_guarantees"]) == 1
    cost = session.perform(AskWant("cost <= 3 per row, cost column = amount")).values["matrix"]
    assert len(cost["outcome"]["row_guarantees"]) == cost["outcome"]["met"]
    card = session.perform(ExportCard(cost["shown"]["number"])).columns[0].values.tobytes()
    assert b"cost column = amount" in card or not cost["outcome"]["met"]


def test_a_column_that_is_not_there_is_refused_and_compare_goes_on(
    patients_table: Dataset,
) -> None:
    session = opened(patients_table)
    with raises("column-missing", column="town"):
        session.perform(AskWant("recall >= 90% for each town"))
    shown = session.perform(AskWant(WANTS[0])).values["matrix"]["shown"]
    session.perform(PinModel(shown["number"], "fair"))
    session.perform(OpenCompare())
    choice = session.history.step.state.choice(CompareChoice)
    assert choice is not None
    (recipe,) = choice.models
    assert recipe.want == "recall(ill) >= 75%"
    assert recipe.lost


def test_a_replay_gives_the_same_models(patients_table: Dataset) -> None:
    asked = [OpenMatrix(), SetConfidence(None), SetPrior(0.2)]
    asked += [AskWant(want) for want in (*WANTS, "precision(ill) >= 40%")]
    first, again = (Session(patients_table) for _ in range(2))
    for action in asked:
        told, replayed = (each.perform(action).values["matrix"] for each in (first, again))
        assert told["shown"] == replayed["shown"]
        assert told["outcome"] == replayed["outcome"]
    assert first.history.step.state.digest == again.history.step.state.digest


@pytest.mark.parametrize("want", WANTS)
def test_the_command_line_steers_as_the_library_does(table: Path, want: str) -> None:
    read = raw_table(str(table), label="kind", positive="ill",
                     roles={"clinic": "leave", "amount": "leave"})  # fmt: skip
    done = steer_table(read, Job(want, model="logistic"))
    rows, asked = done.parts.holdout, Want(want)
    frame = pd.read_csv(table)
    features, fitted = done.pipeline[:-1], model_named("logistic", sparse=False)
    X = features.transform(frame)
    fitted.fit(X[done.parts.train], read.y[done.parts.train])
    by_hand = steer(
        fitted,
        X[rows],
        read.y[rows],
        asked,
        positive="ill",
        groups={name: frame[name].to_numpy()[rows] for name in asked.groupings} or None,
        cost_column=frame["amount"].to_numpy()[rows] if asked.cost_column else None,
    )
    assert done.steering.after.tolist() == by_hand.after.tolist()
    assert done.steering.met is by_hand.met
