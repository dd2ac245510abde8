"""First looks at files, kept while the session lasts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

from steersman.data.first_look.sniffing import sniff
from steersman.data.sketch import Role, Sketch
from steersman.errors import SteersmanError
from steersman.session.data.choice import DataChoice
from steersman.session.data.remembered_choices import fingerprint, remembered
from steersman.tasks import Task

__all__ = ["Sketches", "absolute"]


class Sketches:
    """A sketch for each choice that was looked at, and one for each reading without any roles."""

    def __init__(self) -> None:
        self.kept: dict[tuple[object, ...], Sketch] = {}

    def opened(self, path: str, task: Task, format: str | None = None) -> DataChoice:
        """The choice for a file when it is opened: what was chosen for it last time."""
        place = absolute(path)
        choice = remembered(place, contents_of(place, task))
        return choice if format is None else replace(choice, format=format)

    def sketch(self, choice: DataChoice, task: Task | None = None) -> Sketch:
        """What a first look at the file sees when it is read as chosen."""
        key = reading_of(choice)
        if key not in self.kept:
            self.kept[key] = looked_at(choice, task or Task())
        return self.kept[key]

    def knows(self, choice: DataChoice) -> bool:
        """Whether there has been a look at this choice."""
        return reading_of(choice) in self.kept

    def sniffed(self, choice: DataChoice, task: Task) -> dict[str, str]:
        """The role of each column without any choice."""
        return dict(self.sketch(replace(choice, roles={}), task).roles)


def looked_at(choice: DataChoice, task: Task) -> Sketch:
    """A first look at a file, read as chosen."""
    try:
        return sniff(
            choice.path,
            format=choice.format,
            encoding=choice.encoding,
            delimiter=choice.delimiter,
            decimal=choice.decimal,
            header=choice.header,
            sheet=choice.sheet,
            separator=choice.separator,
            missing_labels=choice.missing_labels,
            merge_labels=choice.merge_labels,
            roles=cast("dict[str, Role]", dict(choice.roles)),
            progress=lambda done, what: task.report(what, done),
            cancelled=task.cancelled,
        )
    except UnicodeError:
        raise SteersmanError(
            f"{Path(choice.path).name} cannot be read as {choice.encoding}",
            todo="choose other letters",
        ) from None


def reading_of(choice: DataChoice) -> tuple[object, ...]:
    """What must be equal for two looks to see the same."""
    return (*choice.reading, *sorted(choice.roles.items()))


def absolute(path: str) -> Path:
    """The place that was typed, from the folder of this process or the home folder on."""
    typed = path.strip()
    if len(typed) > 1 and typed[0] == typed[-1] and typed[0] in "\"'":
        typed = typed[1:-1]  # as copied from a terminal
    if not typed:
        raise SteersmanError("no file was named", todo="type its path, or drop it on the page")
    return Path(typed).expanduser().absolute()


def contents_of(path: Path, task: Task) -> str:
    """The fingerprint of a file, or a sentence why there is none."""
    try:
        if not path.exists():
            raise SteersmanError(f"there is no file {path}", todo="check the name and the folder")
        if not (path.is_file() or path.is_dir()):  # a device would never end
            raise SteersmanError(f"{path} is not a file", todo="give a file or a folder of text")
        return fingerprint(path, task)
    except OSError as error:
        raise SteersmanError(
            f"{path} cannot be read: {error.strerror or error}", todo="check its permissions"
        ) from error
