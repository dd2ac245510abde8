"""What a project begins with: a data set and how it was read, or no data yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from steersman.data import Dataset
from steersman.data.collections.by_name import COLLECTIONS
from steersman.errors import SteersmanError
from steersman.session.data.choice import DataChoice
from steersman.session.data.remembered_choices import fingerprint
from steersman.session.data.room import DataRoom
from steersman.session.datasets.placeholder import STAND_IN, STAND_IN_SOURCE, stand_in
from steersman.session.projects.data_identity import data_facts, origin_facts
from steersman.session.session import Session

__all__ = ["Origin", "present_data"]


@dataclass(frozen=True)
class Origin:
    """A data set and how it was read, so that a project can read it again.

    `about` names a file that the person came for, if it is another one.
    """

    dataset: Dataset
    source: object = None
    options: Mapping[str, object] = field(default_factory=dict)
    about: str = ""

    @classmethod
    def without_data(cls, about: str = "") -> Origin:
        """Where a session begins in which data is still to be chosen."""
        return cls(stand_in(), STAND_IN_SOURCE, about=about)

    @property
    def title(self) -> str:
        """What a project on it is called at first."""
        named = "new project" if self.dataset.name == STAND_IN else self.dataset.name
        return Path(self.about).name.split(".")[0] or named

    def facts(self) -> dict[str, Any]:
        told = {"about": self.about} if self.about else {}
        return data_facts(self.dataset) | origin_facts(self.source, self.options) | told


def present_data(session: Session, first: Origin) -> tuple[Origin, DataChoice | None]:
    """How a new project comes to the data that a session is on now; `first` is what it began with.

    A file of the data room is looked at and loaded there again, with the choice that made it.
    """
    name = session.history.step.state.dataset
    dataset = session.library.corpora[name].dataset
    if name == first.dataset.name:
        return first, None
    if name in COLLECTIONS:
        return Origin(dataset, name), None
    choice = session.rooms[DataRoom].choices.get(name)
    if choice is None:
        raise SteersmanError(
            f"the data {name!r} was made in this project and is in no file",
            todo="start the new project with other data",
        )
    path = Path(choice.path)
    if not path.exists() or fingerprint(path) != choice.fingerprint:
        raise SteersmanError(
            f"{path.name} has changed since it was loaded, or is gone",
            todo="start the new project with other data, and open the file as it is now",
        )
    return Origin.without_data(choice.path), choice
