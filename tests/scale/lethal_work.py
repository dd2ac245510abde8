"""Work that kills its worker once; a worker imports nothing but this to do it."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class LethalWork:
    """Other work; the worker that first meets the partition of a name is killed."""

    work: Callable[[Any], Any]
    name: str
    mark: str

    def __call__(self, item: Any) -> Any:
        if item.path.endswith(self.name):
            mark = Path(self.mark)
            if not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
        return self.work(item)


@dataclass(frozen=True)
class LethalEngine:
    """An engine whose workers are killed once in each reduction while `marks` has room."""

    engine: Any
    name: str
    marks: Path
    kills: int

    def reduce(self, work: Any, items: Any, combine: Any) -> Any:
        number = len(list(self.marks.iterdir()))
        if number < self.kills:
            work = LethalWork(work, self.name, str(self.marks / str(number)))
        return self.engine.reduce(work, items, combine)
