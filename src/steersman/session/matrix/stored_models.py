"""Models and steerings in a project, stored as changes of the model that steering started from."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Any, cast

import numpy as np
from sklearn.pipeline import Pipeline

from steersman.learn.logistic import SteerableLogisticRegression
from steersman.learn.martingale import MartingaleBoostClassifier
from steersman.learn.steering import (
    Groups,
    GroupThresholdClassifier,
    ReferralSetting,
    ReferringClassifier,
    SteerableClassifier,
    Steering,
    ThresholdedClassifier,
    last_step,
    scorer_of,
    with_last_step,
)
from steersman.session.matrix.problem import MatrixProblem

MOST_RESTORED = 3
"""Steerings of one action: from the current model, the fitted one and one visited before."""
PACKED: deque[tuple[dict[str, object], object, Steering]] = deque(maxlen=MOST_RESTORED)
"""The last steerings that were packed in this process: what was found here is not built again."""
WHOLE = "whole"
"""In place of a scorer: the first model as it is, with all of its steps."""


def with_training_rows(model: object, problem: MatrixProblem) -> object:
    """Attach the training rows to a stored model that steering may refit."""
    inner = last_step(model)
    tuned = isinstance(inner, MartingaleBoostClassifier) and inner.tuning == "penalties"
    if isinstance(inner, SteerableLogisticRegression | MartingaleBoostClassifier) and (
        tuned or isinstance(inner, SteerableLogisticRegression)
    ):
        X = problem.training.X
        design = model[:-1].transform(X) if isinstance(model, Pipeline) else X
        inner.attach_rows(design, problem.training.y)
    return model


def pack_steering(steering: Steering, first: object) -> dict[str, object]:
    """A steering without its first model, which is found again by its number.

    Of every other model there is its cut-off, if that was moved, and the number of what scores the
    rows for it: many models share a scorer, and most scorers are the first with other settings.
    """
    models = [*(seen.model for seen in steering.trajectory), steering.model]
    # By identity, because many steps of a trajectory are the same object.
    distinct = list({id(model): model for model in models}.values())
    scorers = list({id(each): each for each in map(scorer_of, distinct)}.values())
    number = {id(scorer): place for place, scorer in enumerate(scorers)}
    places = {id(model): place for place, model in enumerate(distinct)}
    packed: dict[str, object] = {
        "scorers": [
            WHOLE if each is first else scorer_setting(each, scorer_of(first)) for each in scorers
        ],
        "models": [(number[id(scorer_of(each))], cut_off(each)) for each in distinct],
        "first": places.get(id(first)),
        "visited": [places[id(model)] for model in models],
        "steering": replace(
            steering,
            model=cast(SteerableClassifier, None),
            trajectory=tuple(replace(seen, model=None) for seen in steering.trajectory),
        ),
    }
    PACKED.append((packed, first, steering))
    return packed


def unpack_steering(stored: dict[str, Any], first: object) -> Steering:
    """The steering again, whose models share all that they can with the first."""
    scorers = restored_scorers(stored["scorers"], first)
    models = [around(scorers[number], moved, first) for number, moved in stored["models"]]
    if stored["first"] is not None:
        models[stored["first"]] = first
    *visited, taken = (models[place] for place in stored["visited"])
    steering = cast(Steering, stored["steering"])
    pairs = zip(steering.trajectory, visited, strict=True)
    trajectory = tuple(replace(seen, model=model) for seen, model in pairs)
    return replace(steering, model=taken, trajectory=trajectory)


class RestoredSteerings:
    """The last steerings that were unpacked: an action is begun again after each of its jobs."""

    def __init__(self) -> None:
        self.last: list[tuple[object, object, Steering]] = []

    def unpack(self, stored: dict[str, Any], first: object) -> Steering:
        """The steering, as it was unpacked before from the very same values."""
        for known, begun, steering in (*self.last, *PACKED):
            if known is stored and begun is first:
                return steering
        found = unpack_steering(stored, first)
        self.last = [*self.last[1 - MOST_RESTORED :], (stored, first, found)]
        return found


def scorer_setting(scorer: object, first: object) -> object:
    """The stored form of a scorer: None for the first, its shifts, or all of it."""
    if scorer is first:
        return None
    programs = isinstance(scorer, MartingaleBoostClassifier) and isinstance(first, type(scorer))
    # A steered program shares its trees with the first: its shifts are a few numbers, its trees are
    # megabytes. What the tuning rows do at its nodes goes along: to find it out takes long.
    if programs and scorer.graph_.decisions is first.graph_.decisions:  # type: ignore[attr-defined]
        graph, matrix = scorer.graph_, scorer.matrix_  # type: ignore[attr-defined]
        return [graph.shifts, np.stack([node.matrix for node in graph.nodes]), matrix]
    return scorer


def restored_scorers(settings: list[Any], first: object) -> list[object]:
    """The scorers that have these settings."""
    origin: Any = scorer_of(first)
    scorers: list[object] = []
    for each in settings:
        scorer = origin if each is None else first if isinstance(each, str) else each
        if isinstance(each, list):
            scorer = origin.with_judged_shifts(*each)
        if scorer is each and isinstance(each, SteerableLogisticRegression):
            each.share_rows(origin)
        if scorer is each and isinstance(each, MartingaleBoostClassifier):
            # A program whose nodes were fitted anew shares the rows of the first one.
            each._training_rows = origin._training_rows
        scorers.append(scorer)
    return scorers


def around(scorer: object, moved: Any, first: object) -> object:
    """The model that decides by a scorer at its own or another cut-off, after the same steps."""
    if scorer is first:
        # A cut-off that single rows decide is put around a whole pipeline.
        return first if moved is None else moved_model(first, moved)
    # The first model may be calibrated; its calibration is that of its own scores only.
    own = last_step(first) if scorer_of(first) is scorer else scorer
    last = scorer if moved is None else moved_model(own, moved)
    if not isinstance(first, Pipeline):
        return last
    return with_last_step(first, last)


def moved_model(scorer: object, moved: Any) -> object:
    """The model that decides by a scorer at another cut-off, at one for each group, or refers rows
    between two."""
    if not isinstance(moved, dict):
        return ThresholdedClassifier.around(scorer, moved)
    if "groups" in moved:
        nobody = np.empty(0, dtype=np.int64)
        groups = Groups(tuple(moved["groups"]), nobody, tuple(moved["cuts"]), moved["column"])
        cutoffs = dict(zip(groups.names, moved["cutoffs"]))
        return GroupThresholdClassifier.beside(scorer, cutoffs, groups)
    setting = ReferralSetting(tuple(moved["threshold"]), moved["margin"])
    return ReferringClassifier.beside(scorer, setting, moved["referral"])


def cut_off(model: object) -> Any:
    """Where a moved cut-off is, or the offsets of the classes; None where nothing was moved."""
    last = last_step(model)
    if isinstance(last, GroupThresholdClassifier):
        return {
            "groups": list(last.thresholds),
            "cutoffs": list(last.thresholds.values()),
            "column": last.column,
            "cuts": list(last.cuts),
        }
    if isinstance(last, ReferringClassifier):
        threshold, margin = last.referral_setting
        return {"threshold": threshold, "margin": margin, "referral": last.referral}
    return last.threshold if isinstance(last, ThresholdedClassifier) else None
