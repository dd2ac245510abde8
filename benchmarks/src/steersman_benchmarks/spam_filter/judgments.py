"""Figures of the spam filters, as counts on mails that no choice looked at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from steersman.evaluate import Figure, wilson
from steersman.maths.confusion import cutoff_sweep
from steersman_benchmarks.spam_filter.models import NAIVE_BAYES, Floats, Mail, held_out_scores

WANTED_RECALL = 0.95


@dataclass(frozen=True)
class FilterQuality:
    """Pooled over the parts: recall and precision of spam with their intervals."""

    recall: Figure
    precision: Figure
    false_positives: int


@dataclass(frozen=True)
class Threshold:
    """A cut-off with what it reached where it was chosen."""

    cutoff: float
    recall: float
    precision: float


@dataclass(frozen=True)
class TunedFilter:
    """A filter whose cut-off was chosen for each part on the scores of the other parts."""

    reached: FilterQuality
    chosen: dict[int, Threshold]
    decided: NDArray[np.bool_] = field(repr=False)


@dataclass(frozen=True)
class ChosenFilter:
    """The naive Bayes and dictionary that the other parts preferred, part by part."""

    reached: FilterQuality
    picks: dict[int, tuple[str, int | None]]


def filter_quality(mail: Mail, decided: NDArray[np.bool_]) -> FilterQuality:
    """The quality of some decisions."""
    hits = int(np.count_nonzero(decided & mail.spam))
    return FilterQuality(
        wilson(hits, int(mail.spam.sum()), name="recall"),
        wilson(hits, int(decided.sum()), name="precision"),
        int(np.count_nonzero(decided & ~mail.spam)),
    )


def best_cutoff(scores: Floats, spam: NDArray[np.bool_], recall: float) -> Threshold:
    """The cut-off of the highest precision among those that find this share of the spam.

    >>> best_cutoff(np.array([1.0, 2.0, 3.0]), np.array([True, False, True]), 0.5)
    Threshold(cutoff=2.5, recall=0.5, precision=1.0)
    """
    sweep = cutoff_sweep(scores, spam)
    hits, flagged = sweep.matrices[:, 1, 1], sweep.matrices[:, :, 1].sum(axis=1)
    found = hits / spam.sum()
    precision = np.where(found >= recall, hits / np.maximum(flagged, 1), -1.0)
    best = int(precision.argmax())
    return Threshold(float(sweep.settings[best]), float(found[best]), float(precision[best]))


def tuned_filter(
    mail: Mail, scores: Floats, name: str, size: int | None, tick: Callable[[], object]
) -> TunedFilter:
    """The filter with its cut-off moved, for each part by cross-validation inside the others."""
    decided = np.zeros(len(mail.part), dtype=np.bool_)
    chosen = {}
    for part in mail.parts:
        others = mail.part != part
        inner = held_out_scores(mail, [one for one in mail.parts if one != part], name, size)
        chosen[part] = best_cutoff(inner[others], mail.spam[others], WANTED_RECALL)
        decided[~others] = scores[~others] > chosen[part].cutoff
        tick()
    return TunedFilter(filter_quality(mail, decided), chosen, decided)


def chosen_filter(mail: Mail, found: dict[tuple[str, int | None], TunedFilter]) -> ChosenFilter:
    """For each part the naive Bayes most precise at the wanted recall inside the others."""
    rivals = {key: each for key, each in found.items() if key[0] in NAIVE_BAYES}
    decided = np.zeros(len(mail.part), dtype=np.bool_)
    picks = {}
    for part in mail.parts:
        best = max(rivals, key=lambda key: rivals[key].chosen[part].precision)
        here = mail.part == part
        decided[here] = rivals[best].decided[here]
        picks[part] = best
    return ChosenFilter(filter_quality(mail, decided), picks)


def recall_curve(mail: Mail, scores: Floats) -> tuple[Floats, Floats]:
    """Recall and precision at every cut-off of the pooled held-out scores."""
    sweep = cutoff_sweep(scores, mail.spam)
    hits, flagged = sweep.matrices[:-1, 1, 1], sweep.matrices[:-1, :, 1].sum(axis=1)
    return hits / mail.spam.sum(), hits / flagged
