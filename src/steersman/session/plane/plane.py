"""The likelihood plane of one state: coordinates of every row, and the effect of a line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from steersman.learn.likelihood import Boundary, TunedSetting
from steersman.maths.confusion import BinaryCounts
from steersman.session.plane.choice import PlaneChoice, number
from steersman.session.plane.coordinates import FoldCoordinates, Smoothing
from steersman.session.plane.fold_counts import FoldedCounts, PlaneModel
from steersman.session.plane.split_points import SplitPoints

Floats = NDArray[np.float64]
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
        smoothing = self.places.smoothing
        return self.model.fixed_part(smoothing.alpha, smoothing.beta)

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

    def cells(self, split: str, boundary: Boundary) -> BinaryCounts:
        """The confusion counts of a boundary on the rows of a split."""
        return self.split(split).cells(boundary)

    def every_fold(self) -> list[BinaryCounts]:
        """The confusion counts of the present knobs on each fold, under that fold's own model.

        Nothing where features were tuned in some folds only: the others have no such model.
        """
        if self.places.own and len(self.places.own) < len(self.counts.folds):
            return []
        return [
            self.places.held_out_points(fold).cells(self.boundary_of(fold))
            for fold in self.counts.folds
        ]
