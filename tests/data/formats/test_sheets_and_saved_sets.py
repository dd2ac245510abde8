"""Excel workbooks and Hugging Face data sets on disk, and how reading them is told and stopped."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from threading import Event
from xml.sax.saxutils import escape
from zipfile import ZipFile

import pyarrow as pa
import pytest
from pyarrow import ipc
from tests.errors import raises

from steersman.data import load, sniff
from steersman.data.formats import excel
from steersman.data.raw_chunks import raw_chunks
from steersman.data.raw_tables import raw_table
from steersman.errors import Cancelled

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
EPOCH = datetime(1899, 12, 30)


def cell(value: object) -> str:
    """A cell of a sheet; dates are numbers with the second style."""
    if value is None:
        return "<c/>"
    if isinstance(value, bool):
        return f'<c t="b"><v>{int(value)}</v></c>'
    if isinstance(value, datetime):
        return f'<c s="1"><v>{(value - EPOCH).total_seconds() / 86400}</v></c>'
    if isinstance(value, str):
        return f'<c t="inlineStr"><is><t>{escape(value)}</t></is></c>'
    return f"<c><v>{value}</v></c>"


def write_workbook(path: Path, sheets: dict[str, list[list[object]]]) -> Path:
    """The smallest workbook that spreadsheet programs open."""
    listed, related = [], []
    with ZipFile(path, "w") as book:
        for number, (name, rows) in enumerate(sheets.items(), start=1):
            listed.append(f'<sheet name="{name}" sheetId="{number}" r:id="r{number}"/>')
            target = f'Target="worksheets/sheet{number}.xml"'
            related.append(f'<Relationship Id="r{number}" Type="{OFFICE}/worksheet" {target}/>')
            lines = "".join(f"<row>{''.join(map(cell, row))}</row>" for row in rows)
            sheet = f'<worksheet xmlns="{MAIN}"><sheetData>{lines}</sheetData></worksheet>'
            book.writestr(f"xl/worksheets/sheet{number}.xml", sheet)
        related.append(f'<Relationship Id="s" Type="{OFFICE}/styles" Target="styles.xml"/>')
        styles = '<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs>'
        book.writestr("xl/styles.xml", f'<styleSheet xmlns="{MAIN}">{styles}</styleSheet>')
        book.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{"".join(listed)}</sheets>'
            "</workbook>",
        )
        relations = f'<Relationships xmlns="{RELATIONS}">{"".join(related)}</Relationships>'
        book.writestr("xl/_rels/workbook.xml.rels", relations)
        top = f'<Relationship Id="b" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
        book.writestr("_rels/.rels", f'<Relationships xmlns="{RELATIONS}">{top}</Relationships>')
        book.writestr("[Content_Types].xml", f'<Types xmlns="{TYPES}"></Types>')
    return path


BOATS: list[list[object]] = [
    ["length", "sailed", "wet", "port", "class"],
    [9.5, datetime(2020, 5, 1, 6), True, "Oslo", "sloop"],
    [12, datetime(2021, 5, 1), False, "Rome & Ostia", "ketch"],
    [None, datetime(2022, 5, 1), True, None, "sloop"],
]


def test_a_sheet_is_a_table_like_any_other(tmp_path: Path) -> None:
    path = write_workbook(tmp_path / "boats.xlsx", {"boats": BOATS, "notes": [["x"]]})
    sketch = sniff(path)
    kinds = [column.kind for column in sketch.columns]
    assert kinds == ["number", "date", "boolean", "category", "category"]
    assert sketch.findings[0].code == "sheets-several"
    dataset = load(path)
    assert dataset.y.tolist() == ["sloop", "ketch", "sloop"]
    assert dataset.X.toarray()[:, 0].tolist() == [9.5, 12, 10.75]
    hours = dataset.feature_names.index("sailed hour")
    assert dataset.X.toarray()[:, hours].tolist() == [6, 0, 0]
    assert "port=Rome & Ostia" in dataset.feature_names
    assert raw_table(str(path)).dates == ("sailed",)
    assert [len(chunk.frame) for chunk in raw_chunks(str(path), ["port"], rows=2)] == [2, 1]


def test_a_sheet_can_be_named_and_need_not_name_its_columns(tmp_path: Path) -> None:
    sheets = {"other": [["z"]], "bare": [[1, "a"], [2, "b"], [3, "a"]]}
    path = write_workbook(tmp_path / "boats.xlsx", sheets)
    dataset = load(path, sheet="bare", header=False, label="column 2")
    assert dataset.X.tolist() == [[1], [2], [3]]
    with raises("sheet-missing", file="boats.xlsx", sheet="none"):
        load(path, sheet="none")


def test_a_sheet_without_names_keeps_its_first_row(tmp_path: Path) -> None:
    rows = [[f"{row}.5", ("sloop", "ketch")[row % 2]] for row in range(6)]
    path = write_workbook(tmp_path / "boats.xlsx", {"all": rows})
    dataset = load(path, label="column 2")
    assert (dataset.n_rows, dataset.y.tolist()) == (6, [row[1] for row in rows])
    assert "--header" in dataset.provenance.notes[0]
    sketch = sniff(path)
    assert (sketch.header, sketch.rows) == (False, 6)
    assert "header-missing" in [finding.code for finding in sketch.findings]
    assert load(path, label="sloop", header=True).n_rows == 5
    assert raw_table(str(path), label="column 2").read_options.header is False


def test_a_column_of_numbers_and_words_is_one_of_words(tmp_path: Path) -> None:
    rows = [["code", "class"], [7, "x"], ["b", "y"], [True, "x"], ["c", "y"]]
    dataset = load(write_workbook(tmp_path / "codes.xlsx", {"s": rows}), label="class")
    assert dataset.feature_names == ("code=7", "code=True", "code=b", "code=c")


def test_what_is_no_workbook_is_said(tmp_path: Path) -> None:
    path = tmp_path / "boats.xlsx"
    path.write_text("length,class\n1,x\n")
    with raises("file-malformed", file="boats.xlsx"):
        load(path)
    with raises("file-empty", file="boats.xlsx"):
        load(write_workbook(path, {"s": []}))


def test_the_extra_is_named_where_it_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_workbook(tmp_path / "boats.xlsx", {"boats": BOATS})
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    with raises("package-missing", package="python-calamine"):
        load(path)


def save_part(folder: Path, rows: range) -> None:
    """A split as `save_to_disk` writes it, in two files."""
    folder.mkdir(parents=True)
    files = []
    for number, half in enumerate((rows[: len(rows) // 2], rows[len(rows) // 2 :])):
        table = pa.table(
            {
                "text": [f"the crew of boat number {row} sings about the sea" for row in half],
                "label": pa.array([row % 2 for row in half], pa.int64()),
                "tags": pa.array([[row % 3] for row in half], pa.list_(pa.int64())),
            }
        )
        name = f"data-{number:05d}-of-00002.arrow"
        with ipc.new_stream(folder / name, table.schema) as stream:
            stream.write_table(table)
        files.append({"filename": name})
    (folder / "state.json").write_text(json.dumps({"_data_files": files, "_split": folder.name}))
    label = {"names": ["calm", "storm"], "_type": "ClassLabel"}
    topic = {"names": ["a", "b", "c"], "_type": "ClassLabel"}
    features = {"label": label, "tags": {"feature": topic, "_type": "Sequence"}}
    (folder / "dataset_info.json").write_text(json.dumps({"features": features}))


@pytest.fixture
def songs(tmp_path: Path) -> Path:
    folder = tmp_path / "songs"
    parts = {"train": range(12), "validation": range(12, 16), "test": range(16, 24)}
    for name, rows in (parts | {"unsupervised": range(30, 40)}).items():
        save_part(folder / name, rows)
    (folder / "dataset_dict.json").write_text(json.dumps({"splits": [*parts, "unsupervised"]}))
    return folder


def test_the_splits_of_a_saved_set_are_the_published_split(songs: Path) -> None:
    sketch = sniff(songs)
    assert (sketch.kind, sketch.rows) == ("hugging-face", 24)
    assert sketch.column("split").role == "split"
    dataset = load(songs, text="text")
    assert dataset.classes == ("calm", "storm")
    assert dataset.y.tolist() == ["calm", "storm"] * 12
    assert dataset.split.tolist() == ["train"] * 12 + [""] * 4 + ["test"] * 8
    assert "11" in dataset.feature_names
    assert "20" not in dataset.feature_names
    assert load(songs, label="tags", text="text").classes == ("a", "b", "c")
    assert raw_table(str(songs)).split.tolist()[12:16] == ["validation"] * 4


def test_one_split_of_a_saved_set_is_a_data_set(songs: Path) -> None:
    dataset = load(songs / "test", text="text")
    assert (dataset.n_rows, dataset.split) == (8, None)


@pytest.mark.parametrize(
    ("file", "content", "code", "fields"),
    [
        (
            "train/data-00000-of-00002.arrow",
            None,
            "file-missing",
            {"folder": "train", "files": ("data-00000-of-00002.arrow",)},
        ),
        (
            "train/data-00000-of-00002.arrow",
            "x" * 99,
            "file-malformed",
            {"file": "data-00000-of-00002.arrow"},
        ),
        ("train/state.json", "{", "file-malformed", {"file": "state.json"}),
        ("train/state.json", "{}", "file-missing", {"folder": "train", "files": ()}),
        ("dataset_dict.json", "[]", "splits-missing", {"folder": "songs"}),
    ],
)
def test_a_damaged_set_is_named(
    songs: Path, file: str, content: str | None, code: str, fields: dict[str, object]
) -> None:
    (songs / file).unlink()
    if content is not None:
        (songs / file).write_text(content)
    with raises(code, **fields):
        load(songs)


def test_folders_of_text_and_svmlight_are_sniffed(tmp_path: Path) -> None:
    for kind in ("ham", "spam"):
        (tmp_path / "mail" / kind).mkdir(parents=True)
        for number in range(3):
            (tmp_path / "mail" / kind / f"{number}.txt").write_text(f"{kind} number {number}")
    sketch = sniff(tmp_path / "mail")
    assert (sketch.kind, sketch.rows) == ("folder", 6)
    assert sketch.column("label").balance == {"ham": 3, "spam": 3}
    rows = tmp_path / "rows.svm"
    rows.write_text("1 1:0.5 3:2\n-1 2:1\n1 3:1 # a comment\n")
    sketch = sniff(rows)
    assert sketch.column("label").balance == {"1": 2, "-1": 1}
    assert (sketch.rows, sketch.rows_exact) == (3, True)


def after(times: int) -> Callable[[], bool]:
    """Says no so many times, then yes."""
    asked = iter(range(times + 1))
    return lambda: next(asked, times) >= times


@pytest.mark.parametrize("name", ["many.svm", "many.svm.gz", "many.arff", "many.xlsx"])
def test_files_read_by_other_packages_go_forward_and_can_be_stopped(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, rows = tmp_path / name, [[n, n % 7, n % 2] for n in range(300)]
    if name.endswith("xlsx"):
        write_workbook(path, {"s": [["a", "b", "kind"], *rows]})
    elif name.endswith("arff"):
        head = "@relation r\n@attribute a numeric\n@attribute b numeric\n@attribute kind {0,1}\n"
        path.write_text(f"{head}@data\n" + "".join(f"{a},{b},{k}\n" for a, b, k in rows))
    else:
        lines = "".join(f"{k} 1:{a} 2:{b}\n" for a, b, k in rows).encode()
        path.write_bytes(gzip.compress(lines) if name.endswith("gz") else lines)
    for module in (
        "files.lines.LINES_TOLD",
        "formats.svmlight.LINES_TOLD",
        "formats.excel.ROWS_TOLD",
    ):
        monkeypatch.setattr(f"steersman.data.{module}", 20)
    told: list[float] = []
    said = {} if "svm" in name else {"label": "kind"}
    dataset = load(path, progress=lambda _, part: told.append(part), **said)
    X = dataset.X.toarray() if dataset.is_sparse else dataset.X
    assert X[:, :2].tolist() == [row[:2] for row in rows]
    assert dataset.y.astype(str).tolist() == [str(row[2]) for row in rows]
    assert told == sorted(told)
    assert len(told) > 15
    for moment in (1, 4, 8, 12):
        with pytest.raises(Cancelled):
            load(path, cancelled=after(moment), **said)


def test_a_sheet_that_nobody_waits_for_is_left_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, done = write_workbook(tmp_path / "s.xlsx", {"s": [["a", "kind"], [1, 2]]}), Event()
    monkeypatch.setattr(excel, "opened_sheet", lambda *_: done.wait(30))
    with pytest.raises(Cancelled):
        load(path, label="kind", cancelled=after(4))
    done.set()
