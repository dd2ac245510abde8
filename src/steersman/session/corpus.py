"""A data set made ready for the plane: presences, positives of each category, word names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, issparse

from steersman.data import Dataset
from steersman.maths.presence import Presence, presence_of
from steersman.session.shown_names import counter_of, shown_names
from steersman.text import TextCounter

__all__ = ["Corpus", "corpus_of"]

BINS = 4


@dataclass(frozen=True)
class Corpus:
    """The rows a person may look at (never the published test rows), as presences."""

    dataset: Dataset
    present: Presence  # (rows, features)
    feature_names: tuple[str, ...]
    categories: tuple[str, ...]
    test: Corpus | None = None  # the published test rows, sealed

    @property
    def rows(self) -> int:
        return int(self.present.shape[0])

    @property
    def features(self) -> int:
        return int(self.present.shape[1])

    def positive(self, category: str) -> NDArray[np.bool_]:
        """(rows,) True where the row belongs to `category`."""
        return self.dataset.positives(self.dataset.classes[self.categories.index(category)])

    @cached_property
    def category_sizes(self) -> tuple[int, ...]:
        """How many rows each category has."""
        return tuple(int(self.positive(category).sum()) for category in self.categories)

    @cached_property
    def column_of(self) -> Mapping[str, int]:
        """The column of each named feature."""
        return {name: column for column, name in enumerate(self.feature_names) if name}

    @cached_property
    def rows_by_feature(self) -> Presence:
        """(features, rows) the same presences the other way round."""
        return presence_of(csr_matrix(self.present.matrix(np.bool_).T))

    @cached_property
    def shown_names(self) -> tuple[str, ...]:
        """What a person reads for each feature: whole words for stems."""
        return shown_names(self.dataset) if self.dataset.is_sparse else self.feature_names

    @cached_property
    def speller(self) -> tuple[TextCounter, str]:
        """What writes any word as the features are written, and what stands before it there."""
        counter, before = counter_of(self.dataset)
        return TextCounter(stoplist=None, stem=True if counter is None else counter.stem), before

    def spellings(self, word: str) -> list[str]:
        """A word as typed and as the text counter would write it."""
        counter, before = self.speller
        written = [word, word.lower(), *counter.analyse(word)]
        return list(dict.fromkeys([*written, *(before + each for each in written)]))

    @property
    def row_word(self) -> str:
        """What a row is called: a document where there is text."""
        return "row" if self.dataset.text is None else "document"

    @property
    def term_word(self) -> str:
        """What a row holds: words where there is text."""
        return "value" if self.dataset.text is None else "word"

    def labels(self, row: int) -> list[str]:
        """The categories of one row."""
        y = self.dataset.y[row]
        if self.dataset.is_multilabel:
            return [name for name, member in zip(self.categories, y) if member]
        return [str(y)]

    def first_category(self) -> str:
        """Where a person starts: the positive class of two, else the largest category."""
        if len(self.categories) == 2:
            return self.categories[1]
        return self.categories[int(np.argmax(self.category_sizes))]


def corpus_of(dataset: Dataset) -> Corpus:
    """The corpus of a data set: its training rows when a test split was published.

    Counts become presences. A table of numbers has no presences: each column is cut at its
    quartiles, and a row holds the one interval of each column that it lies in.
    """
    seen = dataset if dataset.split is None else dataset.train()
    test = None
    if issparse(seen.X):
        present = presence_of(csr_matrix(seen.X))
        names = tuple(str(name) for name in seen.feature_names)
        if dataset.split is not None:
            test = corpus_of(replace(dataset.test(), split=None))
    else:
        present, names = quartile_presence(np.asarray(seen.X, float), seen.feature_names)
    return Corpus(seen, present, names, tuple(str(name) for name in seen.classes), test)


def quartile_presence(
    X: NDArray[np.float64], feature_names: tuple[str, ...]
) -> tuple[Presence, tuple[str, ...]]:
    """One presence per column and interval of its values, and the names of those presences."""
    blocks: list[NDArray[np.int32]] = []
    names: list[str] = []
    for column, name in zip(X.T, feature_names):
        cuts = interval_cuts(column)
        intervals = np.searchsorted(cuts, column, side="left") + len(names)
        blocks.append(intervals.astype(np.int32))
        names += interval_names(str(name), cuts)
    indices = np.column_stack(blocks).ravel()
    indptr = np.arange(0, indices.size + 1, X.shape[1])
    return Presence(indices, indptr, (len(X), len(names))), tuple(names)


def interval_cuts(column: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where a column is cut: its quartiles, or its commonest low value and thirds of the rest."""
    low, high = float(column.min()), float(column.max())
    if np.mean(column == low) < 1 / BINS:
        cuts = np.quantile(column, [0.25, 0.5, 0.75])
    else:
        above = column[column > low]
        cuts = np.append(np.quantile(above, [1 / 3, 2 / 3]) if above.size else [], low)
    inner: NDArray[np.float64] = np.unique(cuts[cuts < high])
    return inner


def interval_names(name: str, cuts: NDArray[np.float64]) -> list[str]:
    """What each interval between the cuts is called.

    >>> interval_names("age", np.array([30.0, 50.0]))
    ['age ≤ 30', 'age 30–50', 'age > 50']
    """
    if not cuts.size:
        return [name]
    inner = [f"{name} {low:.4g}–{high:.4g}" for low, high in pairwise(cuts)]
    return [f"{name} ≤ {cuts[0]:.4g}", *inner, f"{name} > {cuts[-1]:.4g}"]
