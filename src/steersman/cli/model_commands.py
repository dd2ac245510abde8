"""Commands that use saved models, or compare models."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from steersman.cli.arguments import EngineName, Label, MergeLabels, Model, Positive, Rows, Source
from steersman.cli.outputs import RESULTS, Json, may_be_quiet
from steersman.cli.reading import reads
from steersman.data.read_options import ReadOptions

commands = typer.Typer()


@commands.command()
@may_be_quiet
@reads("file")
def predict(
    model: Model,
    source: Rows,
    reading: ReadOptions,
    keep: Annotated[
        str, typer.Option(help="Columns to pass through, separated by commas: id,date.")
    ] = "",
    reasons: Annotated[
        int,
        typer.Option(help="Add what counted most for each score: 3 for three reasons.", min=0),
    ] = 0,
    engine: EngineName = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Write to this file: .csv, .jsonl or .parquet; of many files, to this folder.",
            rich_help_panel=RESULTS,
        ),
    ] = None,
) -> None:
    """Predict every row of a file, of any size, or of many files."""
    from steersman.cli.quick_skops import import_skops

    import_skops()
    from steersman.cli.predict import predict_file, writes_folder
    from steersman.cli.standard_input import source_of

    kept = [name.strip() for name in keep.split(",") if name.strip()]
    if out is not None and writes_folder(source, out, engine):
        from steersman.cli.partitions import predict_many

        predict_many(model, source, out, (reading, kept, reasons, engine))
        return
    with source_of(source, reading) as (rows, options):
        predict_file(model, rows, out, options, kept, reasons)


@commands.command()
@may_be_quiet
@reads("file")
def evaluate(
    model: Model,
    source: Rows,
    reading: ReadOptions,
    label: Label = None,
    merge_labels: MergeLabels = False,
    positive: Positive = None,
    json: Json = None,
) -> None:
    """Evaluate a saved model on a file with labels; exit status 5 when it breaks its limits."""
    from steersman.cli.evaluate import evaluate_file
    from steersman.cli.standard_input import source_of

    with source_of(source, reading) as (rows, options):
        evaluate_file(model, rows, (label, merge_labels), json, options, positive)


@commands.command()
@may_be_quiet
@reads("file")
def watch(
    model: Model,
    source: Annotated[
        str, typer.Argument(metavar="NEW", help="A file of new rows; - reads standard input.")
    ],
    reading: ReadOptions,
    label: Label = None,
    log: Annotated[
        Path | None, typer.Option(help="Remember all rows in this file, and continue from it.")
    ] = None,
    want: Annotated[
        str | None, typer.Option(help="Limits to watch (default: those of the model).")
    ] = None,
    confidence: Annotated[
        float, typer.Option(help="One minus the chance of ever giving a false alarm.")
    ] = 0.95,
    on_broken: Annotated[
        str | None,
        typer.Option(
            metavar="COMMAND",
            help="Run this, without a shell, when a limit breaks; it reads the report as JSON.",
        ),
    ] = None,
    merge_labels: MergeLabels = False,
    json: Json = None,
) -> None:
    """Check on new rows whether a model still keeps its limits; look as often as you like.

    Exit status 5 when a limit is broken.
    """
    from steersman.cli.standard_input import source_of
    from steersman.cli.watch import WatchRequest, watch_file

    asked = WatchRequest(label, merge_labels, want, confidence, log, json, on_broken)
    with source_of(source, reading) as (rows, options):
        watch_file(model, rows, asked, options)


@commands.command()
def show(model: Model, json: Json = None) -> None:
    """Show the limits, guarantee, classes, columns and versions of a saved model."""
    from steersman.cli.show import show_model

    show_model(model, json)


@commands.command()
@may_be_quiet
@reads("table")
def compare(
    source: Source,
    reading: ReadOptions,
    models: Annotated[
        str, typer.Option(help="Model names, separated by commas.")
    ] = "logistic,neighbors",
    steered: Annotated[
        list[str] | None, typer.Option(help='A model with a want: "logistic: fpr <= 2%".')
    ] = None,
    folds: Annotated[int, typer.Option(help="Number of cross-validation folds.")] = 5,
    repeats: Annotated[int, typer.Option(help="How many times to repeat cross-validation.")] = 1,
    seed: Annotated[int, typer.Option(help="The same seed gives the same folds.")] = 0,
    time: Annotated[
        str | None, typer.Option(help="Column of times: every fold learns from earlier rows.")
    ] = None,
    group_folds: Annotated[
        str | None, typer.Option(help="Column of groups that stay together in a fold.")
    ] = None,
    curves: Annotated[bool, typer.Option("--curves", help="Draw learning curves too.")] = False,
    measure: Annotated[
        str, typer.Option(help="Measure to test pairs by, such as f1_macro or cost.")
    ] = "accuracy",
    cost_column: Annotated[
        str | None, typer.Option(help="Column with the cost of an error on each row.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Write a report to this .html or .md file.", rich_help_panel=RESULTS),
    ] = None,
    json: Json = None,
) -> None:
    """Compare models on the same folds, with intervals, tests and a report."""
    from steersman.cli.compare import ComparisonRequest, compare_file
    from steersman.compare import Cuts

    cuts = Cuts(folds, repeats, seed)
    columns = (cost_column, time, group_folds)
    asked = ComparisonRequest(models, steered or (), cuts, curves, measure, *columns)
    compare_file(source, reading, asked, out, json)
