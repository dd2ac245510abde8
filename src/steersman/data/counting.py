"""From documents to a dataset of word counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, vstack

from steersman.errors import SteersmanError


class Counter(Protocol):
    """A scikit-learn transformer from documents to counts, such as `TextCounter`."""

    def fit_transform(self, documents: Sequence[str]) -> csr_matrix: ...

    def transform(self, documents: Sequence[str]) -> csr_matrix: ...

    def get_feature_names_out(self) -> NDArray[np.str_]: ...


WordCounts = tuple[csr_matrix, tuple[str, ...]]


def default_counter() -> Counter:
    """Stemmed words without the English stop words."""
    from steersman.text import TextCounter

    counter: Counter = TextCounter(stoplist="english")
    return counter


def word_counts(
    documents: Sequence[str],
    counter: Counter | None = None,
    split: NDArray[np.str_] | None = None,
) -> WordCounts:
    """(rows, words) counts of the documents, and the words.

    Where there is a published split the words are those of the documents that are not for testing.
    """
    chosen = default_counter() if counter is None else counter
    held_out = np.zeros(len(documents), bool) if split is None else split == "test"
    learned = [d for d, out in zip(documents, held_out) if not out] if held_out.any() else documents
    try:
        X = chosen.fit_transform(learned)
    except SteersmanError:
        raise
    except ValueError as error:
        raise SteersmanError(
            f"the text contains no words to count ({error})",
            todo="choose another text column, or use fewer stop words",
            code="text-without-words",
        ) from error
    if held_out.any():
        X_out = chosen.transform([d for d, out in zip(documents, held_out) if out])
        # Puts the rows back into their order after training rows were counted first.
        order = np.argsort(np.argsort(held_out, kind="stable"), kind="stable")
        X = vstack([X, X_out], format="csr")[order]
    return csr_matrix(X), tuple(chosen.get_feature_names_out().tolist())
