"""Run benchmarks and reproductions, and print their figures."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from steersman.cli.outputs import check_outputs, write_json
from steersman.data.files.atomic_files import atomic_file
from steersman.errors import SteersmanError
from steersman_benchmarks.registry import BENCHMARKS, BenchmarkRow, rows_as_json, run_benchmark

PAPERS = {
    "likelihood-spaces": "steersman_benchmarks.likelihood_spaces.reproduction",
    "martingale": "steersman_benchmarks.martingale.reproduction",
    "spam-filter": "steersman_benchmarks.spam_filter.reproduction",
}


def run_benchmarks(
    names: list[str],
    json_file: Path | None,
    size: int | None = None,
    markdown_file: Path | None = None,
) -> None:
    """Print a table for each benchmark; write all of them when a file is named."""
    check_outputs([json_file, markdown_file])
    console = Console()
    figures: dict[str, list[dict[str, object]]] = {}
    sections: list[str] = []
    for name in names or sorted(BENCHMARKS):
        with console.status(f"Measuring {name}"):
            rows = run_benchmark(name, size)
        console.print(benchmark_table(name, rows))
        figures[name] = rows_as_json(rows)
        sections.append(benchmark_markdown(name, rows))
        # After each of them: an interruption should not lose minutes of measurements.
        if markdown_file:
            with atomic_file(markdown_file) as file:
                file.write("\n".join(sections).encode())
    if json_file:
        write_json(json_file, figures)


def benchmark_markdown(name: str, rows: list[BenchmarkRow]) -> str:
    """A section of a page: ours beside the peer's, and what is to be said.

    >>> print(benchmark_markdown("text", [BenchmarkRow("count", 1.0, 3.0, "s", "a peer")]))
    ## text
    <BLANKLINE>
    | what | Steersman | peer | unit | times better | peer is |
    | --- | ---: | ---: | --- | ---: | --- |
    | count | 1 | 3 | s | 3.00 | a peer |
    <BLANKLINE>
    """
    lines = [f"## {name}", ""]
    lines += ["| what | Steersman | peer | unit | times better | peer is |"]
    lines += ["| --- | ---: | ---: | --- | ---: | --- |"]
    for row in rows:
        cells = (row.what, figure(row.ours), figure(row.peer), row.unit, f"{row.ratio:.2f}")
        lines.append(f"| {' | '.join((*cells, row.peer_name))} |")
    notes = dict.fromkeys(row.note for row in rows if row.note)
    return "\n".join([*lines, "", *(f"{note}\n" for note in notes)])


def benchmark_table(name: str, rows: list[BenchmarkRow]) -> Table:
    """Ours beside the peer's, the ratio, and below what the peers are and what is to be said.

    Several peers are numbered, and each row says which of them it is about.
    """
    peers = list(dict.fromkeys(row.peer_name for row in rows))
    several = len(peers) > 1
    table = Table(title=name, title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    table.add_column("what", overflow="fold")
    for heading in ("ours", "peer", *(["which"] if several else []), "unit", "times better"):
        table.add_column(heading, justify="left" if heading == "unit" else "right", no_wrap=True)
    for row in rows:
        which = [str(peers.index(row.peer_name) + 1)] if several else []
        values = (figure(row.ours), figure(row.peer), *which, row.unit, f"{row.ratio:.2f}")
        table.add_row(row.what, *values)
    named = [f"peer {number}: {peer}" for number, peer in enumerate(peers, start=1)]
    notes = dict.fromkeys(row.note for row in rows if row.note)
    table.caption = "\n".join([*(named if several else [f"peer: {peers[0]}"]), *notes])
    table.caption_justify = "left"
    return table


def figure(value: float) -> str:
    """Four significant digits, thousands apart.

    >>> figure(16460.2), figure(0.012345)
    ('16,460', '0.01235')
    """
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def run_reproduction(paper: str, out: Path, json_file: Path | None) -> None:
    """Write a paper's report to a folder, with progress, and its figures where asked."""
    if paper not in PAPERS:
        raise SteersmanError(f"there is no paper {paper!r}", todo=f"try {', '.join(PAPERS)}")
    study = import_module(PAPERS[paper])
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(paper, total=1.0)
        figures = study.reproduce(
            out / paper,
            lambda what, done: progress.update(task, description=what, completed=done or 0.0),
        )
    Console().print(f"Report in {out / paper}")
    if json_file:
        write_json(json_file, figures)
