"""The class to catch: the one that recall, precision, fp and fn are about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steersman.data.dataset import Dataset, Label, class_sizes
from steersman.errors import SteersmanError

Reason = Literal["name", "rarer", "second"]
"""Why a class is suggested: by its name, as the rarer one, or as the second of two equal ones."""

REASONS: dict[Reason, str] = {
    "name": "by its name",
    "rarer": "the rarer class",
    "second": "the second class",
}

TELLING = """
    abuse abusive alarm anomaly attack attrition bad bot broken cancer carcinoma churn churned
    complaint death deceased default defaulted defect defective died disease diseased event
    exited failed failure fake fault faulty fraud fraudulent hate hit infected intrusion malicious
    malignant malware match offensive outlier phishing pos positive relevant risk sick spam stroke
    threat toxic true tumor tumour urgent virus yes
"""
TELLING_WORDS = frozenset(TELLING.split())
"""Words for what people look for; a class called so is suggested, however many rows it has."""
NEGATING_WORDS = frozenset(["no", "non", "not", "without", "free", "never", "low"])
ONE, ZERO = ("1", "1.0", "+1"), ("0", "0.0", "-1", "-1.0")
"""1 names what people look for only beside 0 or -1: in codes such as 1 and 2 it names nothing."""
MOST_NAMED = 20


class PositiveSuggestion(NamedTuple):
    """The class that people probably want to catch, and why."""

    label: Label
    reason: Reason


def suggested_positive(classes: Sequence[Label], counts: Sequence[int]) -> Label | None:
    """The class that people probably want to catch: one with a telling name, else the rarer one.

    Of more than two classes only a telling name suggests one; None where no name does.

    >>> suggested_positive(["cancer", "healthy"], [70, 3430])
    'cancer'
    >>> suggested_positive([1, 2], [700, 300]), suggested_positive([0, 1], [300, 700])
    (2, 1)
    >>> suggested_positive(["corn", "ship", "wheat"], [9, 5, 2])
    """
    suggestion = positive_suggestion(classes, counts)
    return None if suggestion is None else suggestion.label


def positive_suggestion(
    classes: Sequence[Label], counts: Sequence[int]
) -> PositiveSuggestion | None:
    """The suggested class with the reason."""
    if len(classes) < 2:
        return None
    telling = [label for label in classes if is_telling(label, classes)]
    if len(telling) == 1:
        return PositiveSuggestion(telling[0], "name")
    if len(classes) > 2:
        return None
    if counts[0] == counts[1]:
        # As scikit-learn has it: of two sorted classes, the second.
        return PositiveSuggestion(classes[1], "second")
    return PositiveSuggestion(classes[int(np.argmin(counts))], "rarer")


def is_telling(label: Label, classes: Sequence[Label]) -> bool:
    """Whether the name of a class tells that people look for it.

    >>> is_telling("Ductal carcinoma", ["benign"]), is_telling("no-cancer", ["cancer"])
    (True, False)
    """
    written = str(label).strip().casefold()
    if written in ONE:
        others = [str(each).strip() for each in classes if each != label]
        return len(others) == 1 and others[0] in ZERO
    words = set(re.split(r"[\W_]+", written))
    return bool(words & TELLING_WORDS) and not words & NEGATING_WORDS


def named_class(classes: Sequence[Label], asked: object, where: str) -> Label:
    """The class that a person named, as the data has it.

    >>> named_class([1, 2], "2", "credit.csv")
    2
    """
    found = next((label for label in classes if str(label) == str(asked)), None)
    if found is None:
        known = [str(label) for label in classes]
        raise SteersmanError(
            f"no row of {where} has the label {str(asked)!r}",
            todo=f"choose from: {', '.join(known[:MOST_NAMED])}",
            code="class-missing",
            file=where,
            came=asked,
            classes=tuple(known),
        )
    return found


def positive_note(suggestion: PositiveSuggestion) -> str:
    """A sentence on the class that was chosen on the reader's behalf.

    >>> positive_note(PositiveSuggestion("cancer", "rarer"))
    'Catching: cancer (the rarer class). Change it with --positive.'
    """
    reason = REASONS[suggestion.reason]
    return f"Catching: {suggestion.label} ({reason}). Change it with --positive."


def chosen_positive(
    y: NDArray[np.generic], labels: Sequence[Label], asked: object | None, where: str
) -> tuple[Label | None, tuple[str, ...]]:
    """The class to catch in (rows,) labels, as asked or as suggested, and a note if suggested."""
    if asked is not None:
        return named_class(labels, asked, where), ()
    suggestion = positive_suggestion(labels, class_sizes(y, labels))
    if suggestion is None:
        return None, ()
    # Of more than two classes, all are alike until a person asks about one.
    return suggestion.label, (positive_note(suggestion),) if len(labels) == 2 else ()


def class_to_catch(dataset: Dataset) -> Label | None:
    """The class to catch in a dataset: its own, else the one that is suggested."""
    if dataset.positive is not None:
        return dataset.positive
    return suggested_positive(dataset.classes, list(dataset.category_sizes().values()))


def with_positive(dataset: Dataset, asked: object | None) -> Dataset:
    """The dataset with the class to catch, as asked or as suggested."""
    where = dataset.provenance.file or dataset.name
    if asked is None and (dataset.is_multilabel or dataset.positive is not None):
        return dataset
    if dataset.is_multilabel:
        return replace(dataset, positive=named_class(dataset.classes, asked, where))
    positive, notes = chosen_positive(dataset.y, dataset.classes, asked, where)
    provenance = replace(dataset.provenance, notes=(*dataset.provenance.notes, *notes))
    return replace(dataset, positive=positive, provenance=provenance)
