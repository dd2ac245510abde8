"""`steersman watch`, `show`, and the verdicts of `evaluate`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from steersman import Monitor, load_model
from steersman.learn.files import read_model


@pytest.fixture(scope="module")
def model(cli: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return cli.steered_mail(tmp_path_factory.mktemp("model"))


def drifted(table: Path, out: Path, rows: int = 300) -> Path:
    """The same mail with ham that looks like spam, under new identifiers."""
    frame = pd.read_csv(table).head(rows)
    frame.loc[frame["kind"] == "ham", ["links", "caps"]] += 3.0
    frame["id"] = [f"d{row}" for row in range(len(frame))]
    frame.to_csv(out, index=False)
    return out


def report_of(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def test_rows_that_break_the_limit_end_with_status_5_once_in_the_log(
    cli: Any, model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = cli.mail_table(tmp_path / "good.csv", seed=5)
    bad, log = drifted(good, tmp_path / "bad.csv"), tmp_path / "promise.db"
    noted = tmp_path / "noted.json"
    program = "import sys; open(sys.argv[1], 'a').write(sys.stdin.read())"
    hook = f'"{sys.executable}" -c "{program}" "{noted}"'
    watch = ("watch", model, "--log", log, "--json", "-", "--on-broken", hook)
    capsys.readouterr()
    assert cli.status_of(*watch, good) == 0
    first = report_of(capsys)
    assert first["state"] != "broken"
    assert (first["rows"], first["labeled"]) == (300, 300)
    assert not noted.exists()
    assert cli.status_of(*watch, bad) == 5
    second = report_of(capsys)
    (bound,) = second["bounds"]
    assert bound["state"] == "broken"
    assert 300 < bound["broken_since"] <= 600
    assert bound["broken_id"] == f"d{bound['broken_since'] - 301}"
    assert json.loads(noted.read_text()) == second
    # The same rows again change nothing, and the command has been run already.
    assert cli.status_of(*watch, bad) == 5
    again = report_of(capsys)
    assert again["rows"] == 600
    assert again["bounds"] == second["bounds"]
    assert json.loads(noted.read_text()) == second


def test_the_log_says_what_the_library_says(
    cli: Any, model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = cli.mail_table(tmp_path / "new.csv", seed=6)
    frame = pd.read_csv(table)
    first, rest = tmp_path / "first.csv", tmp_path / "rest.csv"
    frame[:120].drop(columns="kind").to_csv(first, index=False)
    frame.to_csv(rest, index=False)
    capsys.readouterr()
    log = ("--log", tmp_path / "promise.db", "--json", "-")
    assert cli.status_of("watch", model, first, *log) == 0
    assert report_of(capsys)["labeled"] == 0
    cli.status_of("watch", model, rest, *log)
    monitor = Monitor(read_model(model))
    monitor.update(frame, frame["kind"], ids=frame["id"])
    assert report_of(capsys) == monitor.report.values()


def test_a_file_without_identifiers_is_counted_once(
    cli: Any, model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = cli.mail_table(tmp_path / "new.csv", rows=40, seed=7)
    pd.read_csv(table).drop(columns="id").to_csv(table, index=False)
    capsys.readouterr()
    for _ in range(2):
        cli.status_of("watch", model, table, "--log", tmp_path / "promise.db", "--json", "-")
        assert report_of(capsys)["rows"] == 40


def test_a_command_that_cannot_start_or_be_read_is_said(
    cli: Any, model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = drifted(cli.mail_table(tmp_path / "good.csv", seed=5), tmp_path / "bad.csv")
    assert cli.status_of("watch", model, bad, "--on-broken", "no-such-program now") == 5
    assert "no-such-program" in capsys.readouterr().out
    assert cli.refusal("watch", model, bad, "--on-broken", 'say "hi').code == "bad-command"


def test_evaluate_judges_the_limits_of_the_model(
    cli: Any, model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = cli.mail_table(tmp_path / "good.csv", seed=5)
    bad, few = drifted(good, tmp_path / "bad.csv"), tmp_path / "few.csv"
    pd.read_csv(good).head(8).to_csv(few, index=False)
    capsys.readouterr()
    for table, verdicts, status in (
        (good, {"kept", "too few rows"}, 0),
        (bad, {"broken"}, 5),
        (few, {"too few rows"}, 0),
    ):
        assert cli.status_of("evaluate", model, table, "--json", "-") == status
        (found,) = report_of(capsys)["want"]
        assert found["verdict"] in verdicts
        frame = pd.read_csv(table)
        ham = load_model(model).predict(frame[frame["kind"] == "ham"])
        assert found["value"] == pytest.approx(np.mean(ham == "spam"))
        assert found["limits"][0] <= found["value"] <= found["limits"][1]


def test_show_gives_the_facts_of_a_model(
    cli: Any, model: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert cli.status_of("show", model, "--json", "-") == 0
    said = capsys.readouterr()
    facts = json.loads(said.out)
    assert facts["want"] == "fpr <= 10%"
    assert facts["classes"] == ["ham", "spam"]
    assert facts["columns"] == ["links", "caps", "port"]
    assert (facts["label_column"], facts["id_column"]) == ("kind", "id")
    assert "fpr <= 10%" in said.err


def test_rows_without_labels_show_a_shift_of_the_predictions(
    cli: Any, model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = drifted(cli.mail_table(tmp_path / "good.csv", seed=5), tmp_path / "bad.csv")
    pd.read_csv(bad).drop(columns="kind").to_csv(bad, index=False)
    capsys.readouterr()
    assert cli.status_of("watch", model, bad, "--json", "-") == 0
    report = report_of(capsys)
    assert report["labeled"] == 0
    shifts = {shift["about"]: shift for shift in report["shifts"]}
    assert set(shifts) == {"score", "spam", "links", "caps", "port"}
    assert shifts["score"]["shifted_since"]
    assert shifts["links"]["shifted_since"]
    assert shifts["links"]["now"] != shifts["links"]["before"]
    assert shifts["port"]["shifted_since"] is None


def test_predicting_rows_that_shifted_says_so(
    cli: Any, model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = cli.mail_table(tmp_path / "good.csv", seed=5)
    bad = drifted(good, tmp_path / "bad.csv")
    said = {}
    for table in (good, bad):
        assert cli.status_of("predict", model, table, "--out", tmp_path / "said.csv") == 0
        said[table] = "Shift shown at row" in capsys.readouterr().err
    assert said == {good: False, bad: True}
