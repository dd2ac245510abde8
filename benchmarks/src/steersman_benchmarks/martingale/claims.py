"""Which claims of the paper are confirmed on rows that the models have not seen, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from steersman_benchmarks.martingale.protocol import Figures

if TYPE_CHECKING:
    from steersman_benchmarks.martingale.report import MartingaleStudy

CONFIRMED, REFUTED, UNCLEAR = "confirmed", "not confirmed", "within the spread"


class Claim(NamedTuple):
    """A sentence of the paper, what we measured, and whether it bears the sentence out."""

    place: str
    says: str
    ours: str
    verdict: str


def claims_of(study: MartingaleStudy) -> list[Claim]:
    """All claims that the study can judge."""
    return [
        *table_1_claims(study),
        *table_2_claims(study),
        *curve_claims(study),
        *granularity_claims(study),
        grid_claim(study),
    ]


def higher(first: Figures, second: Figures) -> str:
    """Whether the first is higher overall: by more than both spreads, less, or in between."""
    gap = first.mean.overall - second.mean.overall
    spread = max(first.spread.overall, second.spread.overall)
    return CONFIRMED if gap > spread else REFUTED if gap < 0.0 else UNCLEAR


def together(verdicts: Sequence[str]) -> str:
    """The verdict on a claim about all of several data sets: one counterexample is enough."""
    if REFUTED in verdicts:
        return REFUTED
    return UNCLEAR if UNCLEAR in verdicts else CONFIRMED


def versus(data: str, first: Figures, second: Figures) -> str:
    """Two mean accuracies on one data set."""
    return f"{data} {first.mean.overall:.1f} against {second.mean.overall:.1f}"


def table_1_claims(study: MartingaleStudy) -> Iterator[Claim]:
    """Tuning and boosting of base learners."""
    for says, first, second in (
        ("tuning improves logistic regression", "LR-Tune", "LR"),
        ("AdaBoost improves logistic regression", "Ada-LR", "LR"),
        ("martingale boosting is better than AdaBoost", "MB-LR", "Ada-LR"),
    ):
        pairs = {data: (found[first], found[second]) for data, found in study.table_1.items()}
        yield Claim(
            "Table 1",
            says,
            ", ".join(versus(data, *pair) for data, pair in pairs.items()),
            together([higher(*pair) for pair in pairs.values()]),
        )


def table_2_claims(study: MartingaleStudy) -> Iterator[Claim]:
    """MB-Tune against the others, on all data sets, and what freezing costs."""
    ours = {
        data: {name: kinds["ours"].figures for name, kinds in found.items()}
        for data, found in study.programs.items()
    }
    for other in ("MB", "AMB"):
        pairs = {
            data: (found["MB-Tune"], found[other]) for data, found in ours.items() if other in found
        }
        yield Claim(
            "Table 2",
            f"MB-Tune outperforms {other} on all data sets",
            ", ".join(versus(data, *pair) for data, pair in pairs.items()),
            together([higher(*pair) for pair in pairs.values()]),
        )
    gains = {
        data: found["MB-Tune"].mean.tuned - found["MB"].mean.tuned for data, found in ours.items()
    }
    yield Claim(
        "Table 2",
        "the class tuned for gains accuracy",
        ", ".join(f"{data} {gain:+.1f}" for data, gain in gains.items()),
        CONFIRMED if min(gains.values()) > 0 else REFUTED if max(gains.values()) <= 0 else UNCLEAR,
    )
    frozen = study.programs["spambase"]["MB-Freeze"]["ours"]
    lost = ours["spambase"]["MB"].mean.overall - frozen.figures.mean.overall
    yield Claim(
        "Section 5.4",
        "freezing saves most nodes and costs little accuracy",
        f"Spambase {frozen.saved_nodes:.0f} of 120 nodes, {lost:+.1f} points lost",
        CONFIRMED if frozen.saved_nodes > 60 and lost < 1.0 else REFUTED,
    )


def curve_claims(study: MartingaleStudy) -> Iterator[Claim]:
    """Figures 4 and 5, where the study has these curves."""
    curves = study.curves
    if not {"MB-Tune", "LR", "LR-Tune"} <= set(curves):
        return
    tuned, plain, single = (curves[name] for name in ("MB-Tune", "LR", "LR-Tune"))
    alarms = [each.false_positives[-1] for each in (tuned, single, plain)]
    yield Claim(
        "Figure 4",
        "MB-Tune has fewer false positives than LR-Tune and LR",
        "Spambase {:.0f} against {:.0f} and {:.0f}".format(*alarms),
        CONFIRMED if alarms[0] < min(alarms[1:]) else REFUTED,
    )
    right = [each.overall[-1] for each in (tuned, plain)]
    yield Claim(
        "Figure 4",
        "and a higher accuracy",
        "Spambase {:.1f} against {:.1f} (LR)".format(*right),
        CONFIRMED if right[0] > right[1] else REFUTED,
    )
    slope = float(np.polyfit(tuned.levels, tuned.tuned, 1)[0])
    yield Claim(
        "Figure 5",
        "accuracy on the class tuned for rises with the number of levels",
        f"Spambase {tuned.tuned[0]:.1f} at {tuned.levels[0]} levels, {tuned.tuned[-1]:.1f} at "
        f"{tuned.levels[-1]}",
        CONFIRMED if slope > 0 and tuned.tuned[-1] > tuned.tuned[0] else REFUTED,
    )


def granularity_claims(study: MartingaleStudy) -> Iterator[Claim]:
    """Table 4: more effort, more accuracy; and what the selected nodes save."""
    found = {
        data: {name: kinds["ours"] for name, kinds in rows.items()}
        for data, rows in study.table_4.items()
    }
    yield Claim(
        "Table 4",
        "I-ALL is more accurate than I-ROOT",
        ", ".join(
            versus(d, rows["all"].figures, rows["root"].figures) for d, rows in found.items()
        ),
        together([higher(rows["all"].figures, rows["root"].figures) for rows in found.values()]),
    )
    effort = {
        data: (rows["select"].nodes_tuned, rows["all"].nodes_tuned) for data, rows in found.items()
    }
    yield Claim(
        "Section 5.7",
        "I-SELECT halves the number of nodes to tune",
        ", ".join(f"{data} {few:.1f} of {every:.1f}" for data, (few, every) in effort.items()),
        CONFIRMED if all(few <= every / 2 for few, every in effort.values()) else REFUTED,
    )


def grid_claim(study: MartingaleStudy) -> Claim:
    """Section 5.1: tuning against grid search."""
    grid = study.grid
    return Claim(
        "Section 5.1",
        "interactive tuning beats grid search",
        versus("Liver", grid.steered, grid.searched),
        higher(grid.steered, grid.searched),
    )
