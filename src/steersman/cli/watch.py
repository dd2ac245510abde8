"""Watch a saved model on new rows, and say when a limit is broken."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import typer

from steersman.cli.evaluate import BROKEN
from steersman.cli.outputs import check_outputs, write_json
from steersman.cli.predict import model_from
from steersman.cli.tables import TerminalConsole, plain_console
from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError
from steersman.learn.files import LabeledChunk, RowNotes, SavedModel, labeled_chunks
from steersman.learn.monitor import BoundState, Monitor, MonitorReport, WatchLog


@dataclass(frozen=True)
class WatchRequest:
    """What to watch, and what to do with the answer."""

    label: str | None = None
    merge_labels: bool = False
    want: str | None = None
    confidence: float = 0.95
    log: Path | None = None
    json: Path | None = None
    on_broken: str | None = None


def watch_file(model: Path, source: str, asked: WatchRequest, options: ReadOptions) -> None:
    """Judge the rows of a file after those of the log; status 5 when a limit is broken."""
    check_outputs([asked.json, asked.log], [model, source])
    command = command_words(asked.on_broken)
    saved = model_from(model)
    monitor = Monitor(saved, want=asked.want, confidence=asked.confidence)
    notes = RowNotes()
    chunks = read_chunks(saved, source, asked, options, notes)
    digest = content_digest(Path(source))
    console, known = plain_console(), False
    opening = WatchLog.open(asked.log, digest_of(model)) if asked.log else nullcontext()
    # Rows are predicted before the log is locked, so that another process hardly waits.
    with opening as log:
        state = None if log is None else log.state()
        if state is not None:
            monitor.restore(state)
        broken_before = monitor.report.state is BoundState.BROKEN
        has_ids = all(chunk.ids is not None for chunk in chunks)
        known = log is not None and not has_ids and digest is not None and log.has_file(digest)
        if not known:
            for chunk in chunks:
                monitor.record(
                    chunk.predicted.tolist(), chunk.true, chunk.ids, chunk.scores, chunk.columns
                )
        report = monitor.report
        if log is not None and not known:
            log.add(source, digest, monitor.state_values(), report.values())
    if known:
        console.print(f"{source} is in the log already; no row was counted again.")
    for sentence in [*report.sentences(), *notes.sentences()]:
        console.print(sentence)
    if asked.json:
        write_json(asked.json, report.values())
    if report.state is not BoundState.BROKEN:
        return
    if command and not broken_before:
        for sentence in run_command(command, report):
            console.print(sentence)
    raise typer.Exit(BROKEN)


def read_chunks(
    saved: SavedModel, source: str, asked: WatchRequest, options: ReadOptions, notes: RowNotes
) -> list[LabeledChunk]:
    """Predictions and labels of all rows, with progress."""
    found, rows = [], 0
    with TerminalConsole(stderr=True).status(f"Reading {source}") as status:
        for chunk in labeled_chunks(saved, source, asked.label, options, merge=asked.merge_labels):
            found.append(chunk)
            rows += len(chunk.true)
            notes.count(len(chunk.true), chunk.unseen, chunk.fitted)
            status.update(f"Reading {source}: {rows:,} rows")
    return found


def digest_of(path: Path) -> str:
    """A digest of a file's content."""
    return sha256(path.read_bytes()).hexdigest()


def content_digest(path: Path) -> str | None:
    """A digest by which a file that comes again is known; None for what is no file."""
    return digest_of(path) if path.is_file() else None


def command_words(command: str | None) -> list[str]:
    """The program and its arguments; no shell reads them."""
    try:
        return shlex.split(command or "")
    except ValueError as error:
        raise SteersmanError(
            f"--on-broken {command!r} cannot be read: {error}",
            todo="close its quotation marks",
            code="bad-command",
            command=command,
        ) from error


def run_command(command: Sequence[str], report: MonitorReport) -> list[str]:
    """Run a program with the report as JSON on its standard input; its output, and how it ended."""
    given = json.dumps(report.values())
    try:
        # Its output must not mix with figures on standard output.
        done = subprocess.run(command, input=given, check=False, capture_output=True, text=True)
    except OSError as error:
        return [f"{command[0]} could not be started: {error.strerror or error}."]
    lines = [*done.stdout.splitlines(), *done.stderr.splitlines()]
    return [*lines, f"{command[0]} was run and ended with status {done.returncode}."]
