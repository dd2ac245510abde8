"""Steer a model to a want on a file, without a browser."""

from __future__ import annotations

from pathlib import Path

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from steersman.cli.leaving import OutputOptions
from steersman.cli.left_files import check_output_options, lines_of, write_extras, write_model
from steersman.cli.matrices import matrix_table, plain_console
from steersman.data.raw_tables import RawTable, raw_table
from steersman.data.read_options import ReadOptions
from steersman.learn.jobs import Job, SteeredTable, check_job, steer_table
from steersman.tasks import Task

NOT_MET = 3


def steer_file(
    source: str,
    reading: ReadOptions,
    positive: str | None,
    job: Job,
    leaving: OutputOptions,
) -> None:
    """Read, steer with progress, show, save; exit status 3 when the want is not met."""
    check_output_options(leaving, source)
    check_job(job)
    shown = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(
        *shown, console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        bar = progress.add_task("reading", total=1.0)
        table = raw_table(
            source,
            **reading.given_options(),
            positive=positive,
            task=Task(
                progress=lambda what, part: progress.update(bar, description=what, completed=part)
            ).monotone(),
        )
    for note in table.notes:
        plain_console().print(f"Note: {note}")
    with Progress(
        *shown, console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        task = progress.add_task("steering", total=1.0)
        done = steer_table(
            table,
            job,
            lambda what, part: progress.update(task, description=what, completed=part or 0.0),
        )
    python = lines_of(source, reading, positive, job)
    story = story_of(done, table, job) | {"positive": positive, "python": python}
    story |= reading_story(table)
    write_model(leaving, done, table, story)
    show(done, table, leaving.out)
    for sentence in write_extras(leaving, done, table, story, python, job):
        plain_console().print(sentence)
    if not done.steering.met:
        raise typer.Exit(NOT_MET)


def show(done: SteeredTable, table: RawTable, out: Path | None) -> None:
    """The matrices before and after, the reason, the promise and where the model is."""
    console = plain_console()
    steering, parts = done.steering, done.parts
    console.print(
        f"{' + '.join(done.families)}: learned from {len(parts.train):,} rows, "
        f"steered on {len(parts.holdout):,}, tested on {len(parts.test):,}"
        f"{'' if table.split is None else ', as the data says'}"
    )
    console.print(matrix_table("Before, on the steering rows", steering.before, steering.classes))
    console.print(matrix_table("After, on the steering rows", steering.after, steering.classes))
    if done.tested is not None:
        console.print(matrix_table("After, on the test rows", done.tested, steering.classes))
    console.print(f"{'Met' if steering.met else 'Not met'}: {steering.reason}")
    for statement in promises(done):
        console.print(f"Promised: {statement}")
    for sentence in done.test_gaps:
        console.print(f"On the test rows {sentence}")
    if out:
        closest = "" if steering.met else "The want is not met; the closest model was saved. "
        console.print(f"{closest}Model in {out}")


def promises(done: SteeredTable) -> tuple[str, ...]:
    """The guarantees for new data, when they were asked for and are met."""
    steering = done.steering
    return steering.promise.statements if steering.promise and steering.met else ()


def reading_story(table: RawTable) -> dict[str, object]:
    """How the file was read, which other files for the model will be like."""
    read = table.read_options
    return {
        "separator": read.separator,
        "merge_labels": read.merge_labels,
        "reading": {"encoding": read.encoding, "header": read.header, "sheet": read.sheet},
    }


def story_of(done: SteeredTable, table: RawTable, job: Job) -> dict[str, object]:
    """The request and its outcome, as JSON."""
    steering, parts = done.steering, done.parts
    return {
        "source": table.where,
        "want": str(steering.want),
        "confidence": job.confidence,
        "seed": job.seed,
        "model": job.model,
        "families": list(done.families),
        "classes": list(steering.classes),
        "rows": {name: len(rows) for name, rows in parts._asdict().items()},
        "met": steering.met,
        "code": steering.code,
        "reason": steering.reason,
        "gap": steering.gap,
        "before": steering.before.tolist(),
        "after": steering.after.tolist(),
        "tested": None if done.tested is None else done.tested.tolist(),
        "test_gaps": list(done.test_gaps),
        "promises": list(promises(done)),
    }
