"""Rows in and predictions out: JSON, CSV or Arrow."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa
from pyarrow import csv
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from steersman.data.files.csv_cells import csv_bytes
from steersman.errors import SteersmanError, first_line

ARROW = "application/vnd.apache.arrow.stream"
CSV = "text/csv"


@dataclass(frozen=True)
class RequestLimits:
    """How much one request may bring."""

    rows: int = 10_000
    body_bytes: int = 32 * 2**20


async def rows_of(request: Request, limits: RequestLimits) -> pa.Table:
    """The rows of a request as a table, in the format that its content type says."""
    body = await body_of(request, limits)
    kind = request.headers.get("content-type", "application/json").partition(";")[0].strip()
    try:
        if kind == ARROW:
            table = pa.ipc.open_stream(body).read_all()
        elif kind == CSV:
            table = csv.read_csv(io.BytesIO(body))
        else:
            table = json_rows(json.loads(body))
    # JSON that is nested too deep ends in a RecursionError.
    except (ValueError, RecursionError, pa.ArrowException) as error:
        raise SteersmanError(
            f"the body cannot be read as {kind}: {first_line(error)}",
            todo=f"send JSON, {CSV} or {ARROW}, and say so in Content-Type",
            code="body-unreadable",
        ) from error
    if table.num_rows > limits.rows:
        raise SteersmanError(
            f"{table.num_rows:,} rows are more than the {limits.rows:,} of one request",
            todo="send them in several requests",
            code="too-many-rows",
            most=limits.rows,
        )
    return table


async def body_of(request: Request, limits: RequestLimits) -> bytes:
    """The body of a request, refused as soon as it is too large."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limits.body_bytes:
            raise SteersmanError(
                f"the body is larger than {limits.body_bytes // 2**20} MB",
                todo="send the rows in several requests",
                code="body-too-large",
                most=limits.body_bytes,
            )
    return bytes(body)


def json_rows(told: object) -> pa.Table:
    """Rows of JSON: one object, a list of them, or either under `rows`.

    >>> json_rows({"rows": [{"age": 3}, {"age": None, "port": "Oslo"}]}).to_pydict()
    {'age': [3, None], 'port': [None, 'Oslo']}
    """
    rows = told.get("rows", told) if isinstance(told, Mapping) else told
    listed = [rows] if isinstance(rows, Mapping) else rows
    if not isinstance(listed, list) or not all(isinstance(row, Mapping) for row in listed):
        raise ValueError("expected an object for each row")
    if not listed:
        raise ValueError("there are no rows")
    names = list(dict.fromkeys(name for row in listed for name in row))
    return pa.table({name: [row.get(name) for row in listed] for name in names})


def answer_of(columns: Mapping[str, Sequence[object]], accept: str) -> Response:
    """Predictions in the format that was asked for; JSON by default, an object for each row."""
    if ARROW in accept:
        table = pa.table({name: list(values) for name, values in columns.items()})
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, table.schema) as writer:
            writer.write_table(table)
        return Response(sink.getvalue().to_pybytes(), media_type=ARROW)
    lines = list(zip(*columns.values()))
    if CSV in accept:
        return Response(csv_bytes([list(columns), *lines]), media_type=CSV)
    names = list(columns)
    return JSONResponse({"rows": [dict(zip(names, line)) for line in lines]})
