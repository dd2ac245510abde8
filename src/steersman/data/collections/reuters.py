"""Reuters-21578: its ModApte split, its ten most frequent topics, a published matrix of them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_matrix, load_npz, vstack

from steersman.data.arrow.parquet_files import read_parquet
from steersman.data.counting import Counter, word_counts
from steersman.data.dataset import Dataset, Provenance
from steersman.data.files.lines import file_digest
from steersman.data.formats.delimited import frame_of_delimited
from steersman.data.read_options import ReadOptions

COMMAS = ReadOptions(delimiter=",")
TEN_TOPICS = (
    "acq",
    "corn",
    "crude",
    "earn",
    "grain",
    "interest",
    "money-fx",
    "ship",
    "trade",
    "wheat",
)
"""The topics with the most training documents, sorted by name."""

SOURCE = "Reuters-21578, Distribution 1.0 (copyright Reuters Ltd.; for research only)"
PARTS = {"TRAIN": "train", "TEST": "test"}


KEPT_MARKS = {  # pattern of a mark that does not part words -> the letters that stand for it
    re.compile(r"(?<=\d)\.(?=\d)|(?<=\b[A-Za-z])\.(?=[A-Za-z]\b)"): "point",
    re.compile(r"(?<=\d),(?=\d)"): "comma",
}
READ_MARKS = {re.compile(r"(?<=\d)point(?=\d)"): ".", re.compile(r"(?<=\d)comma(?=\d)"): ","}


class Story(NamedTuple):
    """A document of the collection; `indexed` is its TOPICS attribute."""

    newid: int
    lewissplit: str
    indexed: str
    topics: list[str]
    title: str | None
    body: str | None

    @property
    def text(self) -> str:
        return "\n".join(part for part in (self.title, self.body) if part)


def modapte(paths: list[Path], counter: Counter | None = None) -> Dataset:
    """The 9,603 training and 3,299 test documents of ModApte, with the topics both parts hold."""
    kept = [s for s in stories(paths[0]) if s.lewissplit in PARTS and s.indexed == "YES"]
    of_part = [
        set().union(*(story.topics for story in kept if story.lewissplit == part)) for part in PARTS
    ]
    topics = tuple(sorted(of_part[0] & of_part[1]))
    left_out = len(of_part[0] ^ of_part[1])
    note = f"ModApte split; {left_out} topics that only one part holds left out"
    return news("reuters21578", kept, topics, paths[0], note, counter)


def ten_topics(paths: list[Path], counter: Counter | None = None) -> Dataset:
    """The 6,494 training and 2,548 test documents with one of the ten most frequent topics.

    Documents count whatever their TOPICS attribute says, as in the matrix of Di Nunzio.
    """
    ten = set(TEN_TOPICS)
    kept = [s for s in stories(paths[0]) if s.lewissplit in PARTS and not ten.isdisjoint(s.topics)]
    note = "documents of LEWISSPLIT TRAIN and TEST with one of the ten most frequent topics"
    return news("reuters10", kept, TEN_TOPICS, paths[0], note, counter)


def stories(path: Path) -> list[Story]:
    """The documents of the collection, ordered by their number."""
    columns = ["newid", "lewissplit", "topics_attr", "topics", "title", "body"]
    frame = read_parquet(path, columns).sort("newid")
    return [Story(*values) for values in zip(*(frame[name].to_list() for name in columns))]


def news(
    name: str,
    kept: list[Story],
    topics: tuple[str, ...],
    path: Path,
    note: str,
    counter: Counter | None,
) -> Dataset:
    """The kept documents, title above body, counted with the words of the training part."""
    split = np.asarray([PARTS[story.lewissplit] for story in kept])
    text = tuple(story.text for story in kept)
    X, words = word_counts(text, counter, split)
    return Dataset(
        name=name,
        X=X,
        y=np.array([[topic in story.topics for topic in topics] for story in kept], dtype=bool),
        classes=topics,
        feature_names=words,
        ids=tuple(str(story.newid) for story in kept),
        text=text,
        split=split,
        provenance=Provenance(
            source=SOURCE,
            reader="parquet",
            sha256=file_digest(path),
            file=path.name,
            path=path,
            notes=(note, "words are those of the training documents"),
        ),
    )


def with_kept_marks(text: str) -> str:
    """The text with letters in place of the marks that belong to a word.

    >>> with_kept_marks("1,234.5 tonnes in the U.S.")
    '1comma234point5 tonnes in the UpointS.'
    """
    for pattern, letters in KEPT_MARKS.items():
        text = pattern.sub(letters, text)
    return text


def ten_topics_with_smart_list(paths: list[Path]) -> Dataset:
    """The texts of the ten topics with the words of Di Nunzio: SMART stoplist, Porter's stemmer.

    Marks part words, but for points and commas within a number and points within initials, so
    that there are about as many terms as in the published matrix, and they have names.
    """
    from steersman.text import TextCounter

    read = ten_topics(paths[:1])
    listed = paths[1].read_text(encoding="utf-8").splitlines()
    counter = TextCounter(stoplist=listed, stem=True, min_length=1)
    # Of all documents, as the author counted: a word of test documents alone is in no training row.
    X = csr_matrix(counter.fit_transform([with_kept_marks(text) for text in read.text or ()]))
    names = [str(name) for name in counter.get_feature_names_out()]
    for pattern, mark in READ_MARKS.items():
        names = [pattern.sub(mark, name) for name in names]
    note = "stop words of the SMART system; points and commas within numbers and initials kept"
    provenance = replace(read.provenance, notes=(*read.provenance.notes[:1], note))
    return replace(
        read, name="reuters10-smart", X=X, feature_names=tuple(names), provenance=provenance
    )


def dinunzio_matrix(paths: list[Path]) -> Dataset:
    """Di Nunzio's own ten-topic matrix of term counts, with its published split.

    The names of its columns were inferred from the texts; where none fits the name is empty.
    """
    train, train_labels, test, test_labels, features = paths
    X = csr_matrix(vstack([load_npz(train), load_npz(test)], format="csr"))
    labels = [frame_of_delimited(path, COMMAS) for path in (train_labels, test_labels)]
    y = np.vstack([frame.select(TEN_TOPICS).to_numpy() for frame in labels]).astype(bool)
    sizes = [len(frame) for frame in labels]
    named = frame_of_delimited(features, COMMAS).sort("feature")
    part_rows = [(part, row) for part, size in zip(PARTS.values(), sizes) for row in range(size)]
    return Dataset(
        name="reuters10-dinunzio",
        X=X,
        y=y,
        classes=TEN_TOPICS,
        feature_names=tuple(str(stem or "") for stem in named["stem"].to_list()),
        ids=tuple(f"{part}-{row + 1}" for part, row in part_rows),
        split=np.asarray([part for part, _ in part_rows]),
        provenance=Provenance(
            source="G. M. Di Nunzio's term counts of ten topics of Reuters-21578",
            reader="npz",
            sha256=file_digest(train),
            file=train.name,
            path=train,
            notes=("column names were inferred from the texts; some columns have none",),
        ),
    )
