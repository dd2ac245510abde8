"""The project file itself: its lock, its transactions, and what is said when it cannot be used."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import BinaryIO

import pytest
from tests.errors import raises

from steersman.session.storage import store as store_module
from steersman.session.storage.store import (
    APPLICATION,
    FORMAT,
    Entry,
    Store,
    StoreLock,
    file_identity,
    unused_path,
)
from steersman.session.storage.store_errors import (
    APPLICATION_AT,
    HEADER_BYTES,
    MAGIC,
    VERSION_AT,
    checked_header,
    user_error_of,
)

FACTS = {"name": "mail", "called": "mail", "made": 5.0}
ADD = 'INSERT INTO entries VALUES (?, ?, \'{"action": "x"}\', \'{"label": "y"}\')'


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.create(tmp_path / "work.steer", FACTS)) as opened:
        yield opened


def add_entry(store: Store, number: int) -> None:
    with store.writing() as connection:
        connection.execute(ADD, (number, 7 + number))


def sqlite_error(name: str, kind: type[sqlite3.Error] = sqlite3.OperationalError) -> sqlite3.Error:
    error = kind("what sqlite says")
    error.sqlite_errorname = name
    return error


@pytest.mark.parametrize(
    ("error", "code", "reason"),
    [
        (OSError(errno.ENOSPC, "no space"), "disk-full", ""),
        (sqlite_error("SQLITE_FULL"), "disk-full", ""),
        (sqlite_error("SQLITE_BUSY"), "project-busy", ""),
        (sqlite_error("SQLITE_BUSY_SNAPSHOT"), "project-busy", ""),
        (sqlite_error("SQLITE_LOCKED"), "project-busy", ""),
        (OSError(errno.EISDIR, "a folder"), "project-invalid", ""),
        (OSError(errno.ENOENT, "nothing there"), "project-missing", ""),
        (OSError(errno.EACCES, "no"), "project-read-only", ""),
        (OSError(errno.EPERM, "no"), "project-read-only", ""),
        (OSError(errno.EROFS, "no"), "project-read-only", ""),
        (sqlite_error("SQLITE_READONLY_DBMOVED"), "project-read-only", ""),
        (sqlite_error("SQLITE_CANTOPEN"), "project-read-only", ""),
        (sqlite_error("SQLITE_PERM"), "project-read-only", ""),
        (OSError(errno.EIO, "a broken disk"), "disk-error", "a broken disk"),
        (OSError("only words"), "disk-error", "only words"),
        (sqlite_error("SQLITE_IOERR_WRITE"), "disk-error", "what sqlite says"),
        (sqlite3.ProgrammingError("closed"), "project-closed", ""),
        (sqlite3.NotSupportedError("closed"), "project-closed", ""),
        (sqlite3.DatabaseError("malformed\nand more"), "project-damaged", "(malformed)"),
        (sqlite_error("SQLITE_CORRUPT"), "project-damaged", "what sqlite says"),
        (ValueError("no JSON"), "project-damaged", "no JSON"),
        (ValueError(), "project-damaged", ""),
    ],
    ids=repr,
)
def test_every_fault_of_disk_or_file_has_a_code(error: Exception, code: str, reason: str) -> None:
    found = user_error_of(error, Path("folder/work.steer"))
    assert (found.code, found.fields["file"]) == (code, "work.steer")
    assert reason in found.what


def header(start: bytes = MAGIC, application: int = APPLICATION, format: int = FORMAT) -> bytes:
    content = bytearray(start.ljust(HEADER_BYTES, b"\0"))
    struct.pack_into(">I", content, APPLICATION_AT, application)
    struct.pack_into(">I", content, VERSION_AT, format)
    return bytes(content)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (header(), ""),
        (header() + b"more", ""),
        (header()[:-1], "project-invalid"),
        (header(b"SQLite format 4\0"), "project-invalid"),
        (header(application=APPLICATION + 1), "project-invalid"),
        (header(format=FORMAT + 1), "project-format"),
        (header(format=FORMAT - 1), "project-format"),
    ],
)
def test_a_project_is_recognized_by_its_header(tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "work.steer"
    path.write_bytes(content)
    if not code:
        checked_header(path, APPLICATION, FORMAT)
        return
    with raises(code):
        checked_header(path, APPLICATION, FORMAT)


def test_neither_a_folder_nor_nothing_is_a_project(tmp_path: Path) -> None:
    with raises("project-invalid", file=tmp_path.name):
        checked_header(tmp_path, APPLICATION, FORMAT)
    with raises("project-missing", file="none.steer"):
        checked_header(tmp_path / "none.steer", APPLICATION, FORMAT)


def test_a_project_that_cannot_be_made_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        Store.create(tmp_path / "work.steer", {"name": object()})
    assert list(tmp_path.iterdir()) == []
    with raises("folder-missing", file="work.steer"):
        Store.create(tmp_path / "none" / "work.steer", FACTS)
    (tmp_path / "work.steer").write_text("mine")
    with raises("file-exists", file="work.steer"):
        Store.create(tmp_path / "work.steer", FACTS)
    assert (tmp_path / "work.steer").read_text() == "mine"


def test_a_new_project_says_what_it_was_given_and_writes_ahead(store: Store) -> None:
    assert store.facts == FACTS
    assert [each.name for each in store.path.parent.glob(".unfinished-*")] == []
    assert store.connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    # What a foreign file defines may call no function that does something.
    assert store.connection.execute("PRAGMA trusted_schema").fetchone() == (0,)
    assert not store.connection.in_transaction


def test_the_lock_is_held_while_a_project_is_open_and_goes_with_it(store: Store) -> None:
    lock = store.path.with_name("work.steer-lock")
    assert lock.exists()
    with raises("project-busy"):
        Store.open(store.path)
    assert lock.exists()
    store.close()
    assert not lock.exists()
    with closing(Store.open(store.path)):
        # A lock file that somebody cleared away is no reason to fail.
        lock.unlink()


@pytest.mark.parametrize("put_another", [False, True])
def test_a_lock_file_that_its_last_owner_deletes_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, put_another: bool
) -> None:
    taken: list[BinaryIO] = []
    take = store_module.take

    def take_late(file: BinaryIO) -> None:
        path = tmp_path / "work.steer-lock"
        if not taken:
            path.unlink()
            if put_another:
                path.touch()
        take(file)
        taken.append(file)

    monkeypatch.setattr(store_module, "take", take_late)
    lock = StoreLock.acquire(tmp_path / "work.steer")
    assert [file.closed for file in taken] == [True, False]
    assert lock.path.stat().st_ino == os.fstat(lock.file.fileno()).st_ino
    lock.release()
    assert lock.file.closed


def test_a_busy_lock_is_not_held_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[BinaryIO] = []

    def refuse(file: BinaryIO) -> None:
        tried.append(file)
        raise BlockingIOError

    monkeypatch.setattr(store_module, "take", refuse)
    with raises("project-busy", file="work.steer"):
        StoreLock.acquire(tmp_path / "work.steer")
    assert [file.closed for file in tried] == [True]


@pytest.mark.parametrize("fault", [ValueError("ours"), KeyboardInterrupt()])
def test_a_block_that_fails_writes_nothing_and_the_next_one_goes_on(
    store: Store, fault: BaseException
) -> None:
    add_entry(store, 1)

    def fail() -> None:
        with store.writing() as connection:
            connection.execute(ADD, (2, 9))
            raise fault

    with pytest.raises(type(fault)):
        fail()
    assert not store.connection.in_transaction
    with raises("project-damaged", file="work.steer"), store.writing() as connection:
        connection.execute(ADD, (3, 9))
        connection.execute("INSERT INTO nowhere VALUES (1)")
    add_entry(store, 4)
    expected = [Entry(n, 7.0 + n, {"action": "x"}, {"label": "y"}) for n in (1, 4)]
    assert store.entries() == expected
    with closing(Store.read_only(store.path)) as reader:
        assert reader.entries() == expected


def test_a_closed_project_says_so(store: Store) -> None:
    store.close()
    with raises("project-closed", file="work.steer"):
        store.entries()


def test_a_project_whose_folder_was_deleted_is_saved_again(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    store = Store.create(tmp_path / "a" / "b" / "work.steer", FACTS)
    add_entry(store, 1)
    shutil.rmtree(tmp_path / "a")
    add_entry(store, 2)
    assert store.path == tmp_path / "a" / "b" / "work.steer"
    assert [entry.number for entry in store.entries()] == [1, 2]
    assert store.rescue
    assert store.identity == file_identity(store.path)
    assert store.lock.path.exists()
    store.rescue = ""
    add_entry(store, 3)
    assert store.rescue == ""
    store.close()
    with closing(Store.open(tmp_path / "a" / "b" / "work.steer")) as again:
        assert [entry.number for entry in again.entries()] == [1, 2, 3]


def test_what_the_old_file_left_is_not_applied_to_the_new_one(store: Store) -> None:
    """As when somebody deletes the file and puts another one there, with a log of its own."""
    add_entry(store, 1)
    store.path.unlink()
    target = store.path
    wal = target.with_name("work.steer-wal")
    assert wal.exists()
    before = file_identity(wal)
    with wal.open("rb"):  # while it is open, no new file gets its number
        add_entry(store, 2)
        assert file_identity(wal) != before
    assert [entry.number for entry in store.entries()] == [1, 2]


def test_an_unused_name_is_beside_the_file(tmp_path: Path) -> None:
    path = tmp_path / "work.steer"
    names = []
    for _ in range(3):
        found = unused_path(path)
        assert found.parent == tmp_path
        names.append(found.name)
        found.touch()
    assert names == ["work-2.steer", "work-3.steer", "work-4.steer"]


def test_a_file_is_told_from_another_of_its_name(tmp_path: Path) -> None:
    path = tmp_path / "work.steer"
    assert file_identity(path) is None
    path.touch()
    assert file_identity(path) == (path.stat().st_dev, path.stat().st_ino)


def test_all_pages_are_checked_before_a_project_is_used_and_not_for_a_list(store: Store) -> None:
    with store.writing() as connection:
        connection.execute("INSERT INTO results VALUES ('key', 'kind', ?)", (b"x" * 40_000,))
        (root,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'results'"
        ).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    store.close()
    content = bytearray(store.path.read_bytes())
    content[(root - 1) * size : root * size] = b"\xff" * size
    store.path.write_bytes(content)
    with closing(Store.read_only(store.path, whole=False)) as listed:
        assert listed.facts == FACTS
    for use in (Store.open, Store.read_only):
        with raises("project-damaged", file="work.steer"):
            use(store.path)
    assert not store.path.with_name("work.steer-lock").exists()


@pytest.mark.parametrize("writing", [False, True])
def test_a_folder_that_is_read_only_is_read_as_it_is_unless_somebody_may_be_writing(
    store: Store, monkeypatch: pytest.MonkeyPatch, writing: bool
) -> None:
    """SQLite cannot make its shared memory there, which it needs beside a file in use."""
    add_entry(store, 1)
    if not writing:
        store.close()
    opened: list[str] = []
    connect = store_module.open_connection

    def without_memory(path: Path, mode: str) -> sqlite3.Connection:
        opened.append(mode)
        if mode == "ro":
            raise sqlite_error("SQLITE_CANTOPEN")
        return connect(path, mode)

    monkeypatch.setattr(store_module, "open_connection", without_memory)
    if writing:
        with raises("project-read-only"):
            Store.read_only(store.path)
        assert opened == ["ro"]
        return
    with closing(Store.read_only(store.path)) as reader:
        assert [entry.number for entry in reader.entries()] == [1]
    assert opened == ["ro", "ro&immutable=1"]


def test_what_is_stored_is_found_by_its_name(store: Store) -> None:
    assert (store.result("a"), store.result_keys(), store.data()) == (None, set(), {})
    assert (store.data_content("t"), store.checkpoint(), store.origins()) == (None, None, {})
    store.add_data("t", {"rows": 3})
    store.add_data("s", {"rows": 4})
    store.add_data("t", {"rows": 5})
    with store.writing() as connection:
        connection.execute("UPDATE data SET content = x'0102' WHERE name = 't'")
        connection.execute("INSERT INTO results VALUES ('a', 'kind', x'03')")
        connection.execute("INSERT INTO origins VALUES (4, '{\"now\": 0}')")
        for number in (2, 6):
            row = (number, 1 + number, f'{{"now": {number}}}')
            connection.execute("INSERT INTO checkpoints VALUES (?, ?, ?)", row)
    assert list(store.data().items()) == [("t", {"rows": 5}), ("s", {"rows": 4})]
    assert (store.data_content("t"), store.data_content("s")) == (b"\1\2", None)
    assert (store.result("a"), store.result("b"), store.result_keys()) == (b"\3", None, {"a"})
    assert store.origins() == {4: {"now": 0}}
    assert store.checkpoint() == (6, 7.0, {"now": 6})


@pytest.mark.parametrize(
    ("change", "read"),
    [
        ("INSERT INTO entries VALUES (1, 0, 'no JSON', '{}')", Store.entries),
        ("INSERT INTO entries VALUES (1, 'noon', '{}', '{}')", Store.entries),
        ("INSERT INTO origins VALUES (1, '3')", Store.origins),
        ("INSERT INTO checkpoints VALUES (1, 0, '[')", Store.checkpoint),
        ("INSERT INTO data VALUES ('t', '3', NULL)", Store.data),
        ("INSERT INTO data VALUES (CAST(x'ff' AS TEXT), '{}', NULL)", Store.data),
    ],
)
def test_what_cannot_be_read_is_damaged(store: Store, change: str, read: object) -> None:
    store.connection.execute(change)
    with raises("project-damaged", file="work.steer"):
        read(store)
