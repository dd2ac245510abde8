"""Writers for the results of `steersman steer`: the model, its story, its card and more."""

from __future__ import annotations

from steersman.cli.json_files import write_json
from steersman.cli.leaving import OutputOptions
from steersman.cli.outputs import check_outputs
from steersman.data.raw_tables import RawTable
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
from steersman.learn.jobs import Job, SteeredTable, job_card, job_lines


def check_output_options(leaving: OutputOptions, source: str) -> None:
    """Raise an error before the work begins when an output could not be written."""
    check_outputs([leaving.out, leaving.json, leaving.card, leaving.onnx], [source])
    if leaving.card:
        check_card_name(leaving.card)
    if leaving.onnx:
        check_onnx()
    if leaving.mlflow:
        check_mlflow(leaving.mlflow)


def write_model(
    leaving: OutputOptions, done: SteeredTable, table: RawTable, story: dict[str, object]
) -> None:
    """Write the model and its story."""
    if leaving.out:
        save_model(done.pipeline, leaving.out, label=table.label, id=table.id, story=story)
    if leaving.json:
        write_json(leaving.json, story | {"out": str(leaving.out) if leaving.out else None})


def write_extras(
    leaving: OutputOptions,
    done: SteeredTable,
    table: RawTable,
    story: dict[str, object],
    python: str,
    job: Job,
) -> list[str]:
    """Write the card, the ONNX file and the MLflow run; return a sentence on each."""
    said = []
    card = job_card(done, table, job, python) if leaving.card or leaving.mlflow else None
    if leaving.card and card:
        save_card(card, leaving.card)
        said.append(f"Card in {leaving.card}")
    if leaving.onnx:
        save_onnx(done.pipeline, leaving.onnx)
        said.append(f"Numeric part in {leaving.onnx}")
    if leaving.mlflow and card:
        files = [path for path in (leaving.out, leaving.onnx) if path]
        run = log_steering(leaving.mlflow, story, files, card_markdown(card))
        said.append(f"Run {run} at {leaving.mlflow}")
    return said


def lines_of(source: str, reading: ReadOptions, positive: str | None, job: Job) -> str:
    """The Python lines of a command."""
    named = {} if positive is None else {"positive": positive}
    return job_lines(source, reading.given_options() | named, job)
