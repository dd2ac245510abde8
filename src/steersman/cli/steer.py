"""Steer a model to a want on a file, without a browser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np
import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from steersman.cli.outputs import OutputOptions, check_outputs, write_json
from steersman.cli.partitions import (
    ManyFiles,
    check_partition_outputs,
    needs_partitions,
    partition_lines,
    steer_many,
)
from steersman.cli.progress import progress_bar
from steersman.cli.tables import matrix_table, plain_console
from steersman.data.columns.label_words import visible
from steersman.data.raw_tables import RawTable, raw_table
from steersman.data.read_options import ReadOptions
from steersman.learn.export import (
    card_markdown,
    check_card_name,
    check_mlflow,
    check_onnx,
    log_steering,
    save_card,
    save_onnx,
)
from steersman.learn.files import save_model
from steersman.learn.jobs import Job, SteeredTable, check_job, job_card, job_lines, steer_table
from steersman.learn.steering import CostFigure, GroupOutcome, GroupThresholdClassifier, Steering
from steersman.learn.wants import share_text
from steersman.tasks import Task

NOT_MET = 3
NOT_GUARANTEED = 4


def steer_file(
    source: str,
    reading: ReadOptions,
    job: Job,
    outputs: OutputOptions,
    many: ManyFiles = (None, False),
) -> None:
    """Read, steer with progress, show, save; a status of its own when the want is not met.

    Files that are too many for memory are steered in partitions.
    """
    check_output_options(outputs, source)
    check_job(job)
    if needs_partitions(source, many):
        check_partition_outputs(outputs)
        done, table = steer_many(source, reading, job, many)
        python = partition_lines(source, reading.given_options(), job, many)
    else:
        with progress_bar("Reading") as report:
            task = Task(progress=report).monotone()
            table = raw_table(source, **reading.given_options(), task=task)
        for note in table.notes:
            plain_console().print(note)
        with progress_bar("Tuning") as report:
            done = steer_table(table, job, report)
        python = job_lines(source, reading.given_options(), job)
    story = story_of(done, table, job) | {"positive": table.positive, "python": python}
    story |= reading_story(table)
    saves = done.steering.met or outputs.keep_closest
    asked, outputs = outputs, outputs if saves else outputs.without_model()
    write_model(outputs, done, table, story)
    show(done, table, outputs.out)
    if asked != outputs:
        plain_console().print("No model saved. Use --keep-closest to save the closest one.")
    for sentence in write_extras(outputs, done, table, story, python, job):
        plain_console().print(sentence)
    if not done.steering.met:
        raise typer.Exit(exit_status(done))


def exit_status(done: SteeredTable) -> int:
    """The status of a want that was missed: as counted, or only as a guarantee."""
    counted = done.steering.want.is_met(done.steering.after)
    return NOT_GUARANTEED if counted and done.steering.judged_by_promise else NOT_MET


def check_output_options(outputs: OutputOptions, source: str) -> None:
    """Raise an error before the work begins when an output could not be written."""
    check_outputs([outputs.out, outputs.json, outputs.card, outputs.onnx], [source])
    if outputs.card:
        check_card_name(outputs.card)
    if outputs.onnx:
        check_onnx()
    if outputs.mlflow:
        check_mlflow(outputs.mlflow)


def write_model(
    outputs: OutputOptions, done: SteeredTable, table: RawTable, story: dict[str, object]
) -> None:
    """Write the model and its story."""
    if outputs.out:
        save_model(done.pipeline, outputs.out, label=table.label, id=table.id, story=story)
    if outputs.json:
        write_json(outputs.json, story | {"out": str(outputs.out) if outputs.out else None})


def write_extras(
    outputs: OutputOptions,
    done: SteeredTable,
    table: RawTable,
    story: dict[str, object],
    python: str,
    job: Job,
) -> list[str]:
    """Write the report, the ONNX file and the MLflow run; a sentence on where each is."""
    said = []
    card = job_card(done, table, job, python) if outputs.card or outputs.mlflow else None
    if outputs.card and card:
        save_card(card, outputs.card)
        said.append(f"Saved the report to {outputs.card}")
    if outputs.onnx:
        save_onnx(done.pipeline, outputs.onnx)
        said.append(f"Saved the numeric part to {outputs.onnx}")
    if outputs.mlflow and card:
        files = [path for path in (outputs.out, outputs.onnx) if path]
        run = log_steering(outputs.mlflow, story, files, card_markdown(card))
        said.append(f"Logged run {run} to {outputs.mlflow}")
    return said


def show(done: SteeredTable, table: RawTable, out: Path | None) -> None:
    """The matrices before and after, the reason, the promise and where the model is."""
    console = plain_console()
    steering, parts = done.steering, done.parts
    console.print(
        f"{' + '.join(done.families)}: {len(parts.train):,} training rows, "
        f"{len(parts.holdout):,} tuning rows, {len(parts.test):,} final test rows"
        f"{'' if table.split is None else ' (split given by the data)'}"
    )
    if done.skipped:
        console.print(f"No time for: {', '.join(done.skipped)}. Allow more with --budget.")
    if 0 < done.fitted_rows < len(parts.train):
        console.print(
            f"Fitted on {done.fitted_rows:,} of the training rows: there was no time for more."
        )
    console.print(matrix_table("Before, on the tuning rows", steering.before, steering.classes))
    console.print(matrix_table("After, on the tuning rows", steering.after, steering.classes))
    if done.tested is not None:
        console.print(matrix_table("After, on the final test rows", done.tested, steering.classes))
    if steering.groups:
        console.print(group_table(steering.groups))
    if steering.row_costs is not None:
        console.print(cost_table(steering.row_costs))
    if isinstance(steering.model, GroupThresholdClassifier):
        console.print(
            f"Each {steering.model.column} has a cut-off of its own: to predict, the model needs "
            "that column."
        )
    for sentence in filter(None, steering.answer):
        console.print(sentence)
    for sentence in done.test_gaps:
        console.print(f"On the final test rows: {sentence}")
    if out:
        console.print(
            f"{'Saved the model' if steering.met else 'Saved the closest model'} to {out}"
        )


def cost_table(costs: tuple[CostFigure, CostFigure]) -> Table:
    """What errors cost before and after, in all and on average with an interval."""
    title = Text("Costs of errors, on the tuning rows")
    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    for name in ("", "total", "average of a row", "95 % interval"):
        table.add_column(name, justify="right" if name else "left", no_wrap=True)
    for name, each in zip(("before", "after"), costs):
        within = f"{each.low:,.4g} to {each.high:,.4g}"
        table.add_row(name, f"{each.total:,.6g}", f"{each.average:,.4g}", within)
    return table


def group_table(groups: Sequence[GroupOutcome]) -> Table:
    """Every limit in every group, the worst first, with the interval of the true rate."""
    title = Text("In each group, on the tuning rows")
    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    table.add_column("group", no_wrap=True)
    for name in ("limit", "rows", "here", "95 % interval", "met"):
        table.add_column(name, justify="right", no_wrap=True)
    for each in groups:
        within = (
            each.interval and f"{share_text(each.interval[0])} to {share_text(each.interval[1])}"
        )
        here = "" if np.isnan(each.value) else share_text(each.value)
        rows, met = f"{each.matrix.sum():,}", "yes" if each.is_met else "no"
        named = Text(visible(each.group)), Text(str(each.bound))
        table.add_row(*named, rows, here, within or "", met)
    return table


def cost_values(steering: Steering) -> dict[str, object] | None:
    """What errors cost before and after, where each row has a cost of its own."""
    if steering.row_costs is None:
        return None
    before, after = steering.row_costs
    return {"before": asdict(before), "after": asdict(after)}


def reading_story(table: RawTable) -> dict[str, object]:
    """How the file was read, which other files for the model will be like."""
    read = table.read_options
    return {
        "separator": read.separator,
        "merge_labels": read.merge_labels,
        "rename_classes": dict(read.rename_classes),
        "reading": {"encoding": read.encoding, "header": read.header, "sheet": read.sheet},
    }


def story_of(done: SteeredTable, table: RawTable, job: Job) -> dict[str, object]:
    """The request and its outcome, as JSON."""
    steering, parts = done.steering, done.parts
    return {
        "source": table.where,
        "want": str(steering.want),
        "confidence": job.confidence,
        "prior": job.prior,
        "cost_column": job.cost_column or steering.want.want.cost_column or None,
        "group_column": getattr(steering.model, "column", None),
        "costs": cost_values(steering),
        "seed": job.seed,
        "model": job.model,
        "families": list(done.families),
        "skipped": list(done.skipped),
        "fitted_rows": done.fitted_rows,
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
        "assurance": steering.assurance,
        "promises": list(steering.guarantees),
        "assumptions": list(steering.assumptions),
        "warnings": [
            {"code": each.code, "rows": each.rows, "label": each.label}
            for each in steering.warnings
        ],
        "fingerprint": done.fingerprint.values(),
        "groups": [
            {
                "limit": str(each.bound),
                "group": each.group,
                "matrix": each.matrix.tolist(),
                "value": None if np.isnan(each.value) else each.value,
                "interval": each.interval,
                "met": each.is_met,
            }
            for each in steering.groups
        ],
    }
