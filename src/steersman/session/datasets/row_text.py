"""A row in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from steersman.errors import SteersmanError
from steersman.session.datasets.corpus import Corpus
from steersman.session.views import Values

LONGEST_TEXT = 20_000


def text_of(corpus: Corpus, row: int, why: Sequence[Values]) -> str:
    """A row's own text, or its values in words, those that were the reasons first."""
    if corpus.dataset.text is not None:
        return corpus.dataset.text[row][:LONGEST_TEXT]
    names = corpus.column_names
    values: Any = corpus.dataset.X[row]
    held = values.indices if corpus.dataset.is_sparse else np.arange(len(names))
    numbers = values.data if corpus.dataset.is_sparse else values
    first = {str(reason["name"]): rank for rank, reason in enumerate(why)}
    told = [(str(names[place]), number) for place, number in zip(held, numbers)]
    told.sort(key=lambda each: (first.get(each[0], len(first)), each[1] == 0))
    return ", ".join(f"{name} {number:g}" for name, number in told)


def check_row(row: int, corpus: Corpus) -> None:
    if not 0 <= row < corpus.rows:
        raise SteersmanError(
            f"there is no row {row} in {corpus.dataset.name}",
            todo=f"choose one from 0 to {corpus.rows - 1}",
            code="unknown-row",
            row=row,
            rows=corpus.rows,
        )
