"""What a steered fit tried, chose and can say about new data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from steersman.learn.automatic.family_trial import FamilyScore
from steersman.learn.steering import SteeringCode

FitAssurance = Literal["guaranteed", "cross-fitted", "expected", "these-rows", "none"]
"""What a fit says about new data: a guarantee that is proven, one whose cut-off passed the same
test on the scores of fold models (not proven), that the limits held on rows kept apart, that
they hold on these rows, scored by models that did not see them, or nothing."""


@dataclass(frozen=True, eq=False)
class SteeredReport:
    """Report of a fit: the want, the candidates, the choice and what is promised of new data.

    `expected` is the confusion matrix of the chosen model on rows neither it nor its cut-off had
    seen (with a confidence: nor the model); `met` says whether the want holds there (with a
    confidence, whether it is promised), `code` how the steering ended, as a `Steering` has it, and
    `assurance` what can be relied on. `skipped` are candidates for which the budget had no time,
    and `fitted_rows` the number of rows that the chosen ones were fitted on (0: fold models).
    """

    want: str
    chosen: tuple[str, ...]
    candidates: tuple[FamilyScore, ...]
    expected: NDArray[np.int64]
    met: bool
    code: SteeringCode
    reason: str
    promises: tuple[str, ...] = ()
    assurance: FitAssurance = "none"
    skipped: tuple[str, ...] = ()
    fitted_rows: int = 0

    def __str__(self) -> str:
        rows = [
            f"  {one.name}: balanced accuracy {one.balanced_accuracy:.3f}, gap {one.gap:g}"
            for one in self.candidates
        ]
        wanted = [f"wanted: {self.want}"] if self.want else []
        chosen = [f"chosen: {' + '.join(self.chosen)}", self.reason]
        skipped = [f"no time for: {', '.join(self.skipped)}"] if self.skipped else []
        promises = [f"promised: {promise}" for promise in self.promises]
        return "\n".join([*wanted, *rows, *chosen, *promises, *skipped])
