"""All pairs by one measure: how far apart they are, and p-values corrected for their number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from steersman.evaluate.outcomes import OTHER_NAMES_OF_ACCURACY
from steersman.evaluate.pairs import ComparedPair, holm


@dataclass(frozen=True)
class MeasuredPair:
    """Two models by a measure, the first's minus the second's; `adjusted` is Holm's p-value."""

    first: str
    second: str
    difference: float
    p_value: float
    adjusted: float


def measure_test(measure: str) -> Literal["McNemar", "permutation"]:
    """The test that applies to a measure: McNemar's is about right and wrong only."""
    right_or_wrong = ("accuracy", *OTHER_NAMES_OF_ACCURACY)
    return "McNemar" if measure in right_or_wrong else "permutation"


def measured_pairs(
    pairs: Sequence[ComparedPair], measure: str, tested: Callable[[str, str], tuple[float, float]]
) -> list[MeasuredPair]:
    """The pairs by a measure. `tested` gives the difference and the p-value of two models by a
    test that knows the measure; where McNemar's does, it is not asked.
    """
    found = []
    for pair in pairs:
        if measure_test(measure) == "McNemar":
            (_, only_first), (only_second, _) = pair.test.table.tolist()
            # Rows that both get right or wrong cancel in the difference of the accuracies.
            by = (only_first - only_second) / max(1, int(pair.test.table.sum()))
            found.append((pair, by, pair.test.p_value))
        else:
            found.append((pair, *tested(pair.first, pair.second)))
    adjusted = holm([p_value for *_, p_value in found]).tolist() if found else []
    return [
        MeasuredPair(pair.first, pair.second, by, p_value, after)
        for (pair, by, p_value), after in zip(found, adjusted, strict=True)
    ]
