"""A log done again: the same actions lead to the same states, models and figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from steersman.errors import SteersmanError
from steersman.session.action_json import action_of
from steersman.session.actions import Action
from steersman.session.matrix.room import MatrixRoom
from steersman.session.project.room import ProjectRoom
from steersman.session.projects.data_identity import check_unchanged
from steersman.session.projects.log import (
    SEALING,
    ProjectLog,
    differing_parts,
    outcome_of,
    state_digest,
)
from steersman.session.projects.memory import EntryMemory
from steersman.session.projects.relocated_files import with_files
from steersman.session.projects.store import Entry, Store
from steersman.session.rules import RULES, SEALS_ONCE
from steersman.session.session import Session
from steersman.tasks import Task

__all__ = ["Difference", "Replayed", "replay"]

SEALED_ONCE = (
    "It was made when each question sealed rows of its own. Now the same rows are sealed for all "
    "questions, so models of one category among several learn from other rows and count others."
)


@dataclass(frozen=True)
class Difference:
    """An entry that came out otherwise than the first time."""

    number: int
    label: str
    parts: tuple[str, ...]
    rules: int = RULES

    def __str__(self) -> str:
        return f"step {self.number} ({self.label}): {', '.join(self.parts)}"


@dataclass(frozen=True)
class Replayed:
    """How a replay went."""

    entries: int
    differences: tuple[Difference, ...]

    @property
    def notice(self) -> str:
        """A sentence for the user; none when all is as it was."""
        if not self.differences:
            return ""
        first, more = self.differences[0], len(self.differences) - 1
        told = f"Not everything came out as it was: {first}{f' and {more} more' if more else ''}."
        sealed = any(
            each.rules < SEALS_ONCE and SEALING & {*each.parts} for each in self.differences
        )
        return f"{told} {SEALED_ONCE}" if sealed else told


def replay(
    session: Session,
    store: Store,
    task: Task,
    *,
    quick: bool = True,
    same_data: bool = True,
    moved: Mapping[str, str] | None = None,
    log: ProjectLog | None = None,
) -> Replayed:
    """Do everything in a log again in a new session.

    When quick, results that are kept are taken as they are, known scores are not computed again,
    and only the last view is compared with its digests; otherwise everything is computed and
    compared. Files that `moved` are read where they are now, and are called so in the `log` from
    then on; it is also told what had to be found again.
    """
    entries = store.entries()
    unchecked = store.data() if same_data else {}
    differences, told_anew = [], []
    for place, first in enumerate(entries):
        task.report(f"doing step {place + 1} of {len(entries)} again", place / len(entries))
        entry = with_files(first, moved) if moved else first
        known = store.results(entry.number) if entry.action == first.action else {}
        task.memory = memory = EntryMemory(known, store.piece, quick=quick)
        session.rooms[MatrixRoom].models.rules = entry.outcome.get("rules", 1)
        fault = done_again(session, entry, task, quick, strict=log is None)
        session.revision, session.rooms[ProjectRoom].kept_at = entry.outcome["revision"], entry.at
        for name in unchecked.keys() & session.library.corpora.keys():
            check_unchanged(name, session.library.corpora[name].dataset, unchecked.pop(name))
        if moved:
            told_anew.append(replace(entry, outcome=outcome_of(session, None)))
        elif same_data:
            look = place + 1 == len(entries) or not quick
            parts = (fault,) if fault else differing(session, entry, look)
            if parts:
                outcome = entry.outcome
                rules = outcome.get("rules", 1)
                differences.append(Difference(entry.number, outcome["label"], parts, rules))
        if log is not None:
            log.keep_results(entry.number, memory)
    if log is not None and told_anew:
        log.tell_anew(told_anew)
    task.memory = None
    session.rooms[MatrixRoom].models.rules = RULES
    return Replayed(len(entries), tuple(differences))


def done_again(session: Session, entry: Entry, task: Task, quick: bool, strict: bool) -> str:
    """Do one entry again. What cannot be done stands still as a step, and why is returned.

    A file that was only looked at may be gone: that must not close the door to all the rest.
    """
    action = action_in(entry)
    try:
        with session.whole_or_nothing():
            session.advance(action, task, entry.outcome if quick else None)
    except SteersmanError as error:
        if strict:
            raise SteersmanError(
                f"step {entry.number} ({entry.outcome['label']}) cannot be done again: "
                f"{error.what}",
                todo=error.todo,
            ) from error
        session.stand_still(action)
        return f"it cannot be done again, as {error.what}"
    return ""


def action_in(entry: Entry) -> Action:
    """The action of an entry, which another version may have written."""
    try:
        return action_of(entry.action)
    except SteersmanError as error:
        raise SteersmanError(
            f"step {entry.number} of the project is not known to this version: {error.what}",
            todo="open it with the version of Steersman that made it",
        ) from error


def differing(session: Session, entry: Entry, look: bool) -> tuple[str, ...]:
    """What of an outcome came out otherwise; all there is to see is compared when asked to look."""
    outcome, step = entry.outcome, session.history.step
    parts: Sequence[str] = ()
    if state_digest(step.state) != outcome["state"]:
        parts = ["state"]
    elif [step.f1_training, step.f1_validation] != outcome["f1"]:
        parts = ["F1"]
    elif look and outcome["digests"]:
        parts = differing_parts(outcome, session.view())
    return tuple(parts)
