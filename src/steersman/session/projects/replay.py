"""A log done again: the same actions lead to the same states, models and figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from steersman.errors import SteersmanError
from steersman.session.action_json import action_of
from steersman.session.actions import Action
from steersman.session.project.room import ProjectRoom
from steersman.session.projects.data_identity import check_unchanged
from steersman.session.projects.log import ProjectLog, outcome_of
from steersman.session.projects.relocated_files import with_files
from steersman.session.projects.results import ActionResults
from steersman.session.projects.store import Entry, Store
from steersman.session.session import Session
from steersman.tasks import Task

COMPARED = ("state", "f1", "matrix")


@dataclass(frozen=True)
class Difference:
    """An entry that led elsewhere than the first time: in which `parts`, or why it failed."""

    number: int
    label: str
    parts: tuple[str, ...]

    def __str__(self) -> str:
        return f"step {self.number} ({self.label}): {', '.join(self.parts)}"


@dataclass(frozen=True)
class ReplayResult:
    """How a replay went."""

    entries: int
    differences: tuple[Difference, ...]

    @property
    def notice(self) -> str:
        """A sentence for the user; none when all is as it was."""
        if not self.differences:
            return ""
        first, more = self.differences[0], len(self.differences) - 1
        return f"Some results differ from before: {first}{f' and {more} more' if more else ''}."


def replay(
    session: Session,
    store: Store,
    task: Task,
    *,
    quick: bool = True,
    same_data: bool = True,
    moved: Mapping[str, str] | None = None,
    log: ProjectLog | None = None,
) -> ReplayResult:
    """Do everything in a log again in a new session, and compare where each entry leads.

    When quick, stored results and known scores are taken as they are. Files that `moved` are read
    where they are now, and are called so in the `log` from then on; what had to be computed again
    is stored in it.
    """
    entries = store.entries()
    unchecked = store.data() if same_data else {}
    differences, rewritten, used = [], [], set[str]()
    for place, first in enumerate(entries):
        task.report(f"doing step {place + 1} of {len(entries)} again", place / len(entries))
        entry = with_files(first, moved) if moved else first
        results = ActionResults(store.result if quick else None)
        fault = redo_entry(session, entry, replace(task, results=results), quick, log is None)
        session.revision, session.rooms[ProjectRoom].kept_at = entry.outcome["revision"], entry.at
        for name in unchecked.keys() & session.library.corpora.keys():
            check_unchanged(name, session.library.corpora[name].dataset, unchecked.pop(name))
        outcome = outcome_of(session)
        if moved:
            rewritten.append(replace(entry, outcome=outcome))
        compared = same_data and not moved
        parts = differing(outcome, entry.outcome) if compared else ()
        if fault or parts:
            told = (fault,) if fault else parts
            differences.append(Difference(entry.number, entry.outcome["label"], told))
        used |= results.used
        if log is not None:
            log.add_results(results)
    if log is not None:
        if rewritten:
            log.rewrite(rewritten)
        # an entry that failed now may need its results another time
        if not differences:
            log.drop_results(used)
    return ReplayResult(len(entries), tuple(differences))


def redo_entry(session: Session, entry: Entry, task: Task, quick: bool, strict: bool) -> str:
    """Do one entry again. What cannot be done stands still as a step, and why is returned.

    A file that was only looked at may be gone: that must not close the door to all the rest.
    """
    action = action_in(entry)
    try:
        with session.whole_or_nothing():
            session.apply_action(action, task, entry.outcome if quick else None)
    except SteersmanError as error:
        if strict:
            raise SteersmanError(
                f"step {entry.number} ({entry.outcome['label']}) cannot be done again: "
                f"{error.what}",
                todo=error.todo,
                code="step-failed",
                step=entry.number,
                cause=error.code,
            ) from error
        session.skip_action(action)
        return f"it cannot be done again, as {error.what}"
    return ""


def action_in(entry: Entry) -> Action:
    """The action of an entry, which may be damaged."""
    try:
        return action_of(entry.action)
    except SteersmanError as error:
        raise SteersmanError(
            f"step {entry.number} of the project is not known to this version: {error.what}",
            todo="open it with the version of Steersman that made it",
            code="step-unknown",
            step=entry.number,
        ) from error


def differing(outcome: Mapping[str, object], before: Mapping[str, object]) -> tuple[str, ...]:
    """The parts of an outcome that are not what they were."""
    return tuple(part for part in COMPARED if outcome[part] != before[part])
