"""The command line: parse, call one function, print. Rooms are imported when a command runs."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from steersman._version import __version__
from steersman.cli import (
    benchmark_commands,
    data_commands,
    in_use_commands,
    model_commands,
    network_commands,
    project_commands,
    steer_command,
)
from steersman.cli.network_commands import Allow, Kept, NoOpen, Port
from steersman.cli.settings import HOW_TO_CALL, Commands
from steersman.cli.terminal import echo
from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError
from steersman.workers import let_threads_sleep

__all__ = ["app", "main"]

USER_ERROR = 2
BENCHMARKS = ("bench", "reproduce", "soak")
FAMILIES = (
    steer_command,
    model_commands,
    in_use_commands,
    network_commands,
    data_commands,
    project_commands,
    benchmark_commands,
)
"""Modules of commands, in the order of `steersman --help`."""

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
for family in FAMILIES:
    app.add_typer(family.commands)


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
    # Peers of benchmarks run as they are.
    if context.invoked_subcommand not in BENCHMARKS:
        let_threads_sleep()
    if version:
        echo(__version__)
    elif context.invoked_subcommand is None:
        from steersman.workers import workers_ahead

        # Before the workbench is imported, so that both processes do that at once.
        with workers_ahead():
            from steersman.cli.network import NetworkOptions
            from steersman.cli.workbench import open_workbench

            network = NetworkOptions(allow=tuple(allow or ()))
            open_workbench(None, ReadOptions(), port, not no_open, project, network)


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
