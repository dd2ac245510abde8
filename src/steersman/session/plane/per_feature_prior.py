"""Words with priors of their own, in states: whom they were tuned for, and what follows them.

Words are tuned on the training rows of one fold, so they mean nothing elsewhere: in another fold
they are tuned again, and where the rows are others altogether a person is back where the tuning
began.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from steersman.learn.likelihood import Tuned
from steersman.session.actions import Change
from steersman.session.plane.actions import MoveKnob, SetFeatures
from steersman.session.state import State, TunedFrom

__all__ = ["after_own_words", "asked_in", "before_tuning", "has_own_words", "on_the_same_rows"]


def asked_in(state: State) -> TunedFrom:
    """What names the words tuned in a state."""
    place = (state.category, state.folds, state.fold, state.seed, state.challenge, state.features)
    return TunedFrom(*place, state.knobs)


def on_the_same_rows(tuned: TunedFrom, state: State) -> bool:
    """Whether words were tuned for the rows and the category of a state, whichever the fold."""
    asked = replace(tuned, fold=state.fold, features=state.features, knobs=state.knobs)
    return asked == asked_in(state)


def has_own_words(tuned: Tuned) -> bool:
    """Whether each word got a prior of its own; one for all may score better."""
    return isinstance(tuned.alpha, np.ndarray)


def before_tuning(state: State) -> State:
    """The state with the knobs and the features from which its words were tuned, if they were."""
    tuned = state.tuned
    if tuned is None:
        return state
    return replace(state, tuned=None, knobs=tuned.knobs, features=tuned.features)


def after_own_words(now: State, state: State, action: Change) -> State:
    """The state after a move of the smoothing has ended the words' own: the line ends with them."""
    if now.tuned is None or state.tuned is not None:
        return state
    match action:
        case MoveKnob(("alpha" | "beta") as name, _):
            began = before_tuning(now)
            return replace(began, knobs={**began.knobs, name: state.knobs[name]})
        case SetFeatures():
            return replace(before_tuning(now), features=state.features)
        case _:
            return state
