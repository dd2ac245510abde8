"""What the server sees of a window's conversation: refusals, the log, and crashes."""

from __future__ import annotations

from time import monotonic

from steersman.errors import SteersmanError
from steersman.server.crash_reports import write_report
from steersman.server.log_lines import log_event
from steersman.server.people import People
from steersman.server.person import Person
from steersman.session import Session
from steersman.session.actions import Action, Change, SwitchProject, gesture_of, kind_name
from steersman.wire.channel import OUR_FAULT, ChannelObserver

# A walk through a session takes some milliseconds.
MEASURED_EVERY_S = 5.0


class WindowObserver(ChannelObserver):
    """Keeps a person to their share of the memory, and writes down what was done."""

    def __init__(self, people: People, person: Person) -> None:
        self.people, self.person = people, person
        self.measured_at = 0.0

    def before(self, action: Action, session: Session) -> None:
        """Refuse what needs more memory when the share is used up; moving and going back stay."""
        grows = isinstance(action, Change) and not gesture_of(action)[1]
        due = monotonic() - self.measured_at > MEASURED_EVERY_S
        if self.person.is_owner or not grows or not due or isinstance(action, SwitchProject):
            return
        self.people.check_share(self.person, session)
        # Only after it passed: a share that is used up is checked every time.
        self.measured_at = monotonic()

    def after(self, action: Action, seconds: float, code: str) -> None:
        """Write a line about the action."""
        log_event(
            "answered",
            action=kind_name(type(action)),
            ms=round(1000 * seconds, 1),
            code=code,
            person=self.person.number,
        )

    def fault_error(self, what: str, error: Exception) -> SteersmanError:
        """Write a crash report; the error that names it, to the owner of the machine only."""
        report = write_report(what, error)
        name = None if report is None else report.name
        log_event("crashed", action=what, person=self.person.number, report=name)
        if report is None or not self.person.is_owner:
            return OUR_FAULT
        return OUR_FAULT.with_words(todo=f"try again; {report} says what happened")
