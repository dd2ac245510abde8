"""JSON files with figures, for scripts."""

from __future__ import annotations

import json
from pathlib import Path

from steersman.data.files.atomic_files import atomic_file


def write_json(path: Path, figures: object) -> None:
    """Write figures to a file that is never seen half-written."""
    with atomic_file(path) as file:
        file.write((json.dumps(figures, indent=2, default=float) + "\n").encode())
