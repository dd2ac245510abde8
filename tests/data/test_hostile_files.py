"""Files made to crash, hang or fill the memory of their reader: each ends in one sentence."""

from __future__ import annotations

import gzip
import os
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from steersman.data import load
from steersman.data.columns.affixes import split_affixes
from steersman.data.first_look.sniffing import sniff
from steersman.data.formats import excel
from steersman.errors import Cancelled, SteersmanError
from steersman.tasks import Task

SHEET = (
    '<?xml version="1.0"?>{entities}<worksheet xmlns="http://schemas.openxmlformats.org/'
    'spreadsheetml/2006/main"><sheetData>{rows}</sheetData></worksheet>'
)
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
RELATIONS = (
    f'<?xml version="1.0"?><Relationships xmlns="{PACKAGE}/relationships">'
    '<Relationship Id="rId1" Type="{kind}" Target="{target}"/></Relationships>'
)


def workbook(path: Path, rows: str, entities: str = "") -> Path:
    """An Excel file with one sheet of these rows."""
    with ZipFile(path, "w", ZIP_DEFLATED) as parts:
        parts.writestr(
            "[Content_Types].xml",
            f'<?xml version="1.0"?><Types xmlns="{PACKAGE}/content-types">'
            '<Default Extension="xml" ContentType="application/xml"/></Types>',
        )
        parts.writestr(
            "_rels/.rels",
            RELATIONS.format(kind=f"{OFFICE}/officeDocument", target="xl/workbook.xml"),
        )
        parts.writestr(
            "xl/workbook.xml",
            '<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/'
            f'2006/main" xmlns:r="{OFFICE}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/>'
            "</sheets></workbook>",
        )
        parts.writestr(
            "xl/_rels/workbook.xml.rels",
            RELATIONS.format(kind=f"{OFFICE}/worksheet", target="worksheets/sheet1.xml"),
        )
        parts.writestr("xl/worksheets/sheet1.xml", SHEET.format(entities=entities, rows=rows))
    return path


def cell(place: str, value: str = "1") -> str:
    row = "".join(filter(str.isdigit, place))
    return f'<row r="{row}"><c r="{place}"><v>{value}</v></c></row>'


def refusal(path: Path) -> SteersmanError:
    with pytest.raises(SteersmanError) as caught:
        load(path)
    return caught.value


@pytest.mark.parametrize(("opening", "closing"), [('{"a":', "}"), ("[", "]")])
def test_deep_json_is_refused(tmp_path: Path, opening: str, closing: str) -> None:
    path = tmp_path / "deep.jsonl"
    path.write_text('{"label":"x","a":' + opening * 50_000 + "1" + closing * 50_000 + "}")
    assert refusal(path).code == "json-invalid"


def test_many_brackets_in_a_text_are_no_depth(tmp_path: Path) -> None:
    path = tmp_path / "brackets.jsonl"
    rows = [f'{{"label": "{name}", "text": "{"[" * 900} boat {name}"}}' for name in "abab" * 5]
    path.write_text("\n".join(rows))
    assert load(path).classes == ("a", "b")


def test_a_cell_far_away_does_not_end_the_process(tmp_path: Path) -> None:
    path = workbook(tmp_path / "far.xlsx", cell("A1") + cell("XFD1048576"))
    assert refusal(path).code == "file-hostile"


def test_entities_of_a_sheet_are_not_expanded(tmp_path: Path) -> None:
    entities = '<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    words = '<row r="1"><c r="A1" t="inlineStr"><is><t>&b;</t></is></c></row>'
    path = workbook(tmp_path / "entities.xlsx", words, entities)
    assert refusal(path).code == "file-malformed"


def test_a_workbook_that_unpacks_to_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = workbook(tmp_path / "large.xlsx", cell("A1", "1" * 3_000_000))
    assert path.stat().st_size < 10_000
    monkeypatch.setattr(excel, "MOST_UNPACKED_BYTES", 2_000_000)
    assert refusal(path).code == "file-too-large"


def test_reading_a_workbook_can_be_cancelled_in_the_child(tmp_path: Path) -> None:
    path = workbook(tmp_path / "plain.xlsx", cell("A1"))
    with pytest.raises(Cancelled):
        excel.sheet_rows(path, None, Task(cancelled=lambda: True))


@pytest.mark.parametrize("name", ["sparse.parquet", "sparse.xlsx"])
def test_a_huge_file_of_another_format_is_refused_by_its_beginning(
    tmp_path: Path, name: str
) -> None:
    with (tmp_path / name).open("wb") as file:
        file.truncate(20 * 2**30)
    assert refusal(tmp_path / name).code == "file-malformed"


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    assert refusal(tmp_path / "pipe.csv").code == "not-a-file"


@pytest.mark.parametrize(
    "text",
    [
        "@attribute a {" + " " * 200_000 + "}\n@data\n1\n",
        "@attribute a numeric\n@attribute b {x}\n@data\n1," + " " * 200_000 + ";x\n",
        "@attribute 'a" + " " * 200_000 + "numeric\n@data\n1\n",
    ],
)
def test_blanks_in_arff_take_linear_time(tmp_path: Path, text: str) -> None:
    path = tmp_path / "blanks.arff"
    path.write_text(f"@relation r\n{text}")
    # A quadratic reader would need minutes: the suite's time limit is the assertion.
    assert refusal(path).code


def test_too_many_columns_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "wide.csv"
    path.write_text(",".join(f"c{i}" for i in range(100_001)) + "\n")
    assert refusal(path).fields["came"] == 100_001
    path = tmp_path / "wide.svm"
    path.write_text("1 2000000000:1\n0 5:2\n")
    assert refusal(path).code == "too-many-columns"


LONG = b"0" * 2**20
BEGINNINGS = {
    "csv": (b"a,label\n", b"%b,x\n" % LONG),
    "jsonl": (b"", b'{"a": "%b", "label": "x"}\n' % LONG),
    "json": (b"[", b'{"a": "%b", "label": "x"},' % LONG),
    "arff": (
        b"@relation r\n@attribute a string\n@attribute label {x}\n@data\n",
        b"'%b',x\n" % LONG,
    ),
}


@pytest.mark.parametrize("ending", BEGINNINGS)
def test_a_look_unpacks_only_the_beginning(tmp_path: Path, ending: str) -> None:
    start, row = BEGINNINGS[ending]
    path = tmp_path / f"packed.{ending}.gz"
    packed = gzip.compress(start + 64 * row, 1)
    # Whoever reads to the end of a file that was cut off gets an error.
    path.write_bytes(packed[: len(packed) * 9 // 10])
    assert [column.name for column in sniff(path).columns] == ["a", "label"]
    with pytest.raises(SteersmanError) as caught:
        load(path)
    assert caught.value.code == "gzip-damaged"


@pytest.mark.parametrize(
    ("name", "start", "row", "code"),
    [
        ("one.csv", b"a,label\n", LONG, "line-too-long"),
        ("one.arff", b"@relation r\n@attribute ", LONG, "line-too-long"),
        ("one.svmlight", b"1 ", LONG, "line-too-long"),
        ("open.csv", b'a,label\n"', LONG + b"\n", "file-malformed"),
        ("digits.json", b'[{"a": 1', LONG, "json-invalid"),
    ],
)
def test_a_look_at_an_endless_value_ends_in_a_sentence(
    tmp_path: Path, name: str, start: bytes, row: bytes, code: str
) -> None:
    path = tmp_path / f"{name}.gz"
    path.write_bytes(gzip.compress(start + 150 * row, 1))
    with pytest.raises(SteersmanError) as caught:
        sniff(path)
    assert caught.value.code == code


def test_a_number_of_a_megabyte_is_no_amount() -> None:
    assert split_affixes("1" * 50 + " %").sign == "%"
    assert split_affixes(LONG.decode() + " %").sign == ""


def test_a_look_at_an_arff_file_says_how_many_rows_there_are(tmp_path: Path) -> None:
    path = tmp_path / "rows.arff"
    path.write_text("@relation r\n@attribute a numeric\n@data\n" + "1\n" * 300)
    assert (sniff(path).rows, sniff(path).rows_exact) == (300, True)
    path.write_text("@relation r\n@attribute a numeric\n@data\n" + "1\n" * 30_000)
    look = sniff(path)
    assert not look.rows_exact
    assert 20_000 < look.rows < 90_000
