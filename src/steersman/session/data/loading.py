"""From the choices of the data room to a data set of the session."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman.data import Dataset, load
from steersman.data.sketch import Sketch
from steersman.errors import SteersmanError
from steersman.session.data.choice import DataChoice
from steersman.session.data.remembered_choices import fingerprint
from steersman.session.datasets.library import READ_PART
from steersman.tasks import Progress, Task


def check_ready(sketch: Sketch) -> None:
    """Raise an error when the columns do not make a data set yet."""
    if sketch.fixed_roles:
        return
    roles = list(sketch.roles.values())
    # Text without labels can be clustered.
    if "label" not in roles and "text" not in roles:
        raise SteersmanError(
            "no label column is selected",
            todo="choose the label column",
            code="label-column-missing",
        )
    if not set(roles) & {"text", "number", "category", "date"}:
        raise SteersmanError(
            "no feature column is selected",
            todo="give at least one column the role text, number or category",
            code="features-missing",
        )


def check_same_contents(choice: DataChoice) -> None:
    """Raise an error when a file has changed since it was looked at."""
    # The columns and roles were chosen for the contents that were shown.
    if fingerprint(Path(choice.path)) != choice.fingerprint:
        raise SteersmanError(
            f"{Path(choice.path).name} has changed since the preview",
            todo="open it again and check the preview",
            code="file-changed",
            file=Path(choice.path).name,
        )


TOLD_EVERY = 20_000


def loaded_dataset(choice: DataChoice, sketch: Sketch, name: str, task: Task) -> Dataset:
    """The data set in a file, read as chosen; a file that has changed since is refused."""
    check_same_contents(choice)
    check_ready(sketch)
    dataset = load(
        choice.path,
        name=name,
        counter=choice.text.counter(),
        progress=reading(task),
        cancelled=task.cancelled,
        **replace(sketch.read_options, positive=choice.reading.positive).given_options(),
    )
    if choice.distinct:
        dataset = distinct_rows(dataset, task)
    options = {**dataset.provenance.options, "distinct": choice.distinct}
    if dataset.text is not None:
        options["counter"] = asdict(choice.text)
    return replace(dataset, provenance=replace(dataset.provenance, options=options))


def reading(task: Task) -> Progress:
    """A progress callback that reports to the task, with a part that never goes back."""
    return task.monotone().part(0.0, READ_PART).report


def distinct_rows(dataset: Dataset, task: Task | None = None) -> Dataset:
    """The first of all rows that are equal in features, text and label.

    Parameters
    ----------
    dataset : Dataset
        Rows.
    task : Task, optional
        Reports progress; stops the search when it is canceled or hurried.

    Returns
    -------
    Dataset
        The rows without duplicates.

    Examples
    --------
    >>> from steersman import load
    >>> distinct_rows(load("wine")).n_rows
    178
    """
    seen: set[tuple[bytes, ...]] = set()
    kept = np.zeros(dataset.n_rows, dtype=bool)
    for row in range(dataset.n_rows):
        if task is not None and row % TOLD_EVERY == 0:
            task.report("checking for duplicate rows", READ_PART)
        text = b"" if dataset.text is None else dataset.text[row].encode()
        values = (*row_bytes(dataset.X, row), text, dataset.y[row].tobytes())
        kept[row] = values not in seen
        seen.add(values)
    return dataset.rows(kept)


def row_bytes(X: csr_matrix | NDArray[np.float64], row: int) -> tuple[bytes, ...]:
    """The values of a row, such that equal rows have equal bytes."""
    if isinstance(X, csr_matrix):
        part = slice(X.indptr[row], X.indptr[row + 1])
        return X.indices[part].tobytes(), X.data[part].tobytes()
    return (X[row].tobytes(),)
