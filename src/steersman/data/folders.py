"""A folder with one folder of text files for each class."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np

from steersman.data.counting import Counter, word_counts
from steersman.data.dataset import Dataset, Provenance
from steersman.data.labels import check_classes
from steersman.data.lines import LONGEST_LINE_BYTES, checked_text, open_text
from steersman.errors import SteersmanError

__all__ = ["dataset_of_folder"]


def dataset_of_folder(
    folder: Path, encoding: str, name: str, counter: Counter | None = None
) -> Dataset:
    """The files in the class folders of `folder`, each a document; identifiers are their paths."""
    files = class_files(folder)
    digest = hashlib.sha256()
    text = []
    for file in files:
        place = file.relative_to(folder).as_posix()
        digest.update(f"{place}\0{document_digest(file, place, encoding)}\0".encode())
        with open_text(file, encoding) as stream:
            text.append(stream.read())
    y = np.asarray([file.relative_to(folder).parts[0] for file in files])
    classes = tuple(np.unique(y).tolist())
    check_classes(classes, len(files), f"the folder {folder.name}")
    X, words = word_counts(text, counter)
    return Dataset(
        name=name,
        X=X,
        y=y,
        classes=classes,
        feature_names=words,
        ids=tuple(file.relative_to(folder).as_posix() for file in files),
        text=tuple(text),
        provenance=Provenance(
            source=f"{folder.name}/, one folder for each class",
            reader="folder",
            sha256=digest.hexdigest(),
            file=folder.name,
            path=folder,
            options={"encoding": encoding},
        ),
    )


def class_files(folder: Path) -> list[Path]:
    """The files below the class folders, sorted; names that start with a dot are skipped."""
    folders = sorted(
        entry for entry in folder.iterdir() if entry.is_dir() and not entry.name.startswith(".")
    )
    if not folders:
        raise SteersmanError(
            f"the folder {folder.name} has no folders in it, expected one for each class",
            todo="put the text files of each class into a folder named after it",
        )
    files = [
        file
        for entry in folders
        for file in sorted(entry.rglob("*"))
        if file.is_file() and not file.name.startswith(".")
    ]
    if not files:
        raise SteersmanError(
            f"the class folders of {folder.name} hold no files",
            todo="put the text files of each class into its folder",
        )
    return files


def document_digest(file: Path, place: str, encoding: str) -> str:
    """The SHA-256 of one document, which may be empty, with an error when it is no text."""
    size = file.stat().st_size
    if size > LONGEST_LINE_BYTES:
        raise SteersmanError(
            f"{place} has {size // 2**20:,} MB, expected a document of at most "
            f"{LONGEST_LINE_BYTES // 2**20} MB",
            todo="check that it is a text file",
        )
    return checked_text(file, encoding) if size else ""
