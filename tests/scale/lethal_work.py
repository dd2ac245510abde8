"""Work that kills its worker once; a worker imports nothing but this to do it."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class LethalWork:
    """A tenth of a number; the worker that first meets the seventh is killed."""

    folder: str

    def __call__(self, item: int) -> float:
        mark = Path(self.folder) / "killed"
        if item == 7 and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(0.01)
        return 0.1 * item
