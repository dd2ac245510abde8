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
from steersman.errors import SteersmanError

LARGEST_UPLOAD_BYTES = 4 * 2**30
SPARE_BYTES = 256 * 2**20
LONGEST_NAME = 120
INCOMING = ".incoming-"
PLACING = Lock()
TOO_LARGE = 413
FAULTY = 400


def uploads_folder() -> Path:
    return data_folder() / "files"


def safe_name(name: str) -> str:
    r"""A file name that stays in its folder and hides nothing: the last part of what was given.

    >>> safe_name("../../etc/passwd"), safe_name("C:\\mail\\été 2.csv"), safe_name(".\0.")
    ('passwd', 'été 2.csv', 'file')
    """
    last = re.split(r"[/\\]", unicodedata.normalize("NFC", name))[-1]
    kept = "".join(letter for letter in last if letter.isalnum() or letter in " ._-()+")
    kept = kept.strip(" .")
    ending = "".join(Path(kept).suffixes[-2:])[-20:]
    return (
        kept[: LONGEST_NAME - len(ending)] + ending if len(kept) > LONGEST_NAME else kept
    ) or "file"


async def take_upload(request: Request) -> Response:
    """The path of the file in the body, which is in the user's data folder once it is whole."""
    try:
        path = await receive_upload(request)
    except SteersmanError as error:
        status = TOO_LARGE if error.code == "upload-too-large" else FAULTY
        answer = {"code": error.code, "what": error.what, "todo": error.todo}
        return JSONResponse(answer, status_code=status)
    except ClientDisconnect:
        answer = {"code": "page-gone", "what": "the page went away", "todo": ""}
        return JSONResponse(answer, status_code=FAULTY)
    return JSONResponse({"path": str(path)})


async def receive_upload(request: Request) -> Path:
    """Stream the body into a hidden file that takes its name when it is whole, or disappears."""
    name = safe_name(unquote(request.headers.get("x-file-name", "")))
    announced = request.headers.get("content-length", "0")
    check_size(name, int(announced) if announced.isdecimal() else 0)
    folder = uploads_folder()
    folder.mkdir(parents=True, exist_ok=True)
    check_space(folder, int(announced) if announced.isdecimal() else 0, name)
    incoming = folder / f"{INCOMING}{secrets.token_hex(8)}"
    digest, size = hashlib.sha256(), 0
    try:
        with incoming.open("xb") as file:
            async for chunk in request.stream():
                size += len(chunk)
                check_size(name, size)
                digest.update(chunk)
                await asyncio.to_thread(file.write, chunk)
            await asyncio.to_thread(settle, file)
        if not size:
            raise SteersmanError(
                f"{name} is empty",
                todo="give a file with a row per example",
                code="file-empty",
                file=name,
            )
        return await asyncio.to_thread(place_upload, incoming, folder, name, digest.hexdigest())
    except OSError as error:
        raise SteersmanError(
            f"{name} cannot be kept: {error.strerror or error}",
            todo="make room on the disk, or type its path: it is then read where it is",
            code="upload-not-saved",
            file=name,
        ) from error
    finally:
        incoming.unlink(missing_ok=True)


def settle(file: BufferedWriter) -> None:
    """Wait until all of a file is on the disk."""
    file.flush()
    os.fsync(file.fileno())


def place_upload(incoming: Path, folder: Path, name: str, digest: str) -> Path:
    """Where the file is now: under its name, numbered if another one has it."""
    stem, dot, endings = name.partition(".")
    with PLACING:
        number = 1
        while True:
            path = folder / (name if number == 1 else f"{stem} {number}{dot}{endings}")
            if not path.exists():
                incoming.rename(path)
                return path
            if path.stat().st_size == incoming.stat().st_size and file_digest(path) == digest:
                return path
            number += 1


def check_size(name: str, size: int) -> None:
    if size > LARGEST_UPLOAD_BYTES:
        raise SteersmanError(
            f"{name} is larger than {LARGEST_UPLOAD_BYTES // 2**30} GB",
            todo="type its path instead: it is then read where it is",
            code="upload-too-large",
            file=name,
            most_bytes=LARGEST_UPLOAD_BYTES,
        )


def check_space(folder: Path, announced: int, name: str) -> None:
    if shutil.disk_usage(folder).free < announced + SPARE_BYTES:
        raise SteersmanError(
            f"there is no room on the disk for {name}",
            todo="type its path instead: it is then read where it is",
            code="disk-full",
            file=name,
        )
