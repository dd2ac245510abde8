"""`steersman predict`: any file, whole output."""

from __future__ import annotations

import csv
import gzip
import json
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier

from steersman import load_model
from steersman.data import raw_chunks
from steersman.learn.files import save_model


@pytest.fixture(scope="module")
def model(cli: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return cli.steered_mail(tmp_path_factory.mktemp("model"))


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_predictions_are_those_of_the_model(cli: Any, model: Path, tmp_path: Path) -> None:
    table, out = cli.mail_table(tmp_path / "new.csv", seed=5), tmp_path / "said.csv"
    assert cli.status_of("predict", model, table, "--out", out) == 0
    rows = rows_of(out)
    frame, loaded = pd.read_csv(table), load_model(model)
    assert list(rows[0]) == ["id", "predicted", "p(ham)", "p(spam)"]
    assert [row["id"] for row in rows] == frame["id"].tolist()
    assert [row["predicted"] for row in rows] == loaded.predict(frame).tolist()
    shares = [[float(row["p(ham)"]), float(row["p(spam)"])] for row in rows]
    np.testing.assert_allclose(shares, loaded.predict_proba(frame), atol=1e-5)


def test_reasons_name_what_counts_most_for_each_row(cli: Any, model: Path, tmp_path: Path) -> None:
    table, out = cli.mail_table(tmp_path / "new.csv", seed=5), tmp_path / "said.csv"
    assert cli.status_of("predict", model, table, "--reasons", "2", "--out", out) == 0
    rows = rows_of(out)
    columns = set(load_model(model)[0].columns)
    for row in rows:
        told = [each.rpartition(" ") for each in row["reasons"].split(", ")]
        assert 1 <= len(told) <= 2
        assert {name.removeprefix("without ") for name, _, _ in told} <= columns
        sizes = [abs(float(part)) for _, _, part in told]
        assert sizes == sorted(sizes, reverse=True)


def test_without_a_file_the_predictions_go_to_the_standard_output(
    cli: Any, model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "new.csv"
    table.write_text("port,caps,links,extra\nRome,2,3.5,x\nMars,0,0,y\n")
    assert cli.status_of("predict", model, table) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "row,predicted,p(ham),p(spam)"
    assert [line.split(",")[:2] for line in lines[1:]] == [["1", "spam"], ["2", "ham"]]


def test_rows_come_in_on_the_standard_input(
    cli: Any, model: Path, tmp_path: Path, capsys, monkeypatch
) -> None:
    table = cli.mail_table(tmp_path / "new.csv", seed=5)
    assert cli.status_of("predict", model, table) == 0
    from_a_file = capsys.readouterr().out
    lines = "".join(json.dumps(row) + "\n" for row in pd.read_csv(table).to_dict("records"))
    for content, format in ((table.read_bytes(), ()), (lines.encode(), ("--format", "jsonl"))):
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(content)))
        assert cli.status_of("predict", model, "-", *format) == 0
        assert capsys.readouterr().out == from_a_file
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"port,caps\nRome,2\n")))
    assert cli.refusal("predict", model, "-").code == "column-missing"


def test_a_sign_that_the_numbers_no_longer_have_is_reported(
    cli: Any, tmp_path: Path, capsys
) -> None:
    frame = pd.read_csv(cli.mail_table(tmp_path / "mail.csv"))
    shares = (10 * frame["links"]).round(1)
    table, model = tmp_path / "signed.csv", tmp_path / "m.skops"
    frame.assign(share=shares.map("{} %".format)).to_csv(table, index=False)
    wanted = ("--label", "kind", "--want", "fpr <= 10%", "--model", "logistic")
    assert cli.status_of("steer", table, *wanted, "--out", model) == 0
    capsys.readouterr()
    assert cli.status_of("predict", model, table) == 0
    signed = capsys.readouterr()
    assert signed.err == ""
    frame.assign(share=shares).to_csv(tmp_path / "plain.csv", index=False)
    frame.assign(share=shares).to_parquet(tmp_path / "plain.parquet")
    for name in ("plain.csv", "plain.parquet"):
        assert cli.status_of("predict", model, tmp_path / name) == 0
        plain = capsys.readouterr()
        assert plain.out == signed.out
        assert "'share'" in plain.err
    frame.assign(share="many").to_csv(tmp_path / "words.csv", index=False)
    error = cli.refusal("predict", model, tmp_path / "words.csv")
    assert (error.code, error.fields["column"]) == ("value-not-a-number", "share")


def written(frame: pd.DataFrame, path: Path) -> Path:
    if path.suffix == ".parquet":
        frame.to_parquet(path)
    elif path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in frame.to_dict("records")))
    elif path.suffix == ".gz":
        path.write_bytes(gzip.compress(frame.to_csv(index=False).encode()))
    else:
        frame.to_csv(path, index=False, sep="\t" if path.suffix == ".tsv" else ";")
    return path


@pytest.mark.parametrize(
    "name", ["new.parquet", "new.jsonl", "new.csv.gz", "new.tsv", "semicolons.csv"]
)
def test_every_kind_of_file_gives_the_same_predictions(
    cli: Any, name: str, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And however few rows are held at a time."""
    plain, out, again = cli.mail_table(tmp_path / "p.csv", 50), tmp_path / "a", tmp_path / "b"
    assert cli.status_of("predict", model, plain, "--out", out) == 0
    monkeypatch.setattr(raw_chunks.raw_chunks, "__defaults__", ((), 7, None))
    other = written(pd.read_csv(plain), tmp_path / name)
    assert cli.status_of("predict", model, other, "--out", again) == 0
    assert out.read_text() == again.read_text()


def test_a_number_that_turns_fractional_after_many_rows_is_read(
    cli: Any, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Types come from the model, not from the first block of the file."""
    monkeypatch.setattr("steersman.data.arrow.delimited_text.SMALL_BLOCK_BYTES", 4096)
    table, out = tmp_path / "new.csv", tmp_path / "out.csv"
    table.write_text("links,caps,port\n" + "1,2,Rome\n" * 2000 + "1.5,2.25,Oslo\n")
    assert cli.status_of("predict", model, table, "--out", out) == 0
    assert len(rows_of(out)) == 2001


def test_a_fault_far_into_the_file_leaves_no_output(cli: Any, model: Path, tmp_path: Path) -> None:
    table, out = tmp_path / "new.csv", tmp_path / "out.csv"
    out.write_text("what was there")
    table.write_text("links,caps,port\n" + "1,2,Rome\n" * 5000 + "many,2,Oslo\n")
    error = cli.refusal("predict", model, table, "--out", out)
    assert error.code == "value-not-a-number"
    assert error.fields == {"column": "links", "row": 5001, "file": "new.csv"}
    assert out.read_text() == "what was there"
    assert sorted(tmp_path.iterdir()) == [table, out]


def test_a_file_that_is_no_model_is_said(cli: Any, tmp_path: Path) -> None:
    table = cli.mail_table(tmp_path / "mail.csv", 10)
    assert cli.refusal("predict", table, table).code == "not-a-model"
    assert cli.refusal("predict", tmp_path / "none.skops", table).code == "unreadable-model"


def test_a_model_that_starts_from_features_is_refused(cli: Any, tmp_path: Path) -> None:
    save_model(LogisticRegression().fit([[0.0], [1.0]], [0, 1]), tmp_path / "m.skops")
    table = cli.mail_table(tmp_path / "a.csv", 10)
    assert cli.refusal("predict", tmp_path / "m.skops", table).code == "no-raw-features"


def test_a_model_without_probabilities_gives_classes_alone(
    cli: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, out = cli.text_table(tmp_path / "mail.csv", 60), tmp_path / "m.skops"
    wanted = ("--label", "kind", "--text", "subject", "--want", "fpr <= 40%", "--model", "svm")
    assert cli.status_of("steer", table, *wanted, "--out", out) == 0
    capsys.readouterr()
    assert cli.status_of("predict", out, table) == 0
    assert capsys.readouterr().out.splitlines()[0] == "row,predicted"


def test_a_model_with_a_type_that_is_not_trusted_is_refused_by_name(
    cli: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stranger = KNeighborsClassifier(1, algorithm="ball_tree").fit([[0.0], [1.0]], [0, 1])
    types = ["sklearn.neighbors._ball_tree.BallTree"]
    save_model(stranger, tmp_path / "m.skops", trusted=types)
    error = cli.refusal("predict", tmp_path / "m.skops", cli.mail_table(tmp_path / "a.csv"))
    assert (error.code, error.fields["types"]) == ("untrusted-types", types)
    assert capsys.readouterr().err.strip().count("\n") == 0


def test_a_json_list_is_learned_from_predicted_and_evaluated_like_a_table(
    cli: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, rows = cli.mail_table(tmp_path / "mail.csv"), tmp_path / "mail.json"
    pd.read_csv(table).to_json(rows, orient="records", indent=2)
    told = ("--label", "kind", "--want", "fpr <= 10%", "--model", "logistic", "--out")
    said = []
    for file in (table, rows):
        out = tmp_path / f"{file.suffix[1:]}.skops"
        assert cli.status_of("steer", file, *told, out) == 0
        capsys.readouterr()
        assert cli.status_of("predict", out, file) == 0
        said.append(capsys.readouterr().out)
        assert cli.status_of("evaluate", out, file) == 0
        said.append(capsys.readouterr().out.replace(file.name, "the file"))
    assert said[:2] == said[2:]


def test_a_command_loads_no_compiler_and_no_estimator_that_the_model_lacks(
    cli: Any, model: Path, tmp_path: Path
) -> None:
    table, out = cli.mail_table(tmp_path / "new.csv", seed=5), tmp_path / "said.csv"
    script = f"""
import sys
from pathlib import Path
from steersman.cli.quick_skops import import_skops
import_skops()
from steersman.cli.predict import predict_file
from steersman.learn.files import predicted_chunks, read_model
next(predicted_chunks(read_model({str(model)!r}), {str(table)!r}))
unused = {{"numba", "sklearn.gaussian_process", "steersman.learn.jobs", "steersman.session"}}
unused |= {{"scipy.stats", "scipy.interpolate", "scipy.integrate", "numpy.f2py", "polars"}}
assert not unused & set(sys.modules), unused & set(sys.modules)
predict_file(Path({str(model)!r}), {str(table)!r}, Path({str(out)!r}))
"""
    # In a process of its own, as this one has loaded everything.
    subprocess.run([sys.executable, "-c", script], check=True)
    assert [row["predicted"] for row in rows_of(out)] == load_model(model).predict(
        pd.read_csv(table)
    ).tolist()


def test_skops_trusts_the_same_functions_when_it_is_imported_for_a_command() -> None:
    names = "from skops.io import _trusted_types as t; print(t.SCIPY_UFUNC_TYPE_NAMES, "
    names += "t.NUMPY_UFUNC_TYPE_NAMES, t.SKLEARN_INTERNAL_TYPE_NAMES)"
    quick = "from steersman.cli.quick_skops import import_skops; import_skops(); "
    said = [
        subprocess.run([sys.executable, "-c", begin + names], check=True, capture_output=True)
        for begin in ("", quick)
    ]
    assert said[0].stdout == said[1].stdout
    assert b"scipy.special._ufuncs." in said[0].stdout
