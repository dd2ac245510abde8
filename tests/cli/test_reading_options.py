"""Files as they really come: other encodings, no header, several labels, splits, a full disk."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from steersman.learn.files import read_model

LOGISTIC = ("--model", "logistic", "--want", "fpr <= 25%")


def mail(cli: Any, folder: Path) -> pd.DataFrame:
    return pd.read_csv(cli.mail_table(folder / "plain.csv"))


def test_a_model_remembers_how_its_file_was_read(
    cli: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    frame = mail(cli, tmp_path).replace({"Rome": "Orléans", "Oslo": "Tromsø"})
    western, modern, out = (tmp_path / name for name in ("w.csv", "m.csv", "m.skops"))
    frame.to_csv(western, sep=";", encoding="latin-1", index=False, header=False)
    frame.to_csv(modern, index=False, header=False)
    told = ("--label", "column 5", "--encoding", "latin-1", "--delimiter", ";", "--no-header")
    assert cli.status_of("steer", western, *told, *LOGISTIC, "--out", out) == 0
    for file in (western, modern):
        assert cli.status_of("predict", out, file, "--out", tmp_path / f"{file.stem}.out") == 0
        assert cli.status_of("evaluate", out, file) == 0
        assert "300 rows" in capsys.readouterr().out
    assert (tmp_path / "w.out").read_text() == (tmp_path / "m.out").read_text()
    columns = read_model(out).model.steps[0][1]
    assert (columns.numbers, columns.words) == (["column 2", "column 3"], ["column 4"])


def test_without_the_options_each_fault_is_one_sentence(
    cli: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    frame = mail(cli, tmp_path).replace({"Rome": "Orléans"})
    table = tmp_path / "w.csv"
    frame.to_csv(table, sep=";", encoding="latin-1", index=False)
    assert cli.refusal("steer", table, "--encoding", "ascii", *LOGISTIC).code == "not-decodable"
    options = ("--encoding", "latin-1", "--label", "kind")
    for more, code in (
        (("--role", "links"), "role-malformed"),
        (("--role", "links=big"), "role-unknown"),
    ):
        assert cli.refusal("steer", table, *options, *more, *LOGISTIC).code == code
    error = cli.refusal("steer", table, *options, "--positive", "eggs", *LOGISTIC)
    assert (error.code, error.fields["file"]) == ("class-missing", "w.csv")


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-16"])
def test_a_file_that_is_not_utf_8_is_steered_on_predicted_and_measured_like_one_that_is(
    cli: Any, tmp_path: Path, encoding: str, capsys: pytest.CaptureFixture[str]
) -> None:
    frame = mail(cli, tmp_path).replace({"Rome": "Orléans"})
    plain, foreign = tmp_path / "plain.csv", tmp_path / "foreign.csv"
    frame.to_csv(plain, index=False)
    frame.to_csv(foreign, index=False, encoding=encoding)
    told, compared = [], []
    for learned in (plain, foreign):
        out = tmp_path / f"{learned.stem}.skops"
        assert cli.status_of("steer", learned, "--label", "kind", "--out", out, *LOGISTIC) == 0
        for table in (plain, foreign):
            capsys.readouterr()
            assert cli.status_of("predict", out, table) == 0
            assert cli.status_of("evaluate", out, table) == 0
            told.append(capsys.readouterr().out)
        told_of_models = ("--models", "logistic", "--folds", "3", "--label", "kind")
        assert cli.status_of("compare", learned, *told_of_models) == 0
        compared.append(capsys.readouterr().out)
    assert len(set(told)) == len(set(compared)) == 1


def test_the_positive_class_is_the_one_that_is_named(cli: Any, tmp_path: Path) -> None:
    table, facts = cli.mail_table(tmp_path / "mail.csv"), tmp_path / "f.json"
    wanted = ("--label", "kind", "--model", "logistic", "--want", "fp <= 1")
    for positive, cell in (("spam", (0, 1)), ("ham", (1, 0))):
        cli.status_of("steer", table, *wanted, "--positive", positive, "--json", facts)
        after = np.array(json.loads(facts.read_text())["after"])
        assert after[cell] <= 1 < after[cell[::-1]]


@pytest.mark.parametrize("several", [False, True])
def test_one_class_against_the_others_is_steered_and_evaluated(
    cli: Any, tmp_path: Path, several: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    frame = mail(cli, tmp_path)
    odd = np.arange(len(frame)) % 3 == 0
    frame["kind"] = np.where(odd & (frame["kind"] == "ham"), "news", frame["kind"])
    if several:
        frame["kind"] = np.where(odd, frame["kind"] + "; big", frame["kind"])
    table, out, facts = (tmp_path / name for name in ("t.csv", "m.skops", "f.json"))
    frame.to_csv(table, index=False)
    more = ("--separator", ";") if several else ()
    told = ("--label", "kind", "--positive", "spam", *more, *LOGISTIC)
    assert cli.status_of("steer", table, *told, "--out", out, "--json", facts) == 0
    assert json.loads(facts.read_text())["classes"] == ["not spam", "spam"]
    capsys.readouterr()
    assert cli.status_of("evaluate", out, table, "--json", facts) == 0
    matrix = np.array(json.loads(facts.read_text())["matrix"])
    assert matrix.sum(axis=1).tolist() == [180, 120]
    if several:
        joined = ("--label", "kind", "--separator", ";")
        assert cli.refusal("steer", table, *joined, *LOGISTIC).code == "labels-several"


@pytest.mark.parametrize("parts", [("train", "test"), ("train", "validation", "test")])
def test_published_splits_are_honored(cli: Any, tmp_path: Path, parts: tuple[str, ...]) -> None:
    frame = mail(cli, tmp_path)
    frame["split"] = np.resize(parts, len(frame))
    frame.to_csv(tmp_path / "t.csv", index=False)
    facts = tmp_path / "f.json"
    told = ("--label", "kind", *LOGISTIC, "--json", facts)
    assert cli.status_of("steer", tmp_path / "t.csv", *told) == 0
    rows = json.loads(facts.read_text())["rows"]
    assert rows["test"] == (frame["split"] == "test").sum()
    if "validation" in parts:
        assert rows["holdout"] == (frame["split"] == "validation").sum()
    assert sum(rows.values()) == len(frame)


LIMITED = """
import resource, sys
from steersman.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))
main(sys.argv[1:])
"""


def test_a_full_disk_is_one_sentence_and_leaves_what_was_there(cli: Any, tmp_path: Path) -> None:
    model = cli.steered_mail(tmp_path)
    out = tmp_path / "out.csv"
    out.write_text("old")
    before = sorted(tmp_path.iterdir())
    predict = ["predict", str(model), str(tmp_path / "mail.csv")]
    limited = [sys.executable, "-c", LIMITED, *predict, "--out", str(out)]
    done = subprocess.run(limited, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.strip().count("\n") == 0
    assert "out.csv" in done.stderr
    assert out.read_text() == "old"
    assert sorted(tmp_path.iterdir()) == before
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "steersman", *predict]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert os.strerror(errno.ENOSPC) in done.stderr
    assert "Traceback" not in done.stderr


def test_the_class_to_catch_is_suggested_said_and_remembered(
    cli: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    frame = mail(cli, tmp_path)
    frame["kind"] = np.where(frame["kind"] == "spam", 2, 1)
    table, out, facts = (tmp_path / name for name in ("t.csv", "m.skops", "f.json"))
    frame.to_csv(table, index=False)
    names = ("--rename-class", "2=junk mail", "--rename-class", "1=mail")
    told = ("--label", "kind", *names, *LOGISTIC, "--out", out, "--json", facts)
    assert cli.status_of("steer", table, *told) == 0
    assert "junk mail" in capsys.readouterr().out
    assert json.loads(facts.read_text())["positive"] == "junk mail"
    assert cli.status_of("evaluate", out, table, "--json", facts) == 0
    measured = json.loads(facts.read_text())
    assert (measured["positive"], measured["classes"]) == ("junk mail", ["junk mail", "mail"])
    assert np.sum(measured["matrix"], axis=1).tolist() == [120, 180]
    assert cli.status_of("evaluate", out, table, "--positive", "mail", "--json", facts) == 0
    assert json.loads(facts.read_text())["positive"] == "mail"
    assert cli.refusal("evaluate", out, table, "--positive", "eggs").code == "class-missing"
    odd = ("--label", "kind", "--rename-class", "2", *LOGISTIC)
    assert cli.refusal("steer", table, *odd).code == "class-name-malformed"


def test_no_option_is_given_unless_it_was_said(cli: Any, tmp_path: Path) -> None:
    """Named data refuses options about its columns, so none may be made up."""
    out = tmp_path / "tumors.skops"
    assert cli.status_of("steer", "breast-cancer", *LOGISTIC, "--out", out) == 0
    zeros = ("--zeros-missing", "links", "--zeros-missing", "caps")
    table = cli.mail_table(tmp_path / "mail.csv")
    assert cli.status_of("steer", table, "--label", "kind", *zeros, *LOGISTIC, "--out", out) == 0
