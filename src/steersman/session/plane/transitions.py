"""The next choice of the plane after an action, every number checked."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TypeVar

from steersman.errors import SteersmanError, check_range
from steersman.learn.catalog import LIKELIHOOD_KNOBS
from steersman.learn.knobs import Knob
from steersman.session.actions import Change
from steersman.session.datasets.corpus import Corpus
from steersman.session.plane import actions
from steersman.session.plane.choice import FOLDS_RANGE, PlaneChoice, TunedFrom, default_knobs
from steersman.session.plane.per_feature_prior import state_before_tuning
from steersman.session.plane.word_priors import checked_words
from steersman.session.question import checked_category

FEWEST_FEATURES = 5
CURVE_RANGE = (1, 6)
Setting = TypeVar("Setting", PlaneChoice, TunedFrom)
KNOBS = {knob.name: knob for knob in LIKELIHOOD_KNOBS}


def apply(choice: PlaneChoice, action: Change, corpus: Corpus) -> PlaneChoice:
    """The choice after an action that needs nothing but the choice.

    A move of the smoothing or of the features ends the words' own priors, and the line tuned with
    them: a person is back where the tuning began.
    """
    match action:
        case actions.SetFolds(folds):
            return replace(choice, folds=check_range("folds", folds, *FOLDS_RANGE), fold=0)
        case actions.ChooseFold(fold):
            return replace(choice, fold=checked_fold(fold, choice.folds))
        case actions.SetFeatures(features):
            return replace(state_before_tuning(choice), features=checked_features(features, corpus))
        case actions.MoveKnob(name, value):
            value = checked_knob(name, value)
            # The line may be moved while words keep their priors; alpha and beta would contradict
            # them.
            began = state_before_tuning(choice) if KNOBS[name].smooths else choice
            return replace(began, knobs={**began.knobs, name: value})
        case actions.MoveLine(slope, intercept):
            line = {
                "slope": checked_knob("slope", slope),
                "intercept": checked_knob("intercept", intercept),
            }
            return replace(choice, knobs={**choice.knobs, **line})
        case actions.SetCurve(degree):
            return replace(choice, curve=check_range("degree", degree, *CURVE_RANGE))
        case actions.ResetKnobs():
            return replace(
                choice, knobs=default_knobs(), features=None, curve=1, tuned=None, words=()
            )
        case _:
            raise TypeError(f"{type(action).__name__} is not done in the plane")


def checked_choice(wanted: PlaneChoice, corpus: Corpus) -> PlaneChoice:
    """A choice that somebody else wrote down, every part of it checked."""
    tuned = wanted.tuned
    if tuned is not None:
        checked_category(tuned.category, corpus)
        tuned = checked_setting(tuned, corpus)
    curve = check_range("degree", wanted.curve, *CURVE_RANGE)
    words = checked_words(wanted.words, corpus)
    return replace(checked_setting(wanted, corpus), curve=curve, tuned=tuned, words=words)


def checked_setting(wanted: Setting, corpus: Corpus) -> Setting:
    """The folds and the knobs of a choice, or of what was tuned from, checked."""
    folds = check_range("folds", wanted.folds, *FOLDS_RANGE)
    knobs = {name: checked_knob(name, value) for name, value in wanted.knobs.items()}
    return replace(
        wanted,
        folds=folds,
        fold=checked_fold(wanted.fold, folds),
        features=checked_features(wanted.features, corpus),
        knobs=default_knobs() | knobs,
    )


def checked_fold(fold: int, folds: int) -> int:
    if not 0 <= fold < folds:
        raise SteersmanError(
            f"there is no fold {fold + 1}; there are {folds}",
            todo=f"choose one from 1 to {folds}",
            code="unknown-fold",
            fold=fold,
            folds=folds,
        )
    return fold


def checked_features(features: int | None, corpus: Corpus) -> int | None:
    # All features are None, so that two states that mean the same are equal.
    if features is None or features == corpus.features:
        return None
    low = min(FEWEST_FEATURES, corpus.features)
    return check_range("features", features, low, corpus.features)


def checked_knob(name: str, value: float | None) -> float | None:
    knob = KNOBS.get(name)
    if knob is None:
        raise SteersmanError(
            f"there is no knob {name!r}",
            todo=f"use one of {', '.join(KNOBS)}",
            code="unknown-knob",
            knob=name,
        )
    if value is None:
        return knob.default
    if value == 0 and knob.smooths:
        raise SteersmanError(
            f"with {knob.label} 0, a word never seen in a class makes documents impossible there",
            todo="enter a number above 0, however small",
            code="no-smoothing",
            knob=name,
        )
    if not math.isfinite(value) or not is_allowed(knob, value):
        raise SteersmanError(
            f"{knob.label} cannot be {value:g}",
            todo="enter a number above 0" if knob.scale == "log" else "enter a finite number",
            code="bad-knob-value",
            knob=name,
            value=value,
        )
    return float(value)


def is_allowed(knob: Knob, value: float) -> bool:
    """A typed number may leave the slider's range, but a logarithmic knob must stay positive."""
    return value > 0 if knob.scale == "log" else True


def describe_step(action: Change) -> str:
    """A few words for the history on what a step did."""
    match action:
        case actions.MoveKnob(name, None):
            return f"{KNOBS[name].label}: default"
        case actions.MoveKnob(name, float() | int() as value):
            return f"{KNOBS[name].label} {value:.4g}"
        case actions.MoveLine(slope, intercept):
            return f"line {slope:.3g} · x {intercept:+.4g}"
        case actions.BestLine(split, metric):
            return f"best {metric.upper()} line for {split}"
        case actions.SetFolds(folds):
            return f"{folds} folds"
        case actions.ChooseFold(fold):
            return f"fold {fold + 1}"
        case actions.SetFeatures(None):
            return "all features"
        case actions.SetFeatures(int() as features):
            return f"{features:,} features"
        case actions.Autotune(per_feature):
            return "Auto-tune per word" if per_feature else "Auto-tune"
        case actions.SetCurve(degree):
            return "straight line" if degree == 1 else f"curve of degree {degree}"
        case actions.ResetKnobs():
            return "defaults"
        case actions.SetWord(word, alpha, beta):
            return f"{word}: alpha {alpha:.4g}, beta {beta:.4g}"
        case actions.WeighWord(word, weight):
            return f"{word}: weight {weight:.3g}" if weight else f"{word} silenced"
        case actions.ResetWord(word):
            return f"{word}: shared prior" if word else "all words: shared prior"
        case _:
            return type(action).__name__
