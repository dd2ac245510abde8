"""The first sheet of an Excel workbook, or the one that is named."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import BadZipFile, ZipFile

from steersman.data.arrow.frames import frame_from_columns
from steersman.data.columns.kinds import Frame
from steersman.data.files.child_process import try_in_child
from steersman.data.formats.dialects import LOOKED_AT, check_header, numbered_names
from steersman.data.formats.headers import has_names, looks_like_row, missing_header_finding
from steersman.data.formats.samples import SAMPLE_ROWS, Sample
from steersman.data.read_options import ReadOptions
from steersman.data.sketch import Finding
from steersman.errors import SteersmanError
from steersman.tasks import Task, run_abandonable

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook

Rows = Sequence[Sequence[object]]
ROWS_TOLD = 4_096
MOST_UNPACKED_BYTES = 2 * 2**30
# The library makes a grid of all cells up to the furthest one. A single cell far away, or a file
# that unpacks to gigabytes, would end this process.
OPEN_SHEET = """
from python_calamine import CalamineWorkbook
with CalamineWorkbook.from_path(sys.argv[2]) as book:
    name = sys.argv[3] or book.sheet_names[0]
    for _ in book.get_sheet_by_name(name).iter_rows():
        pass
"""


def frame_of_excel(path: Path, options: ReadOptions, task: Task | None = None) -> Frame:
    """The table in a sheet; its first row names the columns, unless `options.header` is False.

    Where nothing is said, a first row that looks like the others is one of them.
    """
    task, header = task or Task().monotone(), options.header
    rows = sheet_rows(path, options.sheet, task.part(0.0, 0.5))
    if header is None:
        seen = [[word_of(cell) for cell in row] for row in rows[:LOOKED_AT]]
        header = not looks_like_row(seen)
    if not rows:
        raise SteersmanError(
            f"{path.name} is empty",
            todo="choose a sheet with one row per example",
            code="file-empty",
            file=path.name,
        )
    names = numbered_names(len(rows[0])) if header is False else header_names(rows[0])
    if header is not False:
        check_header(names, path.name, numbers_allowed=True)
        rows = rows[1:]
    cells = zip(*rows) if rows else [()] * len(names)
    columns: dict[str, list[object]] = {}
    for name, column in zip(names, cells):
        task.report(f"reading {name}", 0.5 + 0.5 * len(columns) / len(names))
        columns[name] = column_of(list(column))
    frame: Frame = frame_from_columns(columns)
    return frame


def sample_of_excel(path: Path, options: ReadOptions, task: Task) -> Sample:
    """The first rows of a sheet, and the names of all sheets."""
    frame = frame_of_excel(path, options, task)
    findings, sheets = list[Finding](), sheets_of(path)
    if len(sheets) > 1:
        chosen = options.sheet or sheets[0]
        what = f"{path.name} has {len(sheets)} sheets: {', '.join(sheets)}; {chosen!r} is read"
        findings.append(
            Finding(
                "note",
                what,
                todo="choose another sheet if it is not this one",
                code="sheets-several",
            )
        )
    header = options.header is not False
    if options.header is None and not has_names(frame.columns):
        header = False
        findings.append(missing_header_finding(path.name))
    return Sample(
        frame.head(SAMPLE_ROWS),
        len(frame),
        header=header,
        findings=tuple(findings),
        sheets=tuple(sheets),
    )


def sheets_of(path: Path) -> list[str]:
    """The names of the sheets of a workbook."""
    with workbook(path) as book:
        names: list[str] = book.sheet_names
    return names


def workbook(path: Path) -> CalamineWorkbook:
    """The open workbook; the package that reads it comes with an extra."""
    try:
        from python_calamine import CalamineError, CalamineWorkbook
    except ImportError as error:
        raise SteersmanError(
            f"{path.name} is an Excel file, which needs the package python-calamine",
            todo="pip install 'steersman[excel]', or save it as CSV",
            code="package-missing",
            package="python-calamine",
        ) from error
    try:
        return CalamineWorkbook.from_path(str(path))
    except CalamineError as error:
        raise workbook_error(path, error) from error


def workbook_error(path: Path, error: Exception) -> SteersmanError:
    return SteersmanError(
        f"{path.name} is not a valid Excel file: {str(error).splitlines()[0]}",
        todo="open it with a spreadsheet program and save it again, without a password",
        code="file-malformed",
        file=path.name,
    )


def check_unpacked_size(path: Path) -> None:
    """Raise an error for a workbook whose parts unpack to more than fits in memory."""
    try:
        with ZipFile(path) as parts:
            size = sum(part.file_size for part in parts.infolist())
    except BadZipFile:
        # An old workbook is no archive; a damaged one is refused by its reader.
        return
    if size > MOST_UNPACKED_BYTES:
        raise SteersmanError(
            f"{path.name} unpacks to {size / 2**30:.1f} GB, "
            f"expected at most {MOST_UNPACKED_BYTES // 2**30} GB",
            todo="save the sheet as CSV or Parquet",
            code="file-too-large",
            file=path.name,
        )


def sheet_rows(path: Path, sheet: str | None, task: Task) -> Rows:
    """The rows of a sheet that have anything in them.

    A sheet comes at once: who does not want it any more leaves the reading to end by itself.
    """
    what = f"reading {path.name}"
    task.report(what, 0.0)
    check_unpacked_size(path)
    try_in_child(OPEN_SHEET, [str(path), sheet or ""], what, path.name, task)
    if task.cancelled is None:
        found = opened_sheet(path, sheet)
    else:
        # The library reads a whole sheet in one call that cannot be interrupted.
        found = run_abandonable(lambda: opened_sheet(path, sheet), lambda: task.report(what, 0.0))
    height, rows = max(found.height, 1), list[Sequence[object]]()
    for number, row in enumerate(found.iter_rows()):
        if number % ROWS_TOLD == 0:
            task.report(what, 0.5 + 0.5 * number / height)
        if any(cell != "" for cell in row):
            rows.append(row)
    return rows


def opened_sheet(path: Path, sheet: str | None) -> CalamineSheet:
    """The sheet of that name, or the first."""
    with workbook(path) as book:
        from python_calamine import CalamineError

        names = book.sheet_names
        chosen = sheet or next(iter(names), "")
        if chosen not in names:
            raise SteersmanError(
                f"{path.name} has no sheet {chosen!r}",
                todo=f"choose from: {', '.join(names[:20]) or 'none'}",
                code="sheet-missing",
                file=path.name,
                sheet=chosen,
                sheets=tuple(names),
            )
        try:
            return book.get_sheet_by_name(chosen)
        except CalamineError as error:
            raise workbook_error(path, error) from error


def header_names(cells: Sequence[object]) -> list[str]:
    """The cells of the first row as names; one without a name has the number of its column."""
    return [word_of(cell) or f"column {place}" for place, cell in enumerate(cells, start=1)]


def column_of(cells: list[object]) -> list[object]:
    """The cells of a column, all of one type: as words where their types differ."""
    values = [None if cell == "" else cell for cell in cells]
    kinds = {type_of(value) for value in values if value is not None}
    if len(kinds) <= 1 and "other" not in kinds:
        # Arrow wants one type per column: days beside moments become moments.
        moments = kinds == {"date"} and any(isinstance(value, datetime) for value in values)
        return [as_moment(value) for value in values] if moments else values
    return [None if value is None else word_of(value) for value in values]


def type_of(value: object) -> str:
    """The type of a cell, in one word."""
    for kind, types in (("yes or no", bool), ("number", (int, float)), ("date", date)):
        if isinstance(value, types):
            return kind
    return "word" if isinstance(value, str) else "other"


def as_moment(value: object) -> object:
    """A day as its first moment, beside moments."""
    if isinstance(value, date) and not isinstance(value, datetime):
        return datetime(value.year, value.month, value.day)
    return value


def word_of(cell: object) -> str:
    """A cell as a spreadsheet shows it: whole numbers without a fraction.

    >>> word_of(3.0), word_of("x")
    ('3', 'x')
    """
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)
