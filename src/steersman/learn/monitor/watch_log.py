"""The log of a model in use: one SQLite file, safe under two processes and a kill."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from steersman.data.files.database_files import DatabaseKind
from steersman.errors import SteersmanError

KIND = DatabaseKind(
    "log of steersman watch",
    application=0x53574C47,  # the bytes "SWLG"
    foreign_code="not-a-watch-log",
    unusable_code="watch-log-unusable",
    other_place="name another file with --log",
    tables="""
CREATE TABLE state (model TEXT NOT NULL, content TEXT NOT NULL);
CREATE TABLE looks (
    number INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    source TEXT NOT NULL,
    digest TEXT,
    report TEXT NOT NULL
);
""",
)


class WatchLog:
    """The state of a monitor and every report it gave, inside one transaction.

    `model` is the digest of the saved model that the log is about.
    """

    def __init__(self, connection: sqlite3.Connection, model: str, path: Path) -> None:
        self.connection = connection
        self.model = model
        self.path = path

    @classmethod
    @contextmanager
    def open(cls, path: Path, model: str) -> Iterator[WatchLog]:
        """The log for reading and writing; another process waits until this one is done.

        All that is written in the block is kept when it ends well, and nothing of it otherwise.
        """
        with KIND.transaction(path) as connection:
            log = cls(connection, model, path)
            log.check_owner()
            yield log

    def check_owner(self) -> None:
        """Refuse another model's log."""
        owner = self.connection.execute("SELECT model FROM state").fetchone()
        if owner is not None and owner[0] != self.model:
            raise SteersmanError(
                f"{self.path} is the log of another model",
                todo="begin a new log for this model with --log",
                code="other-model",
                file=str(self.path),
            )

    def state(self) -> dict[str, Any] | None:
        """The state that the monitor was left in; None in a new log."""
        row = self.connection.execute("SELECT content FROM state").fetchone()
        return None if row is None else dict(json.loads(row[0]))

    def has_file(self, digest: str) -> bool:
        """Whether a file with this content was watched before."""
        found = self.connection.execute("SELECT 1 FROM looks WHERE digest = ?", [digest])
        return found.fetchone() is not None

    def add(
        self, source: str, digest: str | None, state: dict[str, Any], report: dict[str, object]
    ) -> None:
        """Keep the new state, and the report about one more file."""
        self.connection.execute("DELETE FROM state")
        self.connection.execute("INSERT INTO state VALUES (?, ?)", [self.model, json.dumps(state)])
        at = datetime.now(UTC).isoformat(timespec="seconds")
        self.connection.execute(
            "INSERT INTO looks (at, source, digest, report) VALUES (?, ?, ?, ?)",
            [at, source, digest, json.dumps(report)],
        )

    def reports(self) -> list[dict[str, Any]]:
        """Every report so far, the oldest first."""
        rows = self.connection.execute("SELECT report FROM looks ORDER BY number")
        return [json.loads(text) for (text,) in rows]
