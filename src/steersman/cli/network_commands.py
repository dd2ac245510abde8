"""Commands and options of the workbench as a server, for one person or several."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from steersman.cli.arguments import EngineName, Source
from steersman.cli.outputs import Json
from steersman.cli.reading import reads
from steersman.data.read_options import ReadOptions

NETWORK = "Network"
Port = Annotated[int, typer.Option(help="Port on this machine; the next free one if it is taken.")]
NoOpen = Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")]
Host = Annotated[
    str,
    typer.Option(
        help="Address to serve on; others than this machine need TLS files or a proxy.",
        rich_help_panel=NETWORK,
    ),
]
Cert = Annotated[
    Path | None, typer.Option("--tls-cert", help="Certificate (PEM).", rich_help_panel=NETWORK)
]
Key = Annotated[
    Path | None,
    typer.Option("--tls-key", help="Private key of the certificate.", rich_help_panel=NETWORK),
]
BehindProxy = Annotated[
    bool,
    typer.Option(
        "--behind-proxy",
        help="A proxy encrypts and passes requests on; needs --address.",
        rich_help_panel=NETWORK,
    ),
]
Address = Annotated[
    str,
    typer.Option(
        help="What people type, such as https://class.example.org.", rich_help_panel=NETWORK
    ),
]
PeopleLimit = Annotated[
    int | None,
    typer.Option(
        help="Most people at once apart from you, each with a session (default: 20 with --host).",
        rich_help_panel=NETWORK,
    ),
]
LogFile = Annotated[
    Path | None,
    typer.Option(
        "--log", help="Write what happens to this file as JSON lines.", rich_help_panel=NETWORK
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

commands = typer.Typer()


@commands.command()
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
    from steersman.workers import workers_ahead

    # Before the workbench is imported, so that both processes do that at once.
    with workers_ahead():
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


@commands.command()
@reads("table")
def classroom(
    reading: ReadOptions,
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="[DATA]", help="A data set name, a file with --label, or a project file."
        ),
    ] = None,
    people: Annotated[int, typer.Option(help="Most students at once.")] = 40,
    code: Annotated[str, typer.Option(help="Code to join with (default: a new one).")] = "",
    port: Port = 7400,
    no_open: NoOpen = False,
    host: Host = "127.0.0.1",
    tls_cert: Cert = None,
    tls_key: Key = None,
    behind_proxy: BehindProxy = False,
    address: Address = "",
    log: LogFile = None,
) -> None:
    """Serve a class: each student joins with a code and works alone, or follows your screen."""
    from steersman.workers import workers_ahead

    with workers_ahead():
        from steersman.cli.classroom import open_classroom
        from steersman.cli.network import NetworkOptions

        network = NetworkOptions(
            host, tls_cert, tls_key, behind_proxy, address, people, code, log, copies=True
        )
        open_classroom(source, reading, port, not no_open, network)


@commands.command()
def diagnose(json: Json = None) -> None:
    """Show versions, folders, projects and crash reports; nothing is sent."""
    from steersman.cli.diagnose import show_diagnosis

    show_diagnosis(json)
