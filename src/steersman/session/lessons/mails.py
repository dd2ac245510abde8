"""The lesson of the four mails: a line, and naive Bayes by presence and by counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError, check_range
from steersman.maths.lessons import document_shares, word_shares
from steersman.session.actions import Query
from steersman.session.lessons.lesson import (
    LessonAnswer,
    LessonQuestion,
    matrix_of,
    rows_text,
)
from steersman.session.views import View

Floats = NDArray[np.float64]
CLASSES = ("ham", "spam")
MODELS = ("Bernoulli", "multinomial")


@dataclass(frozen=True)
class LessonMails(Query):
    """A few mails as counts of words, a new one, and a line `weights` · x > `threshold`."""

    rows: tuple[tuple[float, ...], ...]
    spam: tuple[bool, ...]
    mail: tuple[float, ...]
    smoothing: float = 1.0
    weights: tuple[float, ...] = (4.0, 4.0)
    threshold: float = 5.0
    floor: float = 0.0
    """No estimate is below it, nor the estimate of absence."""


class MailLineValues(TypedDict):
    sums: list[float]
    flagged: list[bool]
    right: int
    new: float


class MailCentersValues(TypedDict):
    spam: list[float]
    ham: list[float]
    w: list[float]
    t: float
    right: int
    new: float


class FractionValues(TypedDict):
    top: float
    bottom: float
    value: float | None
    floored: bool
    """Whether the fraction was below the floor."""


class MailClassValues(TypedDict):
    name: str
    prior: tuple[int, int]
    rates: list[FractionValues]
    product: float | None


class MailModelValues(TypedDict):
    """One naive Bayes model of the mails."""

    name: str
    classes: list[MailClassValues]
    posterior: float | None
    """P(spam) of the new mail; null where both products are 0."""
    mails: list[float | None]


class MailsAnswer(LessonAnswer):
    """A line and two naive Bayes models of a few mails."""

    line: MailLineValues
    centers: MailCentersValues
    models: list[MailModelValues]


def mails_view(asked: LessonMails) -> View:
    """Everything about the mails: sums, centers of mass, rates as fractions, posteriors."""
    words = len(asked.mail)
    check_range("the number of words", words, 1, 6)
    X = matrix_of("mails", asked.rows, words, 2, 12)
    mail = matrix_of("mails", (asked.mail,), words, 1, 1)[0]
    if len(asked.spam) != len(asked.rows) or len(asked.weights) != words:
        raise SteersmanError(
            "mails, labels and weights do not match",
            todo="send one of each",
            code="lengths-differ",
            lengths=(len(asked.rows), len(asked.spam), len(asked.weights)),
        )
    if (X < 0).any() or (np.round(X) != X).any() or (mail < 0).any():
        raise SteersmanError(
            "a word count must be a whole number of 0 or more",
            todo="type a whole number",
            code="not-a-word-count",
        )
    spam = np.array(asked.spam)
    if spam.all() or not spam.any():
        raise SteersmanError(
            "all mails have the same class",
            todo="keep at least one spam and one ham",
            code="class-single",
            label="spam" if spam.all() else "ham",
        )
    limits = (
        check_range("the smoothing", asked.smoothing, 0.0, 100.0),
        check_range("the floor", asked.floor, 0.0, 0.5),
    )
    sums = X @ np.array(asked.weights)
    values: MailsAnswer = {
        "line": {
            "sums": sums.tolist(),
            "flagged": (sums > asked.threshold).tolist(),
            "right": int(np.count_nonzero((sums > asked.threshold) == spam)),
            "new": float(mail @ np.array(asked.weights)),
        },
        "centers": centers(X, spam, mail),
        "models": [model(name, X, spam, mail, limits) for name in MODELS],
    }
    return View("lesson-mails", values)


def centers(X: Floats, spam: NDArray[np.bool_], mail: Floats) -> MailCentersValues:
    """The basic linear classifier: w = p - n, t = (|p|^2 - |n|^2) / 2."""
    p, n = X[spam].mean(axis=0), X[~spam].mean(axis=0)
    w, t = p - n, float(p @ p - n @ n) / 2.0
    return {
        "spam": p.tolist(),
        "ham": n.tolist(),
        "w": w.tolist(),
        "t": t,
        "right": int(np.count_nonzero((X @ w > t) == spam)),
        "new": float(mail @ w),
    }


def model(
    name: str, X: Floats, spam: NDArray[np.bool_], mail: Floats, limits: tuple[float, float]
) -> MailModelValues:
    """One naive Bayes: its fractions, its products for the new mail, and how it does on the old.

    A posterior is None where both products are 0: then nothing can be compared.
    """
    members = np.vstack([~spam, spam]).astype(np.float64)
    documents = members.sum(axis=1)
    smoothing, floor = limits
    tops, bottoms, shares = fractions(name, members @ X, members @ (X > 0), documents, smoothing)
    rates = shares.clip(floor, 1.0 - floor)
    priors = documents / documents.sum()
    products = priors * likelihoods(name, rates, mail)
    return {
        "name": name,
        "classes": [
            {
                "name": each,
                "prior": (int(documents[place]), int(documents.sum())),
                "rates": [
                    {
                        "top": float(tops[place, word]),
                        "bottom": float(bottoms[place, word]),
                        "value": None if np.isnan(rate) else float(rate),
                        "floored": bool(rate != shares[place, word] and not np.isnan(rate)),
                    }
                    for word, rate in enumerate(rates[place])
                ],
                "product": None if np.isnan(products[place]) else float(products[place]),
            }
            for place, each in enumerate(CLASSES)
        ],
        "posterior": spam_probability(products),
        "mails": [spam_probability(priors * likelihoods(name, rates, row)) for row in X],
    }


def fractions(
    name: str, counts: Floats, present: Floats, documents: Floats, smoothing: float
) -> tuple[Floats, Floats, Floats]:
    """(classes, words) each: what is divided, by what, and the smoothed share."""
    with np.errstate(invalid="ignore"):
        if name == "Bernoulli":
            rates = document_shares(present, documents, smoothing)
            tops, bottoms = present + smoothing, documents + 2.0 * smoothing
        else:
            rates = word_shares(counts, smoothing)
            tops = counts + smoothing
            bottoms = tops.sum(axis=1)
    return tops, np.broadcast_to(bottoms[:, None], tops.shape), rates


def likelihoods(name: str, rates: Floats, mail: Floats) -> Floats:
    """(classes,) how likely each class writes the mail, leaving the order of its words out."""
    each = rates**mail if name == "multinomial" else np.where(mail > 0, rates, 1.0 - rates)
    return np.asarray(each.prod(axis=1), dtype=np.float64)


def spam_probability(products: Floats) -> float | None:
    """The probability of spam; None where it is undefined."""
    total = float(products.sum())
    return float(products[1]) / total if total > 0 else None


def mails_lines(asked: LessonMails) -> str:
    return f"""\
import numpy as np
from steersman.maths.lessons import document_shares, word_shares

mails = {rows_text(asked.rows)}
spam = np.array({list(asked.spam)})
new, smoothing, floor = np.array({list(asked.mail)}), {asked.smoothing!r}, {asked.floor!r}

members = np.vstack([~spam, spam]).astype(float)
prior = members.sum(axis=1) / len(spam)
by_mails = document_shares(members @ (mails > 0), members.sum(axis=1), smoothing)
by_words = word_shares(members @ mails, smoothing)
by_mails, by_words = by_mails.clip(floor, 1 - floor), by_words.clip(floor, 1 - floor)
products = {{
    "Bernoulli": prior * np.where(new > 0, by_mails, 1 - by_mails).prod(axis=1),
    "multinomial": prior * (by_words**new).prod(axis=1),
}}
for name, product in products.items():
    print(name, "P(spam)", product[1] / product.sum())
print("line", mails @ {list(asked.weights)} > {asked.threshold!r})
p, n = mails[spam].mean(axis=0), mails[~spam].mean(axis=0)
print("centers: w", p - n, "t", (p @ p - n @ n) / 2)
"""


QUESTIONS = (LessonQuestion(LessonMails, MailsAnswer, mails_view, mails_lines),)
