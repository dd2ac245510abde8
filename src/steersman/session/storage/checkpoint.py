"""Histories as plain values: a log keeps them in place of the steps that led to them.

A step that only moved a knob or went back leaves nothing but its state. When a history has become
long, the log keeps the histories as they are and forgets such entries; opening a project then takes
as long for a hundred thousand actions as for a thousand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steersman.errors import SteersmanError
from steersman.session.action_json import state_of
from steersman.session.histories import PROJECT, Histories
from steersman.session.history import History, Step


def plain_step(step: Step) -> dict[str, Any]:
    """A step as plain values."""
    return {
        "state": dict(step.state.plain),
        "label": step.label,
        "f1": [step.f1_training, step.f1_validation],
        "gesture": list(step.gesture),
        "number": step.number,
        "parent": step.parent,
    }


def plain_history(history: History) -> dict[str, Any]:
    """A history as plain values."""
    return {
        "steps": [plain_step(step) for step in history.steps],
        "now": history.now,
        "made": history.made,
        "onward": [list(pair) for pair in history.onward.items()],
    }


def plain_histories(histories: Histories) -> dict[str, Any]:
    """All histories of a session as plain values."""
    return {
        "histories": {
            name: plain_history(each)
            for name, each in {PROJECT: histories.project, **histories.own}.items()
        },
        "inside": histories.inside,
        "latest": histories.latest,
    }


def current_steps(histories: Histories) -> Histories:
    """The histories with nothing but their current steps: where the next action starts from."""
    own = {name: alone(each) for name, each in histories.own.items()}
    return Histories(alone(histories.project), own, histories.inside, histories.latest)


def alone(history: History) -> History:
    """The history with its current step only."""
    step = history.step
    only = Step(step.state, step.label, step.f1_training, step.f1_validation, number=step.number)
    return History((only,), made=history.made)


def histories_of(plain: Mapping[str, Any]) -> Histories:
    """Histories from plain values of a project file, which may be damaged."""
    try:
        found = {name: history_of(each) for name, each in plain["histories"].items()}
        project = found.pop(PROJECT)
        return Histories(project, found, str(plain["inside"]), str(plain["latest"]))
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise SteersmanError(
            "the saved history of this project is damaged",
            todo="open a backup copy, or import an exported one",
            code="checkpoint-damaged",
        ) from error


def history_of(plain: Mapping[str, Any]) -> History:
    """A history from plain values."""
    steps = tuple(step_of(each) for each in plain["steps"])
    onward = {int(place): int(after) for place, after in plain["onward"]}
    places = [int(plain["now"]), *onward, *onward.values()]
    if not all(0 <= place < len(steps) for place in places):
        raise ValueError("a place is outside the history")
    return History(steps, int(plain["now"]), int(plain["made"]), onward)


def step_of(plain: Mapping[str, Any]) -> Step:
    """A step from plain values."""
    training, validation = plain["f1"]
    knob, gesture = plain["gesture"]
    parent = plain["parent"]
    return Step(
        state_of(dict(plain["state"]), "checkpoint"),
        str(plain["label"]),
        float(training),
        float(validation),
        (str(knob), int(gesture)),
        int(plain["number"]),
        None if parent is None else int(parent),
    )
