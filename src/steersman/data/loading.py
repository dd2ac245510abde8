"""The door to all data: a name, a file, a folder or a frame becomes a `Dataset`."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Unpack

from steersman.data.class_names import with_class_names
from steersman.data.collections.by_name import COLLECTIONS, collection_named, named_dataset
from steersman.data.columns.numbered_columns import with_vectors
from steersman.data.counting import Counter
from steersman.data.dataset import Dataset, Provenance
from steersman.data.file_sets import is_partitioned, read_files
from steersman.data.files.person_folders import check_readable
from steersman.data.formats.frames import digest_of, frame_of
from steersman.data.formats.registry import format_of
from steersman.data.positive_class import with_positive
from steersman.data.read_options import ReadKeywords, ReadOptions, takes_read_options
from steersman.data.reading import checked_file, notes_in_errors, read_checked, reading_faults
from steersman.data.tables import dataset_of_table
from steersman.errors import SteersmanError
from steersman.tasks import Progress, Task


@takes_read_options
def load(
    source: object,
    *,
    counter: Counter | None = None,
    name: str | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
    **options: Unpack[ReadKeywords],
) -> Dataset:
    """The dataset in `source`.

    All rows are held in memory; `open_partitions` reads more. Text becomes counts through
    `counter`. Several label columns are one 0/1 column for each class. Roles of columns that are
    not named are guessed, and `steersman.data.sniff` shows the guesses beforehand. Without
    `positive`, the class to catch is the one that `steersman.data.suggested_positive` names, and a
    note says so.

    Parameters
    ----------
    source : str, Path or data frame
        Name of a data set, a file, a pattern of files, a folder of files or with one folder of text
        files per class, or a pandas, polars or Arrow frame.
    counter : TextCounter, optional
        Turns text into counts; `steersman.text.TextCounter()` by default.
    name : str, optional
        Name of the data set.
    progress : callable, optional
        Called with what is being done and the part done, 0 to 1.
    cancelled : callable, optional
        When it returns true, `Cancelled` is raised.

    Returns
    -------
    Dataset
        The rows with features, labels and provenance.

    Examples
    --------
    >>> load("breast-cancer")
    Dataset('breast-cancer', 569 rows, 30 features, 2 classes)
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"size": [1, 2, 9], "skin": ["dry", "wet", "dry"], "kind": [0, 0, 1]})
    >>> load(frame, label="kind").feature_names
    ('size', 'skin=dry', 'skin=wet')
    """
    given = ReadOptions.of(**options)
    task = Task(progress=progress, cancelled=cancelled).monotone()
    task.report("reading", 0.0)
    if isinstance(source, str) and source in COLLECTIONS:
        check_unlabeled(source, given)
        return with_class_options(named_dataset(source, counter, progress), given)
    if not isinstance(source, str | os.PathLike):
        dataset = dataset_of_frame(source, given, counter, task)
    else:
        path = Path(source).expanduser()
        check_readable(path)
        if not path.exists() and not path.suffix and len(path.parts) == 1:
            collection_named(str(source))
        dataset = dataset_of_file(path, given, counter, task)
    written = "" if counter is None else " ".join(repr(counter).split())
    provenance = replace(dataset.provenance, read_options=given, counter=written)
    dataset = replace(dataset, name=name or dataset.name, provenance=provenance)
    return with_class_options(dataset, given)


def with_class_options(dataset: Dataset, options: ReadOptions) -> Dataset:
    """The dataset with the names of its classes and the class to catch, as asked or suggested."""
    positive = options.positive
    if positive is not None:
        # The class may be named as the file has it or as it is called from now on.
        positive = options.rename_classes.get(str(positive), positive)
    return with_positive(with_class_names(dataset, options.rename_classes), positive)


def check_unlabeled(name: str, options: ReadOptions) -> None:
    """Refuse to give the columns of a collection other roles."""
    if set(options.given_options()) & set(ReadOptions.names("roles", "features", "labels")):
        raise SteersmanError(
            f"the label and text of {name!r} are fixed",
            todo="remove label, text, id and drop",
            code="collection-has-roles",
            collection=name,
        )


def dataset_of_frame(
    source: object, options: ReadOptions, counter: Counter | None, task: Task
) -> Dataset:
    """The dataset in a frame in memory."""
    frame, reader = frame_of(source)
    frame = with_vectors(frame, options.vectors)
    provenance = Provenance(source=f"a {reader} frame", reader=reader)
    stretch = task.part(0.5, 1.0)
    return digest_of(
        dataset_of_table(frame, options, provenance, name="frame", counter=counter, task=stretch)
    )


def dataset_of_file(
    path: Path, options: ReadOptions, counter: Counter | None, task: Task
) -> Dataset:
    """The dataset in a file or folder."""
    name = path.name.split(".")[0]
    if is_partitioned(str(path)):
        frame, file = read_files(path, options, options.named_roles(), task.part(0.0, 0.5))
        with notes_in_errors(file.notes):
            return dataset_of_table(
                frame,
                file.options,
                file.provenance,
                name=name.strip("*") or path.parent.name,
                counter=counter,
                task=task.part(0.5, 1.0),
            )
    with reading_faults(path):
        read_dataset = format_of(path, options).read_dataset
        if read_dataset is not None:
            file = checked_file(path, options, options.named_roles(), task.part(0.0, 0.1))
            rest = task.part(0.1, 1.0)
            return read_dataset(path, file.options, file.provenance, counter, rest)
        frame, file = read_checked(path, options, options.named_roles(), task.part(0.0, 0.5))
        with notes_in_errors(file.notes):
            return dataset_of_table(
                frame,
                file.options,
                file.provenance,
                name=name,
                counter=counter,
                task=task.part(0.5, 1.0),
            )
