"""Project files: their folder, exported copies, and imported copies."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import Any

from platformdirs import user_data_path

from steersman.data.files.atomic_files import check_writable
from steersman.data.files.person_folders import check_readable, person_folders
from steersman.errors import SteersmanError
from steersman.session.datasets.placeholder import PLACEHOLDER
from steersman.session.project.room import file_name
from steersman.session.storage.relocated_files import carried_folder, json_string, named_files
from steersman.session.storage.store import Store
from steersman.session.storage.store_errors import user_error_of
from steersman.tasks import Task

ENDING = ".steer"
NAMING_FILES = (("entries", "action"), ("origins", "histories"), ("checkpoints", "histories"))
"""Tables and columns of a project in which paths of files stand."""
# An import arrives through the browser and is held in memory.
LARGEST_CARRIED_BYTES = 50 * 2**20


@dataclass(frozen=True)
class ProjectSummary:
    """One project in the folder; `first` is the data that it began with.

    `fault` says why it cannot be opened, if that is so.
    """

    path: str
    name: str
    first: str = ""
    data: str = ""
    source: str = ""
    about: str = ""
    options: dict[str, str] | None = None
    sha256: str = ""
    entries: int = 0
    kept_at: float = 0.0
    fault: str = ""


def projects_folder() -> Path:
    """The folder of all projects: `STEERSMAN_PROJECTS`, or one in the user's data folder.

    One of several people on a server has a folder of their own.
    """
    folders = person_folders()
    if folders is not None:
        return folders.projects
    chosen = os.environ.get("STEERSMAN_PROJECTS")
    return Path(chosen) if chosen else user_data_path("steersman", appauthor=False) / "projects"


def free_path(name: str, folder: Path | None = None) -> Path:
    """An unused path for a new project; the projects folder is created if needed."""
    if folder is None:
        folder = projects_folder()
        # A folder that cannot be made is reported when the project is created in it.
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
    stem = file_name(name)
    path, count = folder / f"{stem}{ENDING}", 1
    while path.exists():
        count += 1
        path = folder / f"{stem}-{count}{ENDING}"
    return path


def listed_projects(*besides: Path) -> list[ProjectSummary]:
    """The projects in the folder and some others, the most recently saved first."""
    folder = projects_folder()
    paths = {path.absolute() for path in (*besides, *folder.glob(f"*{ENDING}"))}
    found = [project_summary(path) for path in sorted(paths)]
    return sorted(found, key=lambda each: each.kept_at, reverse=True)


def project_summary(path: Path) -> ProjectSummary:
    """A summary of one project for a list."""
    try:
        with closing(Store.read_only(path, whole=False)) as store:
            data = store.data()
            ((entries, at),) = store.rows("SELECT count(*), max(at) FROM entries")
            kept_at = float(at or store.facts["made"])
    except SteersmanError as error:
        return ProjectSummary(str(path), path.stem, fault=error.what)
    except ValueError as error:
        return ProjectSummary(str(path), path.stem, fault=user_error_of(error, path).what)
    facts = next(iter(data.values()), {})
    about = str(facts.get("about", ""))
    return ProjectSummary(
        str(path),
        str(store.facts["name"]),
        next(iter(data), ""),
        ", ".join(name for name in data if name != PLACEHOLDER) or Path(about).name or PLACEHOLDER,
        str(facts.get("source") or ""),
        about,
        facts.get("options"),
        str(facts.get("sha256", "")),
        entries,
        kept_at,
    )


def exported_file(store: Store, path: Path, *, data: bool = False) -> None:
    """Write a clean copy of a project to `path`.

    With `data` it carries the files of its data and the results of long work. Without, neither
    rows nor models nor the folders of this machine are exported; results are computed again.
    """
    check_writable(path)
    contents = data_files(store) if data else {}
    # VACUUM INTO refuses an existing file.
    path.unlink(missing_ok=True)
    try:
        store.connection.execute("VACUUM INTO ?", (str(path),))
        with closing(sqlite3.connect(path, isolation_level=None)) as copy:
            # One file without a write-ahead log beside it, which would not be sent along.
            copy.execute("PRAGMA journal_mode = DELETE")
            for name, facts in store.data().items():
                row = (json.dumps(portable(facts)), contents.get(name), name)
                copy.execute("UPDATE data SET facts = ?, content = ? WHERE name = ?", row)
            for each in named_files(store).values():
                # As JSON strings with their quotes, so that a path is not replaced inside a longer
                # one.
                names = (json_string(each), json_string(Path(each).name))
                for table, column in NAMING_FILES:
                    copy.execute(f"UPDATE {table} SET {column} = replace({column}, ?, ?)", names)  # noqa: S608
            if not data:
                copy.execute("DELETE FROM results")
            # Deleted rows stay in free pages until then, and could be read in the exported file.
            copy.execute("VACUUM")
    except (OSError, sqlite3.Error) as error:
        with suppress(OSError):
            path.unlink(missing_ok=True)
        raise user_error_of(error, path) from error


def exported_content(store: Store, data: bool) -> bytes:
    """A clean copy of a project as the content of one file."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / store.path.name
        exported_file(store, path, data=data)
        return path.read_bytes()


def export_project(path: Path, data: bool, task: Task) -> bytes:
    """The same of a project that is open elsewhere."""
    task.report("writing the project")
    with closing(Store.read_only(path, whole=False)) as store:
        return exported_content(store, data)


def portable(facts: dict[str, Any]) -> dict[str, Any]:
    """The facts of a data set without the folders of this machine."""
    left = {key: value for key, value in facts.items() if key != "about"}
    if facts.get("path"):
        left["path"] = Path(facts["path"]).name
    return left | ({"source": facts["file"]} if facts.get("file") else {})


def data_files(store: Store) -> dict[str, bytes]:
    """The files of a project's data, by the names of the data."""
    contents = {}
    named = named_files(store)
    for name, facts in store.data().items():
        if not facts.get("file") and name not in named:
            continue
        path = Path(named.get(name) or facts["source"])
        check_readable(path)
        held = store.data_content(name)
        if held is None and (not path.is_file() or path.stat().st_size > LARGEST_CARRIED_BYTES):
            most = LARGEST_CARRIED_BYTES // 2**20
            raise SteersmanError(
                f"{path} cannot be included: it is missing, a folder, or larger than {most} MB",
                todo="export without data, and copy the data separately",
                code="data-not-portable",
                file=path.name,
            )
        contents[name] = path.read_bytes() if held is None else held
    return contents


def imported_file(path: Path, name: str = "") -> Path:
    """A copy of a project file in the projects folder; the file itself stays as it is."""
    with closing(Store.read_only(path)) as store:
        # Reads every entry, so that a damaged project is refused before it is copied.
        store.entries()
        target = free_path(name or str(store.facts.get("name", path.stem)))
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(target)) as copy:
                # Not a copy of the bytes: the newest changes may still be in the write-ahead log.
                store.connection.backup(copy)
        except BaseException as error:
            discard_copy(target)
            if isinstance(error, OSError | sqlite3.Error):
                raise user_error_of(error, target) from error
            raise
    return target


def discard_copy(path: Path) -> None:
    """Remove a project that came in and is of no use, with the files that it brought."""
    with suppress(OSError):
        # SQLite's companion files belong to it: left behind, they would be applied to the next
        # project of that name.
        for ending in ("", "-wal", "-shm", "-journal"):
            path.with_name(path.name + ending).unlink(missing_ok=True)
    rmtree(carried_folder(path), ignore_errors=True)
