"""A hundred thousand actions on one project."""

from __future__ import annotations

import gc
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from unittest.mock import patch

import numpy as np

from steersman.data import load
from steersman.errors import SteersmanError
from steersman.server.memory import open_descriptors, process_memory_bytes
from steersman.session import Session, thinning
from steersman.session.actions import Action
from steersman.session.history_actions import GoBest, GoTo, Redo, Undo
from steersman.session.plane.actions import ChooseFold, Inspect, MoveKnob, MoveLine
from steersman.session.project.actions import WriteNote
from steersman.session.question import ChooseCategory
from steersman.session.storage.project import Origin, opened_project, project_session
from steersman.session.storage.store import Store
from steersman_benchmarks.soak.registry import SoakRow

DATA = "wine"
MEMORY_GROWTH = 1.1
REOPEN_S = 3.0
MOST_ENTRIES = 5_000


def next_action(number: int, categories: tuple[str, ...], rng: np.random.Generator) -> Action:
    """What a person might do next."""
    kind = int(rng.choice(10, p=[0.3, 0.15, 0.15, 0.1, 0.05, 0.05, 0.08, 0.07, 0.04, 0.01]))
    match kind:
        case 0:
            return MoveKnob("alpha", float(rng.uniform(0.05, 1)))
        case 1:
            return MoveKnob("beta", float(rng.uniform(0.5, 50)), 1 + number // 8)
        case 2:
            return MoveLine(float(rng.uniform(0.5, 2)), float(rng.normal()), 1 + number // 8)
        case 3:
            return Undo()
        case 4:
            return Redo()
        case 5:
            return GoTo(int(rng.integers(0, 500)))
        case 6:
            return ChooseCategory(str(rng.choice(categories)))
        case 7:
            return Inspect(int(rng.integers(0, 100)))
        case 8:
            return ChooseFold(int(rng.integers(0, 5)))
        case _:
            return GoBest("validation") if number % 7 else WriteNote(f"after {number}")


def many_actions(long: bool) -> list[SoakRow]:
    """100,000 actions; the short form does 200, in a history that is long after 60."""
    actions, rng = 100_000 if long else 200, np.random.default_rng(3)
    if not long:
        with patch.multiple(thinning, MOST_STEPS=60, NEWEST=15, UNDOABLE=20):
            return soaked_project(actions, rng, long)
    return soaked_project(actions, rng, long)


def soaked_project(actions: int, rng: np.random.Generator, long: bool) -> list[SoakRow]:
    """Do so many actions on one project, and see what it has become."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "work.steer"
        session = project_session(path, Origin(load(DATA), DATA))
        categories = session.library.corpora[DATA].categories
        faults, use = list[str](), list[tuple[int, int]]()
        began = perf_counter()
        for number in range(actions):
            # Caches fill during the first tenth.
            if number == actions // 10:
                use.append(resources())
            # What cannot be undone or redone is said, and nothing else goes wrong.
            with suppress(SteersmanError):
                session.perform(next_action(number, categories, rng))
        action_ms = 1000 * (perf_counter() - began) / actions
        use.append(resources())
        faults += reopening_faults(session, path)
        reopen_s, entries, size = reopened(path)
    memory, files = zip(*use, strict=True)
    grown = memory[1] / memory[0]
    limits = (
        ("memory", grown <= MEMORY_GROWTH or not long, f"grew {grown:.2f} times"),
        ("descriptors", files[1] <= files[0], f"{files[0]} to {files[1]}"),
        ("entries", entries <= MOST_ENTRIES, f"{entries:,} are left"),
        ("reopening", reopen_s <= REOPEN_S or not long, f"took {reopen_s:.1f} s"),
    )
    faults += [f"{what}: {said}" for what, held, said in limits if not held]
    note = (
        f"{action_ms:.1f} ms each; memory {memory[0] / 2**20:.0f} to {memory[1] / 2**20:.0f} MB; "
        f"{files[1]} descriptors; {entries:,} entries in {size / 2**20:.1f} MB; "
        f"reopened in {reopen_s:.1f} s"
    )
    return [SoakRow("actions on one project", actions, tuple(faults), note)]


def resources() -> tuple[int, int]:
    """The bytes of memory and the descriptors that this process holds."""
    gc.collect()
    return process_memory_bytes(), open_descriptors()


def reopening_faults(session: Session, path: Path) -> list[str]:
    """What differs when the project is opened again."""
    session.log.store.close()  # type: ignore[union-attr]
    again = opened_project(path)
    try:
        same = {
            "state": again.state == session.state,
            "steps": [each.number for each in again.history.steps]
            == [each.number for each in session.history.steps],
            "revision": again.revision == session.revision,
        }
        return [f"{name} differs after reopening" for name, equal in same.items() if not equal]
    finally:
        again.log.store.close()  # type: ignore[union-attr]


def reopened(path: Path) -> tuple[float, int, int]:
    """How long opening the project takes, and how many entries and bytes it has."""
    began = perf_counter()
    opened_project(path).log.store.close()  # type: ignore[union-attr]
    seconds = perf_counter() - began
    with closing(Store.read_only(path)) as store:
        return seconds, len(store.entries()), path.stat().st_size
