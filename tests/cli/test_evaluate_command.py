"""`steersman evaluate` against what scikit-learn and the library say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import confusion_matrix, precision_recall_fscore_support

from steersman import load_model
from steersman.evaluate import figures
from steersman.learn.files.predictions import class_codes


@pytest.fixture(scope="module")
def model(cli: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return cli.steered_mail(tmp_path_factory.mktemp("model"))


def test_the_figures_are_those_of_scikit_learn_and_the_library(
    cli: Any, model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, facts = cli.mail_table(tmp_path / "new.csv", seed=9), tmp_path / "f.json"
    assert cli.status_of("evaluate", model, table, "--json", facts) == 0
    frame = pd.read_csv(table)
    true, said = frame["kind"].to_numpy(str), load_model(model).predict(frame)
    told = json.loads(facts.read_text())
    np.testing.assert_array_equal(told["matrix"], confusion_matrix(true, said))
    ours = {figure["name"]: figure for figure in told["figures"]}
    theirs = precision_recall_fscore_support(true, said)
    for place, name in enumerate(("ham", "spam")):
        for measure, values in zip(("precision", "recall", "f1"), theirs):
            assert ours[f"{measure}({name})"]["value"] == pytest.approx(values[place])
    for figure in figures(true, said):
        if figure.name in ours:
            assert ours[figure.name] == vars(figure)
    assert len(ours) == 7
    printed = capsys.readouterr().out
    assert "300 rows" in printed
    assert f"Accuracy {ours['accuracy']['value']:.3f} (" in printed
    assert "…" not in printed


def test_rows_that_the_model_was_fitted_on_are_noticed(
    cli: Any, model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fitted = next(iter(model.parent.glob("*.csv")))
    fresh = cli.mail_table(tmp_path / "new.csv", seed=9)
    noted = {}
    for command in ("evaluate", "watch"):
        for table in (fitted, fresh):
            cli.status_of(command, model, table)
            noted[command, table] = "to fit the model" in capsys.readouterr().out
    assert noted == {
        (command, table): table is fitted
        for command in ("evaluate", "watch")
        for table in (fitted, fresh)
    }


def test_labels_that_the_model_does_not_know_are_named(
    cli: Any, model: Path, tmp_path: Path
) -> None:
    table = tmp_path / "new.csv"
    table.write_text("links,caps,port,kind\n1,2,Rome,ham\n1,2,Rome,Spam\n")
    error = cli.refusal("evaluate", model, table)
    assert (error.code, error.fields["labels"]) == ("unknown-labels", ["Spam"])


def test_a_file_without_the_label_is_said(
    cli: Any, model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "new.csv"
    table.write_text("links,caps,port,sort\n1,2,Rome,ham\n")
    assert cli.status_of("evaluate", model, table) == 2
    assert "'kind'" in capsys.readouterr().err
    assert cli.status_of("evaluate", model, table, "--label", "sort") == 0


@pytest.mark.parametrize(
    ("classes", "values"),
    [
        (np.array([0, 1]), ["1", "0", "1.0", 0]),
        (np.array([False, True]), ["True", "false", "1", False]),
        (np.array(["01", "1"]), ["1", "01", "1", "01"]),
    ],
)
def test_labels_are_read_as_the_model_learned_them(
    classes: np.ndarray, values: list[object]
) -> None:
    assert class_codes(values, classes, "kind", "rows").tolist() == [1, 0, 1, 0]
