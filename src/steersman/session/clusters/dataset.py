"""Clusters taken elsewhere: as the labels of a data set, as a table."""

from __future__ import annotations

from collections.abc import Mapping
from csv import writer
from dataclasses import asdict, replace
from io import StringIO

import numpy as np

from steersman.data import Dataset, Provenance
from steersman.errors import SteersmanError
from steersman.scale.sampled_dataset import SampledDataset
from steersman.session.clusters.choice import ClusterChoice
from steersman.session.clusters.groups import ClusterGroups
from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.library import Library
from steersman.session.shapes import FileFrame
from steersman.session.views import Column, View

LONGEST_NAME = 80


def labeled_dataset(
    corpus: Corpus,
    groups: ClusterGroups,
    names: Mapping[int, str],
    choice: ClusterChoice,
    name: str,
) -> Dataset:
    """A data set of the same documents and counts, labeled with cluster names."""
    y = np.array([names[int(number)] for number in groups.labels])
    classes = tuple(np.unique(y).tolist())
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


def add_labeled(library: Library, dataset: Dataset, source: Dataset) -> None:
    """Put the data set on the menu, and its source, so that there is a way back.

    A data set of the same name must be the same.
    """
    name = dataset.name
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
    library.add(
        dataset, name, f"{dataset.n_rows:,} rows, {len(dataset.classes)} labels from clusters"
    )


def clusters_file(corpus: Corpus, groups: ClusterGroups, names: Mapping[int, str]) -> View:
    """A table for spreadsheets: each document with its cluster and by how much that one leads."""
    lines = StringIO()
    table = writer(lines)
    table.writerow(["id", "cluster", "lead", "next"])
    for row, identifier in enumerate(corpus.dataset.ids):
        own, rival = int(groups.places[row]), int(groups.rivals[row])
        lead = f"{groups.leads[row]:.6g}"
        table.writerow([identifier, names[groups.numbers[own]], lead, names[groups.numbers[rival]]])
    content = np.frombuffer(lines.getvalue().encode(), dtype=np.uint8)
    values = FileFrame(name=f"{corpus.dataset.name} clusters.csv")
    return View("file", values, (Column("bytes", content, "clusters"),))


def free_name(library: Library, dataset: str) -> str:
    """A name for a data set made of another's clusters that nothing has yet."""
    name, number = f"{dataset} clusters", 1
    while name in taken_names(library):
        number += 1
        name = f"{dataset} clusters {number}"
    return name


def taken_names(library: Library) -> set[str]:
    return {each["name"] for each in library.menu} | set(library.corpora)
