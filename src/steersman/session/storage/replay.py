"""Replay of a log: the same actions lead to the same states, models and figures."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from steersman.errors import SteersmanError
from steersman.session.action_json import action_of
from steersman.session.actions import Action
from steersman.session.project.room import ProjectRoom
from steersman.session.results import ActionResults, DoneJob, run_with_workers
from steersman.session.session import Session
from steersman.session.storage.checkpoint import histories_of
from steersman.session.storage.data_identity import check_unchanged
from steersman.session.storage.log import ProjectLog, outcome_of
from steersman.session.storage.relocated_files import json_string, with_files
from steersman.session.storage.store import Entry, Store
from steersman.tasks import Task

# Labels and revisions may change with a version; these three are what a person decided on.
COMPARED = ("state", "f1", "matrix")


@dataclass(frozen=True)
class Difference:
    """An entry whose outcome differs from the first time, in some `parts`, or that failed."""

    number: int
    label: str
    parts: tuple[str, ...]

    def __str__(self) -> str:
        return f"step {self.number} ({self.label}): {', '.join(self.parts)}"


@dataclass(frozen=True)
class ReplayResult:
    """The number of replayed entries and their differences."""

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
    """Perform all actions of a log in a new session and compare their outcomes.

    When quick, stored results and known scores are taken as they are. Files that `moved` are read
    where they are now, and are called so in the `log` from then on; what had to be computed again
    is stored in it.
    """
    entries, origins, checkpoint = store.entries(), store.origins(), store.checkpoint()
    saved_at = 0 if checkpoint is None else checkpoint[0]
    restored = checkpoint is None
    unchecked = store.data() if same_data else {}
    differences, rewritten, used = [], [], set[str]()
    for place, first in enumerate(entries):
        if not restored and first.number > saved_at:
            restore_checkpoint(session, store, task, moved)
            restored = True
        task.report(f"repeating step {place + 1} of {len(entries)}", place / len(entries))
        entry = with_files(first, moved) if moved else first
        compacted = first.number <= saved_at
        if compacted and first.number in origins:
            # What lay between was forgotten: the entry starts from the state that it had.
            set_histories(session, with_paths(origins[first.number], moved), task)
        results, fault = redo_with_workers(session, store, entry, task, quick, log is None)
        # As it was then, so that the session continues with the numbers of the log.
        session.revision, session.rooms[ProjectRoom].kept_at = entry.outcome["revision"], entry.at
        # Each data set is checked as soon as it is loaded, and only once: digests take time.
        for name in unchecked.keys() & session.library.corpora.keys():
            check_unchanged(name, session.library.corpora[name].dataset, unchecked.pop(name))
        outcome = outcome_of(session)
        if moved:
            rewritten.append(replace(entry, outcome=outcome))
        # A state names its file: with another path its digest differs, and says nothing.
        compared = same_data and not moved and not compacted
        parts = differing(outcome, entry.outcome) if compared else ()
        if fault or parts:
            told = (fault,) if fault else parts
            differences.append(Difference(entry.number, entry.outcome["label"], told))
        used |= results.used
        if log is not None:
            log.add_results(results)
    if not restored:
        restore_checkpoint(session, store, task, moved)
    if log is not None:
        if rewritten:
            log.rewrite(rewritten, moved or {})
        # An entry that failed now may need its stored results another time.
        if not differences:
            log.drop_results(used)
    return ReplayResult(len(entries), tuple(differences))


def redo_with_workers(
    session: Session, store: Store, entry: Entry, task: Task, quick: bool, strict: bool
) -> tuple[ActionResults, str]:
    """Repeat one entry, its long work in a worker; its results, and why it failed if it did."""

    def attempt(done: Mapping[str, DoneJob] | None) -> tuple[ActionResults, str]:
        results = ActionResults(store.result if quick else None, done)
        return results, redo_entry(session, entry, replace(task, results=results), quick, strict)

    return run_with_workers(attempt)


def restore_checkpoint(
    session: Session, store: Store, task: Task, moved: Mapping[str, str] | None
) -> None:
    """Put the saved histories of a project in the place of what its older entries led to."""
    checkpoint = store.checkpoint()
    if checkpoint is not None:
        _number, at, histories = checkpoint
        set_histories(session, with_paths(histories, moved), task)
        session.revision, session.rooms[ProjectRoom].kept_at = int(histories["revision"]), at


def set_histories(session: Session, plain: Mapping[str, Any], task: Task) -> None:
    """Put histories of a project file in the place of a session's."""
    histories = histories_of(plain)
    for each in (histories.project, *histories.own.values()):
        session.library.corpus(each.step.state.dataset, task)
    session.histories = histories
    session.state = session.state_with_rooms_beside(task)


def with_paths(
    plain: Mapping[str, object], moved: Mapping[str, str] | None
) -> Mapping[str, object]:
    """Plain values with files named as they are called now."""
    if not moved:
        return plain
    text = json.dumps(plain, ensure_ascii=False)
    for old, new in moved.items():
        text = text.replace(json_string(old), json_string(new))
    found: dict[str, Any] = json.loads(text)
    return found


def redo_entry(session: Session, entry: Entry, task: Task, quick: bool, strict: bool) -> str:
    """Repeat one entry; if that fails, record an unchanged step and return the reason.

    A file that was only looked at may be gone: that must not close the door to all the rest.
    """
    action = action_in(entry)
    try:
        # A failed entry must not leave half of itself in the session that the rest builds on.
        with session.whole_or_nothing():
            session.apply_action(action, task, entry.outcome if quick else None)
    except SteersmanError as error:
        if strict:
            raise SteersmanError(
                f"step {entry.number} ({entry.outcome['label']}) cannot be repeated: {error.what}",
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
            f"step {entry.number} of the project is not supported by this version: {error.what}",
            todo="open it with the version of Steersman that made it",
            code="step-unknown",
            step=entry.number,
        ) from error


def differing(outcome: Mapping[str, object], before: Mapping[str, object]) -> tuple[str, ...]:
    """The parts of an outcome that are not what they were."""
    return tuple(part for part in COMPARED if outcome[part] != before[part])
