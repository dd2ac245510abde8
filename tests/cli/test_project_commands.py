from __future__ import annotations

import json
from pathlib import Path

import pytest

from steersman.data import load
from steersman.learn.files import read_model
from steersman.session.matrix.actions import AskWant, OpenMatrix
from steersman.session.plane.actions import MoveKnob
from steersman.session.project.actions import WriteNote
from steersman.session.storage.project import Origin, project_session


@pytest.fixture
def project(cli, tmp_path: Path) -> Path:
    """A project on a table of mail, steered once."""
    table = cli.mail_table(tmp_path / "mail.csv")
    origin = Origin(load(table, label="kind", id="id"), str(table), {"label": "kind", "id": "id"})
    session = project_session(tmp_path / "mail.steer", origin)
    session.perform(MoveKnob("alpha", 0.3))
    session.perform(WriteNote("a good start", 1))
    session.perform(OpenMatrix())
    session.perform(AskWant("fp <= 3"))
    session.log.store.close()
    return tmp_path / "mail.steer"


def test_replay_saves_the_model_and_its_figures(cli, project, tmp_path, capsys) -> None:
    out, figures = tmp_path / "model.skops", tmp_path / "figures.json"
    assert cli.status_of("replay", project, "--out", out, "--json", figures) == 0
    told = json.loads(figures.read_text())
    assert told["differences"] == []
    assert told["entries"] == 4
    assert told["matrix"]["fp"] <= 3
    assert read_model(out).story["holdout"] == told["matrix"]["matrix"]
    recall = json.loads(figures.read_text())["validation"]["recall"]
    said = capsys.readouterr().out
    assert "4 steps" in said
    assert f"{recall:.4f}" in said
    plane = tmp_path / "plane.skops"
    assert cli.status_of("replay", project, "--quick", "--model", "plane", "--out", plane) == 0
    assert read_model(plane).story["model"] == "plane"


def test_a_project_is_done_again_on_other_data(cli, project, tmp_path) -> None:
    other = cli.mail_table(tmp_path / "other.csv", rows=200, seed=9)
    figures = tmp_path / "figures.json"
    arguments = ("--data", other, "--label", "kind", "--json", figures)
    assert cli.status_of("replay", project, *arguments) == 0
    assert np_sum(json.loads(figures.read_text())["matrix"]["matrix"]) < 80


def np_sum(rows: list[list[int]]) -> int:
    return sum(sum(row) for row in rows)


def test_projects_are_exported_imported_listed_and_read(cli, project, tmp_path, capsys) -> None:
    out = tmp_path / "out.steer"
    assert cli.status_of("project", "export", project, out, "--with-data") == 0
    assert cli.status_of("project", "export", project, out) == 2
    (tmp_path / "mail.csv").unlink()
    assert cli.status_of("project", "import", out) == 0
    target = capsys.readouterr().out.split("--project ")[-1].strip().replace("\n", "")
    assert cli.status_of("replay", target) == 0
    assert cli.status_of("project", "list") == 0
    assert "mail" in capsys.readouterr().out
    assert cli.status_of("project", "notes", target) == 0
    assert "alpha 0.3\n    a good start\n" in capsys.readouterr().out


def test_a_file_that_is_no_project_is_one_sentence(cli, tmp_path, capsys) -> None:
    path = cli.mail_table(tmp_path / "mail.csv")
    error = cli.refusal("replay", path)
    assert error.code == "project-invalid"
    assert capsys.readouterr().err == f"steersman: {error}\n"
