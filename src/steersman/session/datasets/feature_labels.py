"""Readable names of features: a whole word where a stem was counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scipy.sparse import csr_matrix
from sklearn.pipeline import Pipeline

from steersman.data import Dataset
from steersman.text import TextCounter

CHECKED_ROWS = 20
PROBED = 500
MOST_LETTERS = 8_000_000
"""How much text is looked at: about an eighth of a second's work."""


def feature_labels(dataset: Dataset) -> tuple[str, ...]:
    """The features of a dataset as words: stems as the commonest word behind them, runs of stems
    word by word, everything else as it is called.
    """
    names = tuple(str(name) for name in dataset.feature_names)
    counter, before = counter_of(dataset)
    if counter is None or counter.stem is False or dataset.text is None:
        return names
    word_of = counter.whole_words(spread_documents(dataset.text))

    def label(name: str) -> str:
        terms = name.removeprefix(before).split(" ")
        return before + " ".join(word_of.get(term, term) for term in terms)

    return tuple(label(name) if name.startswith(before) else name for name in names)


def counter_of(dataset: Dataset) -> tuple[TextCounter | None, str]:
    """The counter of a dataset's text, None if unknown, and the prefix of its feature names."""
    if isinstance(dataset.from_raw, Pipeline):
        parts = dataset.from_raw["features"].transformers_
        for part, transformer, _ in parts:
            if part == "text" and isinstance(transformer[-1], TextCounter):
                columns = dataset.from_raw["columns"].text
                return transformer[-1], "" if len(parts) == 1 else f"{columns[0]}: "
        return None, ""
    usual = TextCounter()
    return (usual if counts_as_held(usual, dataset) else None), ""


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
