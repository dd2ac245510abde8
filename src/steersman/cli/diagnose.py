"""Run `diagnose`: print what helps to find a fault, or write it as JSON."""

from __future__ import annotations

from pathlib import Path

from steersman.cli.outputs import check_outputs, write_json
from steersman.cli.terminal import echo
from steersman.server.diagnosis import diagnosis, diagnosis_lines


def show_diagnosis(json_file: Path | None) -> None:
    """Print the diagnosis, or write it as JSON."""
    check_outputs([json_file])
    found = diagnosis()
    if json_file is not None:
        write_json(json_file, found)
        return
    for line in diagnosis_lines(found):
        echo(line)
