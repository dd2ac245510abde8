"""Predictions for a file that is dropped on the page, by a model of the session.

The file is streamed to the disk, predicted chunk by chunk as `steersman predict` does it, and the
answer tells the progress, a line of JSON at a time. The table is there to be downloaded when it is
whole; a page that goes away ends the work and leaves nothing behind.
"""

from __future__ import annotations

import json
import secrets
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import mkdtemp

from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, PlainTextResponse, Response, StreamingResponse

from steersman._cached import cached_property
from steersman.data.files.csv_cells import csv_bytes
from steersman.errors import SteersmanError
from steersman.learn.files import (
    RowNotes,
    predicted_chunks,
    prediction_lines,
    read_model,
)
from steersman.learn.monitor import PredictedShift
from steersman.server.uploads import disk_error, refusal, upload_name, write_body
from steersman.session import Session
from steersman.session.matrix.actions import ExportModel

# Older tables are removed: they can be made again.
MOST_TABLES = 4
TABLE = "predictions.csv"
PAGE_REASONS = 3


class PredictionFiles:
    """Tables of predictions that can be downloaded, in a folder that goes with the server.

    It is made for the first file: a server that is killed before leaves nothing behind.
    """

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.clean_up = ExitStack()

    @cached_property
    def folder(self) -> Path:
        """Where the files are."""
        folder = Path(mkdtemp(prefix="steersman-predictions-"))
        self.clean_up.callback(shutil.rmtree, folder, ignore_errors=True)
        return folder

    def new_file(self, name: str) -> Path:
        """Where to write a file of rows; its predictions go into the folder above it."""
        # By itself, it may have any name, also that of the model or of the table.
        apart = self.folder / secrets.token_hex(16) / "rows"
        apart.mkdir(parents=True)
        return apart / name

    def offer(self, folder: Path, name: str) -> str:
        """The key under which the finished table of a folder can be downloaded."""
        self.names[folder.name] = f"{name.partition('.')[0]}-predictions.csv"
        for old in list(self.names)[:-MOST_TABLES]:
            del self.names[old]
            shutil.rmtree(self.folder / old, ignore_errors=True)
        return folder.name

    def response(self, key: str) -> Response:
        """The table of a key as a download."""
        if key not in self.names:
            return PlainTextResponse("These predictions are no longer here.\n", status_code=404)
        # A key is one of ours and no path, because it was looked up.
        path = self.folder / key / TABLE
        return FileResponse(path, media_type="text/csv", filename=self.names[key])


async def predict_upload(request: Request, session: Session, files: PredictionFiles) -> Response:
    """Predict the rows of the file in the body; the lines of the answer tell how far it is."""
    name = upload_name(request)
    source = files.new_file(name)
    try:
        number = model_number(request.headers.get("x-model", ""))
        await write_body(request, source, name)
    except (SteersmanError, ClientDisconnect, OSError) as error:
        shutil.rmtree(source.parents[1], ignore_errors=True)
        return refusal(disk_error(name, error) if isinstance(error, OSError) else error)
    reasons = PAGE_REASONS if request.headers.get("x-reasons") == "yes" else 0
    lines = progress_lines(session, number, source, files, reasons)
    return StreamingResponse(lines, media_type="application/x-ndjson")


def model_number(text: str) -> int:
    """The number of a model as the page sends it."""
    if not text.isdecimal():
        raise SteersmanError(
            f"{text!r} is not a model number", todo="choose a model", code="unknown-model"
        )
    return int(text)


def progress_lines(
    session: Session, number: int, source: Path, files: PredictionFiles, reasons: int = 0
) -> Iterator[str]:
    """Write the table, and tell after each chunk how many rows are done.

    The last line has the key of the download, or the error. Each row gets so many `reasons`.
    """
    folder = source.parents[1]
    whole = False
    try:
        for rows, notes in written_chunks(session, number, reasons, source):
            yield json_line({"rows": rows, "notes": notes})
        shutil.rmtree(source.parent)
        whole = True
        yield json_line({"key": files.offer(folder, source.name)})
    except SteersmanError as error:
        yield json_line({"error": {"code": error.code, "what": error.what, "todo": error.todo}})
    finally:
        # Also when the page went away, which ends this generator where it waits.
        if not whole:
            shutil.rmtree(folder, ignore_errors=True)


def written_chunks(
    session: Session, number: int, reasons: int, source: Path
) -> Iterator[tuple[int, list[str]]]:
    """Write the predictions for a file beside it; the rows done so far, and what to note."""
    exported = session.perform(ExportModel(number)).columns[0].values.tobytes()
    folder = source.parents[1]
    model = folder / "model.skops"
    model.write_bytes(exported)
    saved, notes = read_model(model), RowNotes()
    shift = PredictedShift(saved)
    chunks = notes.count_chunks(predicted_chunks(saved, str(source), reasons=reasons))
    chunks = shift.watch_chunks(chunks)
    with (folder / TABLE).open("wb") as table:
        for lines in prediction_lines(saved, chunks):
            table.write(csv_bytes(lines))
            yield notes.rows, [*notes.sentences(), *shift.sentences()]
    model.unlink()


def json_line(values: dict[str, object]) -> str:
    return json.dumps(values) + "\n"
