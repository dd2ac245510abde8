"""The question of a session: the data set, the category that is looked for, and the random seed.

The session itself does these actions; then every room follows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from difflib import get_close_matches

from steersman.errors import SteersmanError
from steersman.session.actions import Change, SwitchData
from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.library import Library
from steersman.session.shapes import QuestionValues
from steersman.session.state import State, on_other_data
from steersman.tasks import Task


class QuestionChange(Change):
    """A change of what holds in every room."""


@dataclass(frozen=True)
class ChooseData(QuestionChange, SwitchData):
    name: str


@dataclass(frozen=True)
class ChooseCategory(QuestionChange):
    category: str


@dataclass(frozen=True)
class Resample(QuestionChange):
    """Draw the folds anew."""


@dataclass(frozen=True)
class SetState(QuestionChange):
    """A whole state at once: a link that somebody opened."""

    state: State


def next_question(now: State, action: Change, library: Library, task: Task) -> State:
    """The state that a change of the question leads to, before the rooms have followed."""
    match action:
        case ChooseData(name):
            return on_other_data(now, name, library.corpus(name, task).first_category())
        case ChooseCategory(category):
            return replace(now, category=checked_category(category, library.corpora[now.dataset]))
        case Resample():
            return replace(now, seed=now.seed + 1)
        case SetState(wanted):
            checked_category(wanted.category, library.corpus(wanted.dataset, task))
            return wanted
        case _:
            raise TypeError(f"{type(action).__name__} does not change the question")


def checked_category(category: str, corpus: Corpus) -> str:
    if category in corpus.categories:
        return category
    close = get_close_matches(category, corpus.categories, n=3) or corpus.categories[:5]
    raise SteersmanError(
        f"{corpus.dataset.name} has no category {category!r}",
        todo=f"try {', '.join(close)}",
        code="unknown-category",
        category=category,
        suggestions=tuple(close),
    )


def question_values(library: Library, corpus: Corpus) -> QuestionValues:
    """Data sets and categories that can be chosen, for the page."""
    return {
        "datasets": list(library.menu),
        "categories": [
            {"name": name, "documents": size}
            for name, size in zip(corpus.categories, corpus.category_sizes)
        ],
        "documents": corpus.rows,
        "row_word": corpus.row_word,
        "term_word": corpus.term_word,
        "all_features": corpus.features,
    }


def describe_question(action: Change) -> str:
    """A few words for the history on what a change of the question did."""
    match action:
        case ChooseData(name):
            return name
        case ChooseCategory(category):
            return category
        case Resample():
            return "folds drawn again"
        case SetState():
            return "opened from a link"
        case _:
            return type(action).__name__
