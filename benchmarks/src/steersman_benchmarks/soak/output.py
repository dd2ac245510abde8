"""Run soaks and print what held."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from steersman.cli.outputs import check_outputs, write_json
from steersman_benchmarks.soak.registry import SOAKS, SoakRow, rows_as_json, run_soak


def run_soaks(names: list[str], long: bool, json_file: Path | None) -> bool:
    """Print a table for each soak; whether everything held."""
    check_outputs([json_file])
    console, found = Console(), dict[str, list[SoakRow]]()
    for name in names or sorted(SOAKS):
        with console.status(f"Soaking {name}"):
            found[name] = run_soak(name, long)
        console.print(soak_table(name, found[name]))
        for row in found[name]:
            for fault, times in distinct_faults(row.faults):
                console.print(f"{row.what}: {times} x {fault}", markup=False, highlight=False)
    if json_file:
        write_json(json_file, {name: rows_as_json(rows) for name, rows in found.items()})
    return all(row.held for rows in found.values() for row in rows)


def distinct_faults(faults: Sequence[str]) -> list[tuple[str, int]]:
    """The first fault of each kind and how many there are: what comes before the message they are
    an answer to.

    >>> distinct_faults(["KeyError at a.py:3 after x", "KeyError at a.py:3 after y", "late: z"])
    [('KeyError at a.py:3 after x', 2), ('late: z', 1)]
    """
    kinds = [re.split(r" after |: ", fault, maxsplit=1)[0] for fault in faults]
    times = Counter(kinds)
    first = dict(reversed([*zip(kinds, faults, strict=True)]))
    return [(first[kind], count) for kind, count in times.most_common()]


def soak_table(name: str, rows: list[SoakRow]) -> Table:
    """What was tried, how often, and how often it went wrong."""
    table = Table(title=name, title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    for heading in ("what", "tries", "faults", "note"):
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(row.what, f"{row.tries:,}", f"{len(row.faults):,}", row.note)
    return table
