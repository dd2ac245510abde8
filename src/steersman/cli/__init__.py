"""The command line: parse, call one function, print. Rooms are imported when a command runs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from steersman._version import __version__
from steersman.cli.in_use_commands import add_commands
from steersman.cli.network_commands import (
    Address,
    BehindProxy,
    Cert,
    Host,
    Key,
    LogFile,
    NoOpen,
    PeopleLimit,
    Port,
    add_network_commands,
)
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
from steersman.cli.settings import HOW_TO_CALL, Commands
from steersman.cli.terminal import echo
from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError

__all__ = ["app", "main"]

USER_ERROR = 2
LIMITS, FITTING, MANY_FILES = "Limits", "Model and split", "Many files"
"""Panels of help for the options of `steersman steer`."""

app = typer.Typer(
    name="steersman",
    help="Say which errors you can accept, and get a classifier that keeps to it.",
    cls=Commands,
    context_settings=HOW_TO_CALL,
    epilog="Options also come from environment variables such as STEERSMAN_STEER_CONFIDENCE and "
    "from a settings file that STEERSMAN_CONFIG names.",
    no_args_is_help=False,
    pretty_exceptions_enable=False,
)
data = typer.Typer(help="List data sets, and download more.")
app.add_typer(data, name="data")
project = typer.Typer(help="List, export and import projects.")
app.add_typer(project, name="project")

Source = Annotated[
    str,
    typer.Argument(
        metavar="DATA", help="A file, folder, pattern such as 'data/*.parquet' or data set name."
    ),
]
Rows = Annotated[
    str,
    typer.Argument(
        metavar="DATA",
        help="A file, folder, pattern such as 'data/*.parquet' or data set name; - reads standard "
        "input.",
    ),
]
EngineName = Annotated[
    str | None,
    typer.Option(
        "--engine",
        help="Work on partitions: local, or a Dask scheduler such as tcp://localhost:8786.",
        rich_help_panel=MANY_FILES,
    ),
]
Model = Annotated[
    Path,
    typer.Argument(
        metavar="MODEL", help="A file made by `steersman steer` or saved in the workbench."
    ),
]
Kept = Annotated[
    Path | None, typer.Option("--project", help="Save the work in this file, or resume it.")
]
Allow = Annotated[
    list[Path] | None,
    typer.Option(
        help="Folder whose files the page may open; repeat it for more "
        "(default: your home folder but for hidden files, and the current folder)."
    ),
]
ProjectFile = Annotated[Path, typer.Argument(metavar="PROJECT", help="A project file.")]
Positive = Annotated[
    str | None, typer.Option(help="Class to catch (default: the one the model was steered for).")
]


@app.callback(invoke_without_command=True)
def workbench(
    context: typer.Context,
    port: Port = 7400,
    no_open: NoOpen = False,
    project: Kept = None,
    allow: Allow = None,
    version: Annotated[bool, typer.Option("--version", "-V", help="Print the version.")] = False,
) -> None:
    """Say which errors you can accept, and get a classifier that keeps to it.

    Without a command: open the workbench.
    """
    if version:
        echo(__version__)
    elif context.invoked_subcommand is None:
        from steersman.cli.network import NetworkOptions
        from steersman.cli.workbench import open_workbench

        network = NetworkOptions(allow=tuple(allow or ()))
        open_workbench(None, ReadOptions(), port, not no_open, project, network)


@app.command()
@reads("table")
def serve(
    source: Source,
    reading: ReadOptions,
    port: Port = 7400,
    no_open: NoOpen = False,
    project: Kept = None,
    host: Host = "127.0.0.1",
    tls_cert: Cert = None,
    tls_key: Key = None,
    behind_proxy: BehindProxy = False,
    address: Address = "",
    people: PeopleLimit = None,
    log: LogFile = None,
    allow: Allow = None,
    engine: EngineName = None,
) -> None:
    """Open the workbench on your own data, also for other people with --host."""
    from steersman.cli.network import NetworkOptions
    from steersman.cli.workbench import open_workbench

    network = NetworkOptions(
        host,
        tls_cert,
        tls_key,
        behind_proxy,
        address,
        people,
        log=log,
        allow=tuple(allow or ()),
    )
    open_workbench(source, reading, port, not no_open, project, network, engine=engine)


@app.command()
@may_be_quiet
@reads("table")
def steer(
    source: Source,
    reading: ReadOptions,
    want: Annotated[
        str, typer.Option(help='Error limits, such as "fpr <= 2%".', rich_help_panel=LIMITS)
    ],
    confidence: Annotated[
        float | None,
        typer.Option(
            help="Guarantee rates on new data with this confidence.", rich_help_panel=LIMITS
        ),
    ] = None,
    objective: Annotated[
        str | None,
        typer.Option(help='"maximize recall", "minimize cost" or "keep".', rich_help_panel=LIMITS),
    ] = None,
    prior: Annotated[
        str | None,
        typer.Option(
            help="Expected share of the class to catch in new data, such as 10%.",
            rich_help_panel=LIMITS,
        ),
    ] = None,
    refer: Annotated[
        str | None,
        typer.Option(
            help="Leave at most this share of the rows to a person, such as 5%.",
            rich_help_panel=LIMITS,
        ),
    ] = None,
    group: Annotated[
        str | None,
        typer.Option(
            help='Column of groups, for "recall >= 90% for each group".', rich_help_panel=LIMITS
        ),
    ] = None,
    cutoff_per_group: Annotated[
        bool,
        typer.Option(
            "--cutoff-per-group",
            help="Give each group a cut-off of its own; predicting then needs the column.",
            rich_help_panel=LIMITS,
        ),
    ] = False,
    cost_column: Annotated[
        str | None,
        typer.Option(
            help='Column with the cost of an error on each row, for "minimize cost".',
            rich_help_panel=LIMITS,
        ),
    ] = None,
    model: Annotated[
        str, typer.Option(help="A model's name, or auto to try several.", rich_help_panel=FITTING)
    ] = "auto",
    holdout: Annotated[
        float,
        typer.Option(help="Share of the other rows used for tuning.", rich_help_panel=FITTING),
    ] = 0.33,
    test: Annotated[
        float,
        typer.Option(help="Share of the rows kept for the final test.", rich_help_panel=FITTING),
    ] = 0.2,
    time: Annotated[
        str | None,
        typer.Option(
            help="Column of times: learn from the oldest rows, test on the newest.",
            rich_help_panel=FITTING,
        ),
    ] = None,
    group_folds: Annotated[
        str | None,
        typer.Option(help="Column of groups that stay together.", rich_help_panel=FITTING),
    ] = None,
    seed: Annotated[
        int, typer.Option(help="The same seed gives the same model.", rich_help_panel=FITTING)
    ] = 0,
    engine: EngineName = None,
    skip_bad_rows: Annotated[
        bool,
        typer.Option(
            "--skip-bad-rows",
            help="Leave out rows of partitions that cannot be read.",
            rich_help_panel=MANY_FILES,
        ),
    ] = False,
    out: Annotated[
        Path | None, typer.Option(help="Save the model to this file.", rich_help_panel=RESULTS)
    ] = None,
    keep_closest: Annotated[
        bool,
        typer.Option(
            "--keep-closest",
            help="Save the closest model if the want is missed.",
            rich_help_panel=RESULTS,
        ),
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

    in_use = None if prior is None else parsed_share(prior)
    want = want if refer is None else f"{want} and refer <= {refer}"
    rows = (group, cutoff_per_group, cost_column, time, group_folds)
    job = Job(want, confidence, model, holdout, test, seed, objective, in_use, *rows)
    leaving = OutputOptions(out, json, card, onnx, mlflow, keep_closest)
    steer_file(source, reading, job, leaving, (engine, skip_bad_rows))


@app.command()
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


@app.command()
@may_be_quiet
@reads("file")
def evaluate(
    model: Model,
    source: Rows,
    reading: ReadOptions,
    label: Annotated[str | None, typer.Option(help="The label column.")] = None,
    merge_labels: Annotated[
        bool,
        typer.Option("--merge-labels", help="Ignore spaces and capitals in labels."),
    ] = False,
    positive: Positive = None,
    json: Json = None,
) -> None:
    """Evaluate a saved model on a file with labels; exit status 5 when it breaks its limits."""
    from steersman.cli.evaluate import evaluate_file
    from steersman.cli.standard_input import source_of

    with source_of(source, reading) as (rows, options):
        evaluate_file(model, rows, (label, merge_labels), json, options, positive)


@app.command()
@may_be_quiet
@reads("file")
def watch(
    model: Model,
    source: Annotated[
        str, typer.Argument(metavar="NEW", help="A file of new rows; - reads standard input.")
    ],
    reading: ReadOptions,
    label: Annotated[str | None, typer.Option(help="The label column.")] = None,
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
    merge_labels: Annotated[
        bool, typer.Option("--merge-labels", help="Ignore spaces and capitals in labels.")
    ] = False,
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


@app.command()
def show(model: Model, json: Json = None) -> None:
    """Show the limits, guarantee, classes, columns and versions of a saved model."""
    from steersman.cli.show import show_model

    show_model(model, json)


@app.command()
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


@app.command()
def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Delete all partitions.")] = False,
    json: Json = None,
) -> None:
    """Show the partitions of large data on disk, or delete them."""
    from steersman.cli.partitions import show_cache

    show_cache(clear, json)


@app.command()
def bench(
    names: Annotated[
        list[str] | None, typer.Argument(help="Benchmarks to run; all by default.")
    ] = None,
    rows: Annotated[
        int | None, typer.Option(help="Number of rows, for the benchmarks load, growth and scale.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Write the results to this Markdown file.", rich_help_panel=RESULTS),
    ] = None,
    json: Json = None,
) -> None:
    """Compare speed with other libraries."""
    from steersman.cli.benchmarks import benchmark_figures

    benchmark_figures().run_benchmarks(names or [], json, rows, out)


@app.command()
def soak(
    names: Annotated[list[str] | None, typer.Argument(help="Soaks to run; all by default.")] = None,
    long: Annotated[bool, typer.Option("--long", help="Run the long form.")] = False,
    json: Json = None,
) -> None:
    """Try hostile and endless use, and count what goes wrong; exit status 3 when anything does."""
    from steersman.cli.benchmarks import soak_output
    from steersman.cli.steer import NOT_MET

    if not soak_output().run_soaks(names or [], long, json):
        raise typer.Exit(NOT_MET)


@app.command()
def reproduce(
    paper: Annotated[str, typer.Argument(help="likelihood-spaces, martingale or spam-filter.")],
    out: Annotated[Path, typer.Option(help="Folder for the report and its pictures.")] = Path(
        "reports"
    ),
    json: Json = None,
) -> None:
    """Reproduce a paper's tables and figures, side by side with the published ones."""
    from steersman.cli.benchmarks import benchmark_figures

    benchmark_figures().run_reproduction(paper, out, json)


@app.command()
@may_be_quiet
@reads("table")
def replay(
    file: ProjectFile,
    reading: ReadOptions,
    out: Annotated[
        Path | None, typer.Option(help="Save the model to this file.", rich_help_panel=RESULTS)
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(help="Model to save: matrix (if it was opened) or plane."),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--data", help="Repeat the steps on this file or data set."),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Reuse stored results of long steps.")
    ] = False,
    json: Json = None,
) -> None:
    """Repeat the steps of a saved session; exit status 4 when a result differs."""
    from steersman.cli.replay import replay_file

    replay_file(file, (source, reading), out, model, quick, json)


@project.command("list")
def list_projects() -> None:
    """List the saved projects."""
    from steersman.cli.project import show_projects

    show_projects()


@project.command("export")
def export_project(
    file: ProjectFile,
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write.")],
    with_data: Annotated[
        bool, typer.Option("--with-data", help="Include data and models.")
    ] = False,
) -> None:
    """Export a project to one file."""
    from steersman.cli.project import export_file

    export_file(file, out, with_data)


@project.command("import")
def import_project(file: ProjectFile) -> None:
    """Import a copy of a project file."""
    from steersman.cli.project import import_file

    import_file(file)


@project.command("notes")
def project_notes(file: ProjectFile) -> None:
    """Print the steps of a project with their notes."""
    from steersman.cli.project import show_notes

    show_notes(file)


@data.command("list")
def list_data() -> None:
    """List the data sets with their size and source."""
    from steersman.cli.data import show_available

    show_available()


@data.command("fetch")
def fetch_data(name: Annotated[str, typer.Argument(help="A name from `data list`.")]) -> None:
    """Download a data set from its source and verify it."""
    from steersman.cli.data import fetch_named

    fetch_named(name)


add_commands(app)
add_network_commands(app)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; a user's mistake is one sentence and exit status 2."""
    # What is written may come from private data: other users of the machine cannot read it.
    os.umask(0o077)
    try:
        app(args=arguments, prog_name="steersman")
    except SteersmanError as error:
        message = str(error)
    except OSError as error:
        if error.filename is None:  # about no file: not a user's mistake
            raise
        message = f"{error.filename}: {error.strerror}; check its name, permissions and disk"
    except MemoryError:
        message = "not enough memory; use fewer rows or columns, or another model"
    except Exception as error:
        from steersman.server.crash_reports import write_report

        # The traceback stays what it is; the report is for those who want to share it.
        report = write_report("command line", error)
        if report is not None:
            echo(f"steersman: internal error; {report} says what happened", err=True)
        raise
    echo(f"steersman: {message}", err=True)
    raise SystemExit(USER_ERROR)
