"""Which rows to label, and what their labels say."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import typer

from steersman.cli.evaluate import BROKEN
from steersman.cli.outputs import check_outputs, write_json
from steersman.cli.predict import model_from
from steersman.cli.tables import plain_console
from steersman.data.files.atomic_files import atomic_file
from steersman.data.files.csv_cells import csv_bytes
from steersman.data.read_options import ReadOptions
from steersman.learn.monitor import BoundState, file_plan, judged_plan


@dataclass(frozen=True)
class PlanRequest:
    """How many rows to draw, how, and for which limits."""

    count: int | None = None
    even: bool = False
    seed: int = 0
    want: str | None = None
    confidence: float = 0.95


def write_plan(
    model: Path,
    source: str,
    asked: PlanRequest,
    options: ReadOptions,
    out: Path | None,
    json_file: Path | None,
) -> None:
    """Draw rows, write them as CSV with an empty label column, say how many will decide."""
    check_outputs([out, json_file], [model, source])
    saved = model_from(model)
    found = file_plan(
        saved,
        source,
        asked.count,
        options=options,
        want=asked.want,
        confidence=asked.confidence,
        even=asked.even,
        random_state=asked.seed,
    )
    console = plain_console(stderr=out is None)
    if out is None:
        typer.echo(csv_bytes(found.lines).decode(), nl=False)
    else:
        with atomic_file(out) as file:
            file.write(csv_bytes(found.lines))
    plan = found.plan
    console.print(
        f"Label {len(plan.rows):,} of {len(plan.predicted):,} rows, from the top, "
        f"in the column {found.label!r}."
    )
    for bound, (kept, broken) in plan.labels_needed.items():
        console.print(
            f"{bound}: about {kept:,} labels show that it holds (with half of the errors allowed), "
            f"about {broken:,} that it is broken (with twice as many)."
        )
    if json_file:
        write_json(json_file, found.values())


def check_plan(
    model: Path, source: str, asked: PlanRequest, options: ReadOptions, json_file: Path | None
) -> None:
    """Judge the limits by the labels of a plan; status 5 when one is broken."""
    check_outputs([json_file], [model, source])
    saved = model_from(model)
    judged = judged_plan(saved, source, options, want=asked.want, confidence=asked.confidence)
    console = plain_console()
    for check in judged.checks:
        console.print(check.sentence())
    console.print(f"{judged.labeled:,} of {judged.rows:,} rows of the plan have a label.")
    if json_file:
        write_json(json_file, judged.values())
    if any(check.state is BoundState.BROKEN for check in judged.checks):
        raise typer.Exit(BROKEN)
