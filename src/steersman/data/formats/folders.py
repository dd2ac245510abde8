"""A folder with one folder of text files for each class."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from steersman.data.arrow.documents import arrow_documents
from steersman.data.arrow.frames import frame_from_columns
from steersman.data.columns.labels import check_classes
from steersman.data.counting import Counter, word_counts
from steersman.data.dataset import Dataset, Provenance
from steersman.data.files.encodings import foreign_encoding
from steersman.data.files.lines import LONGEST_LINE_BYTES, checked_text, open_text
from steersman.data.formats.samples import Sample
from steersman.data.read_options import ReadOptions
from steersman.data.sketch import Finding
from steersman.errors import SteersmanError
from steersman.tasks import Task

if TYPE_CHECKING:
    from hashlib import _Hash as Digest

SAMPLE_FILES = 2_000
SAMPLE_CHARACTERS = 2_000


def dataset_of_folder(
    folder: Path,
    options: ReadOptions,
    provenance: Provenance,
    counter: Counter | None,
    task: Task,
) -> Dataset:
    """The files in the class folders of `folder`, each a document; identifiers are their paths.

    Where no encoding is named, that of each file is detected.
    """
    encoding = options.encoding
    task.report(f"inspecting {folder.name}", 0.0)
    files = class_files(folder)
    places = [file.relative_to(folder) for file in files]
    y = np.asarray([place.parts[0] for place in places])
    classes = tuple(np.unique(y).tolist())
    digest = hashlib.sha256()
    foreign: dict[str, str] = {}
    text = arrow_documents(
        documents_in(folder, files, (encoding, foreign), digest, task.part(0.0, 0.4))
    )
    check_classes(classes, len(files), f"the folder {folder.name}")
    with task.part(0.4, 1.0).as_current():
        X, words = word_counts(text, counter)
    return Dataset(
        name=folder.name.split(".")[0],
        X=X,
        y=y,
        classes=classes,
        feature_names=words,
        ids=tuple(place.as_posix() for place in places),
        text=text,
        provenance=replace(
            provenance,
            source=f"{folder.name}/, one folder for each class",
            sha256=digest.hexdigest(),
            options={"encoding": options.text_encoding},
            notes=foreign_notes(foreign, len(files)),
        ),
    )


def sample_of_folder(folder: Path, options: ReadOptions, task: Task) -> Sample:  # noqa: ARG001
    """The beginning of some documents of every class of a folder of text."""
    files, named = class_files(folder), options.encoding
    # Every n-th file, because the first ones are all of one class.
    step = max(1, len(files) // SAMPLE_FILES)
    columns: dict[str, list[object]] = {"id": [], "label": [], "text": []}
    foreign: dict[str, str] = {}
    for file in files[::step]:
        place = file.relative_to(folder)
        seen = None if named else foreign_encoding(file)
        if seen:
            foreign[place.as_posix()] = seen
        with open_text(file, named or seen or "utf-8", errors="replace") as stream:
            columns["text"].append(stream.read(SAMPLE_CHARACTERS))
        columns["label"].append(place.parts[0])
        columns["id"].append(place.as_posix())
    notes = foreign_notes(foreign, len(columns["id"]))
    todo = "look at their accents, and name another encoding for all files if they are wrong"
    findings = tuple(
        Finding(
            "warning",
            what,
            todo=todo,
            code="encoding-detected",
        )
        for what in notes
    )
    frame = frame_from_columns(columns)
    return Sample(frame, len(files), encoding=options.text_encoding, findings=findings)


def foreign_notes(foreign: Mapping[str, str], files: int) -> tuple[str, ...]:
    """A sentence about the files that are not UTF-8: their places and encodings.

    >>> foreign_notes({"spam/a.txt": "latin-1"}, 20)
    ('1 of 20 files is not UTF-8, spam/a.txt; it was read as latin-1',)
    """
    if not foreign:
        return ()
    which = " or ".join(sorted(set(foreign.values())))
    verb = "is" if len(foreign) == 1 else "are"
    first = f"{'' if len(foreign) == 1 else 'the first is '}{next(iter(foreign))}"
    read = "it was" if len(foreign) == 1 else "they were"
    return (
        f"{len(foreign):,} of {files:,} files {verb} not UTF-8, {first}; {read} read as {which}",
    )


def documents_in(
    folder: Path,
    files: list[Path],
    encodings: tuple[str | None, dict[str, str]],
    digest: Digest,
    task: Task,
) -> Iterator[str]:
    """The documents in files, whose names and digests go into a digest.

    `encodings` are what was said, and the places where those of files that are not UTF-8 are noted.
    """
    said, foreign = encodings
    for done, file in enumerate(files):
        task.report(f"reading {folder.name}: {done:,} of {len(files):,} files", done / len(files))
        place = file.relative_to(folder).as_posix()
        try:
            sha256 = document_digest(file, place, said or "utf-8")
        except SteersmanError:
            seen = None if said else foreign_encoding(file)
            if seen is None:
                raise
            foreign[place] = seen
            sha256 = document_digest(file, place, seen)
        # Names as well: a file moved to another class changes the data.
        digest.update(f"{place}\0{sha256}\0".encode())
        with open_text(file, foreign.get(place, said or "utf-8")) as stream:
            yield stream.read()


def class_files(folder: Path) -> list[Path]:
    """The files below the class folders, sorted; names that start with a dot are skipped."""
    folders = sorted(
        entry for entry in folder.iterdir() if entry.is_dir() and not entry.name.startswith(".")
    )
    if not folders:
        raise SteersmanError(
            f"the folder {folder.name} has no subfolders, expected one per class",
            todo="put the text files of each class into a subfolder with its name",
            code="folder-without-classes",
            folder=folder.name,
        )
    files = [
        file
        for entry in folders
        for file in sorted(entry.rglob("*"))
        if file.is_file() and not file.name.startswith(".")
    ]
    if not files:
        raise SteersmanError(
            f"the class folders of {folder.name} contain no files",
            todo="put the text files of each class into its folder",
            code="folder-without-files",
            folder=folder.name,
        )
    return files


def document_digest(file: Path, place: str, encoding: str) -> str:
    """The SHA-256 of one document, which may be empty, with an error when it is no text."""
    size = file.stat().st_size
    if size > LONGEST_LINE_BYTES:
        raise SteersmanError(
            f"{place} is {size // 2**20:,} MB, expected a document of at most "
            f"{LONGEST_LINE_BYTES // 2**20} MB",
            todo="check that it is a text file",
            code="document-too-long",
            file=place,
            bytes=size,
        )
    return checked_text(file, encoding, name=place) if size else ""
