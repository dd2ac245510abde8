"""The steps of a session as a tree: every state visited, the current one, and the best ones.

Nothing is ever deleted. A step that is made after an undo begins another branch.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from types import MappingProxyType
from typing import Literal

from steersman.errors import SteersmanError
from steersman.session.datasets.placeholder import PLACEHOLDER
from steersman.session.shapes import HistoryValues
from steersman.session.state import State

Split = Literal["training", "validation"]
SPLITS: tuple[Split, ...] = ("training", "validation")


@dataclass(frozen=True)
class Step:
    """One state with what led to it and how well it did. A gesture of 0 is never continued.

    `number` counts the steps ever made, so that a note finds its step again; `parent` is the place
    of the step before, None at the beginning.
    """

    state: State
    label: str
    f1_training: float = 0.0
    f1_validation: float = 0.0
    gesture: tuple[str, int] = ("", 0)
    number: int = 0
    parent: int | None = None

    def f1(self, split: Split) -> float:
        return self.f1_training if split == "training" else self.f1_validation


@dataclass(frozen=True)
class History:
    """Steps in the order in which they were made; `now` is the place of the current one.

    `onward` has, by the place of a step, the step after it that was visited last.
    """

    steps: tuple[Step, ...]
    now: int = 0
    made: int = 1
    onward: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def step(self) -> Step:
        return self.steps[self.now]

    def with_step(self, step: Step) -> History:
        """The history after a new step; a gesture that goes on replaces its own last step."""
        goes_on = step.gesture[1] and step.gesture == self.step.gesture
        # A step that others were made from stays as it was, or they would have another past.
        if goes_on and self.now not in self.onward:
            kept = replace(step, number=self.step.number, parent=self.step.parent)
            return replace(self, steps=with_place(self.steps, self.now, kept))
        place = len(self.steps)
        made = replace(step, number=self.made, parent=self.now)
        onward = {**self.onward, self.now: place}
        return History((*self.steps, made), place, self.made + 1, onward)

    def with_first_step(self, step: Step) -> History:
        """The history that begins with another step: before it there was nothing to go back to."""
        return History((replace(step, number=self.made),), made=self.made + 1)

    def with_state(self, state: State) -> History:
        """The history with another state at the current step; no other step is touched."""
        changed = replace(self.step, state=state)
        return replace(self, steps=with_place(self.steps, self.now, changed))

    def after_undo(self) -> History:
        if self.step.parent is None:
            raise SteersmanError("there is nothing to undo", code="nothing-to-undo")
        return replace(self, now=self.step.parent)

    def after_redo(self) -> History:
        if self.now not in self.onward:
            raise SteersmanError("there is nothing to redo", code="nothing-to-redo")
        return replace(self, now=self.onward[self.now])

    def at(self, step: int) -> History:
        """The history at a step of any branch; redo goes on along the way that leads there."""
        if not 0 <= step < len(self.steps):
            raise SteersmanError(
                f"there is no step {step}",
                todo=f"choose one from 0 to {len(self.steps) - 1}",
                code="unknown-step",
                step=step,
                steps=len(self.steps),
            )
        way = self.way_to(step)
        return replace(self, now=step, onward={**self.onward, **dict(pairwise(way))})

    def way_to(self, step: int) -> tuple[int, ...]:
        """The places from the beginning to a step."""
        way = [step]
        while (parent := self.steps[way[-1]].parent) is not None:
            way.append(parent)
        return tuple(reversed(way))

    @property
    def line(self) -> tuple[int, ...]:
        """The places of the current branch: what undo goes back to, and what redo goes on to."""
        line = list(self.way_to(self.now))
        while line[-1] in self.onward:
            line.append(self.onward[line[-1]])
        return tuple(line)

    def best(self, split: Split) -> int | None:
        """The best step for `split` among those with the same data, category and folds as now."""
        here = self.step.state.problem
        rivals = [i for i, step in enumerate(self.steps) if step.state.problem == here]
        # On a tie the earliest step wins, so that the mark does not wander while nothing improves.
        return max(rivals, key=lambda i: (self.steps[i].f1(split), -i), default=None)

    def last_on(self, dataset: str) -> Step | None:
        """The last step on a data set: of this branch if there is one, else of all."""
        branch = reversed(self.way_to(self.now))
        places = (*branch, *reversed(range(len(self.steps))))
        steps = (self.steps[place] for place in places)
        return next((step for step in steps if step.state.dataset == dataset), None)


def with_place(steps: tuple[Step, ...], place: int, step: Step) -> tuple[Step, ...]:
    return (*steps[:place], step, *steps[place + 1 :])


def has_data(state: State) -> bool:
    return state.dataset != PLACEHOLDER


def history_values(history: History) -> HistoryValues:
    """The steps as the page lists them."""
    return {
        "steps": [
            {
                "number": step.number,
                "label": step.label,
                "dataset": step.state.dataset if has_data(step.state) else "",
                "parent": step.parent,
                "f1_training": step.f1_training,
                "f1_validation": step.f1_validation,
            }
            for step in history.steps
        ],
        "now": history.now,
        "line": list(history.line),
        "best_training": history.best("training"),
        "best_validation": history.best("validation"),
    }
