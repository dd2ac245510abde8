"""A row as a person edits it: its columns as the file has them, and back to features."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.pipeline import Pipeline

from steersman._cached import cached_property
from steersman.data.arrow.documents import JoinedDocuments
from steersman.data.arrow.frames import frame_from_columns
from steersman.data.arrow.vectors import missing_vectors
from steersman.data.column_parts import MISSING_WORD
from steersman.data.date_parts import DATE_PARTS
from steersman.learn.explain import (
    FeatureGroups,
    Kind,
    raw_feature_groups,
    single_features,
    word_groups,
)
from steersman.learn.likelihood import leading, measured_columns, scales
from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.feature_labels import CountedText, column_documents, counted_texts
from steersman.text import TextCounter

FieldKind = Literal["number", "category", "date", "text"]
"""How a column is edited."""
TEXT = "text"
FIRST_DAY = datetime(1970, 1, 1)
MOST_UNKNOWN = 12
Rows = Any  # a sparse or dense matrix: scikit-learn's own idea of rows has no type


@dataclass(frozen=True)
class RowField:
    """One column: how it is edited, and what its values are in the data."""

    name: str
    kind: FieldKind
    columns: tuple[int, ...]
    """Its features, where they are few."""
    usual: str
    options: tuple[str, ...] = ()
    low: float = 0.0
    high: float = 0.0


class RowFields:
    """The columns of a data set's rows, from features to values and back."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus, self.dataset = corpus, corpus.dataset
        raw = self.dataset.from_raw
        self.raw: Pipeline | None = raw if isinstance(raw, Pipeline) else None
        self.counter: TextCounter | None = None
        if self.raw is None and self.dataset.text is not None:
            self.counter = next((text.counter for text in self.texts), None)

    @property
    def can_edit(self) -> bool:
        """Whether values can be made into features again."""
        counted = self.raw is not None or self.counter is not None
        return counted or (self.dataset.text is None and not self.dataset.is_sparse)

    @cached_property
    def groups(self) -> FeatureGroups:
        """The features that belong together."""
        names = self.corpus.column_names
        if self.raw is not None:
            return raw_feature_groups(self.raw, names, self.row_counts)
        if self.dataset.text is None:
            return single_features(names)
        of = word_groups([str(name) for name in self.dataset.feature_names], self.row_counts)
        kept, numbers = np.unique(of, return_inverse=True)
        words = tuple(names[place] for place in kept)
        kind: Kind = "word"
        kinds = (kind,) * len(words)
        return FeatureGroups(words, kinds, numbers.astype(np.int64), names)

    @cached_property
    def row_counts(self) -> NDArray[np.int64]:
        """(features,) how many rows hold each feature."""
        X: Rows = self.dataset.X
        counted = X.getnnz(axis=0) if self.dataset.is_sparse else np.count_nonzero(X, axis=0)
        return np.asarray(counted, dtype=np.int64)

    @cached_property
    def measurements(self) -> NDArray[np.float64]:
        """(rows, numbers and parts of dates) in the units of the file."""
        count = measured_columns(self.dataset)
        low, span = scales(self.dataset, count)
        values: NDArray[np.float64] = low + leading(self.dataset.X, count) * span
        return values

    @cached_property
    def fields(self) -> tuple[RowField, ...]:
        """The columns in their order."""
        if self.raw is None:
            if self.dataset.text is not None:
                return (RowField(TEXT, "text", (), ""),)
            if self.dataset.is_sparse:
                return ()
            return tuple(
                self.number_field(name, place)
                for place, name in enumerate(self.corpus.column_names)
            )
        return tuple(self.raw_fields(self.raw))

    def raw_fields(self, raw: Pipeline) -> list[RowField]:
        source, encoding = raw["columns"], raw["features"]
        found: list[RowField] = []
        start = 0
        for part, transformer, _ in encoding.transformers_:
            if part == "numbers":
                found += [
                    self.number_field(name, start + n) for n, name in enumerate(source.numbers)
                ]
                start += len(source.numbers)
            elif part == "dates":
                for name in source.dates:
                    days = np.median(self.measurements[:, start])
                    found.append(RowField(name, "date", (start,), date_text(float(days))))
                    start += len(DATE_PARTS)
            elif part == "vectors":
                # Nobody edits the numbers of an embedding: they stay as they are.
                start += sum(len(means) for means in transformer[0].means_)
            elif part == "words":
                for name, encoder in zip(source.words, transformer.encoders_):
                    words = tuple(str(word) or MISSING_WORD for word in encoder.categories_[0])
                    members = tuple(range(start, start + len(words)))
                    shares = np.asarray(self.dataset.X[:, list(members)].sum(axis=0)).ravel()
                    usual = words[int(np.argmax(shares))]
                    found.append(RowField(name, "category", members, usual, words))
                    start += len(words)
        return [*found, *(RowField(name, "text", (), "") for name in source.text)]

    def number_field(self, name: str, place: int) -> RowField:
        column = self.measurements[:, place]
        low, high = float(column.min()), float(column.max())
        return RowField(name, "number", (place,), number_text(np.median(column)), (), low, high)

    def values(self, row: int) -> dict[str, str]:
        """A row's values by column."""
        return {field.name: self.value(field, row) for field in self.fields}

    def value(self, field: RowField, row: int) -> str:
        """The value of one column in a row."""
        if field.kind == "text":
            return self.text_value(field.name, row)
        if field.kind == "category":
            held = np.asarray(leading(self.dataset.X[[row]], field.columns[-1] + 1))[0]
            place = int(np.argmax(held[list(field.columns)]))
            return field.options[place] if held[field.columns[place]] else ""
        number = float(self.measurements[row, field.columns[0]])
        return date_text(number) if field.kind == "date" else number_text(number)

    def text_value(self, name: str, row: int) -> str:
        """The text of one column in a row."""
        documents = self.dataset.text
        if documents is None:
            return ""
        several = isinstance(documents, JoinedDocuments)
        # Texts that were joined before they came here are all edited as the first column.
        is_first = self.raw is None or name == self.raw["columns"].text[0]
        if not several and not is_first:
            return ""
        return column_documents(documents, (name,))[row]

    def complete(self, values: Mapping[str, str], row: int | None) -> dict[str, str]:
        """The values with those that are not named: as in a row, or as usual."""
        start = (
            {field.name: field.usual for field in self.fields} if row is None else self.values(row)
        )
        return {name: values.get(name, value) for name, value in start.items()}

    def features(self, values: Mapping[str, str], row: int | None) -> Rows:
        """(1, features) the features of a row with these values, as the models take them."""
        if row is not None and dict(values) == self.values(row):
            # Exactly as it was learned: numbers that are shown rounded are not.
            return self.dataset.X[[row]]
        start = None if row is None else self.values(row)
        if self.raw is not None:
            columns = {
                field.name: [self.cell(field, values[field.name], start, row)]
                for field in self.fields
            }
            vectors = self.raw["columns"].vectors
            others = [*columns, *vectors]
            columns |= {name: [""] for name in self.raw["columns"].columns if name not in others}
            columns |= {name: missing_vectors(1) for name in vectors}
            made = self.raw.transform(frame_from_columns(columns).to_native())
            return self.with_vectors(made, row) if vectors and row is not None else made
        if self.counter is not None:
            return self.counts(values[TEXT])
        return np.array(
            [[self.cell(field, values[field.name], start, row) for field in self.fields]]
        )

    def with_vectors(self, made: Rows, row: int) -> Rows:
        """(1, features) the features with the vectors of a row in place of the usual ones."""
        groups = self.groups
        places = [groups.columns(g) for g, kind in enumerate(groups.kinds) if kind == "vector"]
        held = np.concatenate(places)
        if not self.dataset.is_sparse:
            made[:, held] = self.dataset.X[[row]][:, held]
            return made
        dense = csr_matrix(made).toarray()
        dense[:, held] = csr_matrix(self.dataset.X[[row]]).toarray()[:, held]
        return csr_matrix(dense)

    def cell(
        self, field: RowField, value: str, start: Mapping[str, str] | None, row: int | None
    ) -> object:
        """A value as a frame holds it; what cannot be read is as usual."""
        if field.kind in ("text", "category"):
            return "" if value == MISSING_WORD else value
        same = start is not None and start[field.name] == value
        if same and row is not None and field.kind == "number":
            return float(self.measurements[row, field.columns[0]])
        if field.kind == "date":
            return moment(value) or moment(field.usual)
        try:
            number = float(value)
        except ValueError:
            number = np.nan
        return number if np.isfinite(number) else float(field.usual)

    def counts(self, text: str) -> csr_matrix:
        """(1, features) the counts of a text whose counter is known."""
        assert self.counter is not None, "the counter is known"  # noqa: S101
        columns = self.term_columns
        row = np.zeros((1, self.dataset.n_features))
        for term, count in Counter(self.counter.analyze(text)).items():
            if term in columns:
                row[0, columns[term]] = count
        return csr_matrix(row)

    @cached_property
    def term_columns(self) -> dict[str, int]:
        """The column of each term."""
        return {str(name): place for place, name in enumerate(self.dataset.feature_names)}

    @cached_property
    def texts(self) -> list[CountedText]:
        """The texts whose counter is known."""
        return counted_texts(self.dataset)

    def unknown_words(self, values: Mapping[str, str]) -> list[str]:
        """The words of a text that count for nothing: no feature is made of them."""
        unknown: list[str] = []
        for counted in self.texts:
            text = "\n".join(values[name] for name in counted.columns or (TEXT,))
            single = [term for term in counted.counter.analyze(text) if " " not in term]
            unknown += [each for each in single if counted.prefix + each not in self.term_columns]
        return list(dict.fromkeys(unknown))[:MOST_UNKNOWN]

    def text_columns(self, group: int) -> tuple[str, ...]:
        """The columns in which a word counts, where it is added or removed."""
        place = int(self.groups.columns(group)[0])
        found = next((text for text in self.texts if text.start <= place < text.stop), None)
        return found.columns if found and found.columns else (TEXT,)

    def shown_value(self, group: int, features: Rows) -> str:
        """The value of a group of features in a row (1, features)."""
        columns, kind = self.groups.columns(group), self.groups.kinds[group]
        held = np.asarray(
            features[:, columns].todense() if self.dataset.is_sparse else (features[:, columns])
        ).ravel()
        if kind == "category" and len(columns) > 1:
            member = self.groups.members[int(columns[int(np.argmax(held))])]
            return member.split("=", 1)[-1] if held.any() else ""
        if kind == "vector":
            return f"{len(columns)} numbers"
        if kind == "word":
            return number_text(held[0])
        low, span = self.units
        place = int(columns[0])
        number = float(held[0] * span[place] + low[place]) if place < len(low) else float(held[0])
        return date_text(number) if kind == "date" else number_text(number)

    @cached_property
    def units(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The lowest value and the span of each measured column, as the file has it."""
        return scales(self.dataset, self.measurements.shape[1])


def number_text(value: Any) -> str:
    """A number in few digits.

    >>> number_text(3.0), number_text(0.12345678), number_text(1234567.0)
    ('3', '0.123457', '1234567')
    """
    number = float(value)
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else f"{number:.6g}"


def date_text(days: float) -> str:
    """A day since 1970 as a date.

    >>> date_text(33.25)
    '1970-02-03'
    """
    return (FIRST_DAY + timedelta(days=days)).date().isoformat()


def moment(value: str) -> datetime | None:
    """A date as written by `date_text`; None where it is none."""
    try:
        return datetime.fromisoformat(value)
    except ValueError:
        return None
