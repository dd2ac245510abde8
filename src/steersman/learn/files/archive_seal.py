"""The digest that a model file carries of itself: it tells damage, not malice.

A file that was cut short, mixed up or edited by mistake is refused. Somebody who forges one on
purpose can compute its digest again, as the program is open: then only the checks of its arrays
are left.
"""

from __future__ import annotations

import hashlib
import io
from zipfile import ZIP_DEFLATED, ZipFile

from steersman.errors import SteersmanError

DIGEST = "steersman.sha256"
# Larger than any model of the catalog; its members are unpacked in memory.
LARGEST_BYTES = 4 * 2**30
# Zeros pack about a thousand times; numbers that were learned do not.
LARGEST_RATIO, SMALL_BYTES = 200, 256 * 2**20


def archive_digest(members: ZipFile) -> str:
    """The digest of all members but the digest itself, whatever their order."""
    digest = hashlib.sha256()
    for name in sorted(set(members.namelist()) - {DIGEST}):
        content = members.read(name)
        # Lengths keep the name and the content of a member, and two members, apart.
        digest.update(f"{len(name.encode())} {len(content)} ".encode() + name.encode())
        digest.update(content)
    return digest.hexdigest()


def sealed_archive(content: bytes) -> bytes:
    """An archive with its digest as one more member."""
    archive = io.BytesIO(content)
    with ZipFile(archive, "a", ZIP_DEFLATED) as members:
        members.writestr(DIGEST, archive_digest(members))
    return archive.getvalue()


def check_seal(content: bytes, where: str) -> None:
    """Raise an error for an archive that is not as it was written."""
    with ZipFile(io.BytesIO(content)) as members:
        names = members.namelist()
        whole = len(names) == len(set(names)) and DIGEST in names
        if not whole or members.read(DIGEST).decode("ascii", "replace") != archive_digest(members):
            raise SteersmanError(
                f"{where} is damaged: its contents are not those that were saved",
                todo="copy it again, or train the model again",
                code="damaged-model",
            )


def check_unpacked_size(members: ZipFile, packed_bytes: int, where: str) -> None:
    """Raise an error for an archive that would fill the memory."""
    size = sum(part.file_size for part in members.infolist())
    if size > LARGEST_BYTES or size > max(SMALL_BYTES, LARGEST_RATIO * packed_bytes):
        raise SteersmanError(
            f"{where} would unpack to {size / 2**30:.1f} GB",
            todo="do not use it; train the model again",
            code="model-too-large",
            bytes=size,
        )
