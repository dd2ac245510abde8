"""Several files as one source: by a pattern such as data/*.parquet, or all files of a folder."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import replace
from glob import has_magic, iglob
from pathlib import Path
from typing import Any

import pyarrow as pa

from steersman.data.arrow.frames import frame_of_table
from steersman.data.arrow.json_pieces import alike
from steersman.data.arrow.widening import joint_type
from steersman.data.columns.kinds import Frame
from steersman.data.files.person_folders import check_readable
from steersman.data.formats.hugging_face import INFO, SPLIT_LIST, STATE
from steersman.data.formats.registry import FORMATS
from steersman.data.read_options import ReadOptions
from steersman.data.reading import CheckedFile, checked_file, read_file, reading_faults
from steersman.errors import SteersmanError
from steersman.tasks import Task

MOST_IN_MEMORY = 256_000_000
"""Bytes of several files that are read into memory unless partitions are asked for."""


def is_pattern(source: object) -> bool:
    """Whether a source is a pattern of file names that is not itself a file.

    >>> is_pattern("data/*.parquet"), is_pattern("mail.csv")
    (True, False)
    """
    return isinstance(source, str) and has_magic(source) and not Path(source).exists()


def is_table_folder(source: object) -> bool:
    """Whether a source is a folder with files of rows in it, such as a partitioned table."""
    if not isinstance(source, str | Path) or not Path(source).expanduser().is_dir():
        return False
    folder = Path(source).expanduser()
    if any((folder / name).exists() for name in (STATE, INFO, SPLIT_LIST)):
        # A data set as Hugging Face saves it has its own reader.
        return False
    # Files called .txt in a folder are texts, not rows.
    tables = (file for file in folder.iterdir() if file.suffix.lower() != ".txt")
    return any(file.is_file() and table_suffix(file) for file in tables)


def is_partitioned(source: object) -> bool:
    """Whether a source is several files: a pattern, or a folder of files of rows."""
    return is_pattern(source) or is_table_folder(source)


def table_suffix(path: Path) -> bool:
    """Whether a file's name says that it holds rows."""
    suffixes = [suffix.lower() for suffix in path.suffixes if suffix.lower() != ".gz"]
    known = {suffix for each in FORMATS.values() if each.is_table for suffix in each.suffixes}
    return bool(suffixes) and suffixes[-1] in known and not path.name.startswith((".", "_"))


def source_files(source: str | Path | Sequence[str | Path]) -> list[Path]:
    """The files that a path, a folder, a pattern or a list of them means, sorted by name."""
    if not isinstance(source, str | Path):
        return [path for each in source for path in source_files(each)]
    path = Path(source).expanduser()
    check_readable(path)
    if path.is_file():
        return [path]
    if path.is_dir():
        found = [file for file in path.rglob("*") if file.is_file() and table_suffix(file)]
    else:
        found = [Path(each) for each in iglob(str(path), recursive=True) if Path(each).is_file()]  # noqa: PTH207
    if not found:
        raise SteersmanError(
            f"no file matches {source}",
            todo="check the folder, and put patterns such as 'data/*.parquet' in quotes",
            code="files-missing",
            source=str(source),
        )
    for file in found:
        check_readable(file)
    return sorted(found)


def total_bytes(source: str | Path) -> int:
    """The size of all files that a source means."""
    return sum(path.stat().st_size for path in source_files(source))


def shared_parts(files: Sequence[Path]) -> tuple[str, ...]:
    """The folders that all files lie in."""
    parts = [file.parent.parts for file in files]
    shared = 0
    while all(len(each) > shared and each[shared] == parts[0][shared] for each in parts):
        shared += 1
    return parts[0][:shared]


def read_files(
    source: str | Path, options: ReadOptions, named: Collection[str], task: Task
) -> tuple[Frame, CheckedFile]:
    """The rows of all files that a source means, one under the other, in memory.

    The file that comes with them stands for all: its digest is that of the digests, its options
    are those that the first file showed.
    """
    paths = source_files(source)
    tables: list[Any] = []
    files: list[CheckedFile] = []
    for done, path in enumerate(paths):
        part = task.part(done / len(paths), (done + 1) / len(paths))
        with reading_faults(path):
            checked = checked_file(path, options, named, part.part(0.0, 0.3))
            if not checked.format.is_table:
                raise SteersmanError(
                    f"{path.name} ({checked.format.label}) cannot be put together with others",
                    todo="use Parquet, CSV, TSV, JSON lines, ARFF or Excel",
                    code="format-not-partitioned",
                    file=path.name,
                    format=checked.format.name,
                )
            frame, checked = read_file(checked, part.part(0.3, 1.0))
        tables.append(frame.to_native())
        files.append(checked)
    digest = hashlib.sha256("".join(file.sha256 for file in files).encode()).hexdigest()
    notes = tuple(dict.fromkeys(note for file in files for note in file.notes))
    whole = replace(files[0], path=Path(source), sha256=digest, notes=notes)
    return frame_of_table(stacked_tables(tables, paths)), whole


def stacked_tables(tables: Sequence[Any], files: Sequence[Path]) -> Any:
    """Tables of files one under the other; columns that differ in type get one that holds both."""
    types: dict[str, pa.DataType] = {}
    first: dict[str, Path] = {}
    for table, file in zip(tables, files):
        for field in table.schema:
            before = types.get(field.name, pa.null())
            try:
                types[field.name] = joint_type(before, field.type)
            except ValueError as error:
                raise SteersmanError(
                    f"column {field.name!r} is of type {before} in {first[field.name].name}, but "
                    f"of type {field.type} in {file.name}",
                    todo="correct the values that do not fit; --engine local names their rows",
                    code="files-differ-in-type",
                    column=field.name,
                    file=file.name,
                    other=first[field.name].name,
                ) from error
            first.setdefault(field.name, file)
    return alike(list(tables), types)
