"""Every bad file on every command: one sentence and the right status, and nothing is lost."""

from __future__ import annotations

import gzip
import inspect
import json
from collections.abc import Callable
from dataclasses import fields
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from steersman.cli import app
from steersman.data.files import lines
from steersman.data.read_options import ReadOptions
from steersman.learn.files import read_model

LOGISTIC = ("--model", "logistic", "--want", "fpr <= 40%")


@pytest.fixture(scope="module")
def rows(cli: Any, tmp_path_factory: pytest.TempPathFactory) -> pd.DataFrame:
    path = cli.mail_table(tmp_path_factory.mktemp("rows") / "mail.csv", rows=120)
    return pd.read_csv(path).drop(columns="id")


@pytest.fixture(scope="module")
def model(cli: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return cli.steered_mail(tmp_path_factory.mktemp("model"))


def told(cli: Any, capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """The status of a command, its output and its errors, which are no traceback."""
    capsys.readouterr()
    status = cli.status_of(*arguments)
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return status, out, err


def refused(cli: Any, capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[str, dict]:
    """The code and fields of the error that ends a command with one sentence and no output."""
    capsys.readouterr()
    error = cli.refusal(*arguments)
    out, err = capsys.readouterr()
    assert (out, err.strip().count("\n")) == ("", 0)
    return error.code, dict(error.fields)


def written(path: Path, frame: pd.DataFrame, **how: object) -> Path:
    frame.to_csv(path, index=False, **how)
    return path


def test_all_commands_that_read_files_take_the_same_options() -> None:
    families = [each.typer_instance for each in app.registered_groups]
    commands = {
        each.name or each.callback.__name__: each.callback
        for family in families
        for each in family.registered_commands
    }
    file = {"format", "encoding", "delimiter", "decimal", "header", "sheet"}
    table = file | {"label", "text", "role", "separator", "missing_labels", "merge_labels"}
    table |= {"positive", "rename_class", "missing_numbers", "zeros_missing", "vector"}
    table |= {"text_columns", "missing_categories", "missing_dates"}
    renamed = {"role": "roles", "rename_class": "rename_classes", "vector": "vectors"}
    assert {renamed.get(each, each) for each in table} | {"id", "drop"} == {
        each.name for each in fields(ReadOptions)
    }
    of_tables = dict.fromkeys(("serve", "steer", "compare", "replay"), table)
    for name, options in (of_tables | {"predict": file, "evaluate": file}).items():
        taken = inspect.signature(commands[name]).parameters
        assert options <= set(taken), name
        assert "reading" not in taken


def test_decimal_commas_are_numbers_for_every_command(
    cli: Any, rows: pd.DataFrame, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small = rows.assign(links=(rows["links"].abs() / 100).round(3))
    plain = written(tmp_path / "plain.csv", small)
    quoted = tmp_path / "quoted.csv"
    commas = small.astype({"links": str, "caps": str})
    commas = commas.assign(
        links=commas["links"].str.replace(".", ","), caps=commas["caps"].str.replace(".", ",")
    )
    written(quoted, commas)
    semicolons = written(tmp_path / "semicolons.csv", commas, sep=";")
    predictions = set()
    for learned in (plain, quoted, semicolons):
        out = tmp_path / f"{learned.stem}.skops"
        steer = ("steer", learned, "--label", "kind", *LOGISTIC, "--out", out)
        status, said, _ = told(cli, capsys, *steer)
        assert status == 0
        assert ("'links', 'caps'" in said) is (learned is not plain)
        for table in (plain, quoted, semicolons):
            status, said, _ = told(cli, capsys, "predict", out, table)
            assert status == 0
            predictions.add(said)
    assert len(predictions) == 1


def test_a_comma_that_may_be_either_is_said_and_can_be_decided(
    cli: Any, rows: pd.DataFrame, model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    thousands = [f"{value:,.0f}" for value in 1000 + rows["links"].abs() * 1000]
    table = written(tmp_path / "t.csv", rows.assign(links=thousands))
    steer = ("steer", table, "--label", "kind", *LOGISTIC)
    _, said, _ = told(cli, capsys, *steer)
    assert "--decimal" in said
    assert f" {thousands[0].replace(',', '')}" in said
    _, said, _ = told(cli, capsys, *steer, "--decimal", ",")
    assert f" {thousands[0].replace(',', '.')}" in said
    ambiguous = {"column": "links", "row": 1, "file": "t.csv"}
    assert refused(cli, capsys, "predict", model, table) == ("number-ambiguous", ambiguous)
    as_fractions = told(cli, capsys, "predict", model, table, "--decimal", ",")
    as_thousands = told(cli, capsys, "predict", model, table, "--decimal", ".")
    assert as_fractions[0] == as_thousands[0] == 0
    assert as_fractions[1] != as_thousands[1]
    unknown = refused(cli, capsys, "predict", model, table, "--decimal", ";")
    assert unknown == ("decimal-unknown", {"came": ";"})


def test_rows_without_a_label_are_left_out_or_refused(
    cli: Any, rows: pd.DataFrame, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    holes = rows.assign(kind=rows["kind"].where(np.arange(len(rows)) % 10 != 3, " "))
    table, out, facts = (
        written(tmp_path / "t.csv", holes),
        tmp_path / "m.skops",
        tmp_path / "f.json",
    )
    note = "12 of 120 rows"
    steer = ("steer", table, "--label", "kind", *LOGISTIC, "--out", out, "--json", facts)
    status, said, _ = told(cli, capsys, *steer)
    assert (status, note in said) == (0, True)
    assert sum(json.loads(facts.read_text())["rows"].values()) == 108
    status, said, _ = told(cli, capsys, "evaluate", out, table, "--json", facts)
    assert (status, note in said) == (0, True)
    assert np.sum(json.loads(facts.read_text())["matrix"]) == 108
    assert told(cli, capsys, "predict", out, table)[1].count("\n") == 121
    status, said, err = told(
        cli, capsys, "compare", table, "--label", "kind", "--models", "logistic", "--folds", "2"
    )
    assert (status, note in err) == (0, True)
    for command in (("steer", *LOGISTIC), ("compare",), ("serve", "--no-open")):
        asked = (command[0], table, "--label", "kind", "--missing-labels", "refuse", *command[1:])
        assert refused(cli, capsys, *asked) == ("label-missing", {"row": 4})
    none = written(tmp_path / "none.csv", rows.assign(kind=""))
    assert cli.refusal("steer", none, "--label", "kind", *LOGISTIC).code == "label-column-empty"
    assert cli.refusal("evaluate", out, none).code == "empty-label"


def test_labels_that_differ_by_a_space_are_shown_and_merged(
    cli: Any, rows: pd.DataFrame, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spaced = np.where(np.arange(len(rows)) % 2, rows["kind"] + " ", rows["kind"].str.title())
    table, plain = written(tmp_path / "t.csv", rows.assign(kind=spaced)), tmp_path / "plain.csv"
    written(plain, rows)
    out = tmp_path / "m.skops"
    assert cli.refusal("steer", table, "--label", "kind", *LOGISTIC).code == "class-needed"
    said, err = capsys.readouterr()
    assert "'Ham', 'Spam', 'ham␣', 'spam␣'" in err
    assert "--merge-labels" in said
    steer = ("steer", table, "--label", "kind", "--merge-labels", *LOGISTIC, "--out", out)
    status, said, _ = told(cli, capsys, *steer)
    assert status == 0
    for labeled in (table, plain):
        status, said, _ = told(cli, capsys, "evaluate", out, labeled)
        assert (status, "120 rows" in said) == (0, True)
    learned = tmp_path / "plain.skops"
    assert told(cli, capsys, "steer", plain, "--label", "kind", *LOGISTIC, "--out", learned)[0] == 0
    code, about = refused(cli, capsys, "evaluate", learned, table)
    assert (code, about["labels"]) == ("unknown-labels", ["Ham", "Spam", "ham ", "spam "])
    assert told(cli, capsys, "evaluate", learned, table, "--merge-labels")[0] == 0


def test_a_text_without_a_header_is_steered_predicted_and_measured_with_its_first_row(
    cli: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    frame = pd.read_csv(cli.text_table(tmp_path / "texts.csv"))[["kind", "subject"]]
    table, out = tmp_path / "t.txt", tmp_path / "m.skops"
    written(table, frame, sep="\t", header=False)
    status, _, _ = told(cli, capsys, "steer", table, *LOGISTIC, "--out", out)
    assert status == 0
    assert told(cli, capsys, "predict", out, table)[1].count("\n") == 151
    assert "150 rows" in told(cli, capsys, "evaluate", out, table)[1]
    error = cli.refusal("steer", table, "--label", "kind", *LOGISTIC)
    assert (error.code, error.fields["column"]) == ("column-missing", "kind")
    numbers = tmp_path / "numbers.csv"
    numbers.write_text("1.5,2\n3,4\n5,2\n")
    error = cli.refusal("steer", numbers, *LOGISTIC)
    assert error.code == "label-column-missing"
    named = ("--header", "--label", str(frame["kind"][0]))
    assert told(cli, capsys, "steer", table, *named, *LOGISTIC)[0] == 0


BAD: dict[str, tuple[bytes, str, dict[str, object]]] = {
    "cut.csv.gz": (
        gzip.compress(b"links,caps,port,kind\n1,2,Rome,ham\n" * 900)[:-9],
        "gzip-damaged",
        {},
    ),
    "plain.csv.gz": (b"links,caps,port,kind\n1,2,Rome,ham\n", "gzip-damaged", {}),
    "zero.csv": (b"links,caps,port,kind\n1,2,Ro\0me,ham\n", "zero-bytes", {"line": 2}),
    "empty.csv": (b"", "file-empty", {}),
    "blank.csv": (b"\n\n\n", "file-without-rows", {}),
    "names.csv": (b"links,caps,port,kind\n", "file-without-rows", {}),
    "ragged.csv": (
        b"links,caps,port,kind\n1,2,Rome,ham\n1,2\n",
        "row-ragged",
        {"line": 3, "came": 2, "expected": 4},
    ),
    "quote.csv": (b'links,caps,port,kind\n1,2,"Rome,ham\n', "quotes-malformed", {"line": 2}),
    "twice.csv": (
        b"links,links,port,kind\n1,2,Rome,ham\n",
        "column-repeated",
        {"columns": ("links",)},
    ),
    "odd.csv": (
        b'"li\nnks",caps,"p,ort",kind\n1,2,Rome,ham\n2,3,Oslo,spam\n',
        "column-missing",
        {"column": "links", "columns": ("li\nnks", "caps", "p,ort", "kind")},
    ),
    "infinite.csv": (
        b"links,caps,port,kind\n1,2,Rome,ham\n1e999,2,Rome,spam\n",
        "value-not-finite",
        {"column": "links", "row": 2},
    ),
    "words.csv": (
        b"links,caps,port,kind\n1,2,R,ham\n2,2,R,spam\nmany,2,R,ham\n",
        "value-not-a-number",
        {"column": "links", "row": 3},
    ),
    "twice.jsonl": (
        b'{"links": 1, "links": 2, "caps": 1, "port": "x", "kind": "y"}\n',
        "json-name-repeated",
        {"name": "links"},
    ),
    "cut.jsonl": (
        b'{"links": 1, "caps": 1, "port": "x", "kind": "y"}\n{"links": ',
        "json-invalid",
        {"place": "line 2"},
    ),
    "list.jsonl": (b"[1, 2]\n", "json-not-an-object", {"place": "object 1"}),
    "notes.doc": (b"links,caps,port,kind\n1,2,Rome,ham\n", "format-undetected", {}),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_one_sentence_and_status_2_for_every_command(
    cli: Any, name: str, model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content, code, about = BAD[name]
    table = tmp_path / name
    table.write_bytes(content)
    label = "links" if name == "odd.csv" else "kind"
    for command in (
        ("steer", table, "--label", label, *LOGISTIC),
        ("predict", model, table, "--out", tmp_path / "out.csv"),
        ("evaluate", model, table, "--json", tmp_path / "out.json"),
        ("serve", table, "--label", label, "--no-open"),
        ("compare", table, "--label", label, "--models", "logistic"),
    ):
        found, fields = refused(cli, capsys, *command)
        assert found == code, command
        assert {each: fields.get(each) for each in about} == about
        assert list(tmp_path.iterdir()) == [table]


def test_a_place_that_cannot_be_written_to_is_said_before_the_work_begins(
    cli: Any, rows: pd.DataFrame, model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, nowhere = written(tmp_path / "t.csv", rows), tmp_path / "no" / "such"
    steer = ("steer", table, "--label", "kind", *LOGISTIC)
    for command in (
        (*steer, "--out", nowhere / "m.skops"),
        (*steer, "--json", nowhere / "m.json"),
        (*steer, "--card", nowhere / "m.md"),
        ("predict", model, table, "--out", nowhere / "m.csv"),
        ("evaluate", model, table, "--json", nowhere / "m.json"),
        ("compare", table, "--label", "kind", "--json", nowhere / "m.json"),
    ):
        assert refused(cli, capsys, *command)[0] == "folder-missing"
    assert refused(cli, capsys, *steer, "--out", tmp_path)[0] == "not-a-file"
    status, _, err = told(cli, capsys, "reproduce", "spam-filter", "--out", table)
    assert (status, str(table) in err) == (2, True)


def test_words_and_columns_that_the_model_has_not_seen_are_said(
    cli: Any, rows: pd.DataFrame, model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ports = np.where(np.arange(len(rows)) % 4, rows["port"], "Orléans")
    table, out = written(tmp_path / "t.csv", rows.assign(port=ports, more=1)), tmp_path / "out.csv"
    for arguments in ((), ("--out", out)):
        status, _, err = told(cli, capsys, "predict", model, table, *arguments)
        assert status == 0
        assert all(part in err for part in ("30 of 120", "'port'", "'Orléans'"))
    status, _, err = told(cli, capsys, "predict", model, written(table, rows))
    assert (status, err) == (0, "")
    error = cli.refusal("predict", model, written(table, rows.drop(columns="port")))
    assert (error.code, error.fields["column"]) == ("column-missing", "port")
    empty = written(table, rows.assign(port=""))
    assert "'port'" not in told(cli, capsys, "predict", model, empty)[2]


OTHER_TYPES: dict[str, Callable[[int], pa.Array]] = {
    "yes or no": lambda n: pa.array([True, False] * (n // 2)),
    "moments": lambda n: pa.array([datetime(2024, 1, 2)] * n),
    "days": lambda n: pa.array([date(2024, 1, 2)] * n),
    "times": lambda n: pa.array([time(1, 2)] * n),
    "spans": lambda n: pa.array([timedelta(1)] * n),
    "lists": lambda n: pa.array([[1, 2]] * n),
    "structs": lambda n: pa.array([{"a": 1}] * n),
    "nothing": lambda n: pa.nulls(n),
    "bytes": lambda n: pa.array([b"\xff"] * n),
    "decimals": lambda n: pa.array(range(n)).cast(pa.decimal128(30, 2)),
    "views": lambda n: pa.array(["1", "2"] * (n // 2)).cast(pa.string_view()),
    "codes": lambda n: pa.array(["1", "2"] * (n // 2)).dictionary_encode(),
    "large": lambda n: pa.array([2**63 + row for row in range(n)], pa.uint64()),
}


@pytest.fixture(scope="module")
def mixed(cli: Any, rows: pd.DataFrame, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A table with numbers, words, dates and text, and a model that has learned from it."""
    folder = tmp_path_factory.mktemp("mixed")
    frame = rows.head(60).assign(
        when=[f"2024-01-{1 + row % 28:02}" for row in range(60)],
        said=[f"many words about the number {row}" for row in range(60)],
    )
    out, table = folder / "m.skops", written(folder / "t.csv", frame)
    said = ("--label", "kind", "--role", "said=text", "--role", "port=category", *LOGISTIC)
    assert cli.status_of("steer", table, *said, "--out", out) in (0, 3)
    return frame, out


@pytest.mark.parametrize("kind", OTHER_TYPES)
def test_columns_of_other_types_are_read_or_refused_in_one_sentence(
    cli: Any, mixed: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    (frame, out), table = mixed, tmp_path / "t.parquet"
    plain = {each: pa.array(frame[each]) for each in frame}
    for name in ("links", "port", "when", "said", "kind"):
        parquet.write_table(pa.table({**plain, name: OTHER_TYPES[kind](60)}), table)
        steer = ("steer", table, "--label", "kind", "--role", "said=leave", *LOGISTIC)
        for command in (
            ("evaluate" if name == "kind" else "predict", out, table),
            *([steer] if name in ("links", "kind") else []),
        ):
            status, _, err = told(cli, capsys, *command)
            assert status in (0, 2, 3)
            assert (status == 2) is ("steersman: " in err), (name, command[0], err)
            # Other values may also be a shift, which is noted behind.
            told_lines = [line for line in err.splitlines() if "shift shown" not in line.lower()]
            assert len(told_lines) <= 1, err


SPOILT = st.binary(max_size=40) | st.sampled_from(
    [
        b'"',
        b"\r",
        b"\0",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b",,,,",
        b"\n\n",
        b"1e999",
        "é".encode("cp1252"),
    ]
)


@settings(max_examples=20)
@given(spoilt=SPOILT, part=st.floats(0, 1), cut=st.booleans(), packed=st.booleans())
def test_a_file_spoilt_anywhere_is_read_or_refused_in_one_sentence_by_every_command(
    cli: Any,
    rows: pd.DataFrame,
    model: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    spoilt: bytes,
    part: float,
    cut: bool,
    packed: bool,
) -> None:
    content = rows.head(30).to_csv(index=False).encode()
    content = gzip.compress(content) if packed else content
    place = round(part * len(content))
    table = tmp_path / ("t.csv.gz" if packed else "t.csv")
    table.write_bytes(content[:place] + spoilt + (b"" if cut else content[place:]))
    for command in (
        ("steer", table, "--label", "kind", *LOGISTIC),
        ("predict", model, table),
        ("evaluate", model, table),
    ):
        status, _, err = told(cli, capsys, *command)
        assert status in (0, 2, 3), err
        refusals = [line for line in err.splitlines() if line.startswith("steersman: ")]
        assert len(refusals) == (status == 2)
        assert all(line.startswith(("steersman: ", "Note: ")) for line in err.splitlines()), err


def test_the_python_lines_of_a_command_read_the_file_in_the_same_way(
    cli: Any, rows: pd.DataFrame, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = rows.assign(
        links=[f"{1 + abs(value):.3f}".replace(".", ",") for value in rows["links"]],
        kind=np.where(np.arange(len(rows)) % 2, rows["kind"] + " ", rows["kind"]),
    )
    odd.loc[::9, "kind"] = None
    table, out, facts = tmp_path / "t.dat", tmp_path / "m.skops", tmp_path / "f.json"
    written(table, odd.replace({"Rome": "Orléans"}), header=False, sep="|", encoding="latin-1")
    said = ("--format", "csv", "--decimal", ",", "--no-header", "--label", "column 4")
    status, out_text, _ = told(
        cli,
        capsys,
        "steer",
        table,
        *said,
        "--merge-labels",
        *LOGISTIC,
        "--out",
        out,
        "--json",
        facts,
    )
    assert (status, "14 of 120 rows" in out_text) == (0, True)
    space: dict[str, Any] = {}
    exec(json.loads(facts.read_text())["python"], space)  # noqa: S102
    frame = pd.DataFrame(
        {f"column {place}": column for place, column in enumerate(odd.T.values, 1)}
    )
    saved = read_model(out).model
    assert space["model"].predict(frame).tolist() == saved.predict(frame).tolist()
    assert saved.predict_proba(frame)[0, 0] == space["model"].predict_proba(frame)[0, 0]
    assert "106 rows" in told(cli, capsys, "evaluate", out, table, *said)[1]


def test_a_file_that_changes_while_it_is_read_is_refused_by_every_command(
    cli: Any,
    rows: pd.DataFrame,
    model: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, out = written(tmp_path / "t.csv", rows), tmp_path / "out.csv"
    looked = lines.checked_text

    def then_grown(path: Path, *rest: Any, **more: Any) -> str:
        found = looked(path, *rest, **more)
        with path.open("a") as file:
            file.write("1,2,Rome,ham\n")
        return found

    monkeypatch.setattr("steersman.data.formats.registry.checked_text", then_grown)
    for command in (
        ("steer", table, "--label", "kind", *LOGISTIC, "--out", out),
        ("predict", model, table, "--out", out),
        ("evaluate", model, table),
        ("compare", table, "--label", "kind", "--models", "logistic"),
        ("serve", table, "--label", "kind", "--no-open"),
    ):
        changed = cli.refusal(*command)
        assert (changed.code, changed.fields) == ("file-changed", {"file": "t.csv"}), command
        assert list(tmp_path.iterdir()) == [table]
