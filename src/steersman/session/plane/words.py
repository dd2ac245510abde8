"""The words of a plane: their counts, priors and weights, as a table and one by one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steersman.maths.likelihood import axis_end, interval_probabilities, prior_reach
from steersman.session.plane.plane import Plane
from steersman.session.plane.shapes import (
    PriorSource,
    WordFrame,
    WordOrder,
    WordRowValues,
    WordsFrame,
)
from steersman.session.plane.word_columns import column_of_word, word_label, word_name
from steersman.session.plane.word_priors import found_column
from steersman.session.views import View

MOST_LISTED = 100
INTERVALS = 60
Floats = NDArray[np.float64]


class PlaneWords:
    """Every word of a plane with its prior and its weight on the margin."""

    def __init__(self, plane: Plane) -> None:
        self.plane, self.corpus = plane, plane.counts.corpus
        self.smoothing = plane.places.smoothing
        features = self.corpus.features
        self.alpha = np.broadcast_to(np.asarray(self.smoothing.alpha, float), features)
        self.beta = np.broadcast_to(np.asarray(self.smoothing.beta, float), features)
        self.odds = plane.places.weights(plane.fold)[0]
        self.weights: Floats = plane.slope * self.odds[:, 0] - self.odds[:, 1]
        found = [column_of_word(self.corpus, each.word) for each in self.smoothing.words]
        self.by_hand = {column for column in found if column is not None}

    @property
    def columns(self) -> NDArray[np.int64]:
        """The columns of the words that the model takes."""
        selected = self.plane.model.selected
        return np.arange(self.corpus.features) if selected is None else np.flatnonzero(selected)

    def source(self, column: int) -> PriorSource:
        if column in self.by_hand:
            return "hand"
        return "tuned" if self.smoothing.tuned is not None else "shared"

    def word(self, column: int) -> WordRowValues:
        model = self.plane.model
        return {
            "word": word_name(self.corpus, column),
            "label": word_label(self.corpus, column),
            "positive": int(model.positive.features[column]),
            "negative": int(model.negative.features[column]),
            "alpha": float(self.alpha[column]),
            "beta": float(self.beta[column]),
            "x": float(self.odds[column, 0]),
            "y": float(self.odds[column, 1]),
            "weight": float(self.weights[column]),
            "source": self.source(column),
        }

    def matching_columns(self, search: str) -> NDArray[np.int64]:
        """The columns of the words with `search` in them."""
        wanted = search.strip().lower()
        if not wanted:
            return self.columns
        spelled = {*self.corpus.spellings(wanted), wanted}
        return np.array(
            [
                column
                for column in self.columns
                if wanted in word_label(self.corpus, column).lower()
                or word_name(self.corpus, column) in spelled
            ],
            dtype=np.int64,
        )

    def in_order(self, columns: NDArray[np.int64], order: WordOrder) -> NDArray[np.int64]:
        """Columns by an order; ties go to the earlier."""
        model = self.plane.model
        frequency = model.positive.features + model.negative.features
        if order == "set":
            columns = np.array([each for each in columns if each in self.by_hand], dtype=np.int64)
        keys: dict[WordOrder, Floats] = {
            "weight": -np.abs(self.weights),
            "for": -self.weights,
            "against": self.weights,
            "frequency": -frequency,
            "set": -np.abs(self.weights),
        }
        return columns[np.argsort(keys[order][columns], kind="stable")]


def words_view(plane: Plane, search: str, order: WordOrder) -> View:
    """The first words of those found, in an order."""
    table = PlaneWords(plane)
    columns = table.in_order(table.matching_columns(search), order)
    frame: WordsFrame = {
        "words": [table.word(int(column)) for column in columns[:MOST_LISTED]],
        "found": len(columns),
        "of": len(table.columns),
        "set": len(table.by_hand),
        "positives": int(plane.model.positive.documents),
        "negatives": int(plane.model.negative.documents),
        "slope": plane.slope,
    }
    return View("words", frame)


def word_view(plane: Plane, word: str) -> View:
    """One word's prior, and the posteriors that the counts of the two classes make of it."""
    table = PlaneWords(plane)
    column = found_column(table.corpus, word)
    values, model = table.word(column), plane.model
    alpha, beta = values["alpha"], values["beta"]
    sides = [
        (alpha + held, beta + counts.documents - held)
        for counts, held in (
            (model.positive, values["positive"]),
            (model.negative, values["negative"]),
        )
    ]
    top = axis_end(*(prior_reach(*side) for side in sides))
    edges = np.linspace(0.0, top, INTERVALS + 1)
    prior, positive, negative = (
        interval_probabilities(*each, edges).tolist() for each in ((alpha, beta), *sides)
    )
    frame: WordFrame = {
        "word": values,
        "positives": int(model.positive.documents),
        "negatives": int(model.negative.documents),
        "slope": plane.slope,
        "top": top,
        "prior": prior,
        "positive": positive,
        "negative": negative,
        "theta": (sides[0][0] / sum(sides[0]), sides[1][0] / sum(sides[1])),
    }
    return View("word", frame)
