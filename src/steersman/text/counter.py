"""The scikit-learn transformer from documents to a sparse matrix of counts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted

from steersman.text.blocks import byte_blocks
from steersman.text.kernels import numbered_words, sorted_rows, term_counts
from steersman.text.stoplists import Stoplist, stop_words
from steersman.text.terms import LEFT_OUT, TermRule, stemmer_name
from steersman.text.vocabulary import Limits, TermRows, chosen_terms, stacked
from steersman.text.words import words

__all__ = ["TextCounter"]


class TextCounter(TransformerMixin, BaseEstimator):
    """Counts the terms of documents.

    Words are cut by `steersman.text.words`, words of the stoplist are left out, the others are
    stemmed; `analyse` shows the terms of one document.

    Parameters
    ----------
    stoplist : "english" (scikit-learn's), "smart" (the SMART system's), a collection of words, None
    stem : True for Porter's stemmer, False for none, or the name of another one of PyStemmer
    min_df, max_df : fewest and most documents that hold a term; a float is a share of all of them
    max_features : keep this many terms, the most frequent ones (equals: in alphabetical order)
    binary : count a term once per document
    min_length : fewest characters of a word that is counted, before stemming
    numbers : whether words made of digits alone are counted

    Attributes
    ----------
    vocabulary_ : dict from term to column, terms in alphabetical order

    >>> counter = TextCounter()
    >>> counter.fit_transform(["Sailing boats, sailing ships", "The ship's boat sails"]).toarray()
    array([[1, 2, 1],
           [1, 1, 1]])
    >>> list(counter.get_feature_names_out())
    ['boat', 'sail', 'ship']
    """

    def __init__(
        self,
        *,
        stoplist: Stoplist = "english",
        stem: bool | str = True,
        min_df: int | float = 1,
        max_df: int | float = 1.0,
        max_features: int | None = None,
        binary: bool = False,
        min_length: int = 2,
        numbers: bool = True,
    ) -> None:
        self.stoplist = stoplist
        self.stem = stem
        self.min_df = min_df
        self.max_df = max_df
        self.max_features = max_features
        self.binary = binary
        self.min_length = min_length
        self.numbers = numbers

    def analyse(self, document: str) -> list[str]:
        """The terms of one document in order: the plain rule that the counts follow.

        >>> TextCounter().analyse("The boats don't sail at night")
        ['boat', 'dont', 'sail', 'night']
        """
        return [term for term in self.term_rule().terms(words(document)) if term != LEFT_OUT]

    def fit(self, documents: Iterable[str], y: object = None) -> Self:
        """Learn the vocabulary of the documents."""
        self.fit_transform(documents, y)
        return self

    def fit_transform(self, documents: Iterable[str], y: object = None) -> csr_matrix:  # noqa: ARG002
        """Learn the vocabulary and return the counts, (documents, terms)."""
        term_numbers: dict[str, int] = {}
        rows = self.counted(documents, term_numbers, grow=True)
        limits = Limits(self.min_df, self.max_df, self.max_features, self.binary)
        terms = chosen_terms(rows, list(term_numbers), limits)
        self.vocabulary_ = {term: column for column, term in enumerate(terms)}
        column_of_term = [self.vocabulary_.get(term, -1) for term in term_numbers]
        return self.matrix(rows, np.array(column_of_term, dtype=np.int32))

    def transform(self, documents: Iterable[str]) -> csr_matrix:
        """The counts of the terms of the vocabulary, (documents, terms)."""
        check_is_fitted(self)
        rows = self.counted(documents, self.vocabulary_, grow=False)
        return self.matrix(rows, np.arange(len(self.vocabulary_), dtype=np.int32))

    def get_feature_names_out(self, input_features: object = None) -> NDArray[np.object_]:  # noqa: ARG002
        """The term of each column."""
        check_is_fitted(self)
        return np.array(list(self.vocabulary_), dtype=object)

    def term_rule(self) -> TermRule:
        """The settings that turn a word into a term."""
        return TermRule(
            stop_words(self.stoplist), stemmer_name(self.stem), self.min_length, self.numbers
        )

    def counted(
        self, documents: Iterable[str], term_numbers: dict[str, int], grow: bool
    ) -> TermRows:
        """Counts of the numbered terms; with `grow`, terms not seen before get the next numbers."""
        rule = self.term_rule()
        number_of_word: dict[str, int] = {}
        blocks = []
        for texts in byte_blocks(documents):
            ends = np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)))
            numbered = numbered_words(np.frombuffer(bytearray().join(texts), np.uint8), ends)
            distinct = numbered.distinct.tobytes().decode().split(" ")[:-1]
            fresh = [word for word in distinct if word not in number_of_word]
            for word, term in zip(fresh, rule.terms(fresh), strict=True):
                if grow and term != LEFT_OUT:
                    term_numbers.setdefault(term, len(term_numbers))
                number_of_word[word] = term_numbers.get(term, -1)
            term_of_word = np.array([number_of_word[word] for word in distinct], dtype=np.int32)
            counts = term_counts(numbered.numbers, numbered.ends, term_of_word, len(term_numbers))
            blocks.append(TermRows(*counts))
        return stacked(blocks)

    def matrix(self, rows: TermRows, column_of_term: NDArray[np.int32]) -> csr_matrix:
        """The counts with their columns in the order of the vocabulary."""
        n_columns = len(self.vocabulary_)
        indptr, columns, counts = sorted_rows(*rows, column_of_term, n_columns)
        if self.binary:
            counts[:] = 1
        index = np.int32 if len(columns) < np.iinfo(np.int32).max else np.int64
        parts = (counts, columns.astype(index, copy=False), indptr.astype(index))
        counted = csr_matrix(parts, shape=(len(indptr) - 1, n_columns))
        counted.has_sorted_indices = True
        return counted

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        tags.target_tags.required = False
        return tags
