"""The strongest reasons for the scores of many rows, a few rows at a time."""

from __future__ import annotations

from typing import Any

from sklearn.pipeline import Pipeline

from steersman.learn.explain.contributions import Contributions, explain
from steersman.learn.explain.feature_groups import raw_feature_groups
from steersman.learn.explain.matrices import Rows

COMPARED_ROWS = 200
# A table of contributions is dense: of 30,000 words it may have so many numbers at a time.
MOST_NUMBERS = 2_000_000

Reason = tuple[str, float]


class RowReasons:
    """Reasons for the scores of a pipeline that reads rows of a file.

    A positive part speaks for the class that is predicted. Rows are compared with the first ones
    that are explained: all parts of a row add up to how far its score is from their average.
    """

    def __init__(self, pipeline: Pipeline, count: int) -> None:
        self.model: Any = pipeline[2:]
        self.groups = raw_feature_groups(pipeline[:2])
        self.count = count
        self.background: Rows | None = None

    def compare_with(self, features: Rows) -> None:
        """Compare with these rows."""
        self.background = features

    def of(self, features: Rows) -> list[list[Reason]]:
        """The strongest reasons of each row of features."""
        if self.background is None:
            self.background = features[:COMPARED_ROWS]
        rows = features.shape[0]
        step = max(1, MOST_NUMBERS // max(1, features.shape[1]))
        found = []
        for start in range(0, rows, step):
            part = features[start : start + step]
            explained = explain(self.model, part, background=self.background, groups=self.groups)
            found += [predicted_reasons(explained, row, self.count) for row in range(part.shape[0])]
        return found


def predicted_reasons(found: Contributions, row: int, count: int) -> list[Reason]:
    """The strongest reasons of a row, positive where they speak for the class that is predicted."""
    decided = found.predicted[row]
    against = decided == found.rival[row]
    if decided != found.category[row] and not against:
        # A row that goes to a person leans to one side, too.
        against = found.scores[row] <= found.cutoff
    sign = -1.0 if against else 1.0
    return [(name, sign * part) for name, part in found.reasons(row, count)]


def reasons_text(reasons: list[Reason]) -> str:
    """Reasons in one cell of a table.

    >>> reasons_text([("free", 1.214), ("without meeting", -0.3)])
    'free +1.21, without meeting -0.3'
    """
    return ", ".join(f"{name} {part:+.3g}" for name, part in reasons)
