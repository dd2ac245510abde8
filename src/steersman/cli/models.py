"""Versions of a model in a folder."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from steersman.cli.outputs import check_outputs, write_json
from steersman.cli.show import fact_text, model_facts
from steersman.cli.tables import matrix_table, plain_console
from steersman.errors import SteersmanError
from steersman.learn.files import (
    NO_LABEL,
    ModelVersion,
    ModelVersions,
    labeled_chunks,
    read_model,
)
from steersman.session import Session
from steersman.session.storage.headless import replayed_project
from steersman.session.use.actions import ExportVersion
from steersman.tasks import Task

PROJECT = ".steer"


def add_model(folder: Path, model: Path, note: str) -> None:
    """Add a saved model, or all versions of a project, the one in use last."""
    versions = ModelVersions(folder)
    if model.suffix != PROJECT:
        added = versions.add(model, note)
    else:
        session = project_in_use(model)
        view = session.view().values["use"]
        last = view["version"]  # type: ignore[index]
        numbers = [each["version"] for each in view["versions"]]  # type: ignore[index]
        with TemporaryDirectory() as made:
            for number in sorted(numbers, key=lambda each: each == last):
                path = Path(made) / f"{number}.skops"
                content = session.perform(ExportVersion(number)).columns[0].values
                path.write_bytes(content.tobytes())
                said = f"version {number + 1} of {model.name}"
                added = versions.add(path, f"{note}, {said}" if note else said)
    plain_console().print(f"Version {added.number} is in use: {added.path}")


def project_in_use(path: Path) -> Session:
    """The session of a project that has a model in use."""
    session = replayed_project(path, Task(), quick=True).session
    if "use" not in session.view().values:
        raise SteersmanError(
            f"{path.name} has no model in use",
            todo="open In use in the workbench first",
            code="no-versions",
            folder=str(path),
        )
    return session


def project_versions(path: Path) -> list[dict[str, object]]:
    """The versions of a project's model in use, as JSON."""
    view: Any = project_in_use(path).view().values["use"]
    return [
        {
            "version": each["version"] + 1,
            "in_use": each["version"] == view["version"],
            "file": str(path),
            "added": "",
            "note": f"from row {each['from_row'] + 1:,} on",
            "replaced": None if each["replaced"] is None else each["replaced"] + 1,
            "want": each["want"],
            "guarantee": each["guarantees"],
        }
        for each in view["versions"]
    ]


def show_versions(folder: Path, json_file: Path | None) -> None:
    """Print a line for each version."""
    check_outputs([json_file])
    if folder.suffix == PROJECT:
        every = project_versions(folder)
    else:
        every = [each.values() for each in ModelVersions(folder).all()]
    table = Table(box=SIMPLE_HEAD)
    for name in ("version", "added", "limits", "guarantee", "replaced", "note"):
        table.add_column(name)
    for each in every:
        used = f"{each['version']}{' (in use)' if each['in_use'] else ''}"
        said = each["guarantee"] if isinstance(each["guarantee"], list) else []
        replaced = "" if each["replaced"] is None else each["replaced"]
        cells = (used, each["added"], each["want"] or "", "; ".join(said) or "none", replaced)
        table.add_row(*(Text(str(cell)) for cell in (*cells, each["note"])))
    plain_console().print(table)
    if json_file:
        write_json(json_file, every)


def show_one_version(folder: Path, number: int | None, json_file: Path | None) -> None:
    """Print all that is known about a version."""
    check_outputs([json_file])
    versions = ModelVersions(folder)
    found = versions.version(number)
    facts = found.values() | {
        "uses": [
            {"at": at, "replaced": replaced}
            for at, used, replaced in versions.uses()
            if used == found.number
        ]
    }
    console = plain_console()
    for name, value in facts.items():
        if value not in (None, [], {}, ""):
            console.print(f"{name.replace('_', ' ').capitalize()}: {fact_text(value)}")
    if json_file:
        write_json(json_file, facts)


def show_difference(
    folder: Path,
    numbers: tuple[int, int],
    data: str | None,
    label: str | None,
    json_file: Path | None,
) -> None:
    """Print the facts that differ, and how the two do on the same rows."""
    check_outputs([json_file], [data])
    versions = ModelVersions(folder)
    both = [versions.version(number) for number in numbers]
    facts = [model_facts(read_model(each.path)) | {"added": each.added} for each in both]
    differing = {
        name: [facts[0].get(name), facts[1].get(name)]
        for name in facts[0]
        if facts[0].get(name) != facts[1].get(name)
    }
    console = plain_console()
    for name, (first, second) in differing.items():
        console.print(f"{name.replace('_', ' ').capitalize()}:")
        for number, value in zip(numbers, (first, second)):
            console.print(f"  version {number}: {fact_text(value)}")
    found: dict[str, object] = {"versions": list(numbers), "differing": differing}
    if data is not None:
        found |= compared_rows(both, data, label)
    if json_file:
        write_json(json_file, found)


def compared_rows(both: list[ModelVersion], data: str, label: str | None) -> dict[str, object]:
    """Print how two versions do on the same rows; the figures."""
    saved = [read_model(each.path) for each in both]
    classes = np.asarray(saved[0].model.classes_).tolist()
    size, alike, rows = len(classes), 0, 0
    matrices = np.zeros((2, size, size), dtype=np.int64)
    pairs = zip(*(labeled_chunks(each, data, label) for each in saved))
    for first, second in pairs:
        alike += int(np.sum(first.predicted == second.predicted))
        rows += len(first.predicted)
        known = first.true != NO_LABEL
        for matrix, chunk in zip(matrices, (first, second)):
            np.add.at(matrix, (chunk.true[known], chunk.predicted[known]), 1)
    console = plain_console()
    console.print(f"They agree on {alike:,} of {rows:,} rows.")
    if matrices.sum():
        for each, matrix in zip(both, matrices):
            console.print(matrix_table(f"Version {each.number}", matrix, classes))
    return {"rows": rows, "agreeing": alike, "matrices": matrices.tolist()}


def roll_back_to(folder: Path, number: int | None) -> None:
    """Use an earlier version again."""
    used = ModelVersions(folder).roll_back(number)
    plain_console().print(f"Version {used.number} is in use again: {used.path}")
