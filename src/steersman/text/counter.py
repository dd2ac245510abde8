"""The scikit-learn transformer from documents to a sparse matrix of counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted

from steersman.text.blocks import word_blocks
from steersman.text.languages import ELISIONS
from steersman.text.ngrams import checked_ngrams, ngrams_of, with_ngrams
from steersman.text.stoplists import Stoplist, stop_words
from steersman.text.streams import TermBlock, TermStream, counts, joined
from steersman.text.terms import LEFT_OUT, TermRule, stemmer_name
from steersman.text.tokens import words
from steersman.text.vocabulary import Limits, columns_within

__all__ = ["TextCounter"]


class TextCounter(TransformerMixin, BaseEstimator):
    """Counts the terms of documents.

    Words are cut by `steersman.text.tokens`, words of the stoplist are left out, the others are
    stemmed; `analyse` shows the terms of one document.

    Parameters
    ----------
    stoplist : "english" (scikit-learn's), another of `steersman.text.languages.LANGUAGES`, "smart"
        (the SMART system's), a collection of words, None
    stem : True for Porter's stemmer, False for none, or the name of another one of PyStemmer, such
        as a language
    ngrams : count runs of up to this many neighbouring terms too; words left out do not part them
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
        ngrams: int = 1,
    ) -> None:
        self.stoplist = stoplist
        self.stem = stem
        self.min_df = min_df
        self.max_df = max_df
        self.max_features = max_features
        self.binary = binary
        self.min_length = min_length
        self.numbers = numbers
        self.ngrams = ngrams

    def analyse(self, document: str) -> list[str]:
        """The terms of one document in order: the plain rule that the counts follow.

        >>> TextCounter().analyse("The boats don't sail at night")
        ['boat', 'dont', 'sail', 'night']
        """
        terms = self.term_rule().terms(words(document))
        counted = [term for term in terms if term != LEFT_OUT]
        return ngrams_of(counted, checked_ngrams(self.ngrams))

    def fit(self, documents: Iterable[str], y: object = None) -> Self:
        """Learn the vocabulary of the documents."""
        self.fit_transform(documents, y)
        return self

    def fit_transform(self, documents: Iterable[str], y: object = None) -> csr_matrix:  # noqa: ARG002
        """Learn the vocabulary and return the counts, (documents, terms)."""
        blocks = list(self.term_blocks(documents))
        stream, terms = self.numbered_terms(blocks)
        counted = self.matrix(stream, len(terms))
        columns = columns_within(counted, Limits(self.min_df, self.max_df, self.max_features))
        self.vocabulary_ = {terms[column]: place for place, column in enumerate(columns.tolist())}
        return counted if len(columns) == len(terms) else counted[:, columns]

    def transform(self, documents: Iterable[str]) -> csr_matrix:
        """The counts of the terms of the vocabulary, (documents, terms)."""
        check_is_fitted(self)
        blocks = list(self.term_blocks(documents))
        if checked_ngrams(self.ngrams) == 1:
            stream = joined([block.stream(self.vocabulary_) for block in blocks])
        else:
            numbered, terms = self.numbered_terms(blocks)
            known = np.array([self.vocabulary_.get(term, -1) for term in terms], np.int32)
            stream = numbered.renumbered(known)
        return self.matrix(stream, len(self.vocabulary_))

    def get_feature_names_out(self, input_features: object = None) -> NDArray[np.object_]:  # noqa: ARG002
        """The term of each column."""
        check_is_fitted(self)
        return np.array(list(self.vocabulary_), dtype=object)

    def term_rule(self) -> TermRule:
        """The settings that turn a word into a term."""
        language = self.stoplist if isinstance(self.stoplist, str) else self.stem
        return TermRule(
            stop_words(self.stoplist),
            stemmer_name(self.stem),
            self.min_length,
            self.numbers,
            ELISIONS.get(str(language), frozenset()),
        )

    def term_blocks(self, documents: Iterable[str]) -> Iterator[TermBlock]:
        """The documents block by block, with the term of each of a block's distinct words."""
        rule = self.term_rule()
        term_of: dict[str, str] = {}
        for block in word_blocks(documents):
            fresh = [word for word in block.distinct if word not in term_of]
            term_of.update(zip(fresh, rule.terms(fresh), strict=True))
            yield TermBlock(block.numbers, block.ends, [term_of[word] for word in block.distinct])

    def numbered_terms(self, blocks: list[TermBlock]) -> tuple[TermStream, list[str]]:
        """The terms of the documents as numbers, and the terms in alphabetical order."""
        longest = checked_ngrams(self.ngrams)
        terms = sorted(set().union(*(block.terms for block in blocks)) - {LEFT_OUT})
        column_of = {term: column for column, term in enumerate(terms)}
        stream = joined([block.stream(column_of) for block in blocks])
        if longest == 1:
            return stream, terms
        stream, names = with_ngrams(stream, terms, longest)
        order = sorted(range(len(names)), key=names.__getitem__)
        rank = np.empty(len(names), np.int32)
        rank[order] = np.arange(len(names))
        return stream.renumbered(rank), [names[place] for place in order]

    def matrix(self, stream: TermStream, n_terms: int) -> csr_matrix:
        """The counts of numbered terms, (documents, terms)."""
        counted = counts(stream, n_terms)
        if self.binary:
            counted.data[:] = 1
        return counted

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        tags.target_tags.required = False
        return tags
