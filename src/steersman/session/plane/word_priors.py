"""Priors of single words that a person set: checked, changed and taken back.

They are beliefs of a person about a category and not found from rows, so they hold in every fold
and stay when the rows or the other knobs change.
"""

from __future__ import annotations

from dataclasses import replace
from math import isfinite

import numpy as np

from steersman.errors import SteersmanError
from steersman.maths.likelihood import ClassCounts, prior_for_weight
from steersman.session.datasets.corpus import Corpus
from steersman.session.plane.actions import ResetWord, SetWord, WeighWord
from steersman.session.plane.choice import PlaneChoice, WordPrior, plane_choice
from steersman.session.plane.plane import Plane
from steersman.session.plane.word_columns import column_of_word, word_name
from steersman.session.question import checked_category
from steersman.session.state import State

MOST_WORDS = 1000


def words_of_category(choice: PlaneChoice, category: str) -> PlaneChoice:
    """The choice with the words alone that were set for a category."""
    if not choice.words:
        return choice
    return replace(choice, words=tuple(each for each in choice.words if each.category == category))


def changed_words(
    plane: Plane, state: State, action: SetWord | WeighWord | ResetWord
) -> tuple[WordPrior, ...]:
    """The words with priors of their own after an action on one of them, sorted."""
    words, category, corpus = plane_choice(state).words, state.category, plane.counts.corpus
    if isinstance(action, ResetWord):
        word = action.word and word_name(corpus, found_column(corpus, action.word))
        return tuple(
            each for each in words if each.category != category or word not in ("", each.word)
        )
    word = word_name(corpus, found_column(corpus, action.word))
    if isinstance(action, WeighWord):
        alpha, beta = weighed_prior(plane, word, action.weight)
    else:
        alpha, beta = action.alpha, action.beta
    others = {(each.category, each.word): each for each in words}
    others[category, word] = WordPrior(category, word, alpha, beta)
    # Sorted, so that the state does not depend on the order in which words were set.
    return checked_words(tuple(others[key] for key in sorted(others)), corpus)


def found_column(corpus: Corpus, word: str) -> int:
    """The column of a word that was typed, or given as the counter writes it."""
    for spelling in (word, *corpus.spellings(word)):
        column = column_of_word(corpus, spelling)
        if column is not None:
            return column
    raise SteersmanError(
        f"the data has no {corpus.term_word} {word!r}",
        todo="choose one from the table",
        code="unknown-word",
        word=word,
    )


def checked_words(words: tuple[WordPrior, ...], corpus: Corpus) -> tuple[WordPrior, ...]:
    """Priors that somebody set, each of a word and a category that the data has."""
    if len(words) > MOST_WORDS:
        raise SteersmanError(
            f"{len(words):,} words were set by hand",
            todo=f"set at most {MOST_WORDS:,}, or auto-tune per word",
            code="too-many-words",
            words=len(words),
        )
    for each in words:
        checked_category(each.category, corpus)
        found_column(corpus, each.word)
        for name, value in (("alpha", each.alpha), ("beta", each.beta)):
            if not isfinite(value) or value <= 0:
                raise SteersmanError(
                    f"{name} of {each.word} cannot be {value:g}",
                    todo="enter a number above 0",
                    code="bad-word-prior",
                    word=each.word,
                    name=name,
                    value=value,
                )
    return words


def weighed_prior(plane: Plane, word: str, weight: float) -> tuple[float, float]:
    """The alpha and beta under which a word adds `weight` to the margin at the present slope."""
    if plane.curve > 1:
        raise SteersmanError(
            "a curve gives words no weights",
            todo="choose the line, or set alpha and beta",
            code="curve-has-no-weights",
            degree=plane.curve,
        )
    column = found_column(plane.counts.corpus, word)
    positive, negative = (
        ClassCounts(counts.documents, counts.features[[column]])
        for counts in (plane.model.positive, plane.model.negative)
    )
    # From the prior of all words: what was set before should not matter.
    chosen = plane.places.smoothing.chosen
    found = prior_for_weight(positive, negative, weight, plane.slope, chosen)
    if found is None or not np.isfinite(found).all():
        raise SteersmanError(
            f"no prior gives {word} the weight {weight:g} at this slope",
            todo="choose a weight nearer to 0, or another slope",
            code="weight-out-of-reach",
            word=word,
            weight=weight,
        )
    return found
