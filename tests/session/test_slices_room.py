"""The slices room: the figures are the library's, rows and limits follow from them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from tests.errors import raises

from steersman import find_slices, load
from steersman.data import Dataset
from steersman.session import Session
from steersman.session.matrix.actions import AskWant, ExportCard, OpenMatrix, SetConfidence
from steersman.session.matrix.room import MatrixRoom
from steersman.session.slices.actions import AskSlices, SliceExamples


@pytest.fixture
def clinics(tmp_path: Path) -> Dataset:
    """Rows of which those of one clinic, which is no feature, are turned around."""
    rng = np.random.default_rng(2)
    rows = 1200
    ill = rng.random(rows) < 0.4
    clinic = rng.choice(["north", "south", "west"], rows)
    turned = np.where((clinic == "west") & (rng.random(rows) < 0.5), ~ill, ill)
    frame = pd.DataFrame(
        {
            "heart": rng.normal(2.5 * turned).round(3),
            "sleep": rng.normal(size=rows).round(3),
            "clinic": clinic,
            "kind": np.where(ill, "ill", "well"),
        }
    )
    path = tmp_path / "clinics.csv"
    frame.to_csv(path, index=False)
    return load(str(path), label="kind", positive="ill", roles={"clinic": "leave"})


@pytest.fixture
def session(clinics: Dataset) -> Session:
    opened = Session(clinics)
    opened.perform(OpenMatrix())
    opened.perform(SetConfidence(None))
    return opened


@pytest.mark.parametrize("measure", ["error rate", "recall(ill)", "fpr(ill)", "precision(ill)"])
def test_the_table_is_the_librarys(session: Session, clinics: Dataset, measure: str) -> None:
    rooms, state = session.rooms[MatrixRoom].models, session.history.step.state
    problem = rooms.problem(session.library.corpora[state.dataset], state)
    model = rooms.current_model(state).model
    frame = session.perform(AskSlices(measure)).values
    held = problem.holdout
    expected = find_slices(
        model,
        held.X,
        held.y,
        measure=measure,
        feature_names=clinics.feature_names,
        columns={"clinic": clinics.column("clinic")[held.rows]},
        positive="ill",
        most=40,
    )
    assert frame["tried"] == expected.tried
    told = {each["name"]: each for each in frame["slices"]}
    assert set(told) == {each.name for each in expected}
    for each in expected:
        assert told[each.name]["rows"] == each.rows
        assert told[each.name]["value"] == pytest.approx(each.value)
        assert told[each.name]["adjusted"] == pytest.approx(each.adjusted)
    assert measure != "error rate" or frame["slices"][0]["name"] == "clinic = west"
    assert frame["measures"][0]["text"] == "error rate"


def test_a_slice_leads_to_its_rows_and_to_a_limit_on_each_group(session: Session) -> None:
    frame = session.perform(AskSlices("recall(ill)", "clinic")).values
    assert [each["column"] for each in frame["slices"]] == ["clinic"] * 3
    assert set(frame["groupings"]) == {"clinic", "heart", "sleep"}
    worst = frame["slices"][0]
    rows = session.perform(SliceExamples("recall(ill)", "clinic", worst["name"])).values
    assert rows["wrong"] == sum(each["true"] != each["predicted"] for each in rows["examples"])
    wrong = [each["true"] != each["predicted"] for each in rows["examples"]]
    assert wrong == sorted(wrong, reverse=True)
    with raises("unknown-slice", name="x"):
        session.perform(SliceExamples("recall(ill)", "clinic", "x"))
    limit = frame["limit"]
    assert limit is not None
    assert limit <= frame["value"] < limit + 0.01
    want = f"recall(ill) >= {100 * limit:g}% for each clinic"
    outcome = session.perform(AskWant(want)).values["matrix"]["outcome"]
    assert {each["group"] for each in outcome["groups"]} == {"north", "south", "west"}
    again = session.perform(AskSlices("recall(ill)", "clinic")).values
    assert again["model"] != frame["model"] or not outcome["met"]
    report = session.perform(ExportCard(again["model"])).columns[0].values.tobytes().decode()
    assert "clinic = west" in report


def test_what_is_no_rate_or_column_is_refused(session: Session) -> None:
    with raises("not-a-rate"):
        session.perform(AskSlices("f1(ill)"))
    with raises("column-missing", column="town"):
        session.perform(AskSlices("error rate", "town"))


def test_words_of_text_are_slices(mail: Dataset) -> None:
    opened = Session(mail)
    opened.perform(OpenMatrix())
    frame = opened.perform(AskSlices()).values
    assert frame["limit"] is None or len(frame["measures"]) > 1
    assert frame["groupings"] == []
