"""First looks at files, kept while the session lasts."""

from __future__ import annotations

from pathlib import Path

from steersman.data.file_sets import is_pattern
from steersman.data.files.person_folders import check_readable
from steersman.data.read_options import Role
from steersman.data.sketch import Sketch
from steersman.errors import SteersmanError
from steersman.session.data.choice import DataChoice
from steersman.session.data.many_files import is_there, sniff_source
from steersman.session.data.remembered_choices import fingerprint, remembered_choice
from steersman.tasks import Task
from steersman.workers import WorkerJob


class Sketches:
    """A sketch for each choice that was looked at, and one for each reading without any roles."""

    def __init__(self) -> None:
        self.kept: dict[tuple[object, ...], Sketch] = {}

    def first_choice(self, path: str, task: Task, format: str | None = None) -> DataChoice:
        """The choice for a file when it is opened: what was chosen for it last time."""
        place = absolute(path)
        choice = remembered_choice(place, contents_of(place, task))
        return choice if format is None else choice.with_reading(format=format)

    def sketch(self, choice: DataChoice, task: Task | None = None) -> Sketch:
        """The first look at a file, read as chosen."""
        key = choice.look
        if key not in self.kept:
            task = task or Task()
            self.kept[key] = task.result(
                "first look",
                lambda: key,
                lambda: first_look(choice, task),
                job=WorkerJob("first-look", (choice,), Path(choice.path).name),
                stored=False,
            )
        return self.kept[key]

    def knows(self, choice: DataChoice) -> bool:
        """Whether the first look of a choice is already there."""
        return choice.look in self.kept

    def sniffed_roles(self, choice: DataChoice, task: Task) -> dict[str, Role]:
        """The role of each column without any choice."""
        return self.sketch(choice.with_reading(roles={}), task).roles


def first_look(choice: DataChoice, task: Task) -> Sketch:
    """A first look at a file, read as chosen."""
    return sniff_source(choice.path, choice.reading, task)


def absolute(path: str) -> Path:
    """The absolute path of what was typed, from the current or the home folder."""
    typed = path.strip()
    if len(typed) > 1 and typed[0] == typed[-1] and typed[0] in "\"'":
        # Paths are often copied from a terminal with their quotes.
        typed = typed[1:-1]
    if not typed:
        raise SteersmanError(
            "no file was given", todo="type its path, or drop it on the page", code="path-empty"
        )
    return Path(typed).expanduser().absolute()


def contents_of(path: Path, task: Task) -> str:
    """The fingerprint of a file; an error that says why it cannot be read."""
    check_readable(path)
    try:
        if not is_there(path):
            raise SteersmanError(
                f"no file matches {path}" if is_pattern(str(path)) else f"there is no file {path}",
                todo="check the name and the folder",
                code="file-missing",
                file=path.name,
            )
        # Reading a device would never end.
        if not (path.is_file() or path.is_dir() or is_pattern(str(path))):
            raise SteersmanError(
                f"{path} is not a file",
                todo="choose a file or a folder of text",
                code="not-a-file",
                file=path.name,
            )
        return fingerprint(path, task)
    except OSError as error:
        raise SteersmanError(
            f"{path} cannot be read: {error.strerror or error}",
            todo="check its permissions",
            code="file-unreadable",
            file=path.name,
        ) from error
