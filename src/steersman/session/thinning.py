"""Long histories: steps that nobody goes back to are forgotten, so that the rest stays quick."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from steersman.session.histories import Histories
from steersman.session.history import SPLITS, History

# Every window is sent the list of steps whenever it changes.
MOST_STEPS = 1000
# Of these, so many of the newest steps and of those that undo leads to stay.
NEWEST, UNDOABLE = 300, 400


def thin_histories(histories: Histories, noted: Collection[int]) -> Histories:
    """The histories, each with at most so many steps; the same object if all are short."""
    every = {"": histories.project, **histories.own}
    long = {name: each for name, each in every.items() if len(each.steps) > MOST_STEPS}
    for name, each in long.items():
        thin = thin_history(each, noted if name == "" else ())
        histories = (
            replace(histories, project=thin)
            if name == ""
            else replace(histories, own={**histories.own, name: thin})
        )
    return histories


def thin_history(history: History, noted: Collection[int]) -> History:
    """The history without old steps that are neither noted, best, nor near to the current one.

    A step whose predecessors are gone follows the nearest one that is left.
    """
    kept = sorted(places_to_keep(history, noted))
    new_place = {place: at for at, place in enumerate(kept)}
    steps = tuple(
        replace(history.steps[place], parent=nearest(history, place, new_place)) for place in kept
    )
    onward = {}
    for place in kept:
        after = history.onward.get(place)
        # The way ahead goes on at the next step that is left.
        while after is not None and after not in new_place:
            after = history.onward.get(after)
        if after is not None:
            onward[new_place[place]] = new_place[after]
    return History(steps, new_place[history.now], history.made, onward)


def places_to_keep(history: History, noted: Collection[int]) -> set[int]:
    """The places of the steps that stay."""
    steps, numbers = history.steps, set(noted)
    kept = {0, history.now, *range(max(0, len(steps) - NEWEST), len(steps))}
    kept |= set(history.way_to(history.now)[-UNDOABLE:])
    kept |= {place for place, step in enumerate(steps) if step.number in numbers}
    best_of: dict[object, list[int]] = {}
    last_on: dict[str, int] = {}
    for place, step in enumerate(steps):
        last_on[step.state.dataset] = place
        best_of.setdefault(step.state.problem, []).append(place)
    kept |= set(last_on.values())
    for places in best_of.values():
        # The earliest of equals, as for the marks in the history.
        kept |= {max(places, key=lambda at: (steps[at].f1(split), -at)) for split in SPLITS}
    return kept


def nearest(history: History, place: int, kept: Mapping[int, int]) -> int | None:
    """The new place of the nearest predecessor that is left; the beginning has none."""
    parent = history.steps[place].parent
    while parent is not None and parent not in kept:
        parent = history.steps[parent].parent
    if parent is None:
        return None if place == 0 else 0
    return kept[parent]
