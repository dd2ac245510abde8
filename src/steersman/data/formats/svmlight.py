"""svmlight and libsvm files: a label, then feature:value pairs, on each line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
from scipy.sparse import csr_matrix

from steersman.course import Course
from steersman.data.columns.labels import Labels, check_classes, label_sets
from steersman.data.columns.numerals import is_number
from steersman.data.dataset import Dataset, Provenance
from steersman.data.files.lines import LINES_TOLD, numbered_lines, tracked
from steersman.errors import SteersmanError

__all__ = ["dataset_of_svmlight"]


def dataset_of_svmlight(
    path: Path, provenance: Provenance, name: str, course: Course | None = None
) -> Dataset:
    """The rows of the file; several labels with commas between them make it multi-label."""
    from sklearn.datasets import load_svmlight_file

    course = course or Course()
    encoding = str(provenance.options.get("encoding", "utf-8"))
    lines = numbered_lines(path, encoding, course.stretch(0.0, 0.3))
    several = any("," in label_of(line) for _, line in lines)
    try:
        with tracked(path) as (file, part):
            heard = HeardLines(file, part, course.stretch(0.3, 1.0), path.name)
            X, labels = load_svmlight_file(heard, multilabel=several, zero_based="auto")
    except (ValueError, OverflowError) as error:
        raise fault(path, encoding, error) from error
    check_values(csr_matrix(X), path)
    y, classes = label_sets_of(labels) if several else single_labels(labels, path)
    check_classes(classes, len(y), path.name)
    return Dataset(
        name=name,
        X=csr_matrix(X),
        y=y,
        classes=classes,
        feature_names=tuple(f"feature {column}" for column in range(1, X.shape[1] + 1)),
        ids=tuple(str(row) for row in range(1, len(y) + 1)),
        provenance=provenance,
    )


@dataclass(frozen=True)
class HeardLines:
    """The lines of a file for scikit-learn, which asks for one after the other."""

    file: BinaryIO
    part: Callable[[], float]
    course: Course
    name: str

    def read(self) -> bytes:
        """All of it; what has this is taken for a file."""
        return self.file.read()

    def __iter__(self) -> Iterator[bytes]:
        for number, line in enumerate(self.file):
            if number % LINES_TOLD == 0:
                self.course.tell(self.part(), f"reading {self.name}")
            yield line


def label_of(line: str) -> str:
    """The part of a line before its first pair."""
    words = line.partition("#")[0].split(maxsplit=1)
    return words[0] if words else ""


def label_sets_of(labels: list[tuple[float, ...]]) -> Labels:
    return label_sets([[f"{label:g}" for label in row] for row in labels])


def single_labels(labels: np.ndarray[tuple[int], np.dtype[np.float64]], path: Path) -> Labels:
    """Whole numbers as labels."""
    fractional = np.flatnonzero(~(np.isfinite(labels) & (labels == np.floor(labels))))
    if fractional.size:
        raise SteersmanError(
            f"row {fractional[0] + 1} of {path.name} has the label {labels[fractional[0]]:g}, "
            "expected the whole number of a class",
            todo="number the classes",
        )
    y = labels.astype(np.int64)
    return y, tuple(np.unique(y).tolist())


def check_values(X: csr_matrix, path: Path) -> None:
    """An error that names the row and feature of a value that is not finite."""
    strange = np.flatnonzero(~np.isfinite(X.data))
    if strange.size:
        row = int(np.searchsorted(X.indptr, strange[0], side="right"))
        raise SteersmanError(
            f"row {row} of {path.name} holds {X.data[strange[0]]} for feature "
            f"{X.indices[strange[0]] + 1}, expected finite numbers",
            todo="fill in or remove that value",
        )


def fault(path: Path, encoding: str, error: Exception) -> SteersmanError:
    """What is wrong with a file that could not be read, with the line to blame."""
    for number, line in numbered_lines(path, encoding):
        problem = line_fault(line.partition("#")[0].split())
        if problem:
            return SteersmanError(
                f"line {number:,} of {path.name} {problem}",
                todo="write a label and then pairs like 3:0.5, features in ascending order",
            )
    return SteersmanError(f"{path.name} cannot be read: {error}", todo="check its lines")


def line_fault(words: list[str]) -> str:
    """What is wrong with the words of a line, or nothing."""
    if not words:
        return ""
    try:
        [float(label) for label in words[0].split(",")]
    except ValueError:
        return f"starts with {words[0]!r}, expected a number as its label"
    last = -1
    for word in words[1:]:
        feature, colon, value = word.partition(":")
        if feature == "qid":
            continue
        if not colon or not feature.isdigit() or not is_number(value):
            return f"holds {word!r}, expected feature:value"
        if int(feature) <= last:
            return f"names feature {feature} after feature {last}"
        last = int(feature)
    return ""
