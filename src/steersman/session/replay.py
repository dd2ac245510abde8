"""A log done again: the same actions lead to the same states, models and figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from steersman.errors import SteersmanError
from steersman.learn.trajectory import Watch
from steersman.session.actions import Action
from steersman.session.actions.plain import action_of
from steersman.session.project_data import check_unchanged
from steersman.session.project_log import ProjectLog, differing_parts, state_digest
from steersman.session.project_memory import EntryMemory
from steersman.session.session import Session
from steersman.session.store import Entry, Store

__all__ = ["Difference", "Replayed", "replay"]


@dataclass(frozen=True)
class Difference:
    """An entry that came out otherwise than the first time."""

    number: int
    label: str
    parts: tuple[str, ...]

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
        return f"Not everything came out as it was: {first}{f' and {more} more' if more else ''}."


def replay(
    session: Session,
    store: Store,
    watch: Watch,
    *,
    quick: bool = True,
    same_data: bool = True,
    log: ProjectLog | None = None,
) -> Replayed:
    """Do everything in a log again in a new session.

    When quick, results that are kept are taken as they are, known scores are not computed again,
    and only the last view is compared with its digests; otherwise everything is computed and
    compared. What had to be found again is written into `log`.
    """
    entries = store.entries()
    unchecked = store.data() if same_data else {}
    differences = []
    for place, entry in enumerate(entries):
        watch.tell(f"doing step {place + 1} of {len(entries)} again", place / len(entries))
        memory = EntryMemory(store.results(entry.number), store.piece, quick=quick)
        watch.memory = memory
        try:
            session.advance(action_in(entry), watch, entry.outcome if quick else None)
        except SteersmanError as error:
            raise SteersmanError(
                f"step {entry.number} ({entry.outcome['label']}) cannot be done again: "
                f"{error.what}",
                todo=error.todo,
            ) from error
        session.revision, session.project.kept_at = entry.outcome["revision"], entry.at
        for name in unchecked.keys() & session.library.corpora.keys():
            check_unchanged(name, session.library.corpora[name].dataset, unchecked.pop(name))
        look = place + 1 == len(entries) or not quick
        parts = differing(session, entry, look)
        if parts and same_data:
            differences.append(Difference(entry.number, entry.outcome["label"], parts))
        if log is not None:
            log.keep_results(entry.number, memory)
    watch.memory = None
    return Replayed(len(entries), tuple(differences))


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
