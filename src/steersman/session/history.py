"""The steps of a session: every state visited, where we stand, and the best ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from steersman.errors import SteersmanError
from steersman.session.datasets.placeholder import PLACEHOLDER
from steersman.session.shapes import HistoryValues, RunValues
from steersman.session.state import State

Split = Literal["training", "validation"]
SPLITS: tuple[Split, ...] = ("training", "validation")


@dataclass(frozen=True)
class Step:
    """One state with what led to it and how well it did. A gesture of 0 is never continued.

    `number` counts the steps ever made, so that a note finds its step again.
    """

    state: State
    label: str
    f1_training: float = 0.0
    f1_validation: float = 0.0
    gesture: tuple[str, int] = ("", 0)
    number: int = 0

    def f1(self, split: Split) -> float:
        return self.f1_training if split == "training" else self.f1_validation


@dataclass(frozen=True)
class Run:
    """Steps that follow each other on one data set, or on none yet, from a place on."""

    start: int
    has_data: bool


@dataclass(frozen=True)
class History:
    """Steps in order; those after `now` can be redone until something new is done."""

    steps: tuple[Step, ...]
    now: int = 0
    made: int = 1

    @property
    def step(self) -> Step:
        return self.steps[self.now]

    def with_step(self, step: Step) -> History:
        """The history after a new step; a gesture that goes on replaces its own last step.

        So does the first thing done without any data: there is nothing to go back to.
        """
        kept = self.steps[: self.now + 1]
        # The placeholder is no place to return to, so undo must never reach it.
        if self.made == 1 and not has_data(self.step):
            return History((replace(step, number=1),), made=2)
        if step.gesture[1] and step.gesture == self.step.gesture:
            return History((*kept[:-1], replace(step, number=kept[-1].number)), self.now, self.made)
        return History((*kept, replace(step, number=self.made)), len(kept), self.made + 1)

    def with_state(self, state: State) -> History:
        """The history with another state at the current step; later steps can still be redone."""
        steps = list(self.steps)
        steps[self.now] = replace(self.step, state=state)
        return replace(self, steps=tuple(steps))

    def after_undo(self) -> History:
        if not self.now:
            raise SteersmanError("there is nothing to undo", code="nothing-to-undo")
        return replace(self, now=self.now - 1)

    def after_redo(self) -> History:
        if self.now + 1 == len(self.steps):
            raise SteersmanError("there is nothing to redo", code="nothing-to-redo")
        return replace(self, now=self.now + 1)

    def at(self, step: int) -> History:
        if not 0 <= step < len(self.steps):
            raise SteersmanError(
                f"there is no step {step}",
                todo=f"choose one from 0 to {len(self.steps) - 1}",
                code="unknown-step",
                step=step,
                steps=len(self.steps),
            )
        return replace(self, now=step)

    def runs(self) -> tuple[Run, ...]:
        """The steps parted where the data changes: scores on other data say nothing here."""
        data = [step.state.dataset for step in self.steps]
        starts = [i for i in range(len(data)) if i == 0 or data[i] != data[i - 1]]
        return tuple(Run(start, has_data(self.steps[start])) for start in starts)

    def best(self, split: Split) -> int | None:
        """The best step for `split` among those with the same data, category and folds as now."""
        here = self.step.state.problem
        rivals = [i for i, step in enumerate(self.steps) if step.state.problem == here]
        # On a tie the earliest step wins, so that the mark does not wander while nothing improves.
        return max(rivals, key=lambda i: (self.steps[i].f1(split), -i), default=None)


def has_data(step: Step) -> bool:
    return step.state.dataset != PLACEHOLDER


def history_values(history: History) -> HistoryValues:
    """The steps as the page lists them."""
    return {
        "steps": [
            {
                "number": step.number,
                "label": step.label,
                "f1_training": step.f1_training,
                "f1_validation": step.f1_validation,
            }
            for step in history.steps
        ],
        "now": history.now,
        "best_training": history.best("training"),
        "best_validation": history.best("validation"),
    }


def run_values(history: History) -> list[RunValues]:
    return [RunValues(start=run.start, has_data=run.has_data) for run in history.runs()]
