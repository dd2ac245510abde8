"""SQLite files of our own kinds in one transaction, safe under two processes and a kill."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from steersman.errors import SteersmanError

WAIT_S = 60.0


class DatabaseKind(NamedTuple):
    """A kind of SQLite file, and the codes of the errors about one that cannot be used."""

    name: str
    application: int  # four bytes: another SQLite file must not become one by accident
    tables: str
    foreign_code: str
    unusable_code: str
    other_place: str  # how to choose another file

    @contextmanager
    def transaction(self, path: Path, *, write: bool = True) -> Iterator[sqlite3.Connection]:
        """What is written in the block is kept when it ends well, and nothing of it otherwise.

        Another process waits until this one is done.
        """
        try:
            connection = sqlite3.connect(path, timeout=WAIT_S, isolation_level=None)
            try:
                connection.execute("BEGIN IMMEDIATE" if write else "BEGIN")
                self.check_owner(connection, path)
                yield connection
                connection.execute("COMMIT")
            finally:
                # What was not committed is rolled back.
                connection.close()
        except sqlite3.Error as error:
            raise SteersmanError(
                f"the {self.name} {path} cannot be used: {error}",
                todo=f"wait until no other process writes to it, or {self.other_place}",
                code=self.unusable_code,
                file=str(path),
            ) from error

    def check_owner(self, connection: sqlite3.Connection, path: Path) -> None:
        """Make the tables of a new file; refuse another program's."""
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if not tables:
            for statement in filter(str.strip, self.tables.split(";")):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {self.application}")
        elif application != self.application:
            raise SteersmanError(
                f"{path} is not the {self.name}",
                todo=self.other_place,
                code=self.foreign_code,
                file=str(path),
            )
