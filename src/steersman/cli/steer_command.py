"""`steersman steer`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from steersman.cli.arguments import MANY_FILES, EngineName, Source
from steersman.cli.outputs import (
    RESULTS,
    CardFile,
    Json,
    MlflowUri,
    OnnxFile,
    OutputOptions,
    may_be_quiet,
)
from steersman.cli.reading import reads
from steersman.data.read_options import ReadOptions

commands = typer.Typer()
limit = partial(typer.Option, rich_help_panel="Limits")
fitting = partial(typer.Option, rich_help_panel="Model and split")
many_files = partial(typer.Option, rich_help_panel=MANY_FILES)
result = partial(typer.Option, rich_help_panel=RESULTS)


@commands.command()
@may_be_quiet
@reads("table")
def steer(
    source: Source,
    reading: ReadOptions,
    want: Annotated[str, limit(help='Error limits, such as "fpr <= 2%".')],
    confidence: Annotated[
        str | None, limit(help="Guarantee rates on new data with this confidence, such as 95%.")
    ] = None,
    objective: Annotated[
        str | None, limit(help='"maximize recall", "minimize cost" or "keep".')
    ] = None,
    prior: Annotated[
        str | None, limit(help="Expected share of the class to catch in new data, such as 10%.")
    ] = None,
    refer: Annotated[
        str | None, limit(help="Leave at most this share of the rows to a person, such as 5%.")
    ] = None,
    group: Annotated[
        str | None, limit(help='Column of groups, for "recall >= 90% for each group".')
    ] = None,
    cutoff_per_group: Annotated[
        bool,
        limit(
            "--cutoff-per-group",
            help="Give each group a cut-off of its own; predicting then needs the column.",
        ),
    ] = False,
    cost_column: Annotated[
        str | None, limit(help='Column with the cost of an error on each row, for "minimize cost".')
    ] = None,
    model: Annotated[str, fitting(help="A model's name, or auto to try several.")] = "auto",
    budget: Annotated[float, fitting(help="Seconds for trying models with auto.")] = 60.0,
    holdout: Annotated[float, fitting(help="Share of the other rows used for tuning.")] = 0.33,
    test: Annotated[float, fitting(help="Share of the rows kept for the final test.")] = 0.2,
    time: Annotated[
        str | None, fitting(help="Column of times: learn from the oldest rows, test on the newest.")
    ] = None,
    group_folds: Annotated[str | None, fitting(help="Column of groups that stay together.")] = None,
    seed: Annotated[int, fitting(help="The same seed gives the same model.")] = 0,
    engine: EngineName = None,
    skip_bad_rows: Annotated[
        bool,
        many_files("--skip-bad-rows", help="Leave out rows of partitions that cannot be read."),
    ] = False,
    out: Annotated[Path | None, result(help="Save the model to this file.")] = None,
    keep_closest: Annotated[
        bool, result("--keep-closest", help="Save the closest model if the want is missed.")
    ] = False,
    card: CardFile = None,
    onnx: OnnxFile = None,
    mlflow: MlflowUri = None,
    json: Json = None,
) -> None:
    """Tune a model to your error limits.

    Exit status 3: limits not met. Exit status 4: met, but not guaranteed.
    In both cases a model is saved only with --keep-closest.
    """
    from steersman.cli.steer import steer_file
    from steersman.learn.jobs import Job
    from steersman.learn.wants import parsed_share

    sure = None if confidence is None else parsed_share(confidence)
    in_use = None if prior is None else parsed_share(prior)
    want = want if refer is None else f"{want} and refer <= {refer}"
    rows = (group, cutoff_per_group, cost_column, time, group_folds)
    job = Job(want, sure, model, holdout, test, seed, objective, in_use, *rows, budget)
    leaving = OutputOptions(out, json, card, onnx, mlflow, keep_closest)
    steer_file(source, reading, job, leaving, (engine, skip_bad_rows))
