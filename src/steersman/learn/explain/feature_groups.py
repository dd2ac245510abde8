"""Features that belong together: the 0/1 columns of one category, the parts of a date, a word and
its sequences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.pipeline import Pipeline

from steersman._cached import cached_property
from steersman.data.date_parts import DATE_PARTS
from steersman.data.raw_columns import RawColumns, feature_names
from steersman.learn.explain.matrices import Rows, is_sparse

Kind = Literal["number", "category", "date", "vector", "word"]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class FeatureGroups:
    """Groups of features: `of` has the number of each feature's group.

    `members` are the names of the features themselves, such as `purpose=car` in the group
    `purpose`.

    >>> groups = FeatureGroups(("age", "port"), ("number", "category"), np.array([0, 1, 1]),
    ...                        ("age", "port=Oslo", "port=Rome"))
    >>> groups.columns(1)
    array([1, 2])
    """

    names: tuple[str, ...]
    kinds: tuple[Kind, ...]
    of: Ints  # (features,)
    members: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def order(self) -> tuple[Ints, Ints]:
        """The features sorted by group, and where each group begins among them."""
        order = np.argsort(self.of, kind="stable")
        return order, np.searchsorted(self.of[order], np.arange(len(self) + 1))

    def columns(self, group: int) -> Ints:
        """The features of one group."""
        order, starts = self.order
        return order[starts[group] : starts[group + 1]]

    @cached_property
    def indicator(self) -> csr_matrix:
        """(features, groups) 1 where a feature is in a group."""
        features = len(self.of)
        ones = (np.ones(features), (np.arange(features), self.of))
        return csr_matrix(ones, shape=(features, len(self)))

    def sums(self, parts: Rows) -> Rows:
        """(rows, groups) the sum of the parts (rows, features) of each group."""
        if len(self) == len(self.of) and np.array_equal(self.of, np.arange(len(self))):
            return parts
        return csr_matrix(parts @ self.indicator) if is_sparse(parts) else parts @ self.indicator


def single_features(names: Sequence[str], kind: Kind = "number") -> FeatureGroups:
    """Every feature by itself."""
    names = tuple(str(name) for name in names)
    return FeatureGroups(names, (kind,) * len(names), np.arange(len(names)), names)


def raw_feature_groups(
    features: Pipeline, labels: Sequence[str] | None = None, sizes: Ints | None = None
) -> FeatureGroups:
    """The groups of the features that a fitted `raw_features` makes, one for each column.

    Each word of a text is a group of its own. A sequence of words belongs to the group of its
    rarest word, by `sizes`, the number of rows that hold each feature. `labels` are names to show
    instead of those of the features.
    """
    names = tuple(labels or feature_names(features))
    source, encoding = features["columns"], features["features"]
    groups: dict[str, int] = {}
    kinds: list[Kind] = []
    of: list[int] = []

    def add(name: str, kind: Kind) -> None:
        if name not in groups:
            groups[name] = len(groups)
            kinds.append(kind)
        of.append(groups[name])

    for part, transformer, _ in encoding.transformers_:
        if part == "numbers":
            for name in source.numbers:
                add(name, "number")
        elif part == "dates":
            for name in source.dates:
                for _ in DATE_PARTS:
                    add(name, "date")
        elif part == "vectors":
            for name, means in zip(source.vectors, transformer[0].means_):
                for _ in means:
                    add(name, "vector")
        elif part == "words":
            for name, encoder in zip(source.words, transformer.encoders_):
                for _ in encoder.categories_[0]:
                    add(name, "category")
        else:
            start = len(of)
            terms = [str(term) for term in transformer[-1].get_feature_names_out()]
            rows = np.ones(len(terms)) if sizes is None else sizes[start : start + len(terms)]
            for place in word_groups(terms, rows):
                add(names[start + place], "word")
    return FeatureGroups(tuple(groups), tuple(kinds), np.array(of, dtype=np.int64), names)


def word_groups(terms: Sequence[str], sizes: NDArray[np.generic]) -> Ints:
    """(terms,) the place of the term that each belongs to: a sequence of words to its rarest word.

    >>> word_groups(["new", "york", "new york"], np.array([90, 20, 15])).tolist()
    [0, 1, 1]
    """
    place = {term: number for number, term in enumerate(terms)}
    found = np.arange(len(terms))
    for number, term in enumerate(terms):
        if " " in term:
            words = [place[word] for word in term.split(" ") if word in place]
            if words:
                found[number] = min(words, key=lambda word: (sizes[word], word))
    return found


def reads_raw_rows(model: object) -> bool:
    """Whether a model starts with rows as a file holds them."""
    return isinstance(model, Pipeline) and isinstance(model.steps[0][1], RawColumns)
