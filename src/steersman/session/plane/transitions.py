"""`apply(state, action, corpus)`: the next state, or a sentence why there is none."""

from __future__ import annotations

import math
from dataclasses import replace
from difflib import get_close_matches
from typing import TypeVar

from steersman.errors import SteersmanError
from steersman.learn.catalog import LIKELIHOOD_KNOBS
from steersman.learn.catalog.catalog import Knob
from steersman.session.actions import Change
from steersman.session.challenge.actions import Buy, LeaveChallenge, StartChallenge
from steersman.session.challenge.challenge import after_buying
from steersman.session.datasets.corpus import Corpus
from steersman.session.plane.actions import (
    Autotune,
    ChooseCategory,
    ChooseFold,
    MoveKnob,
    MoveLine,
    Resample,
    ResetKnobs,
    SetCurve,
    SetFeatures,
    SetFolds,
    SetState,
)
from steersman.session.state import FOLDS_RANGE, State, TunedFrom, default_knobs

__all__ = ["FEWEST_FEATURES", "apply", "described", "on_data"]

FEWEST_FEATURES = 5
CURVE_RANGE = (1, 6)
Setting = TypeVar("Setting", State, TunedFrom)
KNOBS = {knob.name: knob for knob in LIKELIHOOD_KNOBS}


def apply(state: State, action: Change, corpus: Corpus) -> State:
    """The state after `action`. The state given is never changed.

    Choosing data, searching for the best line and starting a game need more than a state; the
    session turns them into a new state before they come here.
    """
    match action:
        case ChooseCategory(category):
            return replace(state, category=known_category(category, corpus))
        case SetFolds(folds):
            return replace(state, folds=checked_folds(folds), fold=0)
        case ChooseFold(fold):
            return replace(state, fold=checked_fold(fold, state.folds))
        case Resample():
            return replace(state, seed=state.seed + 1)
        case SetFeatures(features):
            return replace(state, features=checked_features(features, corpus), tuned=None)
        case MoveKnob(name, value):
            tuned = None if name in ("alpha", "beta") else state.tuned
            knobs = {**state.knobs, name: checked_knob(name, value)}
            return replace(state, knobs=knobs, tuned=tuned)
        case MoveLine(slope, intercept):
            line = {
                "slope": checked_knob("slope", slope),
                "intercept": checked_knob("intercept", intercept),
            }
            return replace(state, knobs={**state.knobs, **line})
        case SetCurve(degree):
            return replace(state, curve=checked_degree(degree))
        case Buy():
            return after_buying(state, corpus, action)
        case LeaveChallenge():
            return State(state.dataset, state.category, lab=state.lab)
        case ResetKnobs():
            return replace(state, knobs=default_knobs(), features=None, curve=1, tuned=None)
        case SetState(wanted):
            return checked_state(wanted, corpus)
        case _:
            raise TypeError(f"{type(action).__name__} is not a change of a state alone")


def on_data(now: State, name: str, corpus: Corpus) -> State:
    """The first state on another data set; what is open in the rooms stays open."""
    return State(
        name,
        corpus.first_category(),
        matrix=now.matrix,
        compare=now.compare,
        lab=now.lab,
        data=now.data,
    )


def checked_state(wanted: State, corpus: Corpus) -> State:
    """A state that somebody else wrote down, every part of it checked."""
    return replace(
        checked_setting(wanted, corpus),
        curve=checked_degree(wanted.curve),
        tuned=wanted.tuned and checked_setting(wanted.tuned, corpus),
    )


def checked_setting(wanted: Setting, corpus: Corpus) -> Setting:
    """The question and the knobs of a state, or of what was tuned from, checked."""
    folds = checked_folds(wanted.folds)
    knobs = {name: checked_knob(name, value) for name, value in wanted.knobs.items()}
    return replace(
        wanted,
        category=known_category(wanted.category, corpus),
        folds=folds,
        fold=checked_fold(wanted.fold, folds),
        features=checked_features(wanted.features, corpus),
        knobs=default_knobs() | knobs,
    )


def known_category(category: str, corpus: Corpus) -> str:
    if category in corpus.categories:
        return category
    close = get_close_matches(category, corpus.categories, n=3) or corpus.categories[:5]
    raise SteersmanError(
        f"{corpus.dataset.name} has no category {category!r}", todo=f"try {', '.join(close)}"
    )


def checked_folds(folds: int) -> int:
    low, high = FOLDS_RANGE
    if not low <= folds <= high:
        raise SteersmanError(
            f"{folds} folds were asked for", todo=f"take a number from {low} to {high}"
        )
    return folds


def checked_fold(fold: int, folds: int) -> int:
    if not 0 <= fold < folds:
        raise SteersmanError(
            f"there is no fold {fold + 1} among {folds}", todo=f"choose one from 1 to {folds}"
        )
    return fold


def checked_degree(degree: int) -> int:
    low, high = CURVE_RANGE
    if not low <= degree <= high:
        raise SteersmanError(
            f"a curve of degree {degree} was asked for", todo=f"take one from {low} to {high}"
        )
    return degree


def checked_features(features: int | None, corpus: Corpus) -> int | None:
    if features is None or features == corpus.features:
        return None
    low = min(FEWEST_FEATURES, corpus.features)
    if not low <= features <= corpus.features:
        raise SteersmanError(
            f"{features} features were asked for; {corpus.dataset.name} has {corpus.features}",
            todo=f"take a number from {low} to {corpus.features}",
        )
    return features


def checked_knob(name: str, value: float | None) -> float | None:
    knob = KNOBS.get(name)
    if knob is None:
        raise SteersmanError(f"there is no knob {name!r}", todo=f"turn one of {', '.join(KNOBS)}")
    if value is None:
        return knob.default
    if not math.isfinite(value) or not allowed(knob, value):
        raise SteersmanError(
            f"{knob.label} cannot be {value:g}",
            todo="take a number above 0"
            if knob.scale == "log"
            else "take a number that is not infinite",
        )
    return float(value)


def allowed(knob: Knob, value: float) -> bool:
    """A typed number may leave the slider's range, but a logarithmic knob must stay positive."""
    return value > 0 if knob.scale == "log" else True


def described(action: Change) -> str:
    """What a step did, in a few words, for the history."""
    match action:
        case MoveKnob(name, None):
            return f"{KNOBS[name].label} back to its default"
        case MoveKnob(name, float() | int() as value):
            return f"{KNOBS[name].label} {value:.4g}"
        case MoveLine(slope, intercept):
            return f"line {slope:.3g} · x {intercept:+.4g}"
        case ChooseCategory(category):
            return category
        case SetFolds(folds):
            return f"{folds} folds"
        case ChooseFold(fold):
            return f"fold {fold + 1}"
        case SetFeatures(None):
            return "all features"
        case SetFeatures(int() as features):
            return f"{features:,} features"
        case Autotune(per_feature):
            return "tuned for each feature" if per_feature else "tuned"
        case SetCurve(degree):
            return "a line again" if degree == 1 else f"curve of degree {degree}"
        case Buy(split, documents):
            return f"bought {documents} for {split}"
        case StartChallenge():
            return "challenge"
        case LeaveChallenge():
            return "left the challenge"
        case Resample():
            return "folds drawn again"
        case ResetKnobs():
            return "defaults"
        case SetState():
            return "opened from a link"
        case _:
            return type(action).__name__
