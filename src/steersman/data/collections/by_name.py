"""The collections that are known by name: what they hold and how each is read."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

import numpy as np

from steersman.data.arrow.parquet_files import read_parquet
from steersman.data.collections import bundled, docstrings, reuters
from steersman.data.counting import Counter, word_counts
from steersman.data.dataset import Dataset, Provenance
from steersman.data.files.data_folders import find_files
from steersman.data.files.lines import file_digest
from steersman.data.formats.delimited import frame_of_delimited
from steersman.data.read_options import ReadOptions
from steersman.data.tables import dataset_of_table
from steersman.errors import SteersmanError
from steersman.tasks import Progress

UCI = "UCI"


@dataclass(frozen=True)
class Collection:
    """A known data set; `files` are searched in the data folders, none means built in."""

    source: str
    files: tuple[str, ...] = ()
    rows: int | None = None
    features: int | None = None  # None: words, as many as the counter finds
    classes: int | None = None
    options: ReadOptions | None = None


@dataclass(frozen=True)
class Listed:
    """One line of what there is: `bytes` on disk, `present` when it can be loaded now."""

    name: str
    source: str
    rows: int | None
    features: int | None
    classes: int | None
    present: bool
    bytes: int


def uci(file: str, rows: int, features: int, classes: int, options: ReadOptions) -> Collection:
    return Collection(UCI, (file,), rows, features, classes, options)


SKLEARN = "scikit-learn"
REUTERS_FILES = ("reuters21578.parquet",)
SMART_FILES = (*REUTERS_FILES, "smart-stoplist.txt")
DINUNZIO_FILES = tuple(
    f"reuters10-dinunzio-{part}"
    for part in ("train.npz", "train-labels.csv", "test.npz", "test-labels.csv", "features.csv.gz")
)

COLLECTIONS: dict[str, Collection] = {
    "docstrings": Collection("Python packages", (), 6_080, None, 34),
    "breast-cancer": Collection(SKLEARN, (), 569, 30, 2),
    "wine": Collection(SKLEARN, (), 178, 13, 3),
    "digits": Collection(SKLEARN, (), 1_797, 64, 10),
    "iris-fisher": Collection(SKLEARN, (), 150, 4, 3),
    "iris": uci("iris.csv.gz", 150, 4, 3, ReadOptions(label="class")),
    "reuters21578": Collection("Reuters-21578, ModApte", REUTERS_FILES, 12_902, None, 90),
    "reuters10": Collection("Reuters-21578, ten topics", REUTERS_FILES, 9_042, None, 10),
    "reuters10-smart": Collection("Reuters-21578, SMART list", SMART_FILES, 9_042, 35_986, 10),
    "reuters10-dinunzio": Collection("Di Nunzio's own matrix", DINUNZIO_FILES, 9_042, 35_814, 10),
    "lingspam": Collection(
        "Ling-Spam, bare version",
        ("lingspam.parquet",),
        2_893,
        None,
        2,
    ),
    "spambase": uci("spambase.csv.gz", 4_601, 57, 2, ReadOptions(label="spam")),
    "ionosphere": uci("ionosphere.csv.gz", 351, 34, 2, ReadOptions(label="class")),
    "sonar": uci("sonar.csv.gz", 208, 60, 2, ReadOptions(label="class", positive="M")),
    "bupa": uci("bupa.csv.gz", 345, 6, 2, ReadOptions(label="selector")),
    "splice": uci("splice.csv.gz", 3_190, 287, 3, ReadOptions(label="class", id="instance")),
}


def named_dataset(
    name: str, counter: Counter | None = None, progress: Progress | None = None
) -> Dataset:
    """The collection called `name`."""
    collection = collection_named(name)
    if name == "docstrings":
        return docstring_dataset(counter, progress)
    if name in bundled.BUNDLED:
        return bundled.bundled_table(name)
    paths = find_files(*collection.files)
    if paths is None and name == "iris":
        return bundled.bundled_table("iris-fisher", called="iris")
    if paths is None:
        raise SteersmanError(
            f"the data set {name!r} has not been downloaded",
            todo=f"run `steersman data fetch {name}`, or set STEERSMAN_DATA to the folder "
            f"that holds {collection.files[0]}",
            code="collection-absent",
            collection=name,
        )
    if collection.options is not None:
        return table(name, collection, paths[0])
    return TEXT_READERS[name](paths, counter)


def collection_named(name: str) -> Collection:
    """The collection called `name`, or an error that suggests the one that was meant."""
    if name in COLLECTIONS:
        return COLLECTIONS[name]
    close = get_close_matches(name.lower(), COLLECTIONS, n=1, cutoff=0.5)
    hint = f"did you mean {close[0]!r}? " if close else ""
    raise SteersmanError(
        f"{name!r} is neither a file nor a known data set",
        todo=f"{hint}the data sets are: {', '.join(COLLECTIONS)}",
        code="source-unknown",
        came=name,
        suggestion=close[0] if close else None,
    )


def table(name: str, collection: Collection, path: Path) -> Dataset:
    """A collection that is one delimited file."""
    provenance = Provenance(
        source=collection.source,
        reader="csv",
        sha256=file_digest(path),
        file=path.name,
        path=path,
    )
    frame = frame_of_delimited(path, ReadOptions(delimiter=","))
    options = collection.options or ReadOptions()
    return replace(
        dataset_of_table(frame, options, provenance, name=name), positive=options.positive
    )


def docstring_dataset(counter: Counter | None, progress: Progress | None) -> Dataset:
    """The docstrings of well-known packages, the category of each its subpackage's topic."""
    documents = docstrings.docstrings()
    if progress is not None:
        progress("counting words", 1.0)
    text = tuple(document.text for document in documents)
    X, words = word_counts(text, counter)
    topics = docstrings.TOPICS
    y = np.asarray([topics.get(each.category, each.category) for each in documents])
    content = "\0".join(part for document in documents for part in document)
    versions = docstrings.package_versions()
    return Dataset(
        name="docstrings",
        X=X,
        y=y,
        classes=tuple(np.unique(y).tolist()),
        positive=docstrings.MAIN_TOPIC,
        feature_names=words,
        ids=tuple(document.id for document in documents),
        text=text,
        provenance=Provenance(
            source="docstrings of " + ", ".join(f"{p} {v}" for p, v in versions.items()),
            reader="docstrings",
            sha256=hashlib.sha256(content.encode()).hexdigest(),
        ),
    )


def lingspam(paths: list[Path], counter: Counter | None) -> Dataset:
    """Ling-Spam's messages, labeled "spam" or "legitimate"; identifiers tell part and name."""
    frame = read_parquet(paths[0])
    text = tuple(frame["text"].to_list())
    X, words = word_counts(text, counter)
    return Dataset(
        name="lingspam",
        X=X,
        y=np.where(frame["spam"].to_numpy() == 1, "spam", "legitimate"),
        classes=("legitimate", "spam"),
        feature_names=words,
        ids=tuple(f"part{p}/{n}" for p, n in zip(frame["part"].to_list(), frame["name"].to_list())),
        text=text,
        provenance=Provenance(
            source=COLLECTIONS["lingspam"].source,
            reader="parquet",
            sha256=file_digest(paths[0]),
            file=paths[0].name,
            path=paths[0],
        ),
    )


TEXT_READERS: dict[str, Callable[[list[Path], Counter | None], Dataset]] = {
    "lingspam": lingspam,
    "reuters21578": reuters.modapte,
    "reuters10": reuters.ten_topics,
    "reuters10-smart": lambda paths, _: reuters.ten_topics_with_smart_list(paths),
    "reuters10-dinunzio": lambda paths, _: reuters.dinunzio_matrix(paths),
}


def available() -> list[Listed]:
    """Every collection, with its size on disk and whether it can be loaded without a download."""
    return [listed_collection(name, collection) for name, collection in COLLECTIONS.items()]


def listed_collection(name: str, collection: Collection) -> Listed:
    source = collection.source
    paths = find_files(*collection.files) if collection.files else []
    if name == "docstrings":
        paths = [docstrings.CORPUS]
    if name == "iris" and paths is None:
        source, paths = SKLEARN, []
    return Listed(
        name=name,
        source=source,
        rows=collection.rows,
        features=collection.features,
        classes=collection.classes,
        present=paths is not None,
        bytes=sum(path.stat().st_size for path in paths or ()),
    )
