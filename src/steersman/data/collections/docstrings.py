"""Real text without a download: the docstrings of the packages the product depends on.

The files are parsed, never imported. A document's category is its subpackage, which the data set
calls by its topic.
"""

from __future__ import annotations

import ast
import gc
import hashlib
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from steersman.data.arrow.parquet_files import documents_from_parquet, write_documents
from steersman.data.files.atomic_files import atomic_path
from steersman.data.files.data_folders import cache_folder
from steersman.errors import SteersmanError
from steersman.tasks import Progress

PACKAGES = {
    "anywidget": "anywidget",
    "joblib": "joblib",
    "narwhals": "narwhals",
    "numba": "numba",
    "numpy": "numpy",
    "platformdirs": "platformdirs",
    "pyarrow": "pyarrow",
    "rich": "rich",
    "scipy": "scipy",
    "skops": "skops",
    "sklearn": "scikit-learn",
    "starlette": "starlette",
    "typer": "typer",
    "uvicorn": "uvicorn",
    "websockets": "websockets",
}
"""Import name -> distribution name, of what every installation has."""

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

FEWEST_WORDS = 12
FEWEST_DOCUMENTS = 60
"""A category smaller than this is left out."""

LEFT_OUT = {"tests", "test", "testing", "conftest.py", "externals", "distutils", "cloudpickle"}
LAYOUT = 1
"""Raised whenever the rules below change, so that an older cache is not read."""

Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


class DocString(NamedTuple):
    """One document: its name, its subpackage, and its text."""

    id: str
    category: str
    text: str


def package_versions() -> dict[str, str]:
    """The installed packages that documents are read from, with their versions."""
    versions = {}
    for package, distribution in PACKAGES.items():
        try:
            versions[package] = version(distribution)
        except PackageNotFoundError:
            continue
    return versions


def cached_documents() -> Path:
    """Where the documents of the installed versions are kept once they were read."""
    key = repr((LAYOUT, FEWEST_WORDS, FEWEST_DOCUMENTS, sorted(package_versions().items())))
    digest = hashlib.sha256(key.encode()).hexdigest()[:16]
    return cache_folder() / f"docstrings-{digest}.parquet"


def docstrings(progress: Progress | None = None) -> list[DocString]:
    """The documents, sorted by package and place; read from the packages the first time only."""
    cache = cached_documents()
    if cache.is_file():
        return [DocString(*row) for row in documents_from_parquet(cache)]
    documents = read_docstrings(progress)
    try:
        with atomic_path(cache) as writable:
            write_documents(documents, writable)
    except OSError:
        pass  # a home that cannot be written to only costs the next reading
    return documents


def read_docstrings(progress: Progress | None = None) -> list[DocString]:
    """The documents of all packages: no duplicates, no tests, no category that is tiny."""
    files = [(root, file) for root in package_roots() for file in source_files(root)]
    documents: dict[str, DocString] = {}
    ids: set[str] = set()
    with without_garbage_collection():
        for done, (root, file) in enumerate(files):
            if progress is not None and done % 50 == 0:
                progress(f"reading docstrings of {root.name}", done / len(files))
            for document in file_documents(root, file):
                if document.text not in documents and document.id not in ids:
                    documents[document.text] = document
                    ids.add(document.id)
    sizes = Counter(document.category for document in documents.values())
    kept = [d for d in documents.values() if sizes[d.category] >= FEWEST_DOCUMENTS]
    if not kept:
        raise SteersmanError(
            "the installed packages contain no docstrings (they may be compiled)",
            todo="load a file instead",
            code="docstrings-absent",
        )
    return kept


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """No search for cycles meanwhile: parsed files have none, and it takes a fifth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def package_roots() -> list[Path]:
    """The folders of the packages, sorted by name."""
    specs = [find_spec(package) for package in sorted(package_versions())]
    folders = [spec.submodule_search_locations for spec in specs if spec is not None]
    return [Path(next(iter(folder))) for folder in folders if folder]


def source_files(root: Path) -> list[Path]:
    """The Python files of a package that are part of its public face, sorted."""
    chosen = []
    for file in root.rglob("*.py"):
        parts = file.relative_to(root).parts
        private = len(parts) > 1 and parts[0].startswith("_")
        if not private and LEFT_OUT.isdisjoint(parts) and not parts[-1].startswith("test_"):
            chosen.append(file)
    return sorted(chosen)


def file_documents(root: Path, file: Path) -> Iterator[DocString]:
    """The documents of one source file, in its order."""
    try:
        source = file.read_bytes()
        if b'"""' not in source and b"'''" not in source:
            return  # parsing is what takes the time
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            tree = ast.parse(source)
    except (SyntaxError, ValueError, OSError):
        return
    place = file.relative_to(root.parent).as_posix()
    category = ".".join(place.split("/")[:-1][:2])
    for name, text in named_docstrings(tree):
        if len(text.split()) >= FEWEST_WORDS:
            yield DocString(f"{place}:{name}" if name else place, category, text)


def named_docstrings(node: ast.Module | Definition, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Dotted name and docstring of a module, its public classes, their methods, its functions."""
    text = ast.get_docstring(node)
    if text:
        yield prefix, text
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return
    for child in node.body:
        if isinstance(child, Definition) and not child.name.startswith("_"):
            yield from named_docstrings(child, f"{prefix}.{child.name}" if prefix else child.name)
