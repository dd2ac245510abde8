"""Open a classroom: the teacher's workbench, with places for students."""

from __future__ import annotations

from pathlib import Path

from steersman.cli.network import NetworkOptions
from steersman.cli.workbench import open_workbench
from steersman.data.read_options import ReadOptions
from steersman.session.storage.files import ENDING


def open_classroom(
    source: str | None,
    reading: ReadOptions,
    port: int,
    open_browser: bool,
    network: NetworkOptions,
) -> None:
    """Serve a class on a data set, on a project that every student gets a copy of, or on none."""
    # Before any data is read: a door that cannot be opened is said at once.
    network.door()
    is_project = source is not None and source.endswith(ENDING) and Path(source).is_file()
    project = Path(source) if is_project and source is not None else None
    data = None if is_project else source
    open_workbench(data, reading, port, open_browser, project, network)
