"""Readable names of features: a whole word where a stem was counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scipy.sparse import csr_matrix
from sklearn.pipeline import Pipeline

from steersman.data import Dataset
from steersman.data.arrow.documents import JoinedDocuments
from steersman.data.text_parts import text_parts
from steersman.text import TextCounter

CHECKED_ROWS = 20
PROBED = 500
MOST_LETTERS = 5_000_000
"""How much text is looked at: less than a tenth of a second's work."""


@dataclass(frozen=True, eq=False)
class CountedText:
    """Documents that were counted into some features: the counter, and where they begin.

    `columns` are those of the file that the documents come from, none where that is not known;
    `prefix` stands before each word in the names of the features.
    """

    counter: TextCounter
    documents: Sequence[str]
    columns: tuple[str, ...]
    prefix: str
    start: int
    stop: int


def feature_labels(dataset: Dataset) -> tuple[str, ...]:
    """The features of a dataset as words: stems as the commonest word behind them, runs of stems
    word by word, everything else as it is called.
    """
    labels = [str(name) for name in dataset.feature_names]
    for text in counted_texts(dataset):
        if text.counter.stem is not False:
            word_of = text.counter.whole_words(spread_documents(text.documents))
            for place in range(text.start, text.stop):
                terms = labels[place].removeprefix(text.prefix).split(" ")
                words = " ".join(word_of.get(term, term) for term in terms)
                labels[place] = f"{text.prefix}{words}"
    return tuple(labels)


def counted_texts(dataset: Dataset) -> list[CountedText]:
    """The texts of a dataset whose counter is known, in the order of their features."""
    documents = dataset.text
    if documents is None:
        return []
    if isinstance(dataset.from_raw, Pipeline):
        return [
            CountedText(
                part.counter,
                column_documents(documents, part.columns),
                part.columns,
                part.prefix,
                part.start,
                part.stop,
            )
            for part in text_parts(dataset.from_raw)
            if isinstance(part.counter, TextCounter)
        ]
    usual = TextCounter()
    if not counts_as_held(usual, dataset):
        return []
    return [CountedText(usual, documents, (), "", 0, dataset.n_features)]


def column_documents(documents: Sequence[str], columns: Sequence[str]) -> Sequence[str]:
    """The documents of one column, where that is known, or of all columns together."""
    if len(columns) == 1 and isinstance(documents, JoinedDocuments):
        return documents.parts[columns[0]]
    return documents


def counts_as_held(counter: TextCounter, dataset: Dataset) -> bool:
    """Whether the first documents, counted, are the first rows, as far as there are features."""
    if dataset.text is None or not dataset.is_sparse:
        return False
    names = [str(name) for name in dataset.feature_names]
    known = set(names)
    rows = csr_matrix(dataset.X[:CHECKED_ROWS])
    for place in range(rows.shape[0]):
        row, document = rows[place], dataset.text[place]
        counted = {k: n for k, n in Counter(counter.analyze(document)).items() if k in known}
        # Data that was counted elsewhere only gets readable names if our counter gives its numbers.
        if counted != {names[at]: n for at, n in zip(row.indices, row.data) if n}:
            return False
    return True


def spread_documents(documents: Sequence[str]) -> list[str]:
    """Documents from all over, about so many letters of them; the others are not touched."""
    probe = [documents[place] for place in evenly(len(documents), PROBED)]
    length = max(1.0, sum(map(len, probe)) / max(1, len(probe)))
    return [documents[place] for place in evenly(len(documents), int(MOST_LETTERS / length))]


def evenly(n: int, most: int) -> range:
    """At most so many of the places 0 to n - 1, at equal distances.

    >>> list(evenly(10, 4))
    [0, 3, 6, 9]
    """
    return range(0, n, -(-n // max(1, most)) or 1)
