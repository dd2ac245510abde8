"""A file with two text columns, counted apart, through the rooms."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from steersman import load, load_model
from steersman.session import Session
from steersman.session.data.actions import LoadFile, LookAtDocument, OpenFile, SetReading, SetRole
from steersman.session.data.choice import DataChoice
from steersman.session.history_actions import Undo
from steersman.session.matrix.actions import AskPython, ExportModel, OpenMatrix
from steersman.session.matrix.room import MatrixRoom
from steersman.session.plane.actions import Search
from steersman.session.why.actions import AskImportance, FindFlips, TryRow, WhyRow


@pytest.fixture
def mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Mail in which "free" is spam in the subject and ham in the body."""
    monkeypatch.setenv("STEERSMAN_DATA", str(tmp_path / "folder"))
    rng = np.random.default_rng(5)
    spam = rng.random(240) < 0.4
    offer = np.where(rng.random(240) < 0.95, spam, ~spam)
    frame = pd.DataFrame(
        {
            "subject": ["Free boats waiting" if each else "Boats moored" for each in offer],
            "body": ["Come sailing" if each else "Feel free, come sailing" for each in offer],
            "kind": np.where(spam, "spam", "ham"),
        }
    )
    frame.insert(0, "number", [f"mail {row}" for row in range(240)])
    path = tmp_path / "mail.csv"
    frame.to_csv(path, index=False)
    return path


@pytest.fixture
def session(mail: Path) -> Session:
    opened = Session(load("wine"))
    opened.perform(OpenFile(str(mail)))
    for column, role in {"subject": "text", "body": "text", "kind": "label"}.items():
        opened.perform(SetRole(column, role))
    opened.perform(SetRole("number", "id"))
    opened.perform(SetReading({"text_columns": "apart"}))
    return opened


def test_a_choice_is_shown_undone_and_kept(session: Session) -> None:
    counts = session.perform(LookAtDocument(0)).values["counts"]
    assert {each["term"].split(": ")[0] for each in counts} == {"subject", "body"}
    assert session.state.choice(DataChoice).reading.text_columns == "apart"
    session.perform(Undo())
    assert session.state.choice(DataChoice).reading.text_columns == "together"
    again = session.perform(LookAtDocument(0)).values["counts"]
    assert not any(": " in each["term"] for each in again)


def test_words_of_each_column_are_features_of_their_own_in_every_room(
    session: Session, tmp_path: Path, mail: Path
) -> None:
    session.perform(LoadFile())
    session.perform(OpenMatrix())
    used = session.perform(AskImportance()).values["features"]
    weights = {each["name"]: each["direction"] for each in used}
    assert weights["subject: free"] * weights["body: free"] < 0
    models = session.rooms[MatrixRoom].models
    problem = models.problem(session.corpus_of(session.state), session.state)
    row = int(problem.holdout.rows[0])
    shown = session.perform(WhyRow(row)).values
    texts = {each["name"]: each["value"] for each in shown["fields"] if each["kind"] == "text"}
    assert list(texts) == ["subject", "body"]
    assert shown["text"] == "\n".join(texts.values())
    in_subject, in_body = (
        session.perform(TryRow({"subject": "", "body": "", name: "free zebras"}, row)).values
        for name in texts
    )
    assert in_subject["explanation"]["score"] != in_body["explanation"]["score"]
    assert in_subject["unknown"] == ["zebra"]
    flips = session.perform(FindFlips({}, row)).values["flips"]
    for change in (each for flip in flips for each in flip["changes"]):
        assert change["fields"] == [change["name"].split(": ")[0]]
    assert session.perform(Search("body: free")).values["word"] == "body: free"
    assert session.perform(Search("FREE")).values["word"] == "subject: free"


def test_generated_python_and_a_saved_model_count_apart(
    session: Session, tmp_path: Path, mail: Path
) -> None:
    session.perform(LoadFile())
    session.perform(OpenMatrix())
    script = tmp_path / "model.py"
    script.write_text(session.perform(AskPython(0)).values["text"])
    made = runpy.run_path(str(script))
    corpus = session.corpus_of(session.state)
    assert made["data"].feature_names == corpus.dataset.feature_names
    exported = session.perform(ExportModel(0))
    path = tmp_path / "mail.skops"
    path.write_bytes(exported.columns[0].values.tobytes())
    model = load_model(path)
    rows = pd.read_csv(mail)
    shelved = session.rooms[MatrixRoom].models.current_model(session.state)
    assert model.predict(rows).tolist() == shelved.model.predict(corpus.dataset.X).tolist()
