"""Data that several rooms' tests share."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, settings
from scipy.sparse import csr_matrix

from steersman.data import Dataset
from steersman.data.dataset import Provenance
from steersman.workers import Workers
from steersman.workers.pool import Shared

# How long an example takes says nothing about the code, as the machine may be busy; a folder that
# examples share is written anew by each.
NO_FAULTS = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
settings.register_profile("other-examples", deadline=None, suppress_health_check=NO_FAULTS)
SAME = settings(settings.get_profile("other-examples"), derandomize=True)
settings.register_profile("same-every-time", SAME)
settings.load_profile("same-every-time")
WORDS = ("fit", "matrix", "plot", "http", "route", "color", "table", "graph")


def small_mail(rows: int = 480, seed: int = 3) -> Dataset:
    """Short documents of three kinds over eight words; each kind prefers its own words."""
    rng = np.random.default_rng(seed)
    kind = rng.integers(0, 3, rows)
    chance = np.full((3, len(WORDS)), 0.15)
    chance[0, :2] = chance[1, 2:5] = chance[2, 5:] = 0.75
    counts = (rng.random((rows, len(WORDS))) < chance[kind]).astype(np.int64)
    names = np.array(["maths", "web", "pictures"])
    return Dataset(
        name="small-mail",
        X=csr_matrix(counts),
        y=names[kind],
        classes=("maths", "pictures", "web"),
        feature_names=WORDS,
        ids=tuple(f"mail-{row}" for row in range(rows)),
        provenance=Provenance(source="made for tests", reader="none"),
        text=tuple(" ".join(word for word, held in zip(WORDS, line) if held) for line in counts),
    )


@pytest.fixture(scope="session", autouse=True)
def home_apart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """No test writes among the user's own projects, files that were opened and choices for them.

    What can be made again (compiled code) stays where it is, so
    that no run has to make it.
    """
    folder = tmp_path_factory.mktemp("home")
    (folder / "projects").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STEERSMAN_PROJECTS", str(folder / "projects"))
        patch.setenv("STEERSMAN_CACHE", str(folder / "partitions"))
        for name in ("DATA", "CONFIG", "STATE"):
            patch.setenv(f"XDG_{name}_HOME", str(folder / name.lower()))
        yield folder


@pytest.fixture(scope="session")
def shared_workers() -> Iterator[Workers]:
    """One process that is kept ready, for all tests: it takes two seconds to start."""
    workers = Workers(most_jobs=2, memory_bytes=2**30)
    yield workers
    workers.close()


@pytest.fixture
def workers(shared_workers: Workers, monkeypatch: pytest.MonkeyPatch) -> Workers:
    """Workers that the sessions of a test use too."""
    if sys.platform != "linux":
        pytest.skip("there are workers on Linux only")
    monkeypatch.setattr(Shared, "workers", shared_workers)
    return shared_workers


@pytest.fixture
def mail() -> Dataset:
    return small_mail()


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real data sets; tests that need it are skipped where it is not."""
    folder = os.environ.get("STEERSMAN_DATA")
    if not folder or not Path(folder).is_dir():
        pytest.skip("STEERSMAN_DATA does not name a folder with the real data sets")
    return Path(folder)


@pytest.fixture
def clinic(tmp_path: Path) -> Path:
    """A table with a column that gives the label away and twenty rows that stand there twice."""
    rng = np.random.default_rng(0)
    ill = rng.random(240) < 0.35
    frame = pd.DataFrame(
        {
            "patient": [f"p{row}" for row in range(240)],
            "age": np.round(rng.normal(40 + 12 * ill, 6), 5),
            "port": rng.choice(["Oslo", "Rome"], 240),
            "discharged": np.where(ill, "no", "yes"),
            "state": np.where(ill, "ill", "well"),
        }
    )
    path = tmp_path / "clinic.csv"
    pd.concat([frame, frame.head(20)]).to_csv(path, index=False)
    return path


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    """German letters about the sea and about the land."""
    rng = np.random.default_rng(1)
    sea = ["Schiffe", "Häfen", "segeln", "Matrosen", "Wellen"]
    land = ["Bauern", "Felder", "pflügen", "Äcker", "Dörfer"]
    lines = ["art;brief"]
    for row in range(120):
        words = rng.choice(sea if row % 2 else land, 5)
        lines.append(f"{'See' if row % 2 else 'Land'};Der und die {' '.join(words)} auf das {row}")
    path = tmp_path / "letters.csv"
    path.write_text("\n".join(lines), encoding="latin-1")
    return path


@pytest.fixture
def news(mail: Dataset) -> Dataset:
    """Texts that two words tell, and many words that come together and tell nearly nothing."""
    rng = np.random.default_rng(3)
    corn = rng.random(300) < 0.3
    together = rng.random(300) < np.where(corn, 0.6, 0.4)
    X = rng.random((300, 60)) < np.where(together, 0.8, 0.1)[:, np.newaxis]
    X[:, 0] = rng.random(300) < np.where(corn, 0.9, 0.1)
    X[:, 1] = rng.random(300) < np.where(corn, 0.1, 0.8)
    return replace(
        mail,
        name="news",
        X=csr_matrix(X.astype(float)),
        y=np.where(corn, "corn", "other"),
        classes=("other", "corn"),
        feature_names=tuple(f"word{place}" for place in range(60)),
        text=None,
        ids=tuple(str(place) for place in range(300)),
    )
