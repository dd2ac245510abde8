"""The choice of the plane: folds, features, knobs, and the origin of a tuned prior."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field

from steersman.learn.catalog import LIKELIHOOD_KNOBS
from steersman.session.plane.game import Challenge
from steersman.session.state import RoomChoice, State

FOLDS_RANGE = (2, 10)


def default_knobs() -> dict[str, float | None]:
    """Each knob at the model's own default; None where the model decides."""
    return {knob.name: knob.default for knob in LIKELIHOOD_KNOBS}


@dataclass(frozen=True)
class TunedFrom:
    """Where a prior with its own alpha and beta for each feature was tuned from.

    The training rows and the setting in which the search began decide it, so that it can be found
    again wherever this is known.
    """

    category: str
    folds: int
    fold: int
    seed: int
    challenge: Challenge | None
    features: int | None
    knobs: Mapping[str, float | None] = field(hash=False)


@dataclass(frozen=True)
class WordPrior:
    """The alpha and beta that a person gave one word for one category."""

    category: str
    word: str
    alpha: float
    beta: float


@dataclass(frozen=True)
class PlaneChoice(RoomChoice):
    """The choices of the plane.

    `features` None means all of them; `tuned` names a prior with its own alpha and beta for each
    feature, in force until alpha, beta or the features are moved; `curve` is the degree of the
    decision curve, 1 a line. `words` have priors set by hand, which come before all others.
    """

    room = "plane"

    folds: int = 5
    fold: int = 0
    features: int | None = None
    tuned: TunedFrom | None = None
    curve: int = 1
    words: tuple[WordPrior, ...] = ()
    knobs: Mapping[str, float | None] = field(default_factory=default_knobs)

    @property
    def problem(self) -> Hashable:
        return (self.folds, self.fold)


def plane_choice(state: State) -> PlaneChoice:
    """The choice of the plane, which is always open."""
    return state.choice(PlaneChoice) or PlaneChoice()


def number(value: float | None) -> float:
    """A knob that always has a number."""
    assert value is not None, "only the intercept may be left to the model"  # noqa: S101
    return value
