"""The project file: SQLite with every action, its outcome, and the results of long work."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

from steersman.session.storage.result_pieces import result_of_piece, whole_result
from steersman.session.storage.store_errors import busy, checked_header, fault, user_error_of

if os.name == "nt":
    import msvcrt

    def take(file: BinaryIO) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
else:
    import fcntl

    def take(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


# "STMP" in ASCII. SQLite keeps it in the header, so that a file is recognized without opening it.
APPLICATION = 0x53544D50
FORMAT = 4
FACTS: Mapping[str, type | tuple[type, ...]] = {"name": str, "called": str, "made": (int, float)}
"""What every project says of itself."""
SCHEMA = f"""
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {FORMAT};
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE data (name TEXT PRIMARY KEY, facts TEXT NOT NULL, content BLOB);
CREATE TABLE entries (
    number INTEGER PRIMARY KEY, at REAL NOT NULL, action TEXT NOT NULL, outcome TEXT NOT NULL
);
CREATE TABLE origins (number INTEGER PRIMARY KEY, histories TEXT NOT NULL);
CREATE TABLE checkpoints (number INTEGER PRIMARY KEY, at REAL NOT NULL, histories TEXT NOT NULL);
CREATE TABLE results (key TEXT PRIMARY KEY, kind TEXT NOT NULL, value BLOB NOT NULL);
"""


@dataclass(frozen=True)
class StoreLock:
    """A lock file beside the project, held while the project is open for writing."""

    path: Path
    file: BinaryIO

    @classmethod
    def acquire(cls, project: Path) -> StoreLock:
        """Take the lock of a project; raise an error when another process has it."""
        path = project.with_name(f"{project.name}-lock")
        while True:
            try:
                file = path.open("ab")
            except OSError as error:
                raise user_error_of(error, project) from error
            try:
                take(file)
            except OSError as error:
                file.close()
                raise busy(project) from error
            # The last owner may have deleted the file between our open and our lock: then we hold a
            # lock on a file that nobody else will find.
            if path.exists() and path.stat().st_ino == os.fstat(file.fileno()).st_ino:
                return cls(path, file)
            # Deleted in between: try again with a new file.
            file.close()

    def release(self) -> None:
        """Release the lock and delete its file."""
        # Unlinked while still locked, so that nobody can lock the file that is about to disappear
        # without noticing.
        self.path.unlink(missing_ok=True)
        self.file.close()


@dataclass(frozen=True)
class Entry:
    """One line of the log: an action and what came of it, both as plain values."""

    number: int
    at: float  # seconds since 1970
    action: Mapping[str, Any]
    outcome: Mapping[str, Any]


@dataclass(eq=False)
class Store:
    """An open project file. Only one writer at a time; readers may look at any time."""

    path: Path
    connection: sqlite3.Connection
    lock: StoreLock | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    # What happened to the file while it was open, for the person to read; empty if nothing did.
    rescue: str = ""

    def __post_init__(self) -> None:
        self.identity = file_identity(self.path)

    @classmethod
    def create(cls, path: Path, facts: Mapping[str, Any]) -> Store:
        """Create a project file; a failure leaves nothing behind."""
        if path.exists():
            raise fault(
                "file-exists", path, f"{path} exists already", "open it, or give another name"
            )
        if not path.parent.is_dir():
            what = f"there is no folder {path.parent} for the project {path.name}"
            raise fault("folder-missing", path, what, "make the folder, or give another one")
        try:
            # Made in a folder beside and renamed: a crash leaves no half-made project under its
            # name. The same folder, because a rename is atomic only within one file system.
            with TemporaryDirectory(dir=path.parent, prefix=".unfinished-") as folder:
                partial = Path(folder) / path.name
                connection = sqlite3.connect(partial, isolation_level=None)
                try:
                    connection.executescript(SCHEMA)
                    for name, value in facts.items():
                        connection.execute(
                            "INSERT INTO facts VALUES (?, ?)", (name, json.dumps(value))
                        )
                finally:
                    connection.close()
                partial.replace(path)
        except (OSError, sqlite3.Error) as error:
            raise user_error_of(error, path) from error
        return cls.open(path)

    @classmethod
    def open(cls, path: Path) -> Store:
        """Open a project for writing; an error when another process has it open."""
        checked_header(path, APPLICATION, FORMAT)
        with ExitStack() as undo:
            lock = StoreLock.acquire(path)
            undo.callback(lock.release)
            try:
                connection = open_connection(path, "rw")
                undo.callback(connection.close)
                connection.execute("PRAGMA journal_mode = WAL")
                # Fails now if the file cannot be written, rather than at the first action.
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("ROLLBACK")
                facts = checked_facts(connection, path)
            except sqlite3.Error as error:
                raise user_error_of(error, path) from error
            undo.pop_all()
            return cls(path, connection, lock, facts)

    @classmethod
    def read_only(cls, path: Path, *, whole: bool = True) -> Store:
        """Open a project for reading, even while it is in use; `whole` checks all its pages."""
        checked_header(path, APPLICATION, FORMAT)
        try:
            return cls.open_checked(path, "ro", whole)
        except sqlite3.OperationalError as error:
            # With a write-ahead log somebody may be writing: immutable mode would ignore its
            # contents.
            if path.with_name(f"{path.name}-wal").exists():
                raise user_error_of(error, path) from error
        except sqlite3.Error as error:
            raise user_error_of(error, path) from error
        # In a read-only folder SQLite cannot create its shared-memory file, and nobody can be
        # writing: immutable mode needs none.
        try:
            return cls.open_checked(path, "ro&immutable=1", whole)
        except sqlite3.Error as error:
            raise user_error_of(error, path) from error

    @classmethod
    def open_checked(cls, path: Path, mode: str, whole: bool) -> Store:
        with ExitStack() as undo:
            connection = open_connection(path, mode)
            undo.callback(connection.close)
            facts = checked_facts(connection, path, whole)
            undo.pop_all()
            return cls(path, connection, None, facts)

    def close(self) -> None:
        """Close the file and release its lock."""
        self.connection.close()
        if self.lock is not None:
            self.lock.release()

    @contextmanager
    def writing(self, hurried: bool = False) -> Iterator[sqlite3.Connection]:
        """A transaction: all of the block is on disk when it ends, or none of it.

        A hurried one outlives this process but perhaps not the machine: for a hand in movement.
        """
        if file_identity(self.path) != self.identity:
            self.save_again()
        try:
            # FULL waits for the disk at every commit, which a moving slider would feel; NORMAL may
            # lose the last movements when the power fails, never the file.
            level = "NORMAL" if hurried else "FULL"
            self.connection.execute(f"PRAGMA synchronous = {level}")
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise user_error_of(error, self.path) from error

    def save_again(self) -> None:
        """Write the project to a new file when its own was deleted or replaced while it was open.

        The open connection still has everything. A file that took the place of the project is
        somebody else's and stays as it is.
        """
        gone = not self.path.exists()
        target = self.path if gone else unused_path(self.path)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            for ending in ("-wal", "-shm"):
                # Of the old file: they would be applied to the new one.
                target.with_name(target.name + ending).unlink(missing_ok=True)
            self.connection.execute("VACUUM INTO ?", (str(target),))
            self.close()
            fresh = Store.open(target)
        except (OSError, sqlite3.Error) as error:
            raise user_error_of(error, self.path) from error
        self.path, self.connection, self.lock = fresh.path, fresh.connection, fresh.lock
        self.identity = fresh.identity
        what = "was deleted" if gone else "was replaced by another file"
        self.rescue = f"The project file {what} while it was open; it is saved again in {target}."

    def add_data(self, name: str, facts: Mapping[str, Any]) -> None:
        """Save the facts by which a data set is found and recognized."""
        with self.writing() as connection:
            connection.execute(
                "INSERT INTO data VALUES (?, ?, NULL) "
                "ON CONFLICT (name) DO UPDATE SET facts = excluded.facts",
                (name, json.dumps(facts)),
            )

    def entries(self) -> list[Entry]:
        """The whole log, in order."""
        rows = self.rows("SELECT number, at, action, outcome FROM entries ORDER BY number")
        try:
            return [Entry(n, float(at), json.loads(a), json.loads(o)) for n, at, a, o in rows]
        except (TypeError, ValueError, RecursionError) as error:
            raise user_error_of(error, self.path) from error

    def origins(self) -> dict[int, dict[str, Any]]:
        """Where entries started from that left more than a state, by their number."""
        return self.histories_in("SELECT number, histories FROM origins")

    def checkpoint(self) -> tuple[int, float, dict[str, Any]] | None:
        """The entry after which histories were saved, when, and the histories; None without any."""
        rows = self.rows("SELECT number, at FROM checkpoints ORDER BY number DESC LIMIT 1")
        if not rows:
            return None
        ((number, at),) = rows
        found = self.histories_in("SELECT number, histories FROM checkpoints")
        return number, float(at), found[number]

    def histories_in(self, question: str) -> dict[int, dict[str, Any]]:
        try:
            return {number: dict(json.loads(text)) for number, text in self.rows(question)}
        except (TypeError, ValueError, RecursionError) as error:
            raise user_error_of(error, self.path) from error

    def result(self, key: str) -> bytes | None:
        """The stored result of a key, if there is one."""
        return whole_result(key, self.result_row(key), self.result_row)

    def result_row(self, key: str) -> bytes | None:
        """What is stored under the key of a result or of one of its pieces."""
        rows = self.rows("SELECT value FROM results WHERE key = ?", key)
        return bytes(rows[0][0]) if rows else None

    def result_keys(self) -> set[str]:
        """The keys of all stored results."""
        return {key for key in self.result_row_keys() if result_of_piece(key) == key}

    def result_row_keys(self) -> set[str]:
        """The keys of all stored results and of their pieces."""
        return {key for (key,) in self.rows("SELECT key FROM results")}

    def data(self) -> dict[str, dict[str, Any]]:
        """The facts of each data set by name, in the order in which they were added."""
        rows = self.rows("SELECT name, facts FROM data ORDER BY rowid")
        try:
            return {name: dict(json.loads(facts)) for name, facts in rows}
        except (TypeError, ValueError, RecursionError) as error:
            raise user_error_of(error, self.path) from error

    def data_content(self, name: str) -> bytes | None:
        """The file of a data set, when the project carries it."""
        rows = self.rows("SELECT content FROM data WHERE name = ?", name)
        return rows[0][0] if rows else None

    def rows(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self.connection.execute(question, values).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise user_error_of(error, self.path) from error


def file_identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from another one of the same name; None when there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def unused_path(path: Path) -> Path:
    """A free name beside a file: work-2.steer for work.steer."""
    count = 2
    while (found := path.with_name(f"{path.stem}-{count}{path.suffix}")).exists():
        count += 1
    return found


def open_connection(path: Path, mode: str) -> sqlite3.Connection:
    """A connection that never makes a file where there is none."""
    # A URI, because only there a mode can be given: the default mode creates missing files.
    address = f"{path.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)
    # Functions with side effects may not be called by what a foreign file defines.
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


@cache
def own_schema() -> frozenset[tuple[str, ...]]:
    """What SQLite notes of the tables of a project."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(SCHEMA)
        return schema_of(connection)


def schema_of(connection: sqlite3.Connection) -> frozenset[tuple[str, ...]]:
    """The tables, views and triggers of a file: kind, name, and how they were made."""
    question = "SELECT type, name, coalesce(sql, '') FROM sqlite_master LIMIT 100"
    try:
        return frozenset(connection.execute(question).fetchall())
    except UnicodeDecodeError as error:
        # SQLite quotes the damaged text in its own message, which Python cannot decode.
        raise sqlite3.DatabaseError("its tables are damaged") from error


def checked_facts(connection: sqlite3.Connection, path: Path, whole: bool = True) -> dict[str, Any]:
    """The facts of a project whose tables and pages are in order."""
    # First: a view in place of a table could be endless.
    if schema_of(connection) != own_schema():
        raise user_error_of(sqlite3.DatabaseError("it has other tables than a project"), path)
    # Checking reads every page: too slow for a list of all projects.
    look = "PRAGMA quick_check(1)" if whole else "SELECT 'ok'"
    ((verdict,),) = connection.execute(look).fetchall()
    if verdict != "ok":
        raise user_error_of(sqlite3.DatabaseError(verdict), path)
    rows = connection.execute("SELECT name, value FROM facts").fetchall()
    try:
        facts = {name: json.loads(value) for name, value in rows}
        for name, kind in FACTS.items():
            if not isinstance(facts[name], kind):
                raise TypeError(f"{name} is {facts[name]!r}")
        # Half a character, which JSON can write, would make every later view fail.
        json.dumps(facts, ensure_ascii=False).encode()
        return facts
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise user_error_of(error, path) from error
