"""Collections from their public homes: downloaded, converted, verified, then put in place."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from urllib.parse import unquote_plus, urlsplit

from steersman.data.collections.archives import archive_members
from steersman.data.collections.by_name import collection_named
from steersman.data.collections.downloads import download
from steersman.data.collections.homes import HOMES, MADE_OF, Home
from steersman.data.files.atomic_files import atomic_path
from steersman.data.files.data_folders import data_folder
from steersman.errors import SteersmanError
from steersman.tasks import Progress


def fetch(name: str, progress: Progress | None = None) -> Path:
    """The file of the collection `name` in the user's data folder, downloaded and verified.

    `progress` is called with what is being done and the part done, 0 to 1.
    """
    if name in MADE_OF:
        texts, *_ = (fetch(part, progress) for part in MADE_OF[name])
        return texts
    if name in HOMES:
        return fetch_from(HOMES[name], data_folder(), progress)
    collection = collection_named(name)
    if not collection.files:
        raise SteersmanError(
            f"{name!r} is built in and needs no download",
            todo=f'load it with load("{name}")',
            code="collection-built-in",
            collection=name,
        )
    raise SteersmanError(
        f"{name!r} cannot be downloaded in this form",
        todo=f"copy {', '.join(collection.files)} to {data_folder()}",
        code="download-not-offered",
        collection=name,
    )


def fetch_from(home: Home, folder: Path, progress: Progress | None = None) -> Path:
    """The file of a collection in `folder`, from the first of its addresses that answers."""
    path = folder / home.file
    with atomic_path(path) as partial:
        archive = partial.with_name("archive")
        url = download_from(home, archive, progress)
        content = archive.read_bytes()
        check_digest(content, home, url)
        if progress is not None:
            progress("checking", 1.0)
        name = unquote_plus(PurePosixPath(urlsplit(url).path).name)
        home.convert(archive_members(content, name), partial)
        # Before the file gets its name: a changed or broken download must never be loaded.
        check_contents(home.contents(partial), home.expected, url)
    return path


def download_from(home: Home, archive: Path, progress: Progress | None) -> str:
    """The address that answered; the error of the first one when none does."""
    first: SteersmanError | None = None
    for url in home.urls:
        try:
            download(url, archive, progress)
        except SteersmanError as error:
            # The first address is the official one, so its error says most.
            first = first or error
        else:
            return url
    raise first or SteersmanError(
        f"{home.file} has no download address",
        code="address-missing",
        file=home.file,
    )


def check_digest(content: bytes, home: Home, url: str) -> None:
    """Raise an error when the download has another digest than the published one."""
    came = hashlib.sha256(content).hexdigest()
    if home.sha256 and came != home.sha256:
        raise SteersmanError(
            f"the download from {urlsplit(url).hostname} has SHA-256 {came}, "
            f"expected {home.sha256}",
            todo="try again; the download may be damaged",
            code="download-damaged",
            host=urlsplit(url).hostname,
            came=came,
            expected=home.sha256,
        )


def check_contents(came: Mapping[str, int], expected: Mapping[str, int], url: str) -> None:
    """Raise an error that names the first count that is not as published."""
    for what in expected:
        if came.get(what, 0) != expected[what]:
            raise SteersmanError(
                f"the download from {urlsplit(url).hostname} has {what}: {came.get(what, 0):,}, "
                f"expected {expected[what]:,}",
                todo="try again later; nothing was saved",
                code="download-unexpected",
                host=urlsplit(url).hostname,
                part=what,
                came=came.get(what, 0),
                expected=expected[what],
            )
