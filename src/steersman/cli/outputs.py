"""Files that a command writes: none may take the place of one that it reads."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from steersman.data.files.atomic_files import check_writable
from steersman.errors import SteersmanError


def check_outputs(outputs: Iterable[Path | None], inputs: Iterable[Path | str | None] = ()) -> None:
    """An error, before any work is done, for an output that cannot be written in the end.

    Nor may it be one of the files that are read, nor the same file as another output. What is
    neither file nor folder (a terminal, a pipe) may be named twice.

    >>> check_outputs([Path("said.csv"), Path("./said.csv")])
    Traceback (most recent call last):
    steersman.errors.SteersmanError: two things are to be written to said.csv; name another file \
for one of them
    """
    asked = [path for path in outputs if path is not None]
    check_writable(*asked)
    read = {place_of(path) for path in inputs if path is not None}
    seen: set[Path] = set()
    for path in asked:
        place = place_of(path)
        if place.exists() and not place.is_file():
            continue
        if place in read:
            raise SteersmanError(
                f"{path} is read here, so it cannot be written to as well",
                todo="name another file to write to",
                code="output-is-input",
                file=str(path),
            )
        if place in seen:
            raise SteersmanError(
                f"two things are to be written to {path}",
                todo="name another file for one of them",
                code="output-repeated",
                file=str(path),
            )
        seen.add(place)


def place_of(path: Path | str) -> Path:
    """Where a file is, whatever name it was given."""
    return Path(path).expanduser().resolve()
