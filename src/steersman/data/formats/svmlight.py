"""svmlight and libsvm files: a label, then feature:value pairs, on each line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import numpy as np
from scipy.sparse import csr_matrix

from steersman.data.arrow.frames import frame_from_columns
from steersman.data.columns.labels import Labels, check_classes, label_sets
from steersman.data.columns.named_columns import MOST_FEATURES, check_columns
from steersman.data.columns.numerals import is_number
from steersman.data.counting import Counter
from steersman.data.dataset import Dataset, Provenance
from steersman.data.files.lines import LINES_TOLD, numbered_lines, open_tracked
from steersman.data.formats.samples import SAMPLE_ROWS, Sample
from steersman.data.read_options import ReadOptions
from steersman.data.row_names import NumberedRows
from steersman.errors import SteersmanError
from steersman.tasks import Task


def dataset_of_svmlight(
    path: Path,
    options: ReadOptions,
    provenance: Provenance,
    counter: Counter | None,  # noqa: ARG001  (there is no text)
    task: Task,
) -> Dataset:
    """The rows of the file; several labels with commas between them make it multi-label."""
    from sklearn.datasets import load_svmlight_file

    encoding = options.text_encoding
    lines = numbered_lines(path, encoding, task.part(0.0, 0.3))
    # scikit-learn has to know beforehand, so the labels are read twice.
    several = any("," in label_of(line) for _, line in lines)
    try:
        with open_tracked(path) as (file, part):
            lines_read = TrackedLines(file, part, task.part(0.3, 1.0), path.name)
            X, labels = load_svmlight_file(lines_read, multilabel=several, zero_based="auto")
    except (ValueError, OverflowError) as error:
        raise svmlight_fault(path, encoding, error) from error
    check_columns(X.shape[1], path.name, MOST_FEATURES)
    check_values(csr_matrix(X), path)
    y, classes = label_sets_of(labels) if several else single_labels(labels, path)
    check_classes(classes, len(y), path.name)
    return Dataset(
        name=path.name.split(".")[0],
        X=csr_matrix(X),
        y=y,
        classes=classes,
        feature_names=tuple(f"feature {column}" for column in range(1, X.shape[1] + 1)),
        ids=NumberedRows(range(len(y))),
        provenance=provenance,
    )


def sample_of_svmlight(path: Path, options: ReadOptions, task: Task) -> Sample:  # noqa: ARG001
    """The labels and pairs of the first lines."""
    rows: list[tuple[str, str]] = []
    for _, line in islice(numbered_lines(path, options.text_encoding), SAMPLE_ROWS):
        label, _, pairs = line.partition("#")[0].strip().partition(" ")
        if label:
            rows.append((label, pairs))
    frame = frame_from_columns(
        {"label": [label for label, _ in rows], "pairs": [pairs for _, pairs in rows]}
    )
    whole = len(rows) < SAMPLE_ROWS
    read = sum(len(label) + len(pairs) + 2 for label, pairs in rows)
    estimate = round(len(rows) * path.stat().st_size / max(read, 1))
    return Sample(frame, len(rows) if whole else estimate, exact=whole)


@dataclass(frozen=True)
class TrackedLines:
    """The lines of a file for scikit-learn, which asks for one after the other."""

    file: BinaryIO
    part: Callable[[], float]
    task: Task
    name: str

    def read(self) -> bytes:
        """Read all bytes; scikit-learn takes an object with this method for a file."""
        return self.file.read()

    def __iter__(self) -> Iterator[bytes]:
        for number, line in enumerate(self.file):
            if number % LINES_TOLD == 0:
                self.task.report(f"reading {self.name}", self.part())
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
            f"row {fractional[0] + 1} of {path.name} has the label "
            f"{labels[fractional[0]]:g}, expected a whole number",
            todo="use whole numbers as labels",
            code="label-not-whole",
            file=path.name,
            row=int(fractional[0]) + 1,
        )
    y = labels.astype(np.int64)
    return y, tuple(np.unique(y).tolist())


def check_values(X: csr_matrix, path: Path) -> None:
    """Raise an error that names the row and feature of a value that is not finite."""
    strange = np.flatnonzero(~np.isfinite(X.data))
    if strange.size:
        row = int(np.searchsorted(X.indptr, strange[0], side="right"))
        raise SteersmanError(
            f"row {row} of {path.name} contains {X.data[strange[0]]} for feature "
            f"{X.indices[strange[0]] + 1}, expected a finite number",
            todo="replace or remove that value",
            code="value-not-finite",
            file=path.name,
            row=row,
        )


def svmlight_fault(path: Path, encoding: str, error: Exception) -> SteersmanError:
    """The error for an svmlight file that cannot be read, with the line to blame."""
    for number, line in numbered_lines(path, encoding):
        code, problem = line_fault(line.partition("#")[0].split())
        if code:
            return SteersmanError(
                f"line {number:,} of {path.name} {problem}",
                todo="write a label and then pairs like 3:0.5, features in ascending order",
                code=code,
                file=path.name,
                line=number,
            )
    return SteersmanError(
        f"{path.name} cannot be read: {error}",
        todo="check its lines",
        code="file-malformed",
        file=path.name,
    )


def line_fault(words: list[str]) -> tuple[str, str]:
    """The fault of a line, as a code and in words; both empty if there is none."""
    if not words:
        return "", ""
    try:
        [float(label) for label in words[0].split(",")]
    except ValueError:
        return "label-malformed", f"starts with {words[0]!r}, expected a number as its label"
    last = -1
    for word in words[1:]:
        feature, colon, value = word.partition(":")
        if feature == "qid":
            continue
        if not colon or not feature.isdigit() or not is_number(value):
            return "pair-malformed", f"holds {word!r}, expected feature:value"
        if int(feature) <= last:
            return "features-unordered", f"names feature {feature} after feature {last}"
        last = int(feature)
    return "", ""
