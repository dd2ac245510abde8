"""Versions of a model in a folder: what each guarantees, where it came from, who replaced whom.

Each version is a saved model of its own; `models.db` is the index. A version is written before it
is entered, and entered in one transaction, so that two processes and a kill do no harm.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from steersman.data.files.atomic_files import atomic_file
from steersman.data.files.database_files import DatabaseKind
from steersman.errors import SteersmanError
from steersman.learn.files.saved_model import bytes_of, facts_in

INDEX = "models.db"
KIND = DatabaseKind(
    "index of models",
    application=0x534D5653,  # the bytes "SMVS"
    foreign_code="not-an-index",
    unusable_code="versions-unusable",
    other_place="choose another folder",
    tables="""
CREATE TABLE versions (
    number INTEGER PRIMARY KEY,
    file TEXT NOT NULL,
    digest TEXT NOT NULL,
    added TEXT NOT NULL,
    note TEXT NOT NULL,
    story TEXT NOT NULL
);
CREATE TABLE uses (
    step INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    number INTEGER NOT NULL,
    replaced INTEGER
);
""",
)


@dataclass(frozen=True)
class ModelVersion:
    """One version of a model; `replaced` is the version it took over from when it was added."""

    number: int
    path: Path
    digest: str
    added: str
    note: str
    story: Mapping[str, Any]
    replaced: int | None = None
    in_use: bool = False

    def values(self) -> dict[str, object]:
        """The version as JSON."""
        story = self.story
        return {
            "version": self.number,
            "in_use": self.in_use,
            "file": str(self.path),
            "added": self.added,
            "note": self.note,
            "replaced": self.replaced,
            "want": story.get("want"),
            "guarantee": story.get("promises") or [],
            "confidence": story.get("confidence"),
            "source": story.get("source"),
            "model": story.get("families") or story.get("model"),
            "rows": story.get("rows"),
            "chapters": story.get("chapters") or [],
        }


class ModelVersions:
    """The versions in one folder.

    Parameters
    ----------
    folder : str or Path
        The folder; it is made when the first version is added.

    Examples
    --------
    >>> import tempfile
    >>> from sklearn.linear_model import LogisticRegression
    >>> from steersman import save_model
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     model = LogisticRegression().fit([[0.0], [1.0]], ["ham", "spam"])
    ...     save_model(model, f"{folder}/mail.skops", story={"want": "fpr <= 2%"})
    ...     versions = ModelVersions(f"{folder}/mail")
    ...     first = versions.add(f"{folder}/mail.skops", "first")
    ...     versions.current().number, first.story["want"]
    (1, 'fpr <= 2%')
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)

    @contextmanager
    def index(self, *, write: bool = False) -> Iterator[sqlite3.Connection]:
        """The index; what is written in the block is kept when it ends well."""
        path = self.folder / INDEX
        if not write and not path.is_file():
            raise SteersmanError(
                f"{self.folder} has no models",
                todo="add one with steersman models add FOLDER MODEL",
                code="no-versions",
                folder=str(self.folder),
            )
        with KIND.transaction(path, write=write) as connection:
            yield connection

    def add(self, path: str | Path, note: str = "") -> ModelVersion:
        """Copy a saved model into the folder as the version in use; the same file only once."""
        content = bytes_of(Path(path))
        story = facts_in(content, Path(path).name)["story"]
        digest = sha256(content).hexdigest()
        self.folder.mkdir(parents=True, exist_ok=True)
        with self.index(write=True) as index:
            row = index.execute("SELECT number FROM versions WHERE digest = ?", [digest]).fetchone()
            before = current_number(index)
            (last,) = index.execute("SELECT coalesce(max(number), 0) FROM versions").fetchone()
            number = last + 1 if row is None else int(row[0])
            if row is None:
                name = f"{number}.skops"
                with atomic_file(self.folder / name) as file:
                    file.write(content)
                told = (number, name, digest, now(), note, json.dumps(story, default=str))
                index.execute("INSERT INTO versions VALUES (?, ?, ?, ?, ?, ?)", told)
            if before != number:
                use = (now(), number, before)
                index.execute("INSERT INTO uses (at, number, replaced) VALUES (?, ?, ?)", use)
        return self.version(number)

    def roll_back(self, number: int | None = None) -> ModelVersion:
        """Use an earlier version again; by default the one that was in use before."""
        with self.index(write=True) as index:
            before = current_number(index)
            if number is None:
                row = index.execute(
                    "SELECT replaced FROM uses WHERE number = ? AND replaced IS NOT NULL "
                    "ORDER BY step DESC",
                    [before],
                ).fetchone()
                number = None if row is None else int(row[0])
            known = [each for (each,) in index.execute("SELECT number FROM versions")]
            if number not in known:
                raise unknown_version(number, known)
            if number != before:
                use = (now(), number, before)
                index.execute("INSERT INTO uses (at, number, replaced) VALUES (?, ?, ?)", use)
        return self.version(number)

    def all(self) -> list[ModelVersion]:
        """Every version, the oldest first."""
        with self.index() as index:
            current = current_number(index)
            first: dict[int, int | None] = {}
            for number, replaced in index.execute(
                "SELECT number, replaced FROM uses ORDER BY step"
            ):
                first.setdefault(number, replaced)
            rows = list(index.execute("SELECT * FROM versions ORDER BY number"))
        return [
            ModelVersion(
                number,
                self.folder / file,
                digest,
                added,
                note,
                json.loads(story),
                first.get(number),
                number == current,
            )
            for number, file, digest, added, note, story in rows
        ]

    def uses(self) -> list[tuple[str, int, int | None]]:
        """When which version came into use, and which it replaced, the oldest first."""
        with self.index() as index:
            found = index.execute("SELECT at, number, replaced FROM uses ORDER BY step")
            return [(str(at), int(number), replaced) for at, number, replaced in found]

    def version(self, number: int | None = None) -> ModelVersion:
        """One version, by default the one in use."""
        every = self.all()
        for each in every:
            if each.number == number or (number is None and each.in_use):
                return each
        raise unknown_version(number, [each.number for each in every])

    def current(self) -> ModelVersion:
        """The version in use."""
        return self.version()


def current_number(index: sqlite3.Connection) -> int | None:
    """The number of the version in use."""
    row = index.execute("SELECT number FROM uses ORDER BY step DESC LIMIT 1").fetchone()
    return None if row is None else int(row[0])


def now() -> str:
    """The time, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def unknown_version(number: object, known: list[int]) -> SteersmanError:
    """The error for a version that is not there."""
    what = "there is no earlier version" if number is None else f"there is no version {number}"
    return SteersmanError(
        what,
        todo=f"choose from: {', '.join(map(str, known)) or 'none yet'}",
        code="unknown-version",
        versions=known,
    )


def model_file(path: Path) -> Path:
    """The file of a model: the path itself, or the version in use of a folder of versions."""
    return ModelVersions(path).current().path if (path / INDEX).is_file() else path
