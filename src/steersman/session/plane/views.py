"""The plane as plain values and columns for the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from steersman.learn.catalog import LIKELIHOOD_KNOBS
from steersman.maths.confusion import BinaryCounts, f1_interval, wilson_interval
from steersman.maths.likelihood import (
    axis_end,
    credible_interval,
    intercept_without_fixed_part,
    interval_probabilities,
    prior_reach,
)
from steersman.scale.held_out_plane import GRID
from steersman.session.history import Split
from steersman.session.plane.choice import plane_choice
from steersman.session.plane.game import Challenge
from steersman.session.plane.plane import Plane
from steersman.session.plane.searches import LineBound
from steersman.session.plane.shapes import (
    DensityValues,
    KnobValues,
    LineValues,
    MeasuresValues,
    Metric,
    PlaneView,
    PriorShapeValues,
    SplitValues,
    SpreadValues,
    TuningValues,
)
from steersman.session.state import State
from steersman.session.views import Column, View

CURVE_POINTS = 200
MOST_DRAWN = 2_000
INTERVALS = 40
"""The share of words that the axis of their frequencies reaches."""


def plane_view(
    plane: Plane,
    state: State,
    best: Mapping[Split, State | None],
    bound: LineBound | None = None,
    *,
    every_fold: bool,
) -> View:
    """Everything that the plane's room shows; all folds at once take time to compute.

    `best` has the best states visited for each split, `bound` what a search for the line proved.
    """
    # In a game there is one validation set and no folds.
    playing = state.choice(Challenge) is not None
    values: PlaneView = {
        "knobs": knob_values(best),
        "tuning": tuning_values(plane),
        "prior": prior_values(plane),
        "words_set": len(plane.places.smoothing.words),
        "line": line_values(plane, bound),
        "training": split_values(plane, "training", None),
        "validation": split_values(plane, "validation", None if playing else plane.fold),
    }
    if every_fold:
        values["folds"] = {} if playing else spread_values(plane.every_fold())
    return View("plane", values, plane_columns(plane, state))


def knob_values(best: Mapping[Split, State | None]) -> list[KnobValues]:
    """Each knob's range with its value at the best steps visited."""

    def at(split: Split, name: str) -> float | None:
        state = best[split]
        return None if state is None else plane_choice(state).knobs[name]

    return [
        {
            "name": knob.name,
            "label": knob.label,
            "low": knob.low,
            "high": knob.high,
            "default": knob.default,
            "scale": knob.scale,
            "help": knob.help,
            "whole": knob.whole,
            "best_training": at("training", knob.name),
            "best_validation": at("validation", knob.name),
        }
        for knob in LIKELIHOOD_KNOBS
    ]


def line_values(plane: Plane, bound: LineBound | None) -> LineValues:
    values: LineValues = {
        "slope": plane.slope,
        "intercept": plane.intercept,
        "curve": plane.curve,
        "default": plane.line_is_default,
        "bayes_intercept": plane.model.bayes_intercept,
        "fixed": plane.fixed_part,
        "intercept_without_fixed": intercept_without_fixed_part(
            plane.intercept, plane.slope, *plane.fixed_part
        ),
        "flagged_without_fixed": plane.flagged_without_fixed,
    }
    if bound is not None:
        values["best"] = {
            "split": bound.asked.split,
            "metric": bound.asked.metric,
            "score": bound.score,
            "bound": bound.bound,
        }
    return values


def tuning_values(plane: Plane) -> TuningValues | None:
    """The tuned prior of the current fold, and the folds that have one; None without one."""
    smoothing, own = plane.places.smoothing, plane.places.own
    if smoothing.tuned is None:
        return None
    if smoothing.together is None:
        return {"folds": sorted(own), "together": None}
    alpha, beta = smoothing.together
    return {"folds": sorted(own), "together": {"alpha": alpha, "beta": beta}}


def prior_values(plane: Plane) -> PriorShapeValues | None:
    """The prior that all words share, beside how frequent they are; None where none is shared."""
    if plane.places.smoothing.together is None:
        return None
    alpha, beta = plane.places.smoothing.together
    shares = plane.model.sorted_word_shares
    top = axis_end(prior_reach(alpha, beta), plane.model.frequent_share)
    edges = np.linspace(0.0, top, INTERVALS + 1)
    return {
        "alpha": alpha,
        "beta": beta,
        "mean": alpha / (alpha + beta),
        "interval": credible_interval(alpha, beta),
        "top": top,
        "prior": interval_probabilities(alpha, beta, edges).tolist(),
        "words": (sorted_histogram(shares, edges) / max(len(shares), 1)).tolist(),
        "impossible": plane.counts.impossible_rows(plane.fold, plane.places.smoothing.features),
    }


def sorted_histogram(values: NDArray[np.float64], edges: NDArray[np.float64]) -> NDArray[np.int64]:
    """(edges - 1,) how many sorted values lie between edges, as `np.histogram` counts them.

    >>> sorted_histogram(np.array([0.0, 0.5, 1.0, 2.0]), np.array([0.0, 0.5, 1.0]))
    array([1, 2])
    """
    places = np.searchsorted(values, edges)
    # The last edge belongs to its bin.
    places[-1] = np.searchsorted(values, edges[-1], side="right")
    return np.diff(places)


def split_values(plane: Plane, split: str, fold: int | None) -> SplitValues:
    documents, positives = plane.size(split)
    return {
        "documents": documents,
        "positives": positives,
        "fold": fold,
        "line": cell_values(plane.line_cells(split)),
        "priors": cell_values(plane.prior_cells(split)),
        "bounds": plane.bounds(split),
        "main_bounds": plane.split(split).main_bounds,
        "density": density_values(plane, split),
    }


def density_values(plane: Plane, split: str) -> DensityValues | None:
    """Where all rows of a split are counted in a grid; None where every row is a point."""
    if plane.whole is None or len(plane.split(split).rows) == plane.size(split)[0]:
        return None
    x, y = plane.density_limits(split)
    return {"x": x, "y": y, "cells": GRID}


def cell_values(cells: BinaryCounts) -> MeasuresValues:
    """The four cells, the three measures and their intervals."""
    tp, fp, fn, tn = cells
    return {
        "tp": tp,
        "fp": fp,
        "fn": fn,
        "tn": tn,
        "recall": cells.recall,
        "precision": cells.precision,
        "f1": cells.f1,
        "intervals": {
            "recall": wilson_interval(tp, tp + fn),
            "precision": wilson_interval(tp, tp + fp),
            "f1": f1_interval(tp, fp, fn),
        },
    }


def spread_values(folds: Sequence[BinaryCounts]) -> dict[Metric, SpreadValues]:
    """Mean and standard deviation of each measure over the folds; nothing where there are none."""
    if not folds:
        return {}
    return {
        "recall": spread_of([cells.recall for cells in folds]),
        "precision": spread_of([cells.precision for cells in folds]),
        "f1": spread_of([cells.f1 for cells in folds]),
    }


def spread_of(values: list[float]) -> SpreadValues:
    return {
        "mean": float(np.mean(values)),
        "spread": float(np.std(values, ddof=1)),
        "each": values,
    }


def plane_columns(plane: Plane, state: State) -> tuple[Column, ...]:
    """Coordinates, truth and row numbers of both splits."""
    choice, game = plane_choice(state), state.choice(Challenge)
    # Versions say what a column depends on: a moved line sends no points again.
    folding = (state.data_key, choice.folds, choice.fold, state.seed, game)
    place = (*folding, state.category, plane.places.smoothing)
    columns = []
    for split in ("training", "validation"):
        points, dense = plane.split(split), density_values(plane, split) is not None
        # Over a density a few points are enough to point at.
        drawn = slice(None, None, -(-len(points.rows) // MOST_DRAWN) if dense else 1)
        truth = points.positive[drawn].view(np.uint8)
        columns += [
            Column(f"{split}.xy", points.page_coordinates[drawn], place),
            Column(f"{split}.positive", truth, (*folding, state.category)),
            Column(f"{split}.rows", points.rows[drawn], folding),
        ]
        if dense:
            counts = plane.split_counts(split).density.astype(np.uint32)
            columns.append(Column(f"{split}.density", counts.ravel(), place))
    curve = (place, plane.curve) if plane.curve > 1 else None
    columns.append(Column("curve", curve_points(plane), curve))
    return tuple(columns)


def curve_points(plane: Plane) -> NDArray[np.float32]:
    """(points, 2) the decision curve from the leftmost to the rightmost row; none for a line."""
    curve = plane.boundary.curve
    if curve is None:
        return np.empty((0, 2), dtype=np.float32)
    x = plane.coordinates[:, 0]
    across = np.linspace(x.min(), x.max(), CURVE_POINTS)
    return np.column_stack([across, curve.heights(across)]).astype(np.float32)
