"""Run benchmarks and reproductions, and print their figures."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from steersman.errors import SteersmanError
from steersman.studies.benchmarks import BENCHMARKS, BenchmarkRow, rows_as_json, run_benchmark

__all__ = ["run_benchmarks", "run_reproduction"]

PAPERS = {
    "likelihood-spaces": "steersman.studies.likelihood_spaces",
    "martingale": "steersman.studies.martingale",
}


def run_benchmarks(names: list[str], json_file: Path | None) -> None:
    """Print a table for each benchmark; write all of them when a file is named."""
    console = Console()
    figures: dict[str, list[dict[str, object]]] = {}
    for name in names or sorted(BENCHMARKS):
        with console.status(f"Measuring {name}"):
            rows = run_benchmark(name)
        console.print(benchmark_table(name, rows))
        figures[name] = rows_as_json(rows)
    if json_file:
        write_json(json_file, figures)


def benchmark_table(name: str, rows: list[BenchmarkRow]) -> Table:
    table = Table(title=name, title_justify="left")
    for heading in ("what", "ours", "peer", "unit", "times better", "peer is", "note"):
        right = heading in ("ours", "peer", "times better")
        table.add_column(heading, justify="right" if right else "left")
    for row in rows:
        table.add_row(
            row.what,
            f"{row.ours:,.4g}",
            f"{row.peer:,.4g}",
            row.unit,
            f"{row.ratio:.2f}",
            row.peer_name,
            row.note,
        )
    return table


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


def write_json(path: Path, figures: object) -> None:
    """Write figures to a file that is never seen half-written."""
    partial = path.with_name(path.name + ".part")
    partial.write_text(json.dumps(figures, indent=2, default=float) + "\n")
    partial.replace(path)
