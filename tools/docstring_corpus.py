"""Write the built-in corpus: docstrings of installed packages, parsed and never imported.

    python -m tools.docstring_corpus

Projects refer to the documents of the corpus, so write a new one only for a new release. The
licenses of the packages are in `docstrings-licenses.txt`, next to the file.
"""

from __future__ import annotations

import ast
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from steersman.data.arrow.parquet_files import write_documents
from steersman.data.collections.docstrings import CORPUS, DocString

PACKAGES = {
    "joblib": "joblib",
    "narwhals": "narwhals",
    "numba": "numba",
    "numpy": "numpy",
    "platformdirs": "platformdirs",
    "rich": "rich",
    "scipy": "scipy",
    "sklearn": "scikit-learn",
    "websockets": "websockets",
}
"""Import name -> distribution name."""

FEWEST_WORDS = 12
FEWEST_DOCUMENTS = 60
"""A category smaller than this is left out."""

LEFT_OUT = {"tests", "test", "testing", "conftest.py", "externals", "distutils", "cloudpickle"}

Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def main() -> None:
    """Write the corpus with the versions of its packages."""
    documents = read_docstrings(package_roots())
    versions = {package: version(name) for package, name in PACKAGES.items()}
    write_documents(documents, CORPUS, versions)
    print(f"{CORPUS.name}: {len(documents):,} documents, {CORPUS.stat().st_size:,} bytes")


def package_roots() -> list[Path]:
    """The folders of the packages, sorted by name."""
    specs = [find_spec(package) for package in sorted(PACKAGES)]
    folders = [spec.submodule_search_locations for spec in specs if spec is not None]
    return [Path(next(iter(folder))) for folder in folders if folder]


def read_docstrings(roots: Iterable[Path]) -> list[DocString]:
    """The documents of all packages: no duplicates, no tests, no category that is tiny."""
    documents: dict[str, DocString] = {}
    ids: set[str] = set()
    for root in roots:
        for file in source_files(root):
            for document in file_documents(root, file):
                if document.text not in documents and document.id not in ids:
                    documents[document.text] = document
                    ids.add(document.id)
    sizes = Counter(document.category for document in documents.values())
    return [d for d in documents.values() if sizes[d.category] >= FEWEST_DOCUMENTS]


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
            return
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


if __name__ == "__main__":
    main()
