"""The cut-off of one class, seen at every place where it decides rows differently, and moved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray
from sklearn.pipeline import Pipeline

from steersman.learn.steering.attainable import Attainable
from steersman.learn.steering.classifier_types import Rows
from steersman.learn.steering.last_step import last_step
from steersman.learn.steering.pipelines import with_last_step
from steersman.learn.steering.referring import ReferringClassifier
from steersman.learn.steering.thresholded import ThresholdedClassifier, class_scores
from steersman.maths.confusion import cutoff_sweep, decided_classes, offset_path, sums_of

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class CutoffPath:
    """Every setting of one class's cut-off, from no row called so to all of them.

    Of two classes a setting is the cut-off of the scores; of more it is the offset of the class,
    those of the others stay. `lead` says in which order rows are called: the larger, the sooner.
    """

    settings: Floats  # (settings,)
    tp: Ints  # (settings,) rows of the class that are called so
    fp: Ints  # (settings,) other rows that are called so
    now: int  # the setting that decides as the model does
    lead: Floats  # (rows,)
    truth: NDArray[np.bool_]  # (rows,) whether each row is of the class


def cutoff_path(scored: Attainable, place: int) -> CutoffPath:
    """The settings of the class at `place` of the classes, with the rows that they call so.

    >>> from sklearn.linear_model import LogisticRegression
    >>> X, y = np.arange(6.0).reshape(-1, 1), np.array([0, 0, 1, 0, 1, 1])
    >>> path = cutoff_path(Attainable.of(LogisticRegression().fit(X, y), X, y), 1)
    >>> path.tp.tolist(), path.fp.tolist(), path.now
    ([0, 1, 2, 2, 3, 3, 3], [0, 0, 0, 1, 1, 2, 3], 3)
    """
    truth = scored.codes == place
    if scored.values.ndim == 1:
        sweep = cutoff_sweep(scored.values, scored.codes == 1)
        tp, fp = sweep.matrices[:, place, place], sweep.matrices[:, 1 - place, place]
        # Setting k has k distinct scores at or below it.
        below = np.searchsorted(np.unique(scored.values), float(scored.start), side="right")
        # A higher cut-off calls fewer rows the second class, and more the first.
        turned = slice(None, None, -1 if place else 1)
        now = len(tp) - 1 - int(below) if place else int(below)
        lead = leads_of(scored.values, scored.start)[:, place]
        return CutoffPath(sweep.settings[turned], tp[turned], fp[turned], now, lead, truth)
    offsets = np.asarray(scored.start, dtype=np.float64)
    path = offset_path(scored.values, scored.codes, offsets, place)
    size = len(offsets)
    calls = np.zeros((size, size))
    calls[:, place] = 1.0
    right = np.zeros((size, size))
    right[place, place] = 1.0
    tp = sums_of(path, right).astype(np.int64)
    fp = sums_of(path, calls - right).astype(np.int64)
    # Raising the offset only adds calls.
    called = int((decided_classes(scored.values, offsets) == place).sum())
    now = int(np.abs(tp + fp - called).argmin())
    lead = leads_of(scored.values, offsets)[:, place]
    return CutoffPath(path.settings, tp, fp, now, lead, truth)


def class_leads(model: object, X: Rows) -> Floats:
    """(rows, classes) by how much the score of each class leads those of the others.

    The class that is decided leads by 0 or more. Within one class, rows are in the order in which
    its cut-off calls them so.
    """
    if isinstance(model, Pipeline) and len(model.steps) > 1:
        return class_leads(model.steps[-1][1], model[:-1].transform(X))
    return leads_of(*class_scores(model, X))


def leads_of(values: Floats, start: float | Floats) -> Floats:
    """(rows, classes) the same from scores and the setting at which they decide."""
    if values.ndim == 1:
        lead = values - float(start)
        return np.column_stack([-lead, lead])
    shifted = values + start
    ordered = np.sort(shifted, axis=1)
    # The class on top is compared with the second, the others with the one on top.
    on_top = shifted == ordered[:, -1:]
    return shifted - np.where(on_top, ordered[:, -2:-1], ordered[:, -1:])


def with_cutoff(model: object, setting: float, label: object = None) -> object:
    """A fitted classifier with the cut-off moved, or the offset of one of several classes.

    Parameters
    ----------
    model : classifier or Pipeline
        Fitted classifier; it is not changed.
    setting : float
        Of two classes, the score above which a row is of the second. Of more, the number that is
        added to the score of `label`.
    label : label, optional
        Of several classes, the one whose offset is set.

    A model that leaves rows to a person keeps doing so: of two classes, the band between its
    cut-offs is moved as it is, with `setting` in its middle.

    Returns
    -------
    classifier or Pipeline
        A model that shares everything else with the given one.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> X, y = np.arange(6.0).reshape(-1, 1), np.array([0, 0, 0, 1, 1, 1])
    >>> with_cutoff(LogisticRegression().fit(X, y), 2.0).predict(X)
    array([0, 0, 0, 0, 0, 1])
    """
    if isinstance(model, Pipeline) and len(model.steps) > 1:
        return with_last_step(model, with_cutoff(last_step(model), setting, label))
    classes = list(model.classes_)  # type: ignore[attr-defined]
    if isinstance(model, ReferringClassifier):
        return ReferringClassifier.beside(
            model, model.setting_around(setting, label), model.referral
        )
    if len(classes) == 2:
        return ThresholdedClassifier.around(model, setting)
    now = model.setting() if isinstance(model, ThresholdedClassifier) else np.zeros(len(classes))
    offsets = cast(Floats, now).copy()
    offsets[classes.index(label)] = setting
    return ThresholdedClassifier.around(model, offsets)
