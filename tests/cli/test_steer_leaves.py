"""What `steersman steer` leaves behind besides the model: cards, lines, ONNX, MLflow."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from steersman import load_model
from steersman.learn.export.model_card import NOT_TURNED
from steersman.learn.files import read_model

LOGISTIC = ("--label", "kind", "--model", "logistic", "--want", "fp <= 1", "--seed", "7")


@pytest.fixture
def mail(cli: Any, tmp_path: Path) -> Path:
    return cli.mail_table(tmp_path / "mail.csv")


def test_a_card_tells_the_whole_story_in_both_formats(cli: Any, mail: Path, tmp_path: Path) -> None:
    facts = tmp_path / "facts.json"
    for name in ("card.md", "card.html"):
        card = tmp_path / name
        assert cli.status_of("steer", mail, *LOGISTIC, "--card", card, "--json", facts) == 0
    told = json.loads(facts.read_text())
    text = (tmp_path / "card.md").read_text()
    for part in ("Data", "Want", "Guarantee", "Frontier", "Knobs", "History", "The same in Python"):
        assert f"## {part}\n" in text
    assert "`fp <= 1`" in text
    for when in ("before", "after", "tested"):
        for name, counts in zip(told["classes"], told[when]):
            assert f"| {name} | {' | '.join(map(str, counts))} |" in text
    page = (tmp_path / "card.html").read_text()
    assert '<h2 id="frontier">Frontier</h2>\n<p><svg ' in page
    before, after = np.array(told["before"]), np.array(told["after"])
    for when, matrix in (("before", before), ("after", after)):
        said = f"{when}: {matrix[0, 1]} false positives and {matrix[1, 0]} false negatives"
        assert said in page
    assert "<script" not in page


def test_the_card_of_a_model_that_met_the_want_at_once_has_no_knob(
    cli: Any, mail: Path, tmp_path: Path
) -> None:
    card = tmp_path / "card.md"
    asked = ("--label", "kind", "--want", "fp <= 300", "--model", "logistic", "--card", card)
    assert cli.status_of("steer", mail, *asked, "--objective", "keep") == 0
    assert f"## Knobs\n{NOT_TURNED}\n" in card.read_text()


def test_the_python_lines_make_the_same_model(cli: Any, mail: Path, tmp_path: Path) -> None:
    out = tmp_path / "m.skops"
    options = ("--delimiter", ";", "--role", "port=category")
    table = cli.mail_table(tmp_path / "other.csv", delimiter=";")
    for source, more in ((mail, ()), (table, options)):
        assert cli.status_of("steer", source, *LOGISTIC, *more, "--out", out) == 0
        space: dict[str, Any] = {}
        exec(str(read_model(out).story["python"]), space)  # noqa: S102
        frame = pd.read_csv(source, sep=";" if more else ",")
        saved = load_model(out)
        assert space["model"].predict(frame).tolist() == saved.predict(frame).tolist()
        np.testing.assert_array_equal(
            space["model"].predict_proba(frame), saved.predict_proba(frame)
        )


def test_a_promise_stands_on_the_card(cli: Any, mail: Path, tmp_path: Path) -> None:
    card = tmp_path / "card.md"
    arguments = ("--label", "kind", "--model", "logistic", "--want", "fpr <= 40%")
    assert cli.status_of("steer", mail, *arguments, "--confidence", "0.9", "--card", card) == 0
    text = card.read_text()
    assert "(90% confidence)" in text
    assert "None: what is said here" not in text


def test_the_numeric_part_leaves_as_onnx(cli: Any, mail: Path, tmp_path: Path) -> None:
    onnxruntime = pytest.importorskip("onnxruntime", reason="the extra onnx is not installed")
    pytest.importorskip("onnx", reason="the extra onnx is not installed")
    out, onnx = tmp_path / "m.skops", tmp_path / "m.onnx"
    assert cli.status_of("steer", mail, *LOGISTIC, "--out", out, "--onnx", onnx) == 0
    model, frame = load_model(out), pd.read_csv(mail)
    running = onnxruntime.InferenceSession(onnx, providers=["CPUExecutionProvider"])
    (label,) = running.run(["label"], {"features": model[:-1].transform(frame)})
    assert label.tolist() == model.predict(frame).tolist()


@pytest.mark.filterwarnings("ignore")
def test_a_run_is_logged_to_mlflow(cli: Any, mail: Path, tmp_path: Path, monkeypatch) -> None:
    mlflow = pytest.importorskip("mlflow", reason="the extra mlflow is not installed")
    monkeypatch.delenv("MLFLOW_ALLOW_FILE_STORE", raising=False)
    uri, out = str(tmp_path / "runs"), tmp_path / "m.skops"
    assert cli.status_of("steer", mail, *LOGISTIC, "--out", out, "--mlflow", uri) == 0
    client = mlflow.MlflowClient(tracking_uri=uri)
    experiment = client.get_experiment_by_name("steersman")
    (run,) = client.search_runs([experiment.experiment_id])
    assert run.data.params["want"] == "fp <= 1"
    assert run.data.metrics["met"] == 1.0
    assert run.data.metrics["after ham called spam"] <= 1
    kept = {file.path for file in client.list_artifacts(run.info.run_id)}
    assert kept == {"card.md", "story.json", "m.skops"}


def test_a_place_that_mlflow_cannot_use_is_told_before_the_work_begins(
    cli: Any, mail: Path, tmp_path: Path, capsys
) -> None:
    pytest.importorskip("mlflow", reason="the extra mlflow is not installed")
    out = tmp_path / "m.skops"
    assert cli.status_of("steer", mail, *LOGISTIC, "--out", out, "--mlflow", "ftp://x") == 2
    told = capsys.readouterr().err
    assert told.startswith("steersman: MLflow at ftp://x cannot be used: ")
    assert told.count("\n") == 1
    assert not out.exists()


@pytest.mark.parametrize(
    ("option", "module", "sentence"),
    [
        ("--onnx", "onnx", "pip install 'steersman[onnx]'"),
        ("--mlflow", "mlflow", "pip install 'steersman[mlflow]'"),
    ],
)
def test_a_missing_extra_is_named_before_the_work_begins(
    cli: Any, mail: Path, tmp_path: Path, capsys, monkeypatch, option, module, sentence
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    assert cli.status_of("steer", mail, *LOGISTIC, option, tmp_path / "x") == 2
    assert sentence in capsys.readouterr().err


def test_a_card_of_another_kind_is_refused_before_the_work_begins(
    cli: Any, mail: Path, tmp_path: Path
) -> None:
    refusal = cli.refusal("steer", mail, *LOGISTIC, "--card", tmp_path / "card.pdf")
    assert refusal.code == "bad-suffix"


def test_a_model_that_cannot_be_exported_to_onnx_is_saved_all_the_same(
    cli: Any, mail: Path, tmp_path: Path, capsys
) -> None:
    pytest.importorskip("onnx", reason="the extra onnx is not installed")
    out = tmp_path / "m.skops"
    arguments = ("--label", "kind", "--model", "neighbors", "--want", "fp <= 40")
    assert cli.status_of("steer", mail, *arguments, "--out", out, "--onnx", tmp_path / "x") == 2
    said = capsys.readouterr()
    assert str(out) in said.out
    assert "ONNX" in said.err
    assert out.exists()
