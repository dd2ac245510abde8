"""Steer a saved model again on newly labeled rows."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import typer

from steersman.cli.outputs import check_outputs, write_json
from steersman.cli.predict import model_from
from steersman.cli.steer import NOT_GUARANTEED, NOT_MET
from steersman.cli.tables import matrix_table, plain_console
from steersman.data.read_options import ReadOptions
from steersman.errors import SteersmanError
from steersman.learn.export import check_card_name, save_card
from steersman.learn.files import ModelVersions, SavedModel, model_file, save_model
from steersman.learn.monitor import Repair, labeled_rows_of, repair, repair_card


@dataclass(frozen=True)
class RepairRequest:
    """What to reach, and where the repaired model goes."""

    label: str | None = None
    want: str | None = None
    confidence: float | None = None
    out: Path | None = None
    card: Path | None = None
    keep_closest: bool = False


def repair_file(
    model: Path, source: str, asked: RepairRequest, options: ReadOptions, json_file: Path | None
) -> None:
    """Steer on the labeled rows of a file, compare old and new, save the new."""
    check_outputs([asked.out, asked.card, json_file], [model, source])
    if asked.card:
        check_card_name(asked.card)
    saved = model_from(model)
    X, y = labeled_rows_of(saved, source, asked.label, options)
    done = repair(saved, X, y, want=asked.want, confidence=asked.confidence, source=source)
    console = plain_console()
    classes = done.steering.classes
    console.print(matrix_table("Old model, on these rows", done.old, classes))
    console.print(matrix_table("New model, on these rows", done.steering.after, classes))
    for sentence in done.sentences():
        console.print(sentence)
    if done.steering.met or asked.keep_closest:
        console.print(save_repaired(model, asked.out, done))
    else:
        console.print("No model saved. Use --keep-closest to save the closest one.")
    if asked.card:
        save_card(repair_card(done), asked.card)
        console.print(f"Saved the report to {asked.card}")
    if json_file:
        write_json(json_file, done.values())
    if not done.steering.met:
        counted = done.steering.want.is_met(done.steering.after)
        raise typer.Exit(NOT_GUARANTEED if counted and done.steering.judged_by_promise else NOT_MET)


def save_repaired(model: Path, out: Path | None, done: Repair) -> str:
    """Save the new model; the old one stays. A sentence on where it is."""
    if out is not None:
        write(done.saved, out)
        return f"Saved the repaired model to {out}"
    if model_file(model) == model:
        raise SteersmanError(
            "it is not known where to save the repaired model",
            todo="name a file with --out, or keep versions in a folder (steersman models add)",
            code="output-missing",
        )
    versions = ModelVersions(model)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "repaired.skops"
        write(done.saved, path)
        added = versions.add(path, f"repaired on {int(done.old.sum()):,} rows")
    return f"Version {added.number} is in use; version {added.replaced} is kept."


def write(saved: SavedModel, path: Path) -> None:
    """Write a model with its story."""
    save_model(saved.model, path, label=saved.label, id=saved.id, story=saved.story)
