"""Clusters taken elsewhere: as the labels of a data set, as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace

import numpy as np
from numpy.typing import NDArray

from steersman.data import Dataset, Provenance
from steersman.data.files.csv_cells import csv_bytes
from steersman.errors import SteersmanError
from steersman.scale.sampled_dataset import SampledDataset
from steersman.session.clusters.choice import ClusterChoice
from steersman.session.clusters.groups import ClusterGroups
from steersman.session.datasets.corpus import Corpus, corpus_of_same_rows
from steersman.session.datasets.library import Library
from steersman.session.shapes import FileFrame
from steersman.session.views import Column, View
from steersman.tasks import Task
from steersman.workers import WorkerJob

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LONGEST_NAME = 80
# A file of more rows is written by a worker.
QUICK_ROWS = 500


def labeled_dataset(
    corpus: Corpus,
    groups: ClusterGroups,
    names: Mapping[int, str],
    choice: ClusterChoice,
    name: str,
) -> Dataset:
    """A data set of the same documents and counts, labeled with cluster names."""
    held = np.flatnonzero(groups.sizes)
    given = np.array([names[groups.numbers[place]] for place in held.tolist()])
    y = given[np.searchsorted(held, groups.places)]
    classes = tuple(np.unique(given).tolist())
    if len(classes) < 2:
        raise SteersmanError(
            "a single cluster gives only one class",
            todo="undo a merge, or find more clusters",
            code="class-single",
            label=classes[0],
        )
    assert choice.found is not None, "clusters were found"  # noqa: S101
    dataset = corpus.dataset
    if isinstance(dataset, SampledDataset):
        # Only the sampled rows have these labels.
        dataset = dataset.in_memory()
    return replace(
        dataset,
        name=name,
        y=y,
        classes=classes,
        # The class to catch among the former labels is none of the clusters.
        positive=None,
        split=None,
        provenance=Provenance(
            source=f"clusters of {dataset.name}",
            reader="clusters",
            sha256=dataset.provenance.sha256,
            options={**asdict(choice.found), "groups": groups.group_of, "made": choice.made},
            notes=("the labels come from clustering, not from people reading each document",),
        ),
    )


def add_labeled(library: Library, dataset: Dataset, corpus: Corpus) -> None:
    """Put the data set on the menu, and its source, so that there is a way back.

    A data set of the same name must be the same.
    """
    name, source = dataset.name, corpus.dataset
    if not name.strip() or len(name) > LONGEST_NAME:
        raise SteersmanError(
            "the new data set needs a name",
            todo=f"give one of 1 to {LONGEST_NAME} characters",
            code="bad-data-set-name",
            name=name,
            longest=LONGEST_NAME,
        )
    if name in taken_names(library):
        known = library.corpora.get(name)
        same = known is not None and known.dataset.provenance == dataset.provenance
        if same and known is not None and np.array_equal(known.dataset.y, dataset.y):
            return
        raise SteersmanError(
            f"there is already a data set called {name!r}",
            todo="give another name",
            code="data-set-name-taken",
            name=name,
        )
    if source.name not in library.offered:
        rows = f"{source.n_rows:,} rows"
        library.offered[source.name] = {"name": source.name, "title": source.name, "summary": rows}
    about = f"{dataset.n_rows:,} rows, {len(dataset.classes)} labels from clusters"
    library.add(corpus_of_same_rows(corpus, dataset), name, about)


def clusters_file(
    corpus: Corpus, groups: ClusterGroups, names: Mapping[int, str], task: Task
) -> View:
    """A table for spreadsheets: each document with its cluster and by how much that one leads."""
    dataset, in_order = corpus.dataset, [names[number] for number in groups.numbers]
    arguments = (dataset.ids, in_order, groups.places, groups.leads, groups.rivals)
    job = WorkerJob("clusters-file", arguments, "the file of clusters")
    content = task.result(
        "clusters file",
        lambda: (dataset.name, *arguments[1:]),
        lambda: clusters_table(*arguments, task),
        job=job if len(groups.places) > QUICK_ROWS else None,
        stored=False,
    )
    values = FileFrame(name=f"{dataset.name} clusters.csv")
    return View("file", values, (Column("bytes", content, "clusters"),))


def clusters_table(
    ids: Sequence[str], names: Sequence[str], places: Ints, leads: Floats, rivals: Ints, task: Task
) -> NDArray[np.uint8]:
    """The table as the bytes of a file."""
    lines: list[list[str]] = [["id", "cluster", "lead", "next"]]
    for own, lead, rival in zip(places.tolist(), leads.tolist(), rivals.tolist(), strict=True):
        if len(lines) % QUICK_ROWS == 1:
            task.report("writing the clusters", len(lines) / len(places))
        lines.append([ids[len(lines) - 1], names[own], f"{lead:.6g}", names[rival]])
    return np.frombuffer(csv_bytes(lines, "\r\n"), dtype=np.uint8)


def free_name(library: Library, dataset: str) -> str:
    """A name for a data set made of another's clusters that nothing has yet."""
    name, number = f"{dataset} clusters", 1
    while name in taken_names(library):
        number += 1
        name = f"{dataset} clusters {number}"
    return name


def taken_names(library: Library) -> set[str]:
    return {each["name"] for each in library.menu} | set(library.corpora)
