"""Priors of single words in a state: the rows they were tuned on, and when they are dropped.

Words are tuned on the training rows of one fold, so they mean nothing elsewhere: in another fold
they are tuned again, and where the rows are others altogether a person is back where the tuning
began.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from steersman.learn.likelihood import TunedSetting
from steersman.session.plane.choice import PlaneChoice, TunedFrom, plane_choice
from steersman.session.plane.game import Challenge
from steersman.session.state import State


def tuning_key(state: State) -> TunedFrom:
    """The key under which the priors tuned in a state are stored."""
    choice, game = plane_choice(state), state.choice(Challenge)
    place = (state.category, choice.folds, choice.fold, state.seed, game, choice.features)
    return TunedFrom(*place, choice.knobs)


def is_tuned_on_same_rows(tuned: TunedFrom, state: State) -> bool:
    """Whether words were tuned for the rows and the category of a state, whichever the fold."""
    choice = plane_choice(state)
    asked = replace(tuned, fold=choice.fold, features=choice.features, knobs=choice.knobs)
    return asked == tuning_key(state)


def has_own_prior(tuned: TunedSetting) -> bool:
    """Whether each word got a prior of its own; one for all may score better."""
    return isinstance(tuned.alpha, np.ndarray)


def state_before_tuning(choice: PlaneChoice) -> PlaneChoice:
    """The choice with the knobs and the features from which its words were tuned, if they were."""
    tuned = choice.tuned
    if tuned is None:
        return choice
    return replace(choice, tuned=None, knobs=tuned.knobs, features=tuned.features)
