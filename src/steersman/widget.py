"""The notebook widget: the page's own component over the same channel, carried by the notebook."""

from __future__ import annotations

import json
from pathlib import Path
from typing import ClassVar
from weakref import WeakSet

import anywidget

from steersman.data import Dataset, load
from steersman.errors import SteersmanError
from steersman.session import Session, State
from steersman.session.storage.project import Origin, project_session
from steersman.wire import Channel

__all__ = ["Workbench"]

STATIC = Path(__file__).parent / "server" / "static"


class Workbench(anywidget.AnyWidget):
    """The workbench in a notebook cell, on a data set or on anything that `load` reads.

    `state` is what was chosen with the hand, to be read back in the next cell. Nothing is kept
    unless `project` names a file: then the work goes on there when the notebook is opened again, or
    the cell is run again: the newest workbench of a project takes it over.

    Parameters
    ----------
    data : str, Path, data frame or Dataset
        A data set, its name, or anything else that `load` reads.
    project : str or Path, optional
        File to save the work in, or to resume it from.
    **options : object
        Reading options of `load`, such as ``label="kind"``.

    Examples
    --------
    >>> Workbench("wine").state.dataset
    'wine'
    """

    # None until the data has been read: a widget whose constructor failed is closed as well.
    channel: Channel | None = None
    # The workbenches that have a project open. Weak, so that a cell that is run again does not keep
    # the old one alive.
    keeping: ClassVar[WeakSet[Workbench]] = WeakSet()

    def __init__(
        self, data: object = "docstrings", *, project: str | Path | None = None, **options: object
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
        super().__init__()
        dataset = data if isinstance(data, Dataset) else load(data, **options)  # type: ignore[arg-type]
        session = Session(dataset)
        if project is not None:
            # A project has one writer, so the workbench of the cell's last run has to close first.
            self.take_over(Path(project).resolve())
            session = project_session(Path(project), Origin(dataset, data, options))
            self.keeping.add(self)
        self.channel = Channel(session, self.send_frame)
        self.on_msg(self.receive)

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
        assert self.channel is not None, "it is there once the data has been read"  # noqa: S101
        return self.channel.session

    @property
    def state(self) -> State:
        """The current choices."""
        return self.session.state

    def send_frame(self, frame: bytes) -> None:
        """Send a message to the page.

        Parameters
        ----------
        frame : bytes
            The message.
        """
        self.send({"kind": "frame"}, buffers=[frame])

    def receive(self, _widget: object, content: object, _buffers: object) -> None:
        """Take a message of the page: an action.

        Parameters
        ----------
        _widget : object
            Not used.
        content : object
            The action, as JSON values.
        _buffers : object
            Not used.
        """
        if self.channel is not None:
            self.channel.receive(json.dumps(content))

    def close(self) -> None:
        """Stop answering and leave the notebook."""
        self.keeping.discard(self)
        if self.channel is not None:
            # The channel first: it may still have an action to write to the store.
            self.channel.close()
            if self.session.log is not None:
                self.session.log.store.close()
        super().close()
