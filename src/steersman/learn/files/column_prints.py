"""The columns of some rows as counts in fixed bins, to compare new rows with.

The bins come from other rows than those that are counted (the training rows), or are fixed: bins
that depend on the rows themselves would spoil an exact test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse
from sklearn.pipeline import Pipeline

from steersman.data.arrow.columns import coded_words
from steersman.data.arrow.documents import ArrowDocuments
from steersman.data.raw_columns import RawColumns
from steersman.data.text_parts import is_text_part

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Kind = Literal["number", "filled number", "words", "length", "unknown words"]

MOST_BINS = 15
MOST_COLUMNS = 200
# Of characters in a text, and of the share of its words that the model does not know.
LENGTHS = tuple(float(2**power) for power in range(3, 18))
UNKNOWN_SHARES = (0.0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7)


@dataclass(frozen=True, eq=False)
class ColumnPrint:
    """One column: its bins, and how many rows lie in each.

    The bins of a number lie between `edges`, the last is for a missing one; of a filled number a
    missing one is what the model fills in. Words have a bin each, the most frequent first, then one
    for other known words and one for words never seen before.
    """

    name: str
    kind: Kind
    edges: tuple[float, ...] = ()
    words: tuple[str, ...] = ()
    other_words: frozenset[str] = frozenset()
    counts: tuple[int, ...] = ()

    @property
    def n_bins(self) -> int:
        """Number of bins."""
        return len(self.words) + 2 if self.kind == "words" else len(self.edges) + 2

    @property
    def title(self) -> str:
        """The name of what is compared, as a person reads it."""
        return {
            "length": f"length of {self.name}",
            "unknown words": f"new words in {self.name}",
        }.get(self.kind, self.name)

    def codes(self, values: Any) -> Ints:
        """(rows,): the bin of each value."""
        if self.kind == "words":
            distinct, codes = coded_words(values)
            place = {word: at for at, word in enumerate(self.words)}
            known, never = len(self.words), len(self.words) + 1
            binned = [
                place.get(word, known if not word or word in self.other_words else never)
                for word in distinct.tolist()
            ]
            # The last element answers for the code -1, a missing word.
            return np.array([*binned, known], dtype=np.int64)[codes]
        numbers = np.asarray(values, dtype=np.float64)
        binned_numbers = np.searchsorted(np.array(self.edges), numbers)
        return np.where(np.isnan(numbers), self.n_bins - 1, binned_numbers).astype(np.int64)

    def with_rows(self, values: Any) -> ColumnPrint:
        """The print with the counts of some rows."""
        counted = np.bincount(self.codes(values), minlength=self.n_bins)
        return replace(self, counts=tuple(counted.tolist()))

    def bin_name(self, code: int) -> str:
        """What a bin holds, as a person reads it.

        >>> ColumnPrint("age", "number", (10.0, 20.0)).bin_name(1)
        '10 to 20'
        >>> ColumnPrint("mail", "unknown words", UNKNOWN_SHARES).bin_name(4)
        '10 % to 15 % of the words'
        """
        if self.kind == "words":
            names = (*self.words, "other known values", "values never seen before")
            return names[code] or "(empty)"
        if code == self.n_bins - 1:
            return "missing"
        low, high = (None, *self.edges)[code], (*self.edges, None)[code]
        if self.kind == "unknown words":
            if not high and high is not None:
                return "none"
            most = "all" if high is None else f"{100 * high:g} %"
            return f"{100 * (low or 0.0):g} % to {most} of the words"
        unit = " characters" if self.kind == "length" else ""
        if low is None:
            return "no values" if high is None else f"at most {high:g}{unit}"
        return f"above {low:g}{unit}" if high is None else f"{low:g} to {high:g}{unit}"

    def values(self) -> dict[str, object]:
        """The print as JSON."""
        return {
            "name": self.name,
            "kind": self.kind,
            "edges": list(self.edges),
            "words": list(self.words),
            "other_words": sorted(self.other_words),
            "counts": list(self.counts),
        }

    @classmethod
    def of_values(cls, values: Mapping[str, Any]) -> ColumnPrint:
        """The print that `values` gave."""
        return cls(
            str(values["name"]),
            values["kind"],
            tuple(values["edges"]),
            tuple(values["words"]),
            frozenset(values["other_words"]),
            tuple(values["counts"]),
        )


def number_print(name: str, values: Floats, kind: Kind = "number") -> ColumnPrint:
    """Bins at the quantiles of a column of numbers, without counts."""
    there = values[np.isfinite(values)]
    shares = np.linspace(0.0, 1.0, MOST_BINS + 1)[1:-1]
    edges = np.unique(np.quantile(there, shares)).tolist() if there.size else []
    return ColumnPrint(name, kind, tuple(edges))


def words_print(name: str, column: Any) -> ColumnPrint:
    """A bin for each of the most frequent words of a column, without counts."""
    distinct, codes = coded_words(column)
    sizes = np.bincount(codes[codes >= 0], minlength=len(distinct))
    order = np.argsort(-sizes, kind="stable")
    names = [str(distinct[place]) for place in order.tolist()]
    return ColumnPrint(name, "words", (), tuple(names[:MOST_BINS]), frozenset(names[MOST_BINS:]))


def column_values(model: Any, rows: Any) -> dict[tuple[str, Kind], Any]:
    """What is compared of some rows: each column the model takes, with its kind.

    Dates are left out, since they move on by themselves, and sparse features without names.
    """
    first = model.steps[0][1] if isinstance(model, Pipeline) else None
    if isinstance(first, RawColumns):
        return raw_values(model, first, rows)
    if issparse(rows):
        return {}
    table = np.asarray(rows)
    if table.ndim != 2 or table.dtype.kind not in "bif":
        return {}
    names = getattr(rows, "columns", None)
    named = [f"x{place}" for place in range(table.shape[1])] if names is None else list(names)
    some = list(zip(named, table.T))[:MOST_COLUMNS]
    return {(str(name), "number"): column.astype(np.float64) for name, column in some}


def raw_values(model: Pipeline, columns: RawColumns, rows: Any) -> dict[tuple[str, Kind], Any]:
    """The columns of raw rows that a pipeline takes."""
    table = columns.transform(rows)
    found: dict[tuple[str, Kind], Any] = {}
    for name in list(columns.numbers)[:MOST_COLUMNS]:
        found[name, "number"] = table[name].to_numpy()
    for name, filling in zip(columns.numbers[:MOST_COLUMNS], fillings(model)):
        numbers = found[name, "number"]
        found[name, "filled number"] = np.where(np.isnan(numbers), filling, numbers)
    for name in list(columns.words)[:MOST_COLUMNS]:
        found[name, "words"] = table[name]
    counters = text_counters(model)
    for place, (name, *_) in enumerate(columns.counted_text):
        documents = ArrowDocuments(table[name])
        found[name, "length"] = np.array([float(len(each)) for each in documents])
        counter = counters[place] if place < len(counters) else None
        if counter is not None:
            found[name, "unknown words"] = unknown_shares(
                documents, counter.analyze, counter.vocabulary_
            )
    return found


def fillings(model: Pipeline) -> list[float]:
    """What the model takes for a missing number, by column."""
    encoding = model.named_steps.get("features")
    numbers = getattr(encoding, "named_transformers_", {}).get("numbers")
    first = numbers.steps[0][1] if isinstance(numbers, Pipeline) else None
    return [float(each) for each in getattr(first, "fillings_", ())]


def text_counters(model: Pipeline) -> list[Any]:
    """The fitted counters of a pipeline's texts, None for one that does not show its terms."""
    encoding = model.named_steps.get("features")
    parts = getattr(encoding, "named_transformers_", {})
    texts = [part for name, part in parts.items() if is_text_part(name)]
    counters = [text.steps[-1][1] if isinstance(text, Pipeline) else None for text in texts]
    shown = ("vocabulary_", "analyze")
    return [each if all(hasattr(each, name) for name in shown) else None for each in counters]


def unknown_shares(
    documents: Iterable[str], analyze: Callable[[str], Sequence[str]], known: Mapping[str, object]
) -> Floats:
    """(rows,): the share of each document's words that are not known; nan without any word.

    >>> unknown_shares(["sea boat", ""], str.split, {"sea": 0})
    array([0.5, nan])
    """
    shares = []
    for document in documents:
        terms = analyze(document)
        unknown = sum(term not in known for term in terms)
        shares.append(unknown / len(terms) if terms else np.nan)
    return np.array(shares, dtype=np.float64)


def column_prints(model: Any, training: Any, rows: Any) -> tuple[ColumnPrint, ...]:
    """The prints of `rows` in bins from the training rows, for each column that a model takes."""
    fixed = {"length": LENGTHS, "unknown words": UNKNOWN_SHARES}
    counted = column_values(model, rows)
    found = []
    for (name, kind), values in column_values(model, training).items():
        if kind == "filled number":
            continue
        if kind in fixed:
            bins = ColumnPrint(name, kind, fixed[kind])
        elif kind == "words":
            bins = words_print(name, values)
        else:
            bins = number_print(name, values)
        found.append(bins.with_rows(counted[name, kind]))
    return tuple(found)


def column_codes(model: Any, prints: Sequence[ColumnPrint], rows: Any) -> list[Ints]:
    """For each print, (rows,) the bins of new rows."""
    if not prints:
        return []
    values = column_values(model, rows)
    return [each.codes(values[each.name, each.kind]) for each in prints]
