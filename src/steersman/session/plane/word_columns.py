"""The columns of words by name; a feature without a name goes by its number."""

from __future__ import annotations

import re

from steersman.session.datasets.corpus import Corpus

UNNAMED = re.compile(r"feature (\d+)")


def word_name(corpus: Corpus, column: int) -> str:
    """The name by which a word is set: as the counter writes it."""
    return corpus.feature_names[column] or f"feature {column}"


def word_label(corpus: Corpus, column: int) -> str:
    """The name that people read: a whole word for a stem."""
    return corpus.feature_labels[column] or f"feature {column}"


def column_of_word(corpus: Corpus, word: str) -> int | None:
    """The column of a word by its name; None where the data has no such word."""
    column = corpus.column_of.get(word)
    unnamed = UNNAMED.fullmatch(word)
    if column is None and unnamed and int(unnamed[1]) < corpus.features:
        return int(unnamed[1])
    return column
