"""Files that are dropped on the page: taken in whole or not at all, and never run."""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import secrets
import shutil
import unicodedata
from io import BufferedWriter
from pathlib import Path
from threading import Lock
from urllib.parse import unquote

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from steersman.data.files.data_folders import data_folder
from steersman.data.files.lines import file_digest
from steersman.data.files.person_folders import person_folders
from steersman.errors import SteersmanError

# An upload is copied; a larger file is better read where it is.
LARGEST_UPLOAD_BYTES = 4 * 2**30
# Left free on the disk: a full one would also break the project that is being saved.
SPARE_BYTES = 256 * 2**20
# File systems allow 255 bytes; a character may take 4 of them in its encoded form, and a number may
# be added, but names this long are cut only to stay readable in a list.
LONGEST_NAME = 120
INCOMING = ".incoming-"
# Uploads run at the same time: finding a free name and taking it must not be interleaved.
PLACING = Lock()
TOO_LARGE = 413
FAULTY = 400


def uploads_folder() -> Path:
    """Where dropped files go: the person's own folder on a server for several."""
    folders = person_folders()
    return data_folder() / "files" if folders is None else folders.files


def safe_name(name: str) -> str:
    r"""A file name that stays in its folder and hides nothing: the last part of what was given.

    >>> safe_name("../../etc/passwd"), safe_name("C:\\mail\\été 2.csv"), safe_name(".\0.")
    ('passwd', 'été 2.csv', 'file')
    """
    # Both separators, whatever this system uses: the name comes from another machine's browser.
    # NFC, because macOS sends letters and accents apart and two equal names would differ.
    last = re.split(r"[/\\]", unicodedata.normalize("NFC", name))[-1]
    kept = "".join(letter for letter in last if letter.isalnum() or letter in " ._-()+")
    # A leading dot would hide the file, and Windows drops trailing dots and spaces.
    kept = kept.strip(" .")
    # The ending says which format it is (.csv.gz), so a long name is cut before it.
    ending = "".join(Path(kept).suffixes[-2:])[-20:]
    return (
        kept[: LONGEST_NAME - len(ending)] + ending if len(kept) > LONGEST_NAME else kept
    ) or "file"


async def take_upload(request: Request) -> Response:
    """The path of the file in the body, which is in the user's data folder once it is whole."""
    try:
        path = await receive_upload(request)
    except (SteersmanError, ClientDisconnect) as error:
        return refusal(error)
    return JSONResponse({"path": str(path)})


def refusal(error: SteersmanError | ClientDisconnect) -> Response:
    """The answer to a file that could not be taken in."""
    if isinstance(error, ClientDisconnect):
        gone = {"code": "page-gone", "what": "the page went away", "todo": ""}
        return JSONResponse(gone, status_code=FAULTY)
    status = TOO_LARGE if error.code == "upload-too-large" else FAULTY
    answer = {"code": error.code, "what": error.what, "todo": error.todo}
    return JSONResponse(answer, status_code=status)


def upload_name(request: Request) -> str:
    """The name that the page gives its file, made safe."""
    return safe_name(unquote(request.headers.get("x-file-name", "")))


async def receive_upload(request: Request) -> Path:
    """Stream the body into a hidden file that takes its name when it is whole, or disappears."""
    name, folder = upload_name(request), uploads_folder()
    folder.mkdir(parents=True, exist_ok=True)
    # Hidden and random: a half-written file is never listed, and two uploads never share one.
    incoming = folder / f"{INCOMING}{secrets.token_hex(8)}"
    try:
        digest = await write_body(request, incoming, name)
        return await asyncio.to_thread(place_upload, incoming, folder, name, digest)
    except OSError as error:
        raise disk_error(name, error) from error
    finally:
        # It has been renamed if all went well; in all other cases the partial file must go.
        incoming.unlink(missing_ok=True)


async def write_body(request: Request, path: Path, name: str) -> str:
    """Stream the body of a request into a new file and return the digest of its bytes."""
    announced = request.headers.get("content-length", "0")
    # The announced size saves a pointless transfer; it may be missing or wrong, so the bytes are
    # counted as well.
    expected = int(announced) if announced.isdecimal() else 0
    check_size(name, expected)
    check_space(path.parent, expected, name)
    digest, size = hashlib.sha256(), 0
    with path.open("xb") as file:
        async for chunk in request.stream():
            size += len(chunk)
            check_size(name, size)
            digest.update(chunk)
            # In a thread, so that a slow disk does not stall the sockets of the other windows.
            await asyncio.to_thread(file.write, chunk)
        await asyncio.to_thread(settle, file)
    if not size:
        raise SteersmanError(
            f"{name} is empty",
            todo="choose a file with one row per example",
            code="file-empty",
            file=name,
        )
    return digest.hexdigest()


def disk_error(name: str, error: OSError) -> SteersmanError:
    """The error for a file that the disk does not take."""
    return SteersmanError(
        f"{name} cannot be saved: {error.strerror or error}",
        todo="free some disk space, or type its path to read it in place",
        code="upload-not-saved",
        file=name,
    )


def settle(file: BufferedWriter) -> None:
    """Flush a file and wait until it is on the disk."""
    file.flush()
    os.fsync(file.fileno())


def place_upload(incoming: Path, folder: Path, name: str, digest: str) -> Path:
    """Move a received file to its name, numbered if another file has it, and return the path."""
    stem, dot, endings = name.partition(".")
    with PLACING:
        number = 1
        while True:
            path = folder / (name if number == 1 else f"{stem} {number}{dot}{endings}")
            if not path.exists():
                incoming.rename(path)
                return path
            # The same file dropped twice is not stored twice; sizes are compared first, because a
            # digest reads all of it.
            if path.stat().st_size == incoming.stat().st_size and file_digest(path) == digest:
                return path
            number += 1


def check_size(name: str, size: int) -> None:
    if size > LARGEST_UPLOAD_BYTES:
        raise SteersmanError(
            f"{name} is larger than {LARGEST_UPLOAD_BYTES // 2**30} GB",
            todo="type its path to read it in place",
            code="upload-too-large",
            file=name,
            most_bytes=LARGEST_UPLOAD_BYTES,
        )


def check_space(folder: Path, announced: int, name: str) -> None:
    if shutil.disk_usage(folder).free < announced + SPARE_BYTES:
        raise SteersmanError(
            f"not enough disk space for {name}",
            todo="type its path to read it in place",
            code="disk-full",
            file=name,
        )
