"""The command line: parse, call one function, print. Rooms are imported when a command runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from steersman._version import __version__
from steersman.cli.outputs import CardFile, MlflowUri, OnnxFile, OutputOptions
from steersman.cli.reading import reads
from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError

__all__ = ["app", "main"]

USER_ERROR = 2

app = typer.Typer(
    name="steersman",
    help="Take the helm of a classifier: see its errors, say which you can live with.",
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_enable=False,
)
data = typer.Typer(help="The data sets that are here, and those that can be fetched.")
app.add_typer(data, name="data")
project = typer.Typer(help="The projects that keep your work.")
app.add_typer(project, name="project")

Port = Annotated[int, typer.Option(help="Port on this machine; the next free one if taken.")]
NoOpen = Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")]
Source = Annotated[str, typer.Argument(metavar="DATA", help="A file, folder or known name.")]
Rows = Annotated[
    str,
    typer.Argument(metavar="DATA", help="A file, folder or known name; - is the standard input."),
]
Model = Annotated[
    Path,
    typer.Argument(
        metavar="MODEL", help="A file made by `steersman steer` or saved in the workbench."
    ),
]
Kept = Annotated[
    Path | None, typer.Option("--project", help="Keep the work in this file, or go on with it.")
]
ProjectFile = Annotated[Path, typer.Argument(metavar="PROJECT", help="A project's file.")]
Positive = Annotated[
    str | None, typer.Option(help="Class to catch (default: the one the model was steered for).")
]
Json = Annotated[Path | None, typer.Option("--json", help="Write the figures to this file.")]


@app.callback(invoke_without_command=True)
def workbench(
    context: typer.Context,
    port: Port = 7400,
    no_open: NoOpen = False,
    project: Kept = None,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Take the helm of a classifier. Without a command: the workbench."""
    if version:
        typer.echo(__version__)
    elif context.invoked_subcommand is None:
        from steersman.cli.workbench import open_workbench

        open_workbench(None, ReadOptions(), port, not no_open, project)


@app.command()
@reads("table")
def serve(
    source: Source,
    reading: ReadOptions,
    port: Port = 7400,
    no_open: NoOpen = False,
    project: Kept = None,
) -> None:
    """Open the workbench on your own data."""
    from steersman.cli.workbench import open_workbench

    open_workbench(source, reading, port, not no_open, project)


@app.command()
@reads("table")
def steer(
    source: Source,
    reading: ReadOptions,
    want: Annotated[str, typer.Option(help='Errors you can live with: "fpr <= 2%".')],
    confidence: Annotated[
        float | None, typer.Option(help="Let rates hold on new data with this probability.")
    ] = None,
    model: Annotated[str, typer.Option(help="A model's name, or auto to try several.")] = "auto",
    holdout: Annotated[float, typer.Option(help="Share of the other rows to steer on.")] = 0.33,
    test: Annotated[float, typer.Option(help="Share of the rows kept apart to test.")] = 0.2,
    seed: Annotated[int, typer.Option(help="The same seed gives the same model.")] = 0,
    out: Annotated[Path | None, typer.Option(help="Save the model to this file.")] = None,
    card: CardFile = None,
    onnx: OnnxFile = None,
    mlflow: MlflowUri = None,
    json: Json = None,
) -> None:
    """Steer a model to what you want; exit status 3 when it is not met."""
    from steersman.cli.steer import steer_file
    from steersman.learn.jobs import Job

    job = Job(want, confidence, model, holdout, test, seed)
    leaving = OutputOptions(out, json, card, onnx, mlflow)
    steer_file(source, reading, job, leaving)


@app.command()
@reads("file")
def predict(
    model: Model,
    source: Rows,
    reading: ReadOptions,
    out: Annotated[Path | None, typer.Option(help="Write to this CSV file.")] = None,
) -> None:
    """Predict the rows of a file of any size, as CSV."""
    from steersman.cli.predict import predict_file
    from steersman.cli.standard_input import source_of

    with source_of(source, reading) as (rows, options):
        predict_file(model, rows, out, options)


@app.command()
@reads("file")
def evaluate(
    model: Model,
    source: Rows,
    reading: ReadOptions,
    label: Annotated[str | None, typer.Option(help="The column that holds the label.")] = None,
    merge_labels: Annotated[
        bool,
        typer.Option(
            "--merge-labels", help="Labels may differ from the model's by spaces and capitals."
        ),
    ] = False,
    positive: Positive = None,
    json: Json = None,
) -> None:
    """Measure a saved model on a file with labels."""
    from steersman.cli.evaluate import evaluate_file
    from steersman.cli.standard_input import source_of

    with source_of(source, reading) as (rows, options):
        evaluate_file(model, rows, (label, merge_labels), json, options, positive)


@app.command()
@reads("table")
def compare(
    source: Source,
    reading: ReadOptions,
    models: Annotated[
        str, typer.Option(help="Names from the catalog, with commas between them.")
    ] = "logistic,neighbors",
    steered: Annotated[
        list[str] | None, typer.Option(help='A model with a want: "logistic: fpr <= 2%".')
    ] = None,
    folds: Annotated[int, typer.Option(help="Into how many parts the rows are cut.")] = 5,
    repeats: Annotated[int, typer.Option(help="How often they are cut anew.")] = 1,
    seed: Annotated[int, typer.Option(help="The same seed gives the same folds.")] = 0,
    curves: Annotated[bool, typer.Option("--curves", help="Draw learning curves too.")] = False,
    measure: Annotated[
        str, typer.Option(help="What pairs are tested by, such as f1_macro.")
    ] = "accuracy",
    out: Annotated[Path | None, typer.Option(help="The report: .html, or .md.")] = None,
    json: Json = None,
) -> None:
    """Compare models on the same folds, with intervals, tests and a report."""
    from steersman.cli.compare import ComparisonRequest, compare_file
    from steersman.compare import Cuts

    cuts = Cuts(folds, repeats, seed)
    asked = ComparisonRequest(models, steered or (), cuts, curves, measure)
    compare_file(source, reading, asked, out, json)


@app.command()
def bench(
    names: Annotated[
        list[str] | None, typer.Argument(help="Which; all when none is named.")
    ] = None,
    rows: Annotated[int | None, typer.Option(help="Size of the problem, for load.")] = None,
    json: Json = None,
) -> None:
    """Measure speed against named peers, in one run."""
    from steersman.cli.benchmarks import benchmark_figures

    benchmark_figures().run_benchmarks(names or [], json, rows)


@app.command()
def reproduce(
    paper: Annotated[str, typer.Argument(help="likelihood-spaces, martingale or spam-filter.")],
    out: Annotated[Path, typer.Option(help="Folder for the report and its pictures.")] = Path(
        "reports"
    ),
    json: Json = None,
) -> None:
    """Reproduce a paper's tables and figures, theirs beside ours."""
    from steersman.cli.benchmarks import benchmark_figures

    benchmark_figures().run_reproduction(paper, out, json)


@app.command()
@reads("table")
def replay(
    file: ProjectFile,
    reading: ReadOptions,
    out: Annotated[Path | None, typer.Option(help="Save the model to this file.")] = None,
    model: Annotated[
        str | None, typer.Option(help="matrix or plane: whose model; matrix if it was opened.")
    ] = None,
    source: Annotated[
        str | None, typer.Option("--data", help="Do the same on this file or known name.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Take results that are kept.")] = False,
    json: Json = None,
) -> None:
    """Repeat the steps of a saved session; exit status 4 when a result differs."""
    from steersman.cli.replay import replay_file

    replay_file(file, (source, reading), out, model, quick, json)


@project.command("list")
def list_projects() -> None:
    """Show the projects that are kept."""
    from steersman.cli.project import show_projects

    show_projects()


@project.command("export")
def export_project(
    file: ProjectFile,
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The file to make.")],
    with_data: Annotated[
        bool, typer.Option("--with-data", help="Take the data and the models along.")
    ] = False,
) -> None:
    """Make one clean file of a project, to be taken elsewhere."""
    from steersman.cli.project import export_file

    export_file(file, out, with_data)


@project.command("import")
def import_project(file: ProjectFile) -> None:
    """Put a copy of a project file among your projects."""
    from steersman.cli.project import import_file

    import_file(file)


@project.command("notes")
def project_notes(file: ProjectFile) -> None:
    """Print what was done and what was noted, step by step."""
    from steersman.cli.project import show_notes

    show_notes(file)


@data.command("list")
def list_data() -> None:
    """Show the data sets that are here, their size and source."""
    from steersman.cli.data import show_available

    show_available()


@data.command("fetch")
def fetch_data(name: Annotated[str, typer.Argument(help="A name from `data list`.")]) -> None:
    """Download a collection from its public home and check what came."""
    from steersman.cli.data import fetch_named

    fetch_named(name)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; a user's mistake is one sentence and exit status 2."""
    try:
        app(args=arguments, prog_name="steersman")
    except SteersmanError as error:
        told = str(error)
    except OSError as error:
        if error.filename is None:  # about no file: not a user's mistake
            raise
        told = f"{error.filename}: {error.strerror}; check the name, its permissions and the disk"
    except MemoryError:
        told = "there is not enough memory for this; take fewer rows or columns, or another model"
    typer.echo(f"steersman: {told}", err=True)
    raise SystemExit(USER_ERROR)
