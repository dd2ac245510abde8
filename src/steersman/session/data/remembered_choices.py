"""Files that were opened: their fingerprints, what was chosen for them, and the latest ones."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from steersman.data.file_sets import is_pattern
from steersman.data.files.atomic_files import atomic_file
from steersman.data.files.data_folders import data_folder
from steersman.data.files.person_folders import check_readable, is_readable, person_folders
from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError
from steersman.scale.engine_names import LOCAL
from steersman.session.data.choice import DataChoice, TextChoice
from steersman.session.data.many_files import bytes_of, needs_partitions, pattern_fingerprint
from steersman.tasks import Task

# 64 pieces of 64 KB: 4 MB at most, whatever the size of the file.
PIECES = 64
PIECE_BYTES = 2**16
MOST_RECENT = 12
MOST_FILES = 500_000


def fingerprint(path: Path, task: Task | None = None) -> str:
    """A digest of the size and of pieces from all over a file; of names and sizes in a folder.

    It is quick for a file of any size. The whole digest is taken when the file is loaded.
    """
    check_readable(path)
    if is_pattern(str(path)):
        return pattern_fingerprint(path)
    digest = hashlib.sha256()
    if path.is_dir():
        for part in files_in(path, task or Task()):
            digest.update(f"{part.relative_to(path)}\0{part.stat().st_size}\n".encode())
        return digest.hexdigest()
    size = path.stat().st_size
    digest.update(f"{size}\n".encode())
    with path.open("rb") as file:
        if size <= PIECES * PIECE_BYTES:
            digest.update(file.read())
        else:
            for piece in range(PIECES):
                # Spread so that the first piece is at the start and the last one at the end.
                file.seek(piece * (size - PIECE_BYTES) // (PIECES - 1))
                digest.update(file.read(PIECE_BYTES))
    return digest.hexdigest()


def files_in(folder: Path, task: Task) -> list[Path]:
    """The files of a folder, in order; an error when it is a whole disk rather than some texts."""
    files: list[Path] = []
    for place, _, names in os.walk(folder):
        files += [Path(place) / name for name in names]
        task.report(f"inspecting {folder.name}: {len(files):,} files")
        if len(files) > MOST_FILES:
            raise SteersmanError(
                f"{folder} contains more than {MOST_FILES:,} files",
                todo="choose a folder with one subfolder of texts per class",
                code="too-many-files",
                folder=folder.name,
                most=MOST_FILES,
            )
    return sorted(file for file in files if file.is_file())


def memory_folder() -> Path:
    """Where a person's choices and latest files are remembered."""
    folders = person_folders()
    return data_folder() if folders is None else folders.root


def choices_folder() -> Path:
    return memory_folder() / "choices"


def remember(choice: DataChoice) -> None:
    """Save the choice for a file with these contents. A full disk is no reason to stop."""
    kept = {
        "reading": choice.reading.given_options(),
        "text": asdict(choice.text),
        "distinct": choice.distinct,
        "engine": choice.engine,
    }
    write_json(choices_folder() / f"{choice.fingerprint}.json", kept)


def remembered_choice(path: Path, contents: str) -> DataChoice:
    """The choice for a file with these contents when it was last open, or a fresh one."""
    engine = LOCAL if needs_partitions(path) else ""
    fresh = DataChoice(str(path), contents, engine=engine)
    kept = read_json(choices_folder() / f"{contents}.json")
    if not isinstance(kept, dict):
        return fresh
    try:
        return replace(
            fresh,
            reading=ReadOptions.of(**kept["reading"]),
            text=TextChoice(**{name: as_tuple(value) for name, value in kept["text"].items()}),
            distinct=bool(kept["distinct"]),
            engine=str(kept["engine"]),
        )
    except (KeyError, TypeError, AttributeError, SteersmanError):
        # Written by another version: it is a convenience, so nothing is lost.
        return fresh


def as_tuple(value: object) -> Any:
    """A value from JSON, lists as the tuples that choices hold."""
    return tuple(value) if isinstance(value, list) else value


@dataclass(frozen=True)
class RecentFile:
    """A file that was opened earlier and is still there; a folder has no size."""

    path: str
    name: str
    bytes: int


def recent_files() -> list[RecentFile]:
    """The files opened last, the latest first, as far as they are still there."""
    kept = read_json(memory_folder() / "recent-files.json")
    paths = [Path(path) for path in kept if isinstance(path, str)] if isinstance(kept, list) else []
    paths = [path for path in paths if is_readable(path)]
    found = []
    for path in paths:
        try:
            size = 0 if path.is_dir() else bytes_of(path)
            found.append(RecentFile(str(path), path.name, size))
        except (OSError, SteersmanError):
            continue
    return found


def note_opened(path: Path) -> None:
    """Put a file at the head of those opened last."""
    others = [file.path for file in recent_files() if file.path != str(path)]
    write_json(memory_folder() / "recent-files.json", [str(path), *others][:MOST_RECENT])


def read_json(path: Path) -> object:
    """The contents of a small JSON file; None when it cannot be read."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def write_json(path: Path, content: object) -> None:
    """Write a small JSON file, whole or not at all; memory is a comfort, so a fault is no error."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_file(path) as file:
            file.write(json.dumps(content, ensure_ascii=False).encode())
    except (OSError, SteersmanError):
        return
