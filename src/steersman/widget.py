"""The notebook widget: the page's own component over the same channel, carried by the notebook."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import RLock, get_ident
from typing import Any, ClassVar
from weakref import WeakSet

import anywidget
import traitlets
from IPython.display import display
from numpy.typing import ArrayLike

from steersman.data import Dataset, load
from steersman.errors import SteersmanError
from steersman.learn.files import raw_model
from steersman.learn.likelihood import LikelihoodSpaceClassifier
from steersman.learn.steering import Rows, SteerableClassifier, Steering
from steersman.pictures import facts_table, html_card, matrix_table
from steersman.session import Session, State
from steersman.session.actions import Action
from steersman.session.matrix.actions import AskWant, OpenMatrix
from steersman.session.matrix.choice import MatrixChoice
from steersman.session.matrix.given_model import GivenModel
from steersman.session.matrix.room import MatrixRoom
from steersman.session.plane.actions import MoveKnob
from steersman.session.question import ChooseCategory
from steersman.session.storage.project import Origin, project_session
from steersman.wire import Channel

__all__ = ["Workbench", "matrix", "plane"]

STATIC = Path(__file__).parent / "server" / "static"
HEIGHT_PX, SMALL_HEIGHT_PX = 720, 520
SAVED = "steersman-saved"
"""The class of saved numbers, which the style sheet of the page hides."""


class Workbench(anywidget.AnyWidget):
    """The workbench in a notebook cell: on a data set, anything that `load` reads, or a model.

    What is done on the page can be read in the next cell, and set from there: `want`, `positive`,
    `room` and `selection` follow the page, and the page follows them. The attributes are traitlets,
    so that ``workbench.observe`` and other widgets can listen to them. Nothing is kept unless
    `project` names a file: then the work goes on there when the notebook is opened again, or the
    cell is run again: the newest workbench of a project takes it over.

    Parameters
    ----------
    data : str, Path, data frame, Dataset or fitted classifier
        A data set, its name, or anything else that `load` reads; or a classifier, with `X` and `y`.
    X : array-like, sparse matrix, frame or list of str, optional
        Rows that the classifier was not fitted on, in the form it takes. About a quarter of them
        are for tuning and a fifth for the final test; the others are for fitting other models.
    y : array-like of shape (rows,), optional
        Labels of the rows.
    project : str or Path, optional
        File to save the work in, or to resume it from. Not for a classifier.
    room : str, optional
        Room to open first, such as "matrix", "plane" or "data".
    height : int
        Height of the cell in pixels.
    compact : bool
        Show the room alone, without the rail, the top bar and the history.
    **options : object
        Reading options of `load`, such as ``label="kind"``.

    Attributes
    ----------
    model : SteerableClassifier or None
        The model that is shown in Steer, at its cut-off. It takes rows as the data had them; None
        until Steer has been opened.
    steering : Steering or None
        Result of the last want, where the shown model comes from it.
    want : str
        The want that the shown model was steered to. Set it to steer.
    positive : str
        The class to catch. Set it to ask about another one.
    selection : list of int
        Rows that are selected on the page, by their number in the data.
    history : list of str
        What was done, step by step.
    room : str
        The open room.

    Examples
    --------
    >>> workbench = Workbench("wine")
    >>> workbench.want = "recall >= 90%"
    >>> workbench.steering.met
    True
    """

    model = traitlets.Any(None, allow_none=True)
    steering = traitlets.Any(None, allow_none=True)
    want = traitlets.Unicode("").tag(sync=True)
    positive = traitlets.Unicode("").tag(sync=True)
    selection = traitlets.List(traitlets.Int()).tag(sync=True)
    history = traitlets.List(traitlets.Unicode()).tag(sync=True)
    room = traitlets.Unicode("").tag(sync=True)
    height = traitlets.Int(HEIGHT_PX).tag(sync=True)
    compact = traitlets.Bool(False).tag(sync=True)
    picture = traitlets.Unicode("").tag(sync=True)
    revision = traitlets.Int(-1).tag(sync=True)
    # Written by the page alone: marimo runs cells again only when the page changes something.
    seen_revision = traitlets.Int(-1).tag(sync=True)

    # None until the data has been read: a widget whose constructor failed is closed as well.
    channel: Channel | None = None
    given: GivenModel | None = None
    # The workbenches that have a project open. Weak, so that a cell that is run again does not keep
    # the old one alive.
    keeping: ClassVar[WeakSet[Workbench]] = WeakSet()

    def __init__(
        self,
        data: object = "docstrings",
        X: Rows = None,
        y: ArrayLike | None = None,
        *,
        project: str | Path | None = None,
        room: str = "",
        height: int = HEIGHT_PX,
        compact: bool = False,
        **options: object,
    ) -> None:
        script, style = STATIC / "widget.js", STATIC / "widget.css"
        if not script.is_file():
            raise SteersmanError(
                "the page has not been built",
                todo="run `make install` in the repository",
                code="page-not-built",
            )
        # Before super().__init__(), which sends both to the notebook.
        self._esm, self._css = script.read_text(), style.read_text()
        # Threads that set attributes to what is: that asks for nothing.
        self.following: set[int] = set()
        self.attribute_lock = RLock()
        self.listeners: list[Callable[[Workbench], object]] = []
        super().__init__(height=height, compact=compact)
        if X is None:
            session = self._opened_session(data, project, options)
        else:
            self.given, session = given_session(data, X, y, project)
        self.room = room or ("matrix" if self.given else "")
        self.channel = Channel(session, self.send_frame)
        self.on_msg(self.receive)
        self._follow_session()
        self.observe(self._ask_want, "want")
        self.observe(self._choose_positive, "positive")

    def _opened_session(
        self, data: object, project: str | Path | None, options: dict[str, object]
    ) -> Session:
        """The session on data; in a project, where it was left."""
        dataset = data if isinstance(data, Dataset) else load(data, **options)  # type: ignore[arg-type]
        if project is None:
            return Session(dataset)
        # A project has one writer, so the workbench of the cell's last run has to close first.
        self.take_over(Path(project).resolve())
        session = project_session(Path(project), Origin(dataset, data, options))
        self.keeping.add(self)
        return session

    def take_over(self, project: Path) -> None:
        """Close the workbench of this notebook that keeps the project, if there is one.

        Parameters
        ----------
        project : Path
            File of the project.
        """
        for other in list(self.keeping):
            log = other.session.log
            if log is not None and log.store.path.resolve() == project:
                other.close()

    @property
    def session(self) -> Session:
        """The session of the project that the page is on."""
        if self.channel is None:
            raise SteersmanError(
                "this workbench is closed", todo="run its cell again", code="workbench-closed"
            )
        return self.channel.session

    @property
    def state(self) -> State:
        """The current choices."""
        return self.session.state

    def on_change(self, listener: Callable[[Workbench], object]) -> None:
        """Call a function after every change, whether it was made on the page or in Python.

        Parameters
        ----------
        listener : callable
            Called with this workbench.
        """
        self.listeners.append(listener)

    def snapshot(self) -> StaticHtml:
        """What the workbench shows now as static HTML, to be kept in the notebook.

        Returns
        -------
        StaticHtml
            The last value of a cell is saved with it.
        """
        return StaticHtml(self.picture)

    def perform(self, action: Action) -> None:
        """Perform an action of the session; the page follows.

        Parameters
        ----------
        action : Action
            The action.
        """
        self.session.perform(action)
        self._follow_session()

    def _ask_want(self, change: Any) -> None:
        """Steer when the want is set in Python."""
        if get_ident() in self.following:
            return
        with self._undone_on_error("want", change.old):
            self._open_matrix()
            self.perform(AskWant(change.new))

    def _choose_positive(self, change: Any) -> None:
        """Ask about another class when it is set in Python."""
        if get_ident() in self.following:
            return
        with self._undone_on_error("positive", change.old):
            self.perform(ChooseCategory(change.new))

    def _open_matrix(self) -> None:
        """Fit the chosen model of Steer, unless that is done."""
        if self.state.choice(MatrixChoice) is None:
            self.perform(OpenMatrix())

    @contextmanager
    def _undone_on_error(self, name: str, old: object) -> Iterator[None]:
        """Give an attribute its old value back when what it asks for fails."""
        try:
            yield
        except SteersmanError:
            with self._following_page():
                self.set_trait(name, old)
            raise

    @contextmanager
    def _following_page(self) -> Iterator[None]:
        """Attributes that are set inside say what is, and ask for nothing."""
        with self.attribute_lock:
            self.following.add(get_ident())
            try:
                yield
            finally:
                self.following.discard(get_ident())

    def _follow_session(self) -> None:
        """Take the attributes from the session, and tell those who listen."""
        # Also while an action is under way, whose progress is sent: nothing has changed then.
        if self.channel is None or self.session.revision == self.revision:
            return
        session = self.session
        with self._following_page(), self.hold_trait_notifications():
            self.model = self._shown_model()
            self.steering = self._shown_steering()
            self.want = self._shown_want()
            self.positive = session.state.category
            self.history = [step.label for step in session.history.steps]
            self.picture = self._static_html()
            self.revision = session.revision
        for listener in list(self.listeners):
            listener(self)

    def _shown_model(self) -> SteerableClassifier | None:
        """The model of Steer, for rows as the data had them."""
        session = self.session
        if session.state.choice(MatrixChoice) is None:
            return None
        found: Any = session.rooms[MatrixRoom].models.current_model(session.state).model
        if self.given is not None and self.given.is_base_of(found):
            original: SteerableClassifier = self.given.original_model(found)
            return original
        try:
            whole: Any = raw_model(session.corpus_of(session.state).dataset, found)
        # Features that no file shares: the model takes them as they are.
        except SteersmanError:
            whole = found
        model: SteerableClassifier = whole
        return model

    def _shown_steering(self) -> Steering | None:
        """The steering that led to the shown model."""
        choice = self.session.state.choice(MatrixChoice)
        if choice is None or choice.outcome is None:
            return None
        found = self.session.rooms[MatrixRoom].models.steerings.get(choice.outcome)
        return None if found is None or self.model is None else replace(found, model=self.model)

    def _shown_want(self) -> str:
        """The want of the shown model."""
        session = self.session
        if session.state.choice(MatrixChoice) is None:
            return ""
        return session.rooms[MatrixRoom].models.current_model(session.state).recipe.want

    def _static_html(self) -> str:
        """What is shown, as HTML that needs no kernel."""
        session = self.session
        dataset = session.corpus_of(session.state).dataset
        if session.state.choice(MatrixChoice) is None:
            return dataset._repr_html_()
        models = session.rooms[MatrixRoom].models
        shown = models.current_model(session.state)
        problem = models.problem(session.corpus_of(session.state), session.state)
        facts = [
            ("model", f"{shown.recipe.title}, {shown.label}"),
            ("want", self.want or "none"),
            ("class to catch", problem.positive or "all alike"),
        ]
        table = matrix_table(shown.holdout, problem.classes, "tuning rows")
        answer = "" if self.steering is None else self.steering.reason
        return html_card(f"Steersman: {dataset.name}", facts_table(facts), table, note=answer)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, *metadata = bundle if isinstance(bundle, tuple) else (bundle,)
        # Shown where no widget can be, such as on a forge.
        data = {**data, "text/html": self.picture, "text/plain": repr(self)}
        return (data, *metadata) if metadata else data

    def outputs(self) -> list[dict[str, object]]:
        """Outputs of a cell that shows the workbench: its numbers as saved, and the page itself.

        An exported notebook shows the page of a widget or nothing, so the numbers are an output of
        their own. The style sheet of a page that runs hides them.

        Returns
        -------
        list of dict
            Contents of each output by their MIME type.
        """
        saved: dict[str, object] = {"text/html": f'<div class="{SAVED}">{self.picture}</div>'}
        bundle = self._repr_mimebundle_()
        page = bundle[0] if isinstance(bundle, tuple) else bundle
        return [saved | {"text/plain": repr(self)}, page]

    def _ipython_display_(self) -> None:
        for output in self.outputs():
            display(output, raw=True)  # type: ignore[no-untyped-call]

    def __repr__(self) -> str:
        if self.channel is None:
            return "<Workbench, closed>"
        asked = f", {self.want}" if self.want else ""
        return f"<Workbench {self.state.dataset}: {len(self.history)} steps{asked}>"

    def send_frame(self, frame: bytes) -> None:
        """Send a message to the page.

        Parameters
        ----------
        frame : bytes
            The message.
        """
        self.send({"kind": "frame"}, buffers=[frame])
        self._follow_session()

    def receive(self, _widget: object, content: object, _buffers: object) -> None:
        """Take a message of the page: an action, or a question whether anybody is there.

        Parameters
        ----------
        _widget : object
            Not used.
        content : object
            The action, as JSON values.
        _buffers : object
            Not used.
        """
        # At once, by the kernel itself: the page tells a kernel that works from one that is gone.
        self.send({"kind": "heard"})
        if self.channel is not None and isinstance(content, dict) and "action" in content:
            self.channel.receive(json.dumps(content))

    def close(self) -> None:
        """Stop answering, leave the notebook and free the memory of the session."""
        self.keeping.discard(self)
        if self.channel is not None:
            # The channel first: it may still have an action to write to the store.
            self.channel.close()
            if self.session.log is not None:
                self.session.log.store.close()
            with self._following_page():
                self.model = self.steering = None
            self.channel = self.given = None
            self.listeners.clear()
            self.unobserve_all()
        super().close()


class StaticHtml:
    """HTML that a notebook shows and saves.

    Parameters
    ----------
    html : str
        The HTML.
    """

    def __init__(self, html: str) -> None:
        self.html = html

    def _repr_html_(self) -> str:
        return self.html


def given_session(
    model: object, X: Rows, y: ArrayLike | None, project: object
) -> tuple[GivenModel, Session]:
    """A session on the rows of a model, which is shown."""
    if y is None:
        raise SteersmanError("X came without y", todo="give the labels too", code="labels-missing")
    if project is not None:
        raise SteersmanError(
            "a project cannot keep a model that was fitted elsewhere",
            todo="leave project out, or give the data alone",
            code="given-in-project",
        )
    given = GivenModel.of(model, X, y)
    session = Session(given.dataset)
    given.show_in(session)
    return given, session


def matrix(
    model: object, X: Rows, y: ArrayLike, *, want: str = "", height: int = SMALL_HEIGHT_PX
) -> Workbench:
    """The confusion matrix of a fitted classifier, to be edited and steered in a notebook cell.

    Parameters
    ----------
    model : classifier
        Fitted classifier.
    X : array-like, sparse matrix, frame or list of str
        Rows that it was not fitted on.
    y : array-like of shape (rows,)
        Labels of the rows.
    want : str
        What to steer it to first.
    height : int
        Height of the cell in pixels.

    Returns
    -------
    Workbench
        The widget; its `model` is the steered one.
    """
    workbench = Workbench(model, X, y, room="matrix", height=height, compact=True)
    if want:
        workbench.want = want
    return workbench


def plane(
    model: LikelihoodSpaceClassifier, X: Rows, y: ArrayLike, *, height: int = SMALL_HEIGHT_PX
) -> Workbench:
    """The likelihood plane of rows of counts in a notebook cell, at the priors of a classifier.

    The words are counted again in the folds of these rows, so that training and validation can be
    compared.

    Parameters
    ----------
    model : LikelihoodSpaceClassifier
        Classifier whose `alpha` and `beta` are taken.
    X : array-like or sparse matrix of shape (rows, features)
        Rows of counts.
    y : array-like of shape (rows,)
        Labels of the rows.
    height : int
        Height of the cell in pixels.

    Returns
    -------
    Workbench
        The widget.
    """
    given = GivenModel.of(model, X, y)
    workbench = Workbench(given.dataset, room="plane", height=height, compact=True)
    for knob in ("alpha", "beta"):
        value = getattr(model, knob)
        if isinstance(value, int | float):
            workbench.perform(MoveKnob(knob, float(value)))
    return workbench
