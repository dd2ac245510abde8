"""Scores of the tuning rows under models visited earlier, kept for the next steering."""

from __future__ import annotations

import numpy as np

from steersman.learn.steering import Attainable
from steersman.session.matrix.problem import Part
from steersman.session.matrix.stored_models import scorer_of

MOST_SCORERS = 200
MOST_ROWS = 1_000_000  # scored by all of them together


class VisitedScores:
    """What the cut-offs of visited models can give: every later edit asks for the same."""

    def __init__(self) -> None:
        # With what an identity is of: that of an object which is gone may be given to another.
        self.known: dict[tuple[int, int], tuple[object, Part, Attainable]] = {}

    def attainable(self, model: object, part: Part) -> Attainable:
        """The matrices at the cut-offs of a model, whose scores are computed once."""
        # Of several classes, the offsets of the model are where each sweep starts.
        two = len(model.classes_) == 2  # type: ignore[attr-defined]
        scorer = scorer_of(model) if two else model
        key = (id(scorer), id(part))
        if key not in self.known:
            self.known[key] = (scorer, part, part.attainable(model))
        found = self.known[key] = self.known.pop(key)
        fitting = MOST_ROWS // max(1, np.size(found[2].values))
        for old in list(self.known)[: -max(1, min(fitting, MOST_SCORERS))]:
            del self.known[old]
        return found[2]
