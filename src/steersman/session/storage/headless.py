"""Replay of a project without a page, and the model that results."""

from __future__ import annotations

from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from steersman.data import Dataset
from steersman.data.collections.by_name import COLLECTIONS
from steersman.data.files.atomic_files import atomic_file
from steersman.errors import SteersmanError
from steersman.learn.files import raw_model, save_model
from steersman.session.challenge.actions import LeaveChallenge
from steersman.session.data.remembered_choices import fingerprint
from steersman.session.data.room import DataRoom
from steersman.session.datasets.placeholder import PLACEHOLDER
from steersman.session.matrix.actions import ExportModel
from steersman.session.matrix.choice import MatrixChoice
from steersman.session.plane.model import plane_classifier
from steersman.session.plane.room import PlaneRoom
from steersman.session.project.room import ProjectRoom
from steersman.session.session import Session
from steersman.session.shapes import EntryValues
from steersman.session.storage.data_identity import check_unchanged, reload_data
from steersman.session.storage.project import first_data
from steersman.session.storage.relocated_files import moved_files, named_files, names_by_path
from steersman.session.storage.replay import ReplayResult, replay
from steersman.session.storage.store import Store
from steersman.tasks import Task

Which = Literal["matrix", "plane"]
FIGURES = ("recall", "precision", "f1", "tp", "fp", "fn", "tn")


@dataclass(frozen=True)
class Headless:
    """A session that has replayed a log, and the result of the replay."""

    session: Session
    replayed: ReplayResult

    def figures(self) -> dict[str, Any]:
        """The final figures of the replay."""
        values: dict[str, Any] = dict(self.session.view().values)
        matrix = values.get("matrix")
        figures = {
            split: {key: values[split]["line"][key] for key in FIGURES}
            for split in ("training", "validation")
        }
        if matrix is not None:
            kept = ("label", "matrix", "errors", "accuracy", "fp", "fn")
            figures["matrix"] = {key: matrix["shown"][key] for key in kept}
        return {
            "project": values["project"]["name"],
            "entries": self.replayed.entries,
            "differences": [str(each) for each in self.replayed.differences],
            "state": values["state"],
            **figures,
        }


def replayed_project(
    path: Path,
    task: Task,
    *,
    dataset: Dataset | None = None,
    file: Path | None = None,
    quick: bool = False,
) -> Headless:
    """Replay a project's log on its own data, on another data set, or with another file.

    A `file` takes the place of the one that was loaded in the data room. Everything is computed and
    compared with the first time; when quick, kept results are taken.
    """
    with closing(Store.read_only(path)) as store:
        name, facts = first_data(store)
        own = dataset is None and file is None
        if dataset is None:
            dataset, _, _ = reload_data(name, facts, path, store.data_content(name), task)
            check_unchanged(name, dataset, facts)
        named = [each for each in store.data() if each in COLLECTIONS]
        menu: list[EntryValues] = [{"name": each, "title": each, "summary": ""} for each in named]
        # Under the name that the log uses, whatever the other file is called.
        session = Session(replace(dataset, name=name), menu)
        session.rooms[ProjectRoom].words.title = str(store.facts["called"])
        if file is None:
            files = moved_files(store)
        else:
            files = log_with_other_file(store, file.expanduser().absolute())
        session.rooms[DataRoom].called = names_by_path(store, files)
        # Stored results belong to the project's own rows.
        replayed = replay(session, store, task, quick=quick and own, same_data=own, moved=files)
        # Figures and models are the project's, even if the last thing done was a game.
        session.apply_action(LeaveChallenge(), task)
        return Headless(session, replayed)


def begins_with_a_file(path: Path) -> bool:
    """Whether the data of a project was loaded from a file in its data room."""
    with closing(Store.read_only(path)) as store:
        return next(iter(store.data()), "") == PLACEHOLDER


def log_with_other_file(store: Store, file: Path) -> dict[str, str]:
    """The replacements in a log that put another file in the place of the loaded one."""
    named = named_files(store)
    alike = [name for name, path in named.items() if Path(path).name == file.name]
    if len(named) != 1 and len(alike) != 1:
        loaded = ", ".join(Path(each).name for each in named.values())
        raise SteersmanError(
            f"cannot tell which of {len(named)} files to replace with {file.name}",
            todo=f"rename it to one of: {loaded}" if named else "load a file in the project first",
            code="file-ambiguous",
            file=file.name,
        )
    name = alike[0] if len(alike) == 1 else next(iter(named))
    if not file.exists():
        raise SteersmanError(
            f"there is no file {file}",
            todo="check the name and the folder",
            code="file-missing",
            file=file.name,
        )
    return {named[name]: str(file), store.data()[name]["fingerprint"]: fingerprint(file)}


def save_shown_model(session: Session, path: Path, which: Which | None = None) -> str:
    """Save the current model of the matrix room, or the line of the plane; return its title."""
    state = session.history.step.state
    choice = state.choice(MatrixChoice)
    if which is None:
        which = "plane" if choice is None else "matrix"
    if which == "matrix":
        if choice is None or choice.shown is None:
            raise SteersmanError(
                "Steer has no model yet",
                todo="use --model plane",
                code="no-model-shown",
                room="matrix",
            )
        view = session.perform(ExportModel(choice.shown))
        with atomic_file(path) as file:
            file.write(view.columns[0].values.tobytes())
        return f"model {choice.shown} of the matrix room ({choice.model})"
    corpus = session.corpus_of(state)
    story = {
        "source": state.dataset,
        "model": "plane",
        "category": state.category,
        "features": list(corpus.feature_names),
    }
    save_model(plane_model(session), path, story=story)
    return f"the line of the plane for {state.category}"


def plane_model(session: Session) -> object:
    """The line of the plane, from raw text where the features are words of it."""
    plane = session.rooms[PlaneRoom].plane(session.history.step.state)
    model, corpus = plane_classifier(plane), plane.counts.corpus
    if corpus.by_column:
        # Text that was counted by foreign code cannot be counted again from raw rows: then the
        # model takes the features.
        with suppress(SteersmanError):
            return raw_model(corpus.dataset, model)
    return model
