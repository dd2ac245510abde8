"""The scikit-learn transformer from documents to a sparse matrix of counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sized
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted

from steersman.tasks import Task, current_task
from steersman.text.blocks import word_blocks
from steersman.text.languages import ELISIONS
from steersman.text.matrices import CountedBlock, CountedCells, TermTally, counted_block
from steersman.text.ngrams import checked_ngrams, ngrams_of
from steersman.text.numbering import TermNumbers, numbered_stream
from steersman.text.stoplists import Stoplist, stop_words
from steersman.text.terms import LEFT_OUT, TermRule, stemmer_name
from steersman.text.tokens import words
from steersman.text.vocabulary import SOME_TERMS, Limits, alphabetical, columns_within
from steersman.text.whole_words import whole_words

COUNTED, LEARNED = 0.88, 0.9
"""The parts of the work after which all is counted, and the vocabulary is known."""


class TextCounter(TransformerMixin, BaseEstimator):
    """Counts the terms of documents.

    Words are cut by `steersman.text.tokens`, words of the stoplist are left out, the others are
    stemmed; `analyze` shows the terms of one document.

    Parameters
    ----------
    stoplist : one of `steersman.text.languages.LANGUAGES` (its function words), "scikit-learn" (the
        longer English list of that library), "smart" (the SMART system's), a collection of words,
        None
    extra_stop_words : further words to leave out
    keep_words : words of the stoplist that are counted all the same
    stem : True for Porter's stemmer, False for none, or the name of another one of PyStemmer, such
        as a language
    ngrams : count runs of up to this many neighboring terms too; words left out do not part them
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
        extra_stop_words: Collection[str] = (),
        keep_words: Collection[str] = (),
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
        self.extra_stop_words = extra_stop_words
        self.keep_words = keep_words

    def analyze(self, document: str) -> list[str]:
        """The terms of one document in order: the plain rule that the counts follow.

        >>> TextCounter().analyze("The boats don't sail at night")
        ['boat', 'sail', 'night']
        """
        terms = self.term_rule().terms(words(document))
        counted = [term for term in terms if term != LEFT_OUT]
        return ngrams_of(counted, checked_ngrams(self.ngrams))

    def fit(self, documents: Iterable[str], y: object = None) -> Self:  # noqa: ARG002
        """Learn the vocabulary of the documents."""
        numbers, tally, task = TermNumbers(), TermTally(), current_task().rest()
        for block in self.counted_blocks(documents, numbers, task.part(0.0, COUNTED)):
            tally.add(block, len(numbers.numbers))
        self.learn(numbers, tally, task.part(COUNTED, 1.0))
        return self

    def fit_transform(self, documents: Iterable[str], y: object = None) -> csr_matrix:  # noqa: ARG002
        """Learn the vocabulary and return the counts, (documents, terms)."""
        numbers, tally, cells = TermNumbers(), TermTally(), CountedCells()
        task = current_task().rest()
        for block in self.counted_blocks(documents, numbers, task.part(0.0, COUNTED)):
            tally.add(block, len(numbers.numbers))
            cells.add(block)
        columns = self.learn(numbers, tally, task.part(COUNTED, LEARNED))
        return self.matrix(cells, columns, task.part(LEARNED, 1.0))

    def transform(self, documents: Iterable[str]) -> csr_matrix:
        """The counts of the terms of the vocabulary, (documents, terms)."""
        check_is_fitted(self)
        task = current_task().rest()
        numbers = TermNumbers(self.vocabulary_)
        cells = CountedCells()
        for block in self.counted_blocks(documents, numbers, task.part(0.0, COUNTED)):
            cells.add(block)
        columns = np.arange(len(self.vocabulary_), dtype=np.int32)
        return self.matrix(cells, columns, task.part(COUNTED, 1.0))

    def get_feature_names_out(self, input_features: object = None) -> NDArray[np.object_]:  # noqa: ARG002
        """The term of each column."""
        check_is_fitted(self)
        return np.array(list(self.vocabulary_), dtype=object)

    def whole_words(self, documents: Iterable[str]) -> dict[str, str]:
        """The commonest word behind each term of the documents, single terms only.

        >>> TextCounter().whole_words(["companies and company", "a company's boats"])
        {'compani': 'company', 'boat': 'boats'}
        """
        return whole_words(self.term_rule(), documents)

    def term_rule(self) -> TermRule:
        """The settings that turn a word into a term."""
        language = self.stoplist if isinstance(self.stoplist, str) else self.stem
        return TermRule(
            stop_words(self.stoplist, self.extra_stop_words, self.keep_words),
            stemmer_name(self.stem),
            self.min_length,
            self.numbers,
            ELISIONS.get(str(language), frozenset()),
        )

    def counted_blocks(
        self, documents: Iterable[str], numbers: TermNumbers, task: Task
    ) -> Iterator[CountedBlock]:
        """The documents block by block, with the counts of their terms as `numbers` has them."""
        rule, longest = self.term_rule(), checked_ngrams(self.ngrams)
        # Runs are numbered apart from the single terms that they are made of.
        single = numbers if longest == 1 else TermNumbers()
        rows, done = len(documents) if isinstance(documents, Sized) else 0, 0
        for block in word_blocks(documents):
            stream = numbered_stream(block, rule, single, numbers, longest)
            yield counted_block(stream, len(numbers.numbers))
            done += len(block.ends)
            task.report("counting words", done / max(rows, done))

    def learn(self, numbers: TermNumbers, tally: TermTally, task: Task) -> NDArray[np.int32]:
        """Choose the vocabulary; the column of each numbered term, -1 where it has none."""
        terms = numbers.names()
        order = alphabetical(terms, task.part(0.0, 0.6))
        limits = Limits(self.min_df, self.max_df, self.max_features)
        chosen = columns_within(tally.holders[order], tally.totals[order], tally.documents, limits)
        kept = order[chosen]
        vocabulary: dict[str, int] = {}
        for start in range(0, len(kept), SOME_TERMS):
            task.report("sorting words", 0.6 + 0.4 * start / len(kept))
            for place, number in enumerate(kept[start : start + SOME_TERMS].tolist(), start=start):
                vocabulary[terms[number]] = place
        self.vocabulary_ = vocabulary
        column_of = np.full(len(terms), -1, np.int32)
        column_of[kept] = np.arange(len(kept))
        return column_of

    def matrix(self, cells: CountedCells, column_of: NDArray[np.int32], task: Task) -> csr_matrix:
        """The counts of numbered terms, (documents, columns)."""
        counted = cells.matrix(column_of, len(self.vocabulary_), task)
        if self.binary:
            counted.data[:] = 1
        return counted

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        tags.target_tags.required = False
        return tags
