"""Files within reach of a page: folders that were named, links followed, nothing hidden at home."""

from __future__ import annotations

from pathlib import Path

import pytest

from steersman.data.files.file_reach import FileReach
from steersman.errors import SteersmanError


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "ada"
    (folder / ".ssh").mkdir(parents=True)
    (folder / "data").mkdir()
    (tmp_path / "other").mkdir()
    for place in (folder / ".ssh" / "key", folder / "data" / "mail.csv", tmp_path / "other" / "x"):
        place.write_text("text")
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.chdir(folder / "data")
    return folder


def test_at_home_all_but_hidden_files_may_be_opened(home: Path) -> None:
    reach = FileReach.of([], [])
    assert reach.allows(home / "data" / "mail.csv")
    assert reach.allows(home / "data")
    assert not reach.allows(home / ".ssh" / "key")
    assert not reach.allows(home.parent / "other" / "x")
    assert not reach.allows(Path("/etc/passwd"))


def test_links_and_dots_lead_nowhere_else(home: Path) -> None:
    reach = FileReach.of([], [])
    (home / "data" / "link.csv").symlink_to(home / ".ssh" / "key")
    (home / "out").symlink_to(home.parent / "other")
    (home / "round").symlink_to(home / "round")
    assert not reach.allows(home / "data" / "link.csv")
    assert not reach.allows(home / "out" / "x")
    assert not reach.allows(home / "data" / ".." / ".." / "other" / "x")
    assert not reach.allows(home / "a\0b")


def test_folders_that_were_named_take_the_place_of_home(home: Path) -> None:
    reach = FileReach.of([home.parent / "other"], [home / ".ssh"], [home / "data" / "mail.csv"])
    assert reach.allows(home.parent / "other" / "x")
    assert reach.allows(home / ".ssh" / "key")
    assert reach.allows(home / "data" / "mail.csv")
    assert not reach.allows(home / "data" / "more.csv")
    with pytest.raises(SteersmanError) as caught:
        reach.check(home / "data" / "more.csv")
    assert caught.value.code == "file-out-of-reach"
