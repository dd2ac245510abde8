"""Files that a project's log names: found again when they moved, noticed when they changed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from steersman.data.collections.by_name import COLLECTIONS
from steersman.data.files.atomic_files import atomic_file
from steersman.data.files.data_folders import data_folders
from steersman.data.files.person_folders import is_readable
from steersman.errors import SteersmanError
from steersman.session.data.many_files import bytes_of, is_there
from steersman.session.data.remembered_choices import fingerprint
from steersman.session.storage.store import Entry, Store


def named_files(store: Store) -> dict[str, str]:
    """The files that were loaded by their paths: the path of each by the name of its data."""
    actions = [action for (action,) in store.rows("SELECT action FROM entries")]
    paths = {name: facts.get("path") for name, facts in store.data().items()}
    return {
        name: path
        for name, path in paths.items()
        if path and name not in COLLECTIONS and any(json_string(path) in each for each in actions)
    }


def moved_files(store: Store, hint: str = "") -> dict[str, str]:
    """New places of files that were moved; an error for one that is gone or has changed.

    `hint` is a file that the person came with.
    """
    data, moved = store.data(), {}
    for name, path in named_files(store).items():
        facts = data[name]
        if not Path(path).is_absolute() or not is_there(Path(path)):
            content = store.data_content(name)
            moved[path] = str(find_moved_file(Path(path), facts, store.path, content, hint))
        elif fingerprint(Path(path)) != facts.get("fingerprint"):
            if hint and same_contents(Path(hint), facts):
                moved[path] = hint
                continue
            size = bytes_of(Path(path))
            raise SteersmanError(
                f"{path} has changed since this project was created: from "
                f"{facts['bytes']:,} bytes ({facts['rows']:,} rows) to {size:,} bytes",
                todo="restore or locate the original file, or start a new project with this one",
                needs=needs(Path(path), store.path),
                code="file-changed",
                file=Path(path).name,
            )
    return moved


def names_by_path(store: Store, moved: Mapping[str, str]) -> dict[str, str]:
    """The first name of the data of each file, by the present path of the file."""
    names: dict[str, str] = {}
    for name, path in named_files(store).items():
        names.setdefault(moved.get(path, path), name)
    return names


def find_moved_file(
    path: Path, facts: Mapping[str, Any], project: Path, content: bytes | None, hint: str = ""
) -> Path:
    """A moved file, by its contents, in the hint, the project's, the present or a data folder."""
    # A file that the project carries is always the right one, whatever lies elsewhere.
    if content is not None:
        carried = carried_folder(project) / path.name
        carried.parent.mkdir(exist_ok=True)
        with atomic_file(carried) as file:
            file.write(content)
        return carried
    folders = (project.parent, Path.cwd(), *data_folders())
    candidates = [*([Path(hint)] if hint else []), *(folder / path.name for folder in folders)]
    for candidate in candidates:
        if same_contents(candidate, facts):
            return candidate
    other = next((each for each in candidates if is_readable(each) and each.is_file()), None)
    raise SteersmanError(
        f"the data file {path} no longer exists"
        + (f", and {other} has different contents" if other else ""),
        todo=f"choose its new location, or run `steersman serve PATH/{path.name} "
        f"--project {project}`",
        needs=needs(path, project),
        code="file-missing",
        file=path.name,
        other=None if other is None else str(other),
    )


def same_contents(path: Path, facts: Mapping[str, Any]) -> bool:
    """Whether a file exists and has the fingerprint of the facts."""
    with suppress(OSError):
        return (
            is_readable(path) and is_there(path) and fingerprint(path) == facts.get("fingerprint")
        )
    return False


def carried_folder(project: Path) -> Path:
    """The folder for the data files that an imported project contains."""
    return project.with_suffix(".data")


def needs(file: Path, project: Path) -> dict[str, str]:
    """The missing file and its project, for the page to ask about."""
    return {"file": file.name, "project": str(project.absolute())}


def with_files(entry: Entry, moved: Mapping[str, str]) -> Entry:
    """The entry with files named as they are called now."""
    # Paths occur at any depth of an action, so they are replaced in its text.
    text = json.dumps(entry.action, ensure_ascii=False)
    for old, new in moved.items():
        text = text.replace(json_string(old), json_string(new))
    return replace(entry, action=json.loads(text))


def json_string(path: str) -> str:
    """A path as JSON has it."""
    return json.dumps(path, ensure_ascii=False)
