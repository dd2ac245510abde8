"""The histories of a session: the project's, and one for each room that keeps its steps apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from steersman.errors import SteersmanError
from steersman.session.actions import HistoryMove, ShowProject, ShowRoom
from steersman.session.history import History, Step, has_data, history_values
from steersman.session.history_actions import GoBest, GoTo, Redo, Undo
from steersman.session.shapes import HistoryValues

PROJECT = ""
"""The name of the project's own history, where others are named by their room."""


@dataclass(frozen=True)
class Histories:
    """The project's history, and by name those of rooms with steps of their own.

    `inside` names the room whose states now take the place of the project's, such as a game;
    `latest` names the history that the last action was about.
    """

    project: History
    own: Mapping[str, History] = field(default_factory=lambda: MappingProxyType({}))
    inside: str = PROJECT
    latest: str = PROJECT

    def history_of(self, name: str) -> History:
        """The history of a room, or the project's."""
        if name == PROJECT:
            return self.project
        if name not in self.own:
            raise SteersmanError(
                f"{name!r} has no steps yet",
                todo="change something there first",
                code="no-own-history",
                room=name,
            )
        return self.own[name]

    @property
    def current(self) -> History:
        """The history whose current state is shown."""
        return self.history_of(self.inside)

    @property
    def step(self) -> Step:
        """The step that the last action led to."""
        return self.history_of(self.latest).step

    def with_history(self, name: str, history: History) -> Histories:
        """The histories with another one under a name."""
        if name == PROJECT:
            return replace(self, project=history, latest=name)
        return replace(self, own={**self.own, name: history}, latest=name)

    def with_step(self, name: str, step: Step) -> Histories:
        """The histories after a new step in one of them."""
        if name != PROJECT and name not in self.own:
            return self.with_history(name, History((step,)))
        history = self.history_of(name)
        # The placeholder is no place to return to, so undo must never reach it.
        empty = name == PROJECT and history.made == 1 and not has_data(history.step.state)
        return self.with_history(
            name, history.with_first_step(step) if empty else history.with_step(step)
        )

    def with_entry(self, name: str, step: Step) -> Histories:
        """The histories after a room was entered, which is no step."""
        if name == PROJECT:
            return self.with_history(name, self.project.with_state(step.state))
        # What was chosen there stays, even if it cannot be shown on the data at hand.
        return self.with_history(name, self.own.get(name, History((step,))))

    def counts(self) -> tuple[tuple[str, int, int], ...]:
        """The number of steps of each history and its current place."""
        every = {PROJECT: self.project, **self.own}
        return tuple((name, each.now, len(each.steps)) for name, each in every.items())

    def own_values(self) -> dict[str, HistoryValues]:
        """The histories of rooms as the page lists them."""
        return {name: history_values(each) for name, each in self.own.items()}


def histories_after(now: Histories, move: HistoryMove, room: str) -> Histories:
    """The histories after a move along one of them, or from one to another; `room` is its room."""
    match move:
        case ShowProject():
            return replace(now, inside=PROJECT, latest=PROJECT)
        case ShowRoom():
            now.history_of(room)
            return replace(now, inside=room, latest=room)
        case Undo(name):
            return now.with_history(name, now.history_of(name).after_undo())
        case Redo(name):
            return now.with_history(name, now.history_of(name).after_redo())
        case GoTo(step, name):
            return now.with_history(name, now.history_of(name).at(step))
        case GoBest(split, name):
            best = now.history_of(name).best(split)
            return now if best is None else now.with_history(name, now.history_of(name).at(best))
        case _:
            raise TypeError(f"{type(move).__name__} is no move along a history")
