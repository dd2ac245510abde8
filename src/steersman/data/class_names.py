"""Names of classes for display: labels of a file mapped to words that people understand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steersman.data.dataset import Dataset, Label
from steersman.data.positive_class import named_class
from steersman.errors import SteersmanError


def renamed_classes(classes: Sequence[Label], names: Mapping[str, str], where: str) -> list[Label]:
    """The classes by their new names, each in its place.

    >>> renamed_classes([1, 2], {"2": "bad credit"}, "credit.csv")
    ['1', 'bad credit']
    """
    for written in names:
        named_class(classes, written, where)
    renamed = [names.get(str(label), str(label)) for label in classes]
    twice = sorted({name for name in renamed if renamed.count(name) > 1})
    if twice:
        raise SteersmanError(
            f"two classes of {where} have the same name {twice[0]!r}",
            todo="give each class a different name",
            code="class-names-equal",
            file=where,
            came=twice[0],
        )
    return list(renamed)


def renamed_labels(
    y: NDArray[np.generic], names: Mapping[str, str], where: str
) -> NDArray[np.generic]:
    """(rows,) the labels by their new names; where rows have several, (rows,) of frozen sets.

    >>> renamed_labels(np.array([1, 2, 2]), {"2": "bad"}, "credit.csv").tolist()
    ['1', 'bad', 'bad']
    """
    if not names:
        return y
    if y.dtype == object:
        known = sorted({label for row in y.tolist() for label in row}, key=str)
        new = dict(zip(known, renamed_classes(known, names, where)))
        sets = np.empty(len(y), dtype=object)
        sets[:] = [frozenset(new[label] for label in row) for row in y.tolist()]
        return sets
    classes, codes = np.unique(y, return_inverse=True)
    return np.asarray(renamed_classes(classes.tolist(), names, where), dtype=str)[codes]


def with_class_names(dataset: Dataset, names: Mapping[str, str]) -> Dataset:
    """The dataset whose classes have these names."""
    if not names:
        return dataset
    where = dataset.provenance.file or dataset.name
    if dataset.is_multilabel:
        return replace(dataset, classes=tuple(renamed_classes(dataset.classes, names, where)))
    y = renamed_labels(dataset.y, names, where)
    return replace(dataset, y=y, classes=tuple(np.unique(y).tolist()))
