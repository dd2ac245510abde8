"""A token that outlives the server, so that a page finds its project again after a restart."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from contextlib import suppress
from pathlib import Path

from steersman.server.guard import new_token
from steersman.session.storage.files import projects_folder

KEY_BYTES = 32


def lasting_token(door: str) -> str:
    """The token of what this user asked for: the same after each start, for nobody else to guess.

    It is made from a secret that only this user can read and never leaves the machine; where none
    can be kept the token is new each time.
    """
    try:
        key = user_key(projects_folder() / ".key")
    except OSError:
        return new_token()
    return hmac.new(key, door.encode(), hashlib.sha256).hexdigest()


def user_key(path: Path) -> bytes:
    """The user's secret, made when it is first asked for."""
    with suppress(FileNotFoundError):
        key = path.read_bytes()
        if len(key) == KEY_BYTES:
            return key
        # Too short: a process was stopped while writing it.
        path.unlink()
    path.parent.mkdir(parents=True, exist_ok=True)
    # Another process may create it in between: then its key is used.
    with suppress(FileExistsError):
        # Created with its permissions, because a chmod afterwards would leave a moment in which
        # others can read the secret.
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
    return path.read_bytes()
