"""Real text without a download: docstrings of well-known packages, carried in one file.

The file is frozen (`tools/docstring_corpus.py` wrote it), so that the corpus is the same for
every installation and a project on it opens everywhere. A document's category is its subpackage,
which the data set calls by its topic.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from steersman.data.arrow.parquet_files import documents_from_parquet, parquet_notes

CORPUS = Path(__file__).parent / "docstrings.parquet"

TOPICS = {
    "joblib": "parallel jobs",
    "narwhals": "data frames",
    "numba.core": "Numba compiler",
    "numba.cuda": "Numba on GPUs",
    "numba.np": "NumPy in Numba",
    "numba.parfors": "parallel loops",
    "numpy.lib": "array functions",
    "numpy.ma": "masked arrays",
    "numpy.polynomial": "polynomials",
    "platformdirs": "system folders",
    "pyarrow": "Arrow tables",
    "rich": "terminal output",
    "scipy.fft": "Fourier transforms",
    "scipy.integrate": "integration",
    "scipy.interpolate": "interpolation",
    "scipy.io": "data files",
    "scipy.linalg": "linear algebra",
    "scipy.ndimage": "image filters",
    "scipy.optimize": "optimization",
    "scipy.signal": "signal processing",
    "scipy.sparse": "sparse matrices",
    "scipy.spatial": "geometry",
    "scipy.special": "special functions",
    "scipy.stats": "statistics",
    "sklearn": "scikit-learn basics",
    "sklearn.cluster": "clustering",
    "sklearn.datasets": "example data",
    "sklearn.decomposition": "decomposition",
    "sklearn.ensemble": "ensembles",
    "sklearn.linear_model": "linear models",
    "sklearn.metrics": "metrics",
    "sklearn.model_selection": "model selection",
    "sklearn.preprocessing": "preprocessing",
    "sklearn.utils": "scikit-learn utilities",
    "websockets": "WebSockets",
    "websockets.legacy": "WebSockets (legacy)",
}
"""What the documents of a subpackage are about; any other is called by its own name."""

MAIN_TOPIC = "statistics"


class DocString(NamedTuple):
    """One document: its name, its subpackage, and its text."""

    id: str
    category: str
    text: str


def docstrings() -> list[DocString]:
    """The documents, sorted by package and place."""
    return [DocString(*row) for row in documents_from_parquet(CORPUS)]


def package_versions() -> dict[str, str]:
    """The packages that the documents are from, with their versions."""
    return parquet_notes(CORPUS)
