"""Bytes from a public address, with progress, whole or not at all."""

from __future__ import annotations

from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, build_opener

from steersman.errors import SteersmanError
from steersman.tasks import Progress

CHUNK_BYTES = 2**16
# A wrong address must not fill the disk.
MOST_BYTES = 256 * 2**20
TIMEOUT_S = 30


def download(url: str, path: Path, progress: Progress | None = None) -> None:
    """Write the contents of `url` to `path`; raise an error that says why it cannot."""
    host = urlsplit(url).hostname or url
    if urlsplit(url).scheme not in ("http", "https"):
        raise SteersmanError(
            f"{url} is not a web address",
            todo="use an http or https address",
            code="address-invalid",
            came=url,
        )
    try:
        request = Request(url, headers={"User-Agent": "steersman"})  # noqa: S310 (scheme checked)
        # A new opener each time, because the global one keeps the proxy settings of its first use.
        with build_opener().open(request, timeout=TIMEOUT_S) as reply, path.open("wb") as file:
            total = int(reply.headers.get("Content-Length") or 0)
            done = 0
            while chunk := reply.read(CHUNK_BYTES):
                file.write(chunk)
                done += len(chunk)
                check_size(done, host)
                if progress is not None:
                    progress(f"downloading from {host}", min(done / total, 1.0) if total else 0.0)
    except HTTPError as error:
        error.close()
        raise SteersmanError(
            f"{host} answered {error.code} ({error.reason}) for {urlsplit(url).path}",
            todo="try again later",
            code="download-refused",
            host=host,
            status=error.code,
        ) from error
    except (URLError, TimeoutError, ConnectionError, HTTPException) as error:
        reason = getattr(error, "reason", None) or error
        raise SteersmanError(
            f"{host} cannot be reached ({reason})",
            todo="connect to the network, or set STEERSMAN_DATA to a folder that holds the data",
            code="host-unreachable",
            host=host,
        ) from error
    # Reading by chunks does not complain when a connection ends early.
    if total and done != total:
        raise SteersmanError(
            f"the download from {host} was interrupted after {done:,} of {total:,} bytes",
            todo="try again",
            code="download-incomplete",
            host=host,
            came=done,
            expected=total,
        )


def check_size(done: int, host: str) -> None:
    if done > MOST_BYTES:
        raise SteersmanError(
            f"the download from {host} is larger than {MOST_BYTES // 2**20} MB",
            todo="try again later",
            code="download-too-large",
            host=host,
        )
