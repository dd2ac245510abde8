"""What the model uses, why a row is decided so, and what would change it."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from tests.errors import raises

from steersman.data import Dataset, load
from steersman.session import Session
from steersman.session.matrix.actions import (
    ChooseModel,
    ExportCard,
    MoveCutoff,
    OpenMatrix,
)
from steersman.session.matrix.room import MatrixRoom
from steersman.session.question import RelabelRows
from steersman.session.why.actions import (
    AskDependence,
    AskImportance,
    ExportLabels,
    FindFlips,
    PickRows,
    TryRow,
    WhyRow,
)
from steersman.session.why.room import WhyRoom


@pytest.fixture(scope="module")
def loans() -> Dataset:
    """Loans with numbers, a category, a date and a note; the note tells most."""
    rng = np.random.default_rng(4)
    bad = rng.random(400) < 0.4
    late = rng.random(400) < np.where(bad, 0.8, 0.1)
    days = pd.to_datetime("2024-01-01") + pd.to_timedelta(rng.integers(0, 300, 400), "D")
    frame = pd.DataFrame(
        {
            "amount": (rng.gamma(2, 800, 400) * (1 + bad)).round(),
            "purpose": rng.choice(["car", "home", "trip"], 400),
            "since": days.strftime("%Y-%m-%d"),
            "note": [f"payments {'delayed' if each else 'punctual'} as agreed" for each in late],
            "class": np.where(bad, "bad", "good"),
        }
    )
    roles = {
        "amount": "number", "purpose": "category", "since": "date", "note": "text",
        "class": "label",
    }  # fmt: skip
    return load(frame, roles=roles)


def session_on(dataset: Dataset, model: str = "logistic") -> Session:
    session = Session(dataset)
    session.perform(OpenMatrix())
    session.perform(ChooseModel(model))
    return session


def total(explanation: dict) -> float:
    pushes = sum(each["push"] for each in explanation["pushes"])
    rest = explanation["rest"]["push"] + explanation["absent"]["push"]
    return explanation["base"] + pushes + rest


def rows_of(session: Session, part: str) -> list[int]:
    models = session.rooms[MatrixRoom].models
    problem = models.problem(session.corpus_of(session.state), session.state)
    return getattr(problem, part).rows.tolist()


@pytest.mark.parametrize("model", ["logistic", "forest"])
def test_what_the_model_uses_is_in_whole_words_and_can_be_searched(loans, model) -> None:
    session = session_on(loans, model)
    found = session.perform(AskImportance()).values
    assert found["category"] == session.state.category
    names = [each["name"] for each in found["features"]]
    assert set(names) == {
        "amount", "purpose", "since", "note: payments", "note: delayed", "note: punctual",
        "note: agreed",
    }  # fmt: skip
    first = found["features"][0]
    assert first["name"] in ("note: delayed", "note: punctual")
    assert first["low"] > 0
    sign = 1 if (first["name"] == "note: delayed") == (found["category"] == "bad") else -1
    assert sign * first["direction"] > 0
    searched = session.perform(AskImportance("PUNC")).values["features"]
    assert [each["name"] for each in searched] == ["note: punctual"]
    again = next(each for each in found["features"] if each["name"] == "note: punctual")
    assert searched[0] == again
    group = next(each["group"] for each in found["features"] if each["name"] == "purpose")
    curve = session.perform(AskDependence(group)).values
    assert [each["label"] for each in curve["points"]] == ["car", "home", "trip"]
    amount = next(each["group"] for each in found["features"] if each["name"] == "amount")
    points = session.perform(AskDependence(amount)).values["points"]
    assert points[0]["value"] == pytest.approx(min(rows_of_amount(session)))


def rows_of_amount(session: Session) -> list[float]:
    fields = session.rooms[WhyRoom].recent.fields
    return [float(fields.values(row)["amount"]) for row in rows_of(session, "holdout")]


@pytest.mark.parametrize("model", ["logistic", "forest", "gaussian"])
def test_a_row_is_explained_by_numbers_that_add_up(patients: Dataset, model: str) -> None:
    session = session_on(patients, model)
    for row in (rows_of(session, "training")[3], rows_of(session, "holdout")[5]):
        shown = session.perform(WhyRow(row)).values
        explanation = shown["explanation"]
        assert total(explanation) == pytest.approx(explanation["score"])
        decided = explanation["score"] > explanation["cutoff"]
        assert decided == (explanation["predicted"] == explanation["category"])
        models = session.rooms[MatrixRoom].models
        fitted = models.current_model(session.state).model
        assert explanation["predicted"] == fitted.predict(patients.X[[row]])[0]
        labels = {each["label"] for each in shown["same"]}
        assert labels == {shown["actual"]}
        assert shown["actual"] not in {each["label"] for each in shown["other"]}
        distances = [each["distance"] for each in shown["same"]]
        assert distances == sorted(distances)
    with raises("row-sealed"):
        session.perform(WhyRow(rows_of(session, "test")[0]))


def test_rows_of_other_classes_with_the_same_values_are_named(patients: Dataset) -> None:
    session = session_on(patients)
    ill = [row for row in rows_of(session, "holdout") if patients.y[row] == "ill"]
    well = [row for row in rows_of(session, "training") if patients.y[row] == "well"][:2]
    X = np.array(patients.X)
    X[well] = X[ill[0]]
    session = session_on(replace(patients, X=X))
    shown = session.perform(WhyRow(ill[0])).values
    assert shown["identical_count"] == 2
    assert sorted(each["row"] for each in shown["identical"]) == sorted(well)
    assert {each["label"] for each in shown["identical"]} == {"well"}


def test_words_that_a_text_does_not_contain_are_summed_up_by_themselves(loans: Dataset) -> None:
    session = session_on(loans)
    row = rows_of(session, "holdout")[0]
    explanation = session.perform(WhyRow(row)).values["explanation"]
    held = {each["name"] for each in explanation["pushes"]}
    missing = {each["name"] for each in explanation["absent_words"]}
    both = {"note: delayed", "note: punctual"}
    assert len(both & held) == 1
    assert both - held == missing & both
    assert explanation["absent"]["count"] == 1


@pytest.mark.parametrize("model", ["logistic", "forest"])
def test_a_row_is_tried_with_other_values(loans: Dataset, model: str) -> None:
    session = session_on(loans, model)
    row = rows_of(session, "holdout")[0]
    shown = session.perform(WhyRow(row)).values
    same = session.perform(TryRow({}, row)).values
    assert same["explanation"]["score"] == shown["explanation"]["score"]
    assert [each["value"] for each in same["fields"]] == [each["value"] for each in shown["fields"]]
    values = {each["name"]: each["value"] for each in shown["fields"]}
    note = values["note"]
    turned = note.replace("delayed", "x").replace("punctual", "delayed").replace("x", "punctual")
    tried = session.perform(TryRow({"note": turned + " zebra"}, row, explained=True)).values
    assert tried["unknown"] == ["zebra"]
    assert tried["explanation"]["score"] != shown["explanation"]["score"]
    assert total(tried["explanation"]) == pytest.approx(tried["explanation"]["score"])
    # The same values as a file would have them, through the model that is saved.
    frame = pd.DataFrame([{**values, "amount": float(values["amount"]), "note": turned}])
    frame["since"] = pd.to_datetime(frame["since"])
    fitted = session.rooms[MatrixRoom].models.current_model(session.state).model
    expected = fitted.predict(loans.from_raw.transform(frame))[0]
    assert tried["explanation"]["predicted"] == expected
    new = session.perform(TryRow({"amount": "not a number"})).values
    usual = session.perform(TryRow({})).values
    assert new["explanation"]["score"] == pytest.approx(usual["explanation"]["score"])
    with raises("unknown-column"):
        session.perform(TryRow({"color": "red"}, row))


def test_the_smallest_change_turns_the_decision_when_it_is_made(loans: Dataset) -> None:
    for model in ("logistic", "forest"):
        session = session_on(loans, model)
        turned = 0
        for row in rows_of(session, "holdout")[:6]:
            found = session.perform(FindFlips({}, row)).values
            values = {
                each["name"]: each["value"]
                for each in session.perform(WhyRow(row)).values["fields"]
            }
            for flip in found["flips"]:
                edits = {}
                for change in flip["changes"]:
                    if change["kind"] == "word":
                        word = change["name"].removeprefix("note: ")
                        note = edits.get("note", values["note"])
                        taken = note.replace(word, "")
                        edits["note"] = taken if change["value"] == "0" else f"{note} {word}"
                    else:
                        edits[change["fields"][0]] = change["value"]
                tried = session.perform(TryRow(edits, row)).values["explanation"]
                assert tried["score"] == pytest.approx(flip["score"], abs=1e-9)
                assert tried["predicted"] != found["decided"]
                turned += 1
        assert turned > 3


@pytest.mark.parametrize("moved", [False, True])
@pytest.mark.parametrize("model", ["logistic", "forest", "gaussian", "neighbors"])
def test_a_picked_row_has_the_score_that_explains_it(
    patients: Dataset, model: str, moved: bool
) -> None:
    session = session_on(patients, model)
    if moved:
        session.perform(MoveCutoff(0.3))
    picked = session.perform(PickRows("all")).values
    assert picked["found"] == len(rows_of(session, "holdout"))
    for each in picked["rows"][::20]:
        explanation = session.perform(WhyRow(each["row"])).values["explanation"]
        assert each["score"] == pytest.approx(explanation["score"], abs=1e-12)
        assert each["predicted"] == explanation["predicted"]
        assert picked["cutoff"] == explanation["cutoff"]


@pytest.mark.parametrize("model", ["logistic", "forest"])
def test_rows_of_several_classes_are_picked_by_the_lead_of_their_class(model: str) -> None:
    iris = load("iris-fisher")
    session = Session(iris)
    session.perform(OpenMatrix(all_classes=True))
    session.perform(ChooseModel(model))
    fitted = session.rooms[MatrixRoom].models.current_model(session.state).model
    picked = session.perform(PickRows("all")).values["rows"]
    shares = np.sort(fitted.predict_proba(iris.X[[each["row"] for each in picked]]), axis=1)
    # A share of no trees has no logarithm: leads end at 20 there.
    leads = np.log(shares[:, -1]) - np.log(np.maximum(shares[:, -2], 1e-300))
    expected = np.minimum(leads, 20.0) if model == "forest" else leads
    assert [each["score"] for each in picked] == pytest.approx(expected.tolist())


def test_rows_are_picked_and_relabeled_and_exported(loans: Dataset) -> None:
    session = session_on(loans)
    wrong = session.perform(PickRows()).values
    assert wrong["found"] == len(wrong["rows"])
    assert all(each["actual"] != each["predicted"] for each in wrong["rows"])
    distances = [abs(each["score"] - wrong["cutoff"]) for each in wrong["rows"]]
    assert distances == sorted(distances, reverse=True)
    chosen = wrong["rows"][0]
    everything = session.perform(PickRows("all", "punctual")).values
    assert all("punctual" in each["text"] for each in everything["rows"])
    session.perform(RelabelRows((chosen["row"],), chosen["predicted"]))
    corrected = session.perform(PickRows("corrected")).values["rows"]
    assert [each["row"] for each in corrected] == [chosen["row"]]
    shown = session.perform(WhyRow(chosen["row"])).values
    assert shown["other_labels"]
    assert (shown["actual"], shown["loaded"]) == (chosen["predicted"], chosen["actual"])
    exported = session.perform(ExportLabels())
    text = exported.columns[0].values.tobytes().decode()
    lines = list(csv.DictReader(io.StringIO(text)))
    assert len(lines) == 400
    changed = [line for line in lines if line["label before"]]
    assert [(line["label"], line["label before"]) for line in changed] == [
        (chosen["predicted"], chosen["actual"])
    ]
    assert lines[0]["note"] == loans.text[0]


@pytest.mark.parametrize("model", ["logistic", "forest"])
def test_the_report_says_what_the_model_uses_and_why_some_rows_are_decided_so(loans, model) -> None:
    session = session_on(loans, model)
    wrong = session.perform(PickRows()).values["rows"]
    session.perform(RelabelRows((wrong[0]["row"],), wrong[0]["predicted"]))
    number = session.state.rooms["matrix"].shown
    report = session.perform(ExportCard(number, "md")).columns[0].values.tobytes().decode()
    assert "labels corrected | 1" in report
    uses = report.split("## What the model uses")[1].split("\n## ")[0]
    assert uses.count("\n| ") == 2 + 7
    rows = report.split("## Why these rows")[1].split("\n## ")[0].split("### ")[1:]
    assert 2 <= len(rows) <= 3
    for row in rows:
        lines = [line.split("|")[1:3] for line in row.splitlines() if line.startswith("| ")][2:]
        parts = [float(value) for _, value in lines]
        assert sum(parts[:-2]) == pytest.approx(parts[-2], abs=0.01)


def test_several_classes_are_explained_one_at_a_time() -> None:
    session = Session(load("wine"))
    session.perform(OpenMatrix(all_classes=True))
    third = session.corpus_of(session.state).categories[2]
    found = session.perform(AskImportance("", third)).values
    assert found["category"] == third
    assert found["measure"] == "balanced accuracy"
    row = rows_of(session, "holdout")[0]
    explanation = session.perform(WhyRow(row)).values["explanation"]
    assert explanation["predicted"] == explanation["category"] != explanation["against"]
    assert total(explanation) == pytest.approx(explanation["score"])
    flips = session.perform(FindFlips({}, row)).values
    assert flips["decided"] == explanation["predicted"]


def test_counted_text_can_be_tried_without_a_file() -> None:
    session = session_on(load("docstrings"), "multinomial")
    row = rows_of(session, "holdout")[0]
    shown = session.perform(WhyRow(row)).values
    (field,) = shown["fields"]
    tried = session.perform(TryRow({"text": field["value"] + " "}, row)).values
    assert tried["explanation"]["score"] == pytest.approx(shown["explanation"]["score"])
