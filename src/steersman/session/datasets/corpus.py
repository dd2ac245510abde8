"""A data set made ready for the plane: presences, positives of each category, word names."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman._cached import cached_property
from steersman.data import Dataset
from steersman.data.positive_class import class_to_catch
from steersman.data.splits import fold_numbers
from steersman.learn.likelihood import Intervals, cut_into_intervals, measured_columns
from steersman.maths.likelihood import Presence, presence_of
from steersman.scale.sampled_dataset import SampledDataset
from steersman.session.datasets.feature_labels import counted_texts, feature_labels
from steersman.session.results import digest
from steersman.text import TextCounter

if TYPE_CHECKING:
    from steersman.scale import PartitionedDataset


@dataclass(frozen=True)
class Corpus:
    """The rows a person may look at (never the published test rows), as presences."""

    dataset: Dataset
    present: Presence  # (rows, features)
    feature_names: tuple[str, ...]
    categories: tuple[str, ...]
    test: Corpus | None = None  # the published test rows, sealed
    uncorrected: Dataset | None = None  # before labels were corrected; None where none were
    cut: Intervals | None = None  # of columns of numbers

    @property
    def rows(self) -> int:
        return int(self.present.shape[0])

    @property
    def whole(self) -> PartitionedDataset | None:
        """All rows, where these are a sample of them."""
        return self.dataset.whole if isinstance(self.dataset, SampledDataset) else None

    @property
    def all_rows(self) -> int:
        """How many rows there are, in memory or in partitions."""
        return self.rows if self.whole is None else self.whole.rows

    def fold_of_row(self, folds: int, seed: int) -> NDArray[np.int64]:
        """(rows,) the fold of each row; that of a sampled row is the same among all rows."""
        if isinstance(self.dataset, SampledDataset):
            return self.dataset.folds(folds, seed)
        return fold_numbers(self.as_loaded.dataset.class_numbers, folds, seed)

    @cached_property
    def as_loaded(self) -> Corpus:
        """The rows with the labels that they came with, by which they are divided into parts.

        A corrected label must move no row into another part.
        """
        if self.uncorrected is None:
            return self
        return with_other_labels(self, dataset=self.uncorrected, uncorrected=None)

    @property
    def features(self) -> int:
        return int(self.present.shape[1])

    def positive(self, category: str) -> NDArray[np.bool_]:
        """(rows,) True where the row belongs to `category`."""
        return self.dataset.positives(self.dataset.classes[self.categories.index(category)])

    @cached_property
    def category_sizes(self) -> tuple[int, ...]:
        """How many rows each category has."""
        if self.whole is not None:
            return tuple(self.whole.class_sizes().values())
        return tuple(self.dataset.category_sizes().values())

    @cached_property
    def rows_key(self) -> str:
        """What names the values of the rows, whatever their labels are."""
        return digest(self.dataset.X)

    @cached_property
    def column_of(self) -> Mapping[str, int]:
        """The column of each named feature."""
        return {name: column for column, name in enumerate(self.feature_names) if name}

    @cached_property
    def rows_by_feature(self) -> Presence:
        """(features, rows) the same presences the other way round."""
        return presence_of(csr_matrix(self.present.matrix(np.bool_).T))

    @cached_property
    def column_names(self) -> tuple[str, ...]:
        """A readable name for each column of the data set: whole words for stems."""
        if self.dataset.is_sparse:
            return feature_labels(self.dataset)
        return tuple(str(name) for name in self.dataset.feature_names)

    @property
    def feature_labels(self) -> tuple[str, ...]:
        """A readable name for each feature."""
        if self.by_column:
            return self.column_names
        measured = measured_columns(self.dataset)
        intervals = len(self.feature_names) - (self.dataset.n_features - measured)
        return self.feature_names[:intervals] + self.column_names[measured:]

    @cached_property
    def by_column(self) -> bool:
        """Whether the features are the columns of the data set, none of them cut into intervals."""
        return not measured_columns(self.dataset)

    @cached_property
    def speller(self) -> tuple[TextCounter, tuple[str, ...]]:
        """The counter that writes a word as the features do, and the prefixes of their names."""
        texts = counted_texts(self.dataset)
        stem = texts[0].counter.stem if texts else True
        return TextCounter(stoplist=None, stem=stem), tuple(text.prefix for text in texts)

    def spellings(self, word: str) -> list[str]:
        """A word as typed and as the text counter would write it, in each of the texts."""
        counter, prefixes = self.speller
        # "body: free" names the text in which the word is looked for.
        own = next((each for each in prefixes if each and word.startswith(each)), "")
        typed = word.removeprefix(own)
        written = [typed, typed.lower(), *counter.analyze(typed)]
        starts = [own] if own else prefixes
        found = [*(before + each for before in starts for each in written)]
        return list(dict.fromkeys([word, *([] if own else written), *found]))

    @property
    def row_word(self) -> str:
        """The word for a row: "document" where there is text."""
        return "row" if self.dataset.text is None else "document"

    @property
    def term_word(self) -> str:
        """The word for a feature of a row: "word" where there is text."""
        return "value" if self.dataset.text is None else "word"

    def labels(self, row: int) -> list[str]:
        """The categories of one row."""
        y = self.dataset.y[row]
        if self.dataset.is_multilabel:
            return [name for name, member in zip(self.categories, y) if member]
        return [str(y)]

    def first_category(self) -> str:
        """Where a person starts: the class to catch, else the largest category."""
        positive = class_to_catch(self.dataset)
        if positive is not None:
            return str(positive)
        return self.categories[int(np.argmax(self.category_sizes))]


OF_ROWS = ("rows_key", "column_of", "rows_by_feature", "column_names", "by_column", "speller")
"""What a corpus computes once, whatever its labels are: for text it takes a tenth of a second."""


def with_corrections(corpus: Corpus, corrections: Mapping[str, str]) -> Corpus:
    """The corpus with the labels of some rows corrected, by their number.

    Where rows may have several labels, a correction is a JSON list of all labels of its row.
    """
    dataset = corpus.dataset
    by_name = dict(zip(corpus.categories, dataset.classes))
    y = dataset.y.copy()
    for row, label in corrections.items():
        if dataset.is_multilabel:
            labels = json.loads(label)
            y[int(row)] = [name in labels for name in corpus.categories]
        else:
            y[int(row)] = by_name[label]
    return with_other_labels(corpus, dataset=replace(dataset, y=y), uncorrected=dataset)


def corpus_of_same_rows(corpus: Corpus, dataset: Dataset) -> Corpus:
    """The corpus of a data set that has the same rows under other labels."""
    categories = tuple(str(name) for name in dataset.classes)
    changed = {"dataset": dataset, "categories": categories, "test": None, "uncorrected": None}
    return with_other_labels(corpus, **changed)


def with_other_labels(corpus: Corpus, **changed: Any) -> Corpus:
    """The corpus with other labels, which knows of its rows what is known of them already."""
    made = replace(corpus, **changed)
    known = vars(corpus)
    vars(made).update({name: known[name] for name in OF_ROWS if name in known})
    return made


def corpus_of(dataset: Dataset) -> Corpus:
    """The corpus of a data set: its training rows when a test split was published.

    Counts become presences. Numbers have no presences: each column of them is cut at its
    quartiles, and a row holds the one interval of each column that it lies in.
    """
    seen = dataset if dataset.split is None else dataset.train()
    cut = cut_into_intervals(seen) if measured_columns(seen) else None
    test = None
    if dataset.split is not None:
        # Cut at the quartiles of the training rows: the test rows must not decide anything.
        test = corpus_with_intervals(replace(dataset.test(), split=None), cut)
    return corpus_with_intervals(seen, cut, test)


def corpus_with_intervals(
    dataset: Dataset, cut: Intervals | None, test: Corpus | None = None
) -> Corpus:
    """A data set as presences, its numbers cut as these."""
    names = tuple(str(name) for name in dataset.feature_names)
    if cut is None:
        present = presence_of(csr_matrix(dataset.X))
    else:
        present = cut.presence(dataset.X)
        names = cut.feature_names(dataset)
    categories = tuple(str(name) for name in dataset.classes)
    return Corpus(dataset, present, names, categories, test, cut=cut)
