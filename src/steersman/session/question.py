"""The question of a session: the data set, the category that is looked for, and the random seed.

The session itself does these actions; then every room follows.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from steersman.data.splits import sealed_rows
from steersman.errors import SteersmanError
from steersman.session.actions import Change, SwitchData
from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.library import Library
from steersman.session.shapes import QuestionValues, SampleValues
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
class RelabelRows(QuestionChange):
    """Correct the label of some rows, and fit again; an empty label restores what they had."""

    rows: tuple[int, ...]
    label: str = ""


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
            corpus = library.corpus(wanted.dataset, task)
            checked_category(wanted.category, corpus)
            for row, label in wanted.corrections.items():
                check_correction(row, label, corpus)
            return wanted
        case RelabelRows(rows, label):
            return with_labels(now, rows, label, library.corpora[now.dataset])
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


def with_labels(now: State, rows: Sequence[int], label: str, corpus: Corpus) -> State:
    """The state with another label for some rows of a corpus, which is as it was loaded."""
    if corpus.whole is not None:
        raise SteersmanError(
            "labels of rows in partitions cannot be corrected here",
            todo="correct them in the files, and open them again",
            code="labels-need-memory",
        )
    sealed = (
        sealed_rows(corpus.dataset.class_numbers, seed=now.seed) if corpus.test is None else None
    )
    corrections = dict(now.corrections)
    for row in rows:
        corrected = corrected_label(now, row, label, corpus)
        check_correction(str(row), corrected, corpus)
        if sealed is not None and sealed[row]:
            raise SteersmanError(
                f"row {row} is kept for the final test",
                todo="correct training and tuning rows only",
                code="row-sealed",
                row=row,
            )
        corrections.pop(str(row), None)
        if label and corrected_labels(corrected, corpus) != corpus.labels(row):
            corrections[str(row)] = corrected
    return replace(now, corrections=corrections)


def corrected_label(now: State, row: int, label: str, corpus: Corpus) -> str:
    """The label that a row gets as the state keeps it: one, or a list of all as JSON."""
    if not corpus.dataset.is_multilabel:
        return label or corpus.categories[0]
    there = row < corpus.rows
    before = now.corrections.get(str(row)) or json.dumps(corpus.labels(row) if there else [])
    labels = set(json.loads(before))
    # The question is one category against all others: a row belongs to it, or not.
    labels = labels - {now.category} if label == f"not {now.category}" else labels | {label}
    # A category that is not there comes last, to be refused by its name.
    named = dict.fromkeys((*corpus.categories, label))
    return json.dumps([name for name in named if name and name in labels])


def corrected_labels(correction: str, corpus: Corpus) -> list[str]:
    """The labels of a correction."""
    if not corpus.dataset.is_multilabel:
        return [correction]
    try:
        labels = json.loads(correction)
    except ValueError:
        labels = None
    if not isinstance(labels, list) or not all(isinstance(each, str) for each in labels):
        raise SteersmanError(
            f"{correction!r} is not a list of categories",
            todo="give the labels of the row as a JSON list",
            code="correction-unreadable",
            came=correction,
        )
    return labels


def check_correction(row: str, label: str, corpus: Corpus) -> None:
    """Raise an error unless a row of the corpus can have the label."""
    if not row.isdecimal() or int(row) >= corpus.rows:
        raise SteersmanError(
            f"there is no row {row}",
            todo=f"rows are numbered from 0 to {corpus.rows - 1}",
            code="unknown-row",
            row=row,
        )
    for each in corrected_labels(label, corpus):
        checked_category(each, corpus)


def question_values(library: Library, corpus: Corpus) -> QuestionValues:
    """Data sets and categories that can be chosen, for the page."""
    return {
        "datasets": list(library.menu),
        "categories": [
            {"name": name, "documents": size}
            for name, size in zip(corpus.categories, corpus.category_sizes)
        ],
        "documents": corpus.all_rows,
        "row_word": corpus.row_word,
        "term_word": corpus.term_word,
        "all_features": corpus.features,
        "sample": sample_values(corpus),
    }


def sample_values(corpus: Corpus) -> SampleValues | None:
    """The rows in memory and all rows; None where all are in memory."""
    whole = corpus.whole
    if whole is None:
        return None
    return {
        "rows": corpus.rows,
        "of": whole.rows,
        "partitions": len(whole.partitions),
        "engine": whole.engine.name,
        "lost_workers": whole.engine.lost_workers,
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
        case RelabelRows(rows, label):
            counted = f"{len(rows):,} row{'s' if len(rows) != 1 else ''}"
            return f"{counted} relabeled {label}" if label else f"{counted}: label restored"
        case SetState():
            return "opened from a link"
        case _:
            return type(action).__name__
