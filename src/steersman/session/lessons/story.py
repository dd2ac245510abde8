"""The lesson of documents drawn from kinds: naive Bayes where kinds are seen, else a mixture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from steersman.errors import check_range
from steersman.learn.clustering import MultinomialMixture
from steersman.maths.lessons import DrawnDocuments, draw_documents, word_probabilities
from steersman.session.actions import Query
from steersman.session.lessons.lesson import LessonAnswer, LessonQuestion
from steersman.session.views import View

Floats = NDArray[np.float64]
KINDS = ("sports", "finance", "cooking")
WORDS = ("ball", "team", "goal", "bank", "price", "stock", "salt", "bake", "dish")
WORDS_OF_A_KIND = 3
SMOOTHING = 1e-6
"""As good as none, as in maximum likelihood; none at all would make a word impossible."""


@dataclass(frozen=True)
class LessonStory(Query):
    """Documents drawn from naive Bayes' own story, and what is learned back from them."""

    kinds: int = 2
    share: float = 0.5
    """How frequent the first kind is; the others are equally frequent."""
    length: float = 8.0
    """The mean length of a document."""
    contrast: float = 0.6
    """0: all kinds use all words alike. 1: only their own."""
    documents: int = 60
    hidden: bool = False
    """Whether the kinds are hidden from the reader, as they are from the mixture."""
    seed: int = 0


class DrawnDocument(TypedDict):
    kind: int
    guessed: int
    """The kind that the mixture finds, which never saw the kinds."""
    words: list[int]


class StoryModel(TypedDict):
    """Shares of kinds and probabilities of words: the true ones, or learned."""

    shares: list[float]
    words: list[list[float]]


class StoryAnswer(LessonAnswer):
    """The drawn documents, and both ways to learn from them."""

    kinds: list[str]
    vocabulary: list[str]
    drawn: list[DrawnDocument]
    mean_length: float
    truth: StoryModel
    counted: StoryModel
    """Maximum likelihood with the kinds known: naive Bayes."""
    mixed: StoryModel
    """EM without them."""
    agree: float
    """The share of documents whose kind the mixture finds."""
    joint_likelihood: float
    """log P(words, kinds), per document, of naive Bayes."""
    marginal_likelihood: float
    """log P(words), per document, of the mixture."""
    rounds: int


def drawn_documents(asked: LessonStory) -> tuple[DrawnDocuments, Floats, Floats]:
    """The documents, and the true shares and word probabilities that they were drawn with."""
    kinds = int(check_range("the number of kinds", asked.kinds, 2, len(KINDS)))
    share = check_range("the share", asked.share, 0.05, 0.95)
    shares = np.array([share] + [(1 - share) / (kinds - 1)] * (kinds - 1))
    contrast = check_range("the contrast", asked.contrast, 0.0, 1.0)
    words = word_probabilities(kinds, WORDS_OF_A_KIND, contrast)
    documents = int(check_range("the number of documents", asked.documents, 10, 500))
    length = check_range("the length", asked.length, 1.0, 60.0)
    rng = np.random.default_rng(asked.seed)
    return draw_documents(shares, words, length, documents, rng), shares, words


def story_view(asked: LessonStory) -> View:
    """Documents, word shares counted by kind, and those that EM finds without the kinds."""
    drawn, shares, words = drawn_documents(asked)
    kinds = len(shares)
    counted = np.array([drawn.counts[drawn.kinds == kind].sum(axis=0) for kind in range(kinds)])
    sizes = np.bincount(drawn.kinds, minlength=kinds)
    mixture = MultinomialMixture(kinds, alpha=SMOOTHING, n_init=4, random_state=0)
    mixture.fit(drawn.counts)
    order = matched_order(drawn.kinds, mixture.labels_, kinds)
    guessed = np.argsort(order)[mixture.labels_]
    log_words = np.log(np.maximum(counted, SMOOTHING) / np.maximum(counted.sum(axis=1), 1)[:, None])
    log_shares = np.log(np.maximum(sizes, SMOOTHING) / len(drawn.kinds))
    joint = log_shares[drawn.kinds] + (drawn.counts * log_words[drawn.kinds]).sum(axis=1)
    values: StoryAnswer = {
        "kinds": list(KINDS[:kinds]),
        "vocabulary": list(WORDS[: WORDS_OF_A_KIND * kinds]),
        "drawn": [
            {"kind": int(kind), "guessed": int(guess), "words": order_of_words.tolist()}
            for kind, guess, order_of_words in zip(drawn.kinds, guessed, drawn.words, strict=True)
        ],
        "mean_length": float(drawn.counts.sum(axis=1).mean()),
        "truth": {"shares": shares.tolist(), "words": words.tolist()},
        "counted": {
            "shares": (sizes / sizes.sum()).tolist(),
            "words": (counted / np.maximum(counted.sum(axis=1), 1)[:, None]).tolist(),
        },
        "mixed": {
            "shares": np.exp(mixture.component_log_prior_)[order].tolist(),
            "words": np.exp(mixture.feature_log_prob_)[order].tolist(),
        },
        "agree": float((guessed == drawn.kinds).mean()),
        "joint_likelihood": float(joint.mean()),
        "marginal_likelihood": float(mixture.score_samples(drawn.counts).mean()),
        "rounds": mixture.n_iter_,
    }
    return View("lesson-story", values)


def matched_order(kinds: NDArray[np.intp], found: NDArray[np.intp], count: int) -> NDArray[np.intp]:
    """The component that is best called by each kind: EM has no names for what it finds."""
    table = np.zeros((count, count))
    np.add.at(table, (kinds, found), 1)
    return np.asarray(linear_sum_assignment(table, maximize=True)[1])


def story_lines(asked: LessonStory) -> str:
    rest = round((1 - asked.share) / (asked.kinds - 1), 12)
    return f"""\
import numpy as np
from steersman import MultinomialMixture
from steersman.maths.lessons import draw_documents, word_probabilities

shares = np.array({[asked.share, *[rest] * (asked.kinds - 1)]})
words = word_probabilities({asked.kinds}, {WORDS_OF_A_KIND}, {asked.contrast!r})
rng = np.random.default_rng({asked.seed})
drawn = draw_documents(shares, words, {asked.length!r}, {asked.documents}, rng)

{MIXTURE_LINES.format(kinds=asked.kinds) if asked.hidden else COUNTING_LINES}"""


MIXTURE_LINES = f"""\
# EM, which never sees drawn.kinds
mixture = MultinomialMixture({{kinds}}, alpha={SMOOTHING}, n_init=4, random_state=0)
mixture.fit(drawn.counts)
print("rounds", mixture.n_iter_, "log P(x)", mixture.score_samples(drawn.counts).mean())
print(np.exp(mixture.feature_log_prob_).round(3))
"""
COUNTING_LINES = """\
# maximum likelihood, as in sklearn's MultinomialNB without smoothing
for kind in range(len(shares)):
    counted = drawn.counts[drawn.kinds == kind].sum(axis=0)
    print("share", (drawn.kinds == kind).mean(), "words", counted / counted.sum())
"""
QUESTIONS = (LessonQuestion(LessonStory, StoryAnswer, story_view, story_lines),)
