"""The channel: one window's conversation with a session, whatever carries its bytes.

Messages come in through `receive`; frames go out through `send`, one at a time and in order. The
task under way is asked to stop when something newer has arrived that changes the work; the window
itself sees to sending only the newest of several movements. What a movement leaves out of its
answers follows when the hand rests. What a window asked for before it went away is still done, as
far as it takes no time.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from math import inf
from threading import Condition, Lock, RLock, Thread, Timer
from time import monotonic, perf_counter
from typing import Any, get_args

from steersman.errors import Cancelled, SteersmanError
from steersman.session import Session, View
from steersman.session.action_json import action_of
from steersman.session.actions import Action, NonCancelling, Query, SwitchProject, kind_name
from steersman.session.history_actions import Open
from steersman.session.storage.open_projects import OpenProjects
from steersman.tasks import Task
from steersman.wire.frames import encode_frame
from steersman.wire.kept_lists import without_kept
from steersman.wire.messages import (
    error_frame,
    news_frame,
    plain_frame,
    progress_frame,
    read_message,
    signalled_request,
)
from steersman.wire.named_paths import check_path_names, named_paths
from steersman.wire.shapes import (
    CancelledFrame,
    Signal,
)

log = logging.getLogger(__name__)
# A hand that pauses this long has come to rest: the parts left out of a moving view follow.
REST_S = 0.2
# How long a closing window waits for its last click; the server shuts down meanwhile.
LAST_WORK_S = 2.0
# Twenty reports a second: a search makes thousands, and a page cannot draw them.
PROGRESS_S = 0.05
# An answer that comes sooner needs no report, which would only delay it.
BRIEF_S = 0.1
OUR_FAULT = SteersmanError(
    "internal error; your work is unchanged",
    todo="try again; the terminal shows the details",
    code="internal-error",
)


@dataclass
class Request:
    """An action that a window asked for, with the number of its answer.

    It may be `stopped` or `hurried` while it still waits for its turn.
    """

    number: int
    action: Action
    stopped: bool = False
    hurried: bool = False


class ChannelObserver:
    """Sees what a channel does: it may refuse an action, and hears how each one ended."""

    def before(self, action: Action, session: Session) -> None:
        """Raise an error for an action that this window may not do."""

    def after(self, action: Action, seconds: float, code: str) -> None:
        """Hear that an action was answered: `ok`, `cancelled`, or the code of its error."""

    def fault_error(self, what: str, error: Exception) -> SteersmanError:  # noqa: ARG002
        """Hear of a fault of the program; the error for the window."""
        return OUR_FAULT


class Channel:
    """Answers one window's messages in order."""

    def __init__(
        self,
        session: Session | OpenProjects,
        send: Callable[[bytes], None],
        observer: ChannelObserver | None = None,
    ) -> None:
        self.projects = OpenProjects(session) if isinstance(session, Session) else session
        self.carry = send
        # A frame may lead to the next: a notebook hears of it and asks.
        self.sending = RLock()
        self.observer = observer or ChannelObserver()
        self.waiting: deque[Request] = deque()
        self.changed = Condition()
        self.closed = False
        self.under_way: Request | None = None
        # Set when something newer waits, or when a person asked to stop.
        self.stop_task = False
        self.stop_asked = False
        self.hurry_task = False
        # Whether the last view left out the parts that can wait until the hand rests.
        self.moving = False
        self.outdated = False  # another window changed the session
        self.sent_revision = -1
        self.sent_versions: dict[str, Hashable] = {}
        self.sent_values: dict[str, object] = {}
        # Registered before the thread starts, so that no change is missed in between.
        self.session = self.projects.join(self.note_change)
        self.sent_session = self.session
        # In the context of who opened it, which says whose folders may be read.
        work = partial(copy_context().run, self.work)
        self.worker = Thread(target=work, name="steersman-channel", daemon=True)
        self.worker.start()

    def receive(self, text: str | bytes) -> None:
        """Take one message of the page; a message that cannot be read is answered as an error."""
        number = 0
        try:
            message = read_message(text)
            number = message.pop("id")
            # Not queued: these two concern earlier requests and would come too late after them.
            if message["action"] in get_args(Signal):
                self.signal(message["action"], signalled_request(message))
                return
            self.enqueue(Request(number, action_of(message)))
        except SteersmanError as error:
            self.send(error_frame(number, error))
        except Exception as error:
            # Deep nesting raises RecursionError, for example: one message must not end the
            # conversation.
            log.exception("a message could not be taken")
            self.send(error_frame(number, self.observer.fault_error("message", error)))

    def send(self, frame: bytes) -> None:
        """Send a frame: an answer, or what a timer or the thread that receives has to say."""
        with self.sending:
            self.carry(frame)

    def enqueue(self, request: Request) -> None:
        with self.changed:
            self.waiting.append(request)
            if not isinstance(request.action, NonCancelling):
                self.stop_task = True
            self.changed.notify()

    def signal(self, signal: Signal, number: int) -> None:
        """Stop or hurry a request, under way or waiting; 0 is the one under way.

        A click that comes before the first request was taken is meant for all that wait.
        """
        with self.changed:
            meant = [each for each in (self.under_way, *self.waiting) if each is not None]
            if number:
                meant = [each for each in meant if each.number == number]
            elif self.under_way is not None:
                meant = [self.under_way]
            for request in meant:
                request.stopped |= signal == "cancel"
                request.hurried |= signal == "enough"
            if self.under_way in meant:
                self.stop_task |= signal == "cancel"
                self.stop_asked |= signal == "cancel"
                self.hurry_task |= signal == "enough"

    def note_change(self) -> None:
        """Note that another window changed the session; it is shown once no request waits."""
        with self.changed:
            self.outdated = True
            self.changed.notify()

    def close(self) -> None:
        """Stop answering: cancel the task under way, but perform the changes that still wait.

        A person who clicks and then closes the window meant the click.
        """
        with self.changed:
            if self.closed:
                return
            self.closed = self.stop_task = self.stop_asked = True
            # Replaced, not checked at every call: the worker may be in the middle of sending.
            self.carry = nobody_hears
            self.changed.notify()
        # Outside the condition, which the worker needs in order to finish.
        self.worker.join(LAST_WORK_S)
        # Last: a project without windows may be closed, and the click belongs to it.
        self.leave()

    def work(self) -> None:
        """Answer requests until the channel is closed and nothing waits."""
        while True:
            with self.changed:
                patience_s = REST_S if self.moving else None
                self.changed.wait_for(
                    lambda: self.waiting or self.outdated or self.closed, patience_s
                )
                if self.closed:
                    # With nobody to see an answer, only actions that change the work still matter.
                    kept = (each for each in self.waiting if not isinstance(each.action, Query))
                    self.waiting = deque(kept)
                    if not self.waiting:
                        return
                else:
                    # Cleared under the lock and before the next request is taken: a click on Stop
                    # belongs to the request that it names, or that was under way when it came.
                    self.stop_task = self.stop_asked = self.hurry_task = False
                request = self.waiting.popleft() if self.waiting else None
                if request is None:
                    self.outdated = False
                    # Our own answer may already have carried the other window's change: then there
                    # is nothing to send.
                    if self.moving or self.session.revision != self.sent_revision:
                        request = Request(0, Open())
                elif request.hurried:
                    self.hurry_task = True
                self.under_way = request
            if request is not None:
                self.answer(request)
                with self.changed:
                    self.under_way = None

    def answer(self, request: Request) -> None:
        """Answer a request; one that was stopped while it waited is not begun."""
        if request.stopped:
            detail = CancelledFrame(task=kind_name(type(request.action)))
            self.send(plain_frame("cancelled", request.number, detail))
            self.observer.after(request.action, 0.0, "cancelled")
            return
        if isinstance(request.action, Open) and request.number:
            # A window that sends "open" itself has just loaded and knows nothing yet.
            self.forget()
        fault, code, began = None, "ok", perf_counter()
        with Progress(request.number, self.send) as progress:
            task = Task(
                progress=progress,
                cancelled=lambda: self.stop_task,
                stopped=lambda: self.stop_asked,
                hurried=lambda: self.hurry_task,
                news=progress.pass_on,
            )
            try:
                self.observer.before(request.action, self.session)
                check_path_names(request.action)
                fault = self.rejoin(request.action, task)
                frame = self.frame(request.number, self.perform(request.action, task))
            except SteersmanError as error:
                frame, code = error_frame(request.number, error), error.code
            except Cancelled as cancelled:
                detail = CancelledFrame(task=str(cancelled))
                frame, code = plain_frame("cancelled", request.number, detail), "cancelled"
            except Exception as error:
                # A bug in one action must not end the thread that answers this window.
                log.exception("an action failed")
                told = self.observer.fault_error(kind_name(type(request.action)), error)
                frame, code = error_frame(request.number, told), told.code
        self.send(frame)
        self.observer.after(request.action, perf_counter() - began, code)
        if fault is not None:
            self.send(error_frame(0, fault))

    def perform(self, action: Action, task: Task) -> View:
        """Perform an action; another project is opened in this window, others stay on theirs."""
        self.check_reach(action)
        if isinstance(action, SwitchProject):
            self.session = self.projects.switch(action, self.session, self.note_change, task)
            action = Open()
        return self.session.perform(action, task, self.note_change)

    def check_reach(self, action: Action) -> None:
        """Raise an error for an action that names a file which this window may not ask for."""
        reach = self.projects.reach
        paths = [] if reach is None else list(named_paths(action))
        if reach is not None and paths:
            # A project may stand on files that were in reach when it was made.
            known = set(named_paths(self.session.state))
            for path in paths:
                if path not in known:
                    reach.check(path)

    def rejoin(self, action: Action, task: Task) -> SteersmanError | None:
        """Go on with the project that a window names when it opens; why not, if that fails."""
        if isinstance(action, Open) and action.project and self.session.log is not None:
            # The next action waits: without an answer to this one the window shows nothing.
            task = task.until_stopped()
            try:
                self.session = self.projects.rejoin(
                    action.project, self.session, self.note_change, task
                )
            except SteersmanError as error:
                return error
            except Cancelled:
                # The window then shows what a new one would.
                return None
        return None

    def leave(self) -> None:
        with suppress(ValueError):
            self.session.watchers.remove(self.note_change)

    def forget(self) -> None:
        """Send everything again: the window is new, or the project is another one."""
        self.sent_session = self.session
        self.sent_versions.clear()
        self.sent_values.clear()

    def frame(self, number: int, view: View) -> bytes:
        """A view as bytes, without the parts that this window has already."""
        header: dict[str, Any] = {"kind": view.kind, "reply_to": number}
        if view.kind != "view":
            columns = [(column.name, column.values) for column in view.columns]
            return encode_frame({**header, **view.values}, columns)
        # Another project may use the same names and versions for other columns.
        if self.sent_session is not self.session:
            self.forget()
        fresh = [
            column
            for column in view.columns
            if self.sent_versions.get(column.name) != column.version
        ]
        self.sent_versions |= {column.name: column.version for column in fresh}
        values = dict(view.values)
        self.moving = view.moving
        header |= {"revision": values.pop("revision"), "state": values.pop("state")}
        self.sent_revision = header["revision"]
        news = {
            key: value
            for key, value in values.items()
            if key not in self.sent_values or self.sent_values[key] != value
        }
        # Frames of one channel arrive in order, so what was sent is what the window has.
        rest, kept = without_kept(news, self.sent_values)
        self.sent_values |= news
        if kept:
            header["kept"] = kept
        return encode_frame(
            {**header, "view": rest}, [(column.name, column.values) for column in fresh]
        )


def nobody_hears(_frame: bytes) -> None:
    """Send nothing: the window has gone away."""


class Progress:
    """Sends how far a task is, as often as an eye can follow; of brief tasks nothing.

    Used in a `with` block, after which nothing is sent any more.
    """

    def __init__(self, number: int, send: Callable[[bytes], object]) -> None:
        self.number, self.send = number, send
        self.lock = Lock()
        self.due = monotonic() + BRIEF_S
        self.latest: tuple[str, float | None] | None = None
        self.timer: Timer | None = None

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_error: object) -> None:
        with self.lock:
            self.latest, self.due = None, inf
            if self.timer is not None:
                self.timer.cancel()

    def __call__(self, task: str, done: float | None) -> None:
        with self.lock:
            self.latest = (task, done)
            self.tell_in_time()

    def pass_on(self, about: str, values: Mapping[str, object]) -> None:
        """Send what a task has so far; a page that hears of it has heard of the task before."""
        with self.lock:
            self.tell()
        self.send(news_frame(self.number, about, values))

    def tell_later(self) -> None:
        with self.lock:
            self.timer = None
            self.tell_in_time()

    def tell_in_time(self) -> None:
        """Tell the latest report, now or when it is due: a task may say no more for long."""
        wait_s = self.due - monotonic()
        if self.latest is None or wait_s == inf:
            return
        if wait_s <= 0.0:
            self.tell()
        elif self.timer is None:
            self.timer = Timer(wait_s, self.tell_later)
            self.timer.daemon = True
            self.timer.start()

    def tell(self) -> None:
        if self.latest is not None:
            self.send(progress_frame(self.number, *self.latest))
            self.latest, self.due = None, monotonic() + PROGRESS_S
