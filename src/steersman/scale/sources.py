"""Where rows come from: files by a pattern or a folder, class folders of texts, lazy relations."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from steersman.data.arrow.frames import frame_from_columns
from steersman.data.columns.kinds import Frame
from steersman.data.columns.named_columns import ColumnChoice, EveryColumn
from steersman.data.file_sets import is_table_folder, shared_parts, source_files, table_suffix
from steersman.data.files.encodings import foreign_encoding
from steersman.data.files.lines import open_text
from steersman.data.formats.folders import class_files, document_digest
from steersman.data.formats.registry import FORMATS, Format, format_of
from steersman.data.read_options import ReadOptions
from steersman.data.reading import CheckedFile, checked_file, reading_faults
from steersman.errors import SteersmanError
from steersman.scale.bad_rows import BadRows, readable_blocks, row_offset, with_offset
from steersman.scale.cache import file_state, known_digests
from steersman.tasks import Task

TEXT_SUFFIXES = (".txt", ".text", ".eml")
DOCUMENTS_A_PIECE = 5_000
SAMPLE_ROWS = 1_000
DOCUMENT_COLUMNS = ("id", "label", "text")


@dataclass(frozen=True)
class TableFile:
    """A file of rows whose bytes were checked."""

    file: CheckedFile

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.file.path.name

    @property
    def digest(self) -> str:
        """The SHA-256 of its bytes."""
        return self.file.sha256

    @property
    def is_delimited(self) -> bool:
        """Whether its values are words whatever they look like."""
        return self.file.format.name in ("csv", "tsv")

    def first_rows(self, bad: BadRows) -> Frame:
        """The first rows, those that can be read where bad ones are skipped."""
        path = self.file.path
        with reading_faults(path), with_offset(path):
            try:
                return self.file.format.read_sample(path, self.file.options, Task()).frame
            except SteersmanError:
                if not bad.skip:
                    raise
            return next(readable_blocks(self.file, EveryColumn(()), SAMPLE_ROWS, bad))

    def blocks(self, columns: ColumnChoice, rows: int, bad: BadRows) -> Iterator[Frame]:
        """The rows, at most about so many at a time; bad ones are noted or refused."""
        path = self.file.path
        with reading_faults(path), with_offset(path):
            if bad.skip:
                yield from readable_blocks(self.file, columns, rows, bad)
            else:
                yield from self.file.format.read_blocks(path, self.file.options, columns, rows)

    def place_of(self, row: int) -> tuple[Path, int | None]:
        """The file of a row, counted from 0, and the byte there if it is text."""
        return self.file.path, row_offset(self.file, row)


@dataclass(frozen=True)
class DocumentFiles:
    """Some text files, each a document of the class that its folder is named for."""

    folder: Path
    files: tuple[tuple[Path, str, str], ...]  # path, class, encoding
    digest: str
    is_delimited: bool = False

    @property
    def name(self) -> str:
        """The name of the folder."""
        return self.folder.name

    def first_rows(self, bad: BadRows) -> Frame:  # noqa: ARG002
        """The first documents."""
        return self.frame_of(self.files[:50])

    def blocks(self, columns: ColumnChoice, rows: int, bad: BadRows) -> Iterator[Frame]:  # noqa: ARG002
        """The documents, at most so many at a time."""
        for start in range(0, len(self.files), rows):
            yield self.frame_of(self.files[start : start + rows])

    def place_of(self, row: int) -> tuple[Path, int | None]:
        """The file of a document."""
        return self.files[row][0], None

    def frame_of(self, files: Sequence[tuple[Path, str, str]]) -> Frame:
        """The documents as rows."""
        texts = []
        for path, _, encoding in files:
            with open_text(path, encoding) as stream:
                texts.append(stream.read())
        ids = [path.relative_to(self.folder).as_posix() for path, _, _ in files]
        labels = [label for _, label, _ in files]
        return frame_from_columns(dict(zip(DOCUMENT_COLUMNS, (ids, labels, texts))))


Piece = TableFile | DocumentFiles


def pieces_of(
    source: str | Path | Sequence[str | Path], options: ReadOptions, task: Task
) -> list[Piece]:
    """The source in pieces, each checked from end to end: a file of rows, or some documents."""
    if isinstance(source, str | Path) and is_class_folder(Path(source).expanduser(), options):
        folder = Path(source).expanduser()
        files = class_files(folder)
        return document_pieces(
            folder, files, [f.relative_to(folder).parts[0] for f in files], options
        )
    paths = source_files(source)
    if options.format is None and are_documents(paths):
        folder = Path(*shared_parts(paths))
        return document_pieces(folder, paths, [path.parent.name for path in paths], options)
    pieces: list[Piece] = []
    named = options.named_roles()
    with known_digests() as digests:
        for done, path in enumerate(paths):
            task.report(f"checking {path.name}", done / len(paths))
            pieces.append(TableFile(known_file(path, options, named, digests)))
    return pieces


def known_file(
    path: Path, options: ReadOptions, named: Collection[str], digests: dict[str, str]
) -> CheckedFile:
    """The checked file; one that was checked before and did not change is not read again."""
    with reading_faults(path), with_offset(path):
        state = f"{file_state(path)}|{options.encoding or ''}"
        if state not in digests:
            file = checked_file(path, options, named)
            digests[state] = f"{file.sha256} {file.options.encoding or ''}"
            return table_only(file)
        sha256, _, encoding = digests[state].partition(" ")
        format = format_of(path, options)
        read = format.with_defaults(replace(options, encoding=encoding or options.encoding))
        read, notes = format.detect(path, read, named)
        return table_only(CheckedFile(path, format, read, sha256, notes))


def table_only(file: CheckedFile) -> CheckedFile:
    """The file, unless its format cannot be read some rows at a time."""
    if not file.format.is_table:
        raise SteersmanError(
            f"{file.path.name} ({file.format.label}) cannot be read in partitions",
            todo="use Parquet, CSV, TSV or JSON lines",
            code="format-not-partitioned",
            file=file.path.name,
            format=file.format.name,
        )
    return file


def is_class_folder(path: Path, options: ReadOptions) -> bool:
    """Whether a path is a folder with one folder of texts for each class."""
    if not path.is_dir() or options.format not in (None, "folder") or is_table_folder(path):
        return False
    folder: Format = FORMATS["folder"]
    below = [file for file in path.rglob("*") if file.is_file()][:1000]
    return format_of(path, options) is folder and not any(table_file(file) for file in below)


def table_file(path: Path) -> bool:
    """Whether a file in a tree of folders holds rows; .txt files there are documents."""
    return table_suffix(path) and path.suffix.lower() not in TEXT_SUFFIXES


def are_documents(paths: Sequence[Path]) -> bool:
    """Whether files are documents in folders named for their classes, such as mail/*/*.txt."""
    texts = all(path.suffix.lower() in TEXT_SUFFIXES for path in paths)
    return texts and len({path.parent.name for path in paths}) > 1


def document_pieces(
    folder: Path, files: Sequence[Path], labels: Sequence[str], options: ReadOptions
) -> list[Piece]:
    """Documents in groups, each with a digest of their names, classes and texts."""
    pieces: list[Piece] = []
    for start in range(0, len(files), DOCUMENTS_A_PIECE):
        digest, some = hashlib.sha256(), []
        for file, label in zip(
            files[start : start + DOCUMENTS_A_PIECE], labels[start : start + DOCUMENTS_A_PIECE]
        ):
            place = file.relative_to(folder).as_posix()
            encoding = options.encoding or foreign_encoding(file) or "utf-8"
            sha256 = document_digest(file, place, encoding)
            digest.update(f"{place}\0{label}\0{sha256}\0".encode())
            some.append((file, label, encoding))
        pieces.append(DocumentFiles(folder, tuple(some), digest.hexdigest()))
    return pieces
