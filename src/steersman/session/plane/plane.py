"""The likelihood plane of one state: coordinates of every row, and the effect of a line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from steersman._cached import cached_property
from steersman.learn.likelihood import Boundary, TunedSetting
from steersman.maths.confusion import BinaryCounts
from steersman.scale.fold_plane import FoldModel, FoldPass, FoldPlane, Limits, SplitCounts
from steersman.session.plane.choice import PlaneChoice, number
from steersman.session.plane.coordinates import FoldCoordinates, Smoothing
from steersman.session.plane.fold_counts import FoldedCounts, PlaneModel
from steersman.session.plane.split_points import SplitPoints

Floats = NDArray[np.float64]
MOST_COUNTED = 8
NOTHING_TUNED: Mapping[int, TunedSetting] = MappingProxyType({})


@dataclass(frozen=True)
class Plane:
    """All rows of a state in the plane, split into training and validation."""

    counts: FoldedCounts
    model: PlaneModel
    fold: int
    curve: int
    knobs: Mapping[str, float | None]
    places: FoldCoordinates

    @property
    def coordinates(self) -> Floats:
        """(rows, 2) every row's place under the present fold's model."""
        return self.places.under(self.fold)

    @classmethod
    def of(
        cls,
        counts: FoldedCounts,
        choice: PlaneChoice,
        like: Plane | None = None,
        tuning: TunedSetting | None = None,
        own: Mapping[int, TunedSetting] = NOTHING_TUNED,
    ) -> Plane:
        """The plane of a choice; what `like` has in common with it is not computed again.

        `tuning` is in force in the chosen fold, and `own` has all folds tuned like it.
        """
        smoothing = Smoothing.of(choice, tuning, counts.corpus)
        # Placing every row is the expensive part; a move of the line leaves all places as they are.
        places = like.places if like and like.places.fits(counts, smoothing, own) else None
        places = places or FoldCoordinates(counts, smoothing, own)
        model = counts.model(choice.fold, choice.features)
        return cls(counts, model, choice.fold, choice.curve, choice.knobs, places)

    @property
    def slope(self) -> float:
        return number(self.knobs["slope"])

    @property
    def intercept(self) -> float:
        chosen = self.knobs["intercept"]
        return self.model.bayes_intercept if chosen is None else chosen

    @property
    def boundary(self) -> Boundary:
        """The line or curve that decides."""
        return self.boundary_of(self.fold)

    @property
    def bayes_boundary(self) -> Boundary:
        """The line that the class priors alone give."""
        return Boundary(1.0, self.model.bayes_intercept)

    @property
    def line_is_default(self) -> bool:
        return self.curve == 1 and self.boundary == self.bayes_boundary

    @cached_property
    def fixed_part(self) -> tuple[float, float]:
        """The part of x and y that is the same for every row (Eq. 40)."""
        x, y = self.places.weights(self.fold)[1].tolist()
        return x, y

    def boundary_of(self, fold: int) -> Boundary:
        """The boundary that the present knobs give with the model of `fold`."""
        # None leaves the intercept to the priors, which differ from fold to fold.
        chosen = self.knobs["intercept"]
        curve = self.places.curve(fold, self.curve) if self.curve > 1 else None
        if chosen is None:
            return Boundary(self.slope, self.places.model(fold).bayes_intercept, curve=curve)
        return Boundary(*self.line_in(fold, chosen), curve=curve)

    def line_in(self, fold: int, intercept: float) -> tuple[float, float]:
        """Slope and intercept in `fold` of a line that has the present slope here.

        It is the same in all folds, unless both folds were tuned for themselves: then it is the
        line tuned there, lifted and turned by as much as a hand has moved the one tuned here. It
        is turned where the training rows have their middle, for each fold has a plane of its own.
        """
        own = self.places.own
        if fold == self.fold or fold not in own or self.fold not in own:
            return self.slope, intercept
        here, there = own[self.fold], own[fold]
        turn, lift = self.slope - here.slope, intercept - here.intercept
        # A turn about the origin would move the line far away from the points, which lie at large
        # negative coordinates.
        if turn:
            lift += turn * (self.places.middle(self.fold) - self.places.middle(fold))
        return there.slope + turn, there.intercept + lift

    def split(self, split: str) -> SplitPoints:
        """The points of the training or validation rows."""
        return self.places.split(self.fold, split)

    def size(self, split: str) -> tuple[int, int]:
        """How many rows a split has, and how many of them are in the category."""
        if self.whole is None:
            points = self.split(split)
            return len(points.rows), points.positives
        cells = self.line_cells(split)
        return sum(cells), cells.tp + cells.fn

    def bounds(self, split: str) -> tuple[float, float, float, float]:
        """Lowest and highest x, lowest and highest y of the rows of a split."""
        return self.split(split).bounds if self.whole is None else self.split_counts(split).bounds

    def line_cells(self, split: str) -> BinaryCounts:
        """What the boundary does to the rows of a split."""
        if self.whole is None:
            return self.split(split).cells(self.boundary)
        return self.split_counts(split).line_cells

    def prior_cells(self, split: str) -> BinaryCounts:
        """What the class priors alone do to the rows of a split."""
        if self.whole is None:
            return self.split(split).cells(self.bayes_boundary)
        return self.split_counts(split).prior_cells

    @property
    def flagged_without_fixed(self) -> int:
        """Validation rows that the boundary would flag without the part that all rows have."""
        if self.whole is not None:
            return self.split_counts("validation").without_fixed
        variable = self.split("validation").coordinates - np.array(self.fixed_part)
        return int(np.count_nonzero(self.boundary.margins(variable) > 0))

    @property
    def whole(self) -> FoldPlane | None:
        """All rows, where those that are drawn are a sample of them."""
        return self.counts.whole

    def split_counts(self, split: str) -> SplitCounts:
        """The counts of all rows of a split in partitions; one pass counts both splits."""
        assert self.whole is not None, "rows in memory are counted there"  # noqa: S101
        key = (self.fold, self.curve, self.slope, self.intercept)
        known = self.places.split_counts
        if key not in known:
            work = FoldPass(
                self.whole.rows,
                self.fold,
                self.fold_model(self.fold),
                self.bayes_boundary,
                self.fixed_part,
                (self.density_limits("training"), self.density_limits("validation")),
            )
            known[key] = self.whole.split_counts(work)
            for old in list(known)[:-MOST_COUNTED]:
                del known[old]
        both = known[key]
        return both.training if split == "training" else both.validation

    def density_limits(self, split: str) -> Limits:
        """Between which x and y the rows of a split are counted in a grid."""
        left, right, low, high = self.split(split).main_bounds
        # A grid has an extent, also where all points are in one place.
        return (left, max(right, left + 1e-9)), (low, max(high, low + 1e-9))

    def fold_model(self, fold: int) -> FoldModel:
        """The weights and the boundary of a fold, which decide rows in partitions."""
        return FoldModel(*self.places.weights(fold), self.boundary_of(fold))

    def every_fold(self) -> list[BinaryCounts]:
        """The confusion counts of the present knobs on each fold, under that fold's own model.

        Nothing where features were tuned in some folds only: the others have no such model.
        """
        if self.places.own and len(self.places.own) < len(self.counts.folds):
            return []
        if self.whole is None:
            return [
                self.places.held_out_points(fold).cells(self.boundary_of(fold))
                for fold in self.counts.folds
            ]
        key = (self.fold, self.curve, self.slope, self.knobs["intercept"])
        known = self.places.held_out
        if key not in known:
            known.clear()
            known[key] = self.whole.held_out(tuple(map(self.fold_model, self.counts.folds)))
        return known[key]
