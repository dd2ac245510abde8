from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest


def test_models_are_compared_printed_and_reported(
    cli: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, out, facts = cli.mail_table(tmp_path / "mail.csv"), tmp_path / "r.html", tmp_path / "f"
    asked = ("--label", "kind", "--models", "logistic,neighbors", "--steered",
             "logistic: fpr <= 20%", "--folds", "3", "--out", out, "--json", facts)  # fmt: skip
    assert cli.status_of("compare", table, *asked) == 0
    told = json.loads(facts.read_text())
    assert [model["name"] for model in told["models"]] == [
        "logistic", "neighbors", "logistic: fpr <= 20%",
    ]  # fmt: skip
    assert len(told["pairs"]) == 3
    printed = capsys.readouterr().out
    accuracy = told["models"][0]["overall"]["accuracy"]
    assert f"{accuracy['value']:.3f} ({accuracy['low']:.3f} to {accuracy['high']:.3f})" in printed
    assert "logistic / neighbors" in printed
    assert str(out) in printed
    assert "300 rows" in out.read_text()


def test_pairs_are_tested_by_the_measure_that_is_named(
    cli: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, facts = cli.mail_table(tmp_path / "mail.csv"), tmp_path / "f"
    asked = ("--label", "kind", "--folds", "3", "--measure", "f1_weighted", "--json", facts)
    assert cli.status_of("compare", table, *asked) == 0
    (pair,) = json.loads(facts.read_text())["pairs"]
    assert pair["by_measure"]["test"] == "permutation"
    printed = capsys.readouterr().out
    assert "permutation p" in printed
    assert f"{pair['by_measure']['difference']:+.3f}" in printed


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (("--models", "oracle"), "unknown-model"),
        (("--models", ","), "no-models"),
        (("--steered", "logistic"), "want-missing"),
        (("--steered", "logistic: fp << 3"), "number-expected"),
        (("--positive", "eggs"), "class-missing"),
    ],
)
def test_mistakes_are_one_sentence(
    cli: Any,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    asked: tuple[str, ...],
    code: str,
) -> None:
    table = cli.mail_table(tmp_path / "mail.csv", rows=40)
    assert cli.refusal("compare", table, "--label", "kind", *asked).code == code
    assert capsys.readouterr().err.startswith("steersman: ")


@pytest.mark.parametrize(
    ("option", "value"), [("--folds", "1"), ("--measure", "beauty"), ("--out", "r.pdf")]
)
def test_a_value_that_cannot_be_used_is_named(
    cli: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str, value: str
) -> None:
    table = cli.mail_table(tmp_path / "mail.csv", rows=40)
    assert cli.status_of("compare", table, "--label", "kind", option, value) == 2
    assert value in capsys.readouterr().err
