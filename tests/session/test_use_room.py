"""The room of a model in use, driven as the page drives it."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.errors import raises
from tests.weeks import write_mail

from steersman.cli import main
from steersman.data import load
from steersman.learn.files import Fingerprint, ModelVersions, read_model
from steersman.learn.monitor import Monitor
from steersman.session import Session
from steersman.session.action_json import action_of, plain_action
from steersman.session.history_actions import Undo
from steersman.session.matrix.actions import AskWant, ExportModel, OpenMatrix
from steersman.session.storage.headless import replayed_project
from steersman.session.storage.project import Origin, project_session
from steersman.session.use.actions import (
    AskReasons,
    DrawRows,
    ExportDrawnRows,
    ExportVersion,
    FeedFile,
    ImportLabels,
    LabelRow,
    OpenUse,
    PutInUse,
    RepairModel,
    SetFedColumns,
    UseVersion,
)
from steersman.tasks import Task


@pytest.fixture(scope="module")
def weeks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("weeks")
    return {
        "mail": write_mail(folder / "mail.csv", 1000, seed=0),
        "first": write_mail(folder / "first.csv", 500, seed=1, start=1, labeled=0.5),
        "third": write_mail(folder / "third.csv", 600, seed=3, start=3, drift=0.2, labeled=0.4),
    }


@pytest.fixture(scope="module")
def steered(weeks: dict[str, Path]) -> Session:
    made = Session(load(str(weeks["mail"]), label="kind", text="text"))
    made.perform(OpenMatrix())
    made.perform(AskWant("fpr <= 10%"))
    return made


@pytest.fixture
def session(steered: Session) -> Session:
    """A model that has seen no row yet."""
    steered.perform(OpenUse())
    steered.perform(PutInUse())
    return steered


def shown(session: Session) -> Any:
    return session.view().values["use"]


def labels_of(path: Path, seed: int, **told: Any) -> dict[str, str]:
    """The labels of all rows, also of those that came without."""
    whole = write_mail(path.with_suffix(".whole.csv"), seed=seed, **told)
    with whole.open() as file:
        return {row["id"]: row["kind"] for row in csv.DictReader(file)}


def test_limits_break_in_the_week_that_drifts_and_undo_takes_it_back(
    session: Session, weeks: dict[str, Path]
) -> None:
    assert shown(session)["limits"][0]["state"] == "undecided"
    session.perform(FeedFile(str(weeks["first"])))
    first = shown(session)
    assert (first["rows"], first["state"]) == (500, "holds")
    assert first["files"][0]["time"] == "date"
    assert first["files"][0]["id"] == "id"
    assert first["labeled"] == pytest.approx(250, abs=40)
    assert all(shift["since"] is None for shift in first["shifts"])
    session.perform(FeedFile(str(weeks["third"])))
    (limit,) = shown(session)["limits"]
    assert limit["state"] == "broken"
    assert 500 < limit["broken_since"] <= 1100
    assert limit["broken_time"].startswith("2026-03-2")
    assert limit["row_numbers"] == sorted(limit["row_numbers"])
    assert limit["row_numbers"][-1] == 1100
    assert len(limit["estimates"]) == len(limit["lows"]) == len(shown(session)["times"])
    shifts = {shift["about"]: shift for shift in shown(session)["shifts"]}
    assert 500 < shifts["new words in text"]["since"] <= 1100
    assert shifts["length of text"]["kind"] == "column"
    with raises("file-fed-already"):
        session.perform(FeedFile(str(weeks["third"])))
    session.perform(Undo())
    assert shown(session)["state"] == "holds"


def test_the_room_says_what_the_monitor_says(session: Session, weeks: dict[str, Path]) -> None:
    session.perform(FeedFile(str(weeks["third"])))
    path = weeks["mail"].parent / "saved.skops"
    path.write_bytes(session.perform(ExportVersion(0)).columns[0].values.tobytes())
    import pandas as pd

    frame = pd.read_csv(weeks["third"])
    report = Monitor(path).update(frame, frame["kind"], ids=frame["id"])
    (limit,) = shown(session)["limits"]
    assert limit["estimate"] == report.checks[0].estimate
    assert limit["e_value"] == pytest.approx(min(report.checks[0].e_value or 0, 1e12))
    assert limit["broken_since"] == report.checks[0].broken_since
    shifts = {each.about: each.shifted_since for each in report.shifts}
    assert {each["about"]: each["since"] for each in shown(session)["shifts"]} == shifts


def test_labels_given_by_hand_and_repair_lead_to_a_new_guarantee(
    session: Session, weeks: dict[str, Path]
) -> None:
    known = labels_of(weeks["third"], 3, rows=600, start=3, drift=0.2, labeled=1.0)
    session.perform(FeedFile(str(weeks["first"])))
    session.perform(FeedFile(str(weeks["third"])))
    before = shown(session)
    session.perform(DrawRows(8, even=True))
    drawn = shown(session)["drawn"]
    assert drawn["pool"] == before["open_rows"]
    asked = session.perform(AskReasons(drawn["next"]["row"])).values
    assert asked["row"] == drawn["next"]["row"]
    sizes = [abs(each["push"]) for each in asked["reasons"]]
    assert len(sizes) == 5
    assert sizes == sorted(sizes, reverse=True)
    with raises("unknown-row", ids=["row 0"]):
        session.perform(AskReasons("row 0"))
    for _ in range(drawn["rows"]):
        row = shown(session)["drawn"]["next"]
        assert row["prose"]
        session.perform(LabelRow(row["row"], known[row["row"]]))
    after = shown(session)
    assert after["drawn"]["next"] is None
    assert after["labeled"] == before["labeled"] + drawn["rows"]
    assert after["repair"]["first_row"] == 500
    session.perform(RepairModel(after["repair"]["first_row"]))
    repaired = shown(session)
    assert repaired["version"] == 1
    old, new = repaired["versions"]
    assert new["rows"] == after["repair"]["rows"]
    assert new["met"]
    assert new["guarantees"]
    assert new["old"][0][1] / sum(new["old"][0]) > 0.1 > new["new"][0][1] / sum(new["new"][0])
    # The new version is watched from the next row on.
    assert repaired["limits"][0]["rows"] == 0
    later = write_mail(weeks["mail"].parent / "later.csv", 400, seed=4, start=4, drift=0.2)
    session.perform(FeedFile(str(later)))
    assert shown(session)["state"] in ("holds", "undecided")
    session.perform(UseVersion(0))
    assert shown(session)["state"] == "broken"
    assert (
        "Old model"
        in bytes(session.perform(ExportVersion(1, "markdown")).columns[0].values).decode()
    )
    assert old["replaced"] is None
    with raises("unknown-version"):
        session.perform(UseVersion(7))


def test_rows_drawn_to_check_are_judged_by_their_weights_alone(
    session: Session, weeks: dict[str, Path]
) -> None:
    known = labels_of(weeks["third"], 3, rows=600, start=3, drift=0.2, labeled=1.0)
    session.perform(FeedFile(str(weeks["third"])))
    labeled = shown(session)["limits"][0]["rows"]
    session.perform(DrawRows(30))
    drawn = shown(session)["drawn"]
    assert drawn["limits"][0]["needed_if_broken"] > 0
    content = bytes(session.perform(ExportDrawnRows()).columns[0].values).decode()
    lines = list(csv.DictReader(content.splitlines()))
    assert len(lines) == drawn["rows"]
    answered = weeks["mail"].parent / "answered.csv"
    with answered.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["row", "label"])
        writer.writerows([line["row"], known[line["row"]]] for line in lines)
    session.perform(ImportLabels(str(answered)))
    view = shown(session)
    assert view["drawn"]["labeled"] == drawn["rows"]
    assert view["drawn"]["next"] is None
    # They were not drawn evenly, so the limits over time and a repair do not count them.
    assert view["limits"][0]["rows"] == labeled


def test_later_labels_are_joined_by_their_identifiers(
    session: Session, weeks: dict[str, Path]
) -> None:
    folder = weeks["mail"].parent
    known = labels_of(weeks["first"], 1, rows=500, start=1, labeled=1.0)
    session.perform(FeedFile(str(weeks["first"])))
    before = shown(session)["labeled"]
    later = folder / "labels.csv"
    with later.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "kind"])
        writer.writerows(known.items())
    session.perform(FeedFile(str(later)))
    view = shown(session)
    assert (view["rows"], view["labeled"]) == (500, 500)
    assert before < 500
    assert len(view["files"]) == 1
    assert view["notes"]
    later.write_text("id,kind\nnobody,ham\n")
    with raises("unknown-row"):
        session.perform(FeedFile(str(later)))
    later.write_text("id,kind\nw1-1,eggs\n")
    with raises("unknown-labels"):
        session.perform(FeedFile(str(later)))


@pytest.mark.parametrize("path", ["", " " * 100_000, "a" * 5000, "~nobody/rows.csv", "rows\0.csv"])
def test_what_no_file_is_called_is_refused(session: Session, path: str) -> None:
    with raises("file-missing"):
        session.perform(FeedFile(path))


def test_columns_can_be_chosen_and_bad_files_are_refused(
    session: Session, weeks: dict[str, Path]
) -> None:
    session.perform(FeedFile(str(weeks["first"])))
    session.perform(SetFedColumns(0, label="", identifier="id", time=""))
    view = shown(session)
    assert view["labeled"] == 0
    assert view["times"][-1] == ""
    with raises("unknown-file"):
        session.perform(SetFedColumns(3))
    with raises("file-missing"):
        session.perform(FeedFile("nowhere.csv"))
    other = weeks["mail"].parent / "other.csv"
    other.write_text("a,b\n1,2\n")
    with raises("column-missing"):
        session.perform(FeedFile(str(other)))
    back = weeks["mail"].parent / "clock.csv"
    back.write_text("id,date,text,kind\n1,2026-05-02,prize cash,spam\n2,2026-05-01,lunch,ham\n")
    session.perform(FeedFile(str(back)))
    assert shown(session)["files"][1]["notes"]
    back.write_text("id,date,text,kind\n1,2026-05-02,prize cash,ham\n")
    fresh = Session(load(str(weeks["mail"]), label="kind", text="text"))
    fresh.perform(OpenUse())
    assert "use" not in fresh.view().values
    with raises("room-closed"):
        fresh.perform(FeedFile(str(back)))


def test_a_model_without_limits_is_refused_and_a_saved_one_can_be_used(
    weeks: dict[str, Path], session: Session
) -> None:
    plain = Session(load(str(weeks["mail"]), label="kind", text="text"))
    plain.perform(OpenMatrix())
    plain.perform(OpenUse())
    assert "use" not in plain.view().values
    with raises("no-want"):
        plain.perform(PutInUse())
    path = weeks["mail"].parent / "mail.skops"
    path.write_bytes(session.perform(ExportVersion(0)).columns[0].values.tobytes())
    plain.perform(PutInUse(path=str(path)))
    plain.perform(FeedFile(str(weeks["first"])))
    session.perform(FeedFile(str(weeks["first"])))
    mine, theirs = shown(session)["limits"], shown(plain)["limits"]
    assert mine == theirs


def test_actions_survive_the_log_and_models_of_the_workbench_have_fingerprints(
    session: Session, weeks: dict[str, Path]
) -> None:
    action = FeedFile(str(weeks["first"]))
    assert action_of(plain_action(action)) == action
    path = weeks["mail"].parent / "model.skops"
    path.write_bytes(session.perform(ExportModel(0)).columns[0].values.tobytes())
    prints = Fingerprint.in_story(read_model(path).story)
    assert prints is not None
    assert [each.kind for each in prints.columns] == ["length", "unknown words"]
    assert prints.scores is not None
    assert np.sum(prints.classes) == np.sum(prints.scores) == sum(prints.columns[0].counts)


def test_a_project_replays_what_happened_and_gives_its_versions_away(
    weeks: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, options = tmp_path / "mail.steer", {"label": "kind", "text": "text"}
    mail = load(str(weeks["mail"]), **options)  # type: ignore[arg-type]
    live = project_session(path, Origin(mail, str(weeks["mail"]), options))
    for action in (OpenMatrix(), AskWant("fpr <= 10%"), OpenUse(), FeedFile(str(weeks["third"]))):
        live.perform(action)
    live.perform(DrawRows(3, even=True))
    live.perform(LabelRow(shown(live)["drawn"]["next"]["row"], "ham"))
    with raises("file-missing"):
        live.perform(ImportLabels(str(tmp_path)))
    with raises("version-without-repair"):
        live.perform(ExportVersion(0, "html"))
    live.perform(RepairModel(0))
    expected = shown(live)
    assert live.log is not None
    live.log.store.close()
    again = replayed_project(path, Task())
    assert again.replayed.differences == ()
    assert shown(again.session) == expected
    main_status(["models", "list", str(path), "--json", "-"])
    listed = json.loads(capsys.readouterr().out)
    assert [(each["version"], each["in_use"]) for each in listed] == [(1, False), (2, True)]
    main_status(["models", "add", str(tmp_path / "kept"), str(path)])
    versions = ModelVersions(tmp_path / "kept")
    assert versions.current().number == 2
    assert versions.current().story["promises"] == expected["versions"][1]["guarantees"]


def main_status(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 0
