"""The data sets of a session: those on its menu, and those read so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from steersman.data import Dataset, available
from steersman.errors import SteersmanError
from steersman.session.datasets.corpus import Corpus, corpus_of, with_corrections
from steersman.session.datasets.placeholder import PLACEHOLDER, placeholder_dataset
from steersman.session.datasets.shared_corpora import collection_corpus, shared_corpus
from steersman.session.ledger import Ledger, Registry
from steersman.session.shapes import EntryValues
from steersman.tasks import Task

READ_PART = 0.9
"""How much of the way to a plane of new data reading it is; the rest is getting it ready."""


class Library:
    """Corpora by name. A data set on the menu is read when it is first asked for."""

    def __init__(self, ledger: Ledger, dataset: Dataset, menu: Sequence[EntryValues] = ()) -> None:
        self.first = dataset.name
        self.offered: Registry[str, EntryValues] = ledger.registry()
        self.corpora: Registry[str, Corpus] = ledger.registry()
        # By the key of a state's data: copies with labels that a person corrected.
        self.corrected: Registry[str, Corpus] = ledger.registry()
        self.offered.update({each["name"]: each for each in menu})
        self.corpora[dataset.name] = shared_corpus(dataset)

    @property
    def menu(self) -> Sequence[EntryValues]:
        """The data sets that can be chosen: name, title and summary of each."""
        return tuple(self.offered.values())

    def corpus(self, name: str, task: Task) -> Corpus:
        """The corpus of a data set."""
        if name == PLACEHOLDER not in self.corpora:
            self.corpora[name] = corpus_of(placeholder_dataset())
        if name not in self.corpora:
            if name not in self.offered:
                raise SteersmanError(
                    f"there is no data set {name!r}",
                    todo=f"choose from: {', '.join(self.offered)}",
                    code="unknown-data-set",
                    name=name,
                )
            task.report(f"reading {name}")
            self.corpora[name] = collection_corpus(name)
            task.report(f"reading {name}", READ_PART)
        return self.corpora[name]

    def corpus_at(self, key: str, name: str, corrections: Mapping[str, str]) -> Corpus:
        """The corpus called `name` with some labels corrected; `key` is the key of both."""
        corpus = self.corpora[name]
        if not corrections:
            return corpus
        known = self.corrected.get(key)
        # Other data may have taken the name since.
        if known is None or known.uncorrected is not corpus.dataset:
            known = self.corrected[key] = with_corrections(corpus, corrections)
        return known

    def corpus_by_key(self, key: str) -> Corpus:
        """The corpus of a key that was looked at before, corrected or not."""
        return self.corrected[key] if key in self.corrected else self.corpora[key]

    def offer(self, name: str) -> None:
        """Put a collection that has come to this machine on the menu."""
        if name not in self.offered:
            entry = next(each for each in available() if each.name == name)
            title = name.replace("-", " ")
            self.offered[name] = {"name": name, "title": title, "summary": entry.source}

    def add(self, corpus: Corpus, title: str, summary: str) -> None:
        """Put a data set made in this session on the menu, at its end."""
        dataset = corpus.dataset
        self.offered.pop(dataset.name, None)
        self.offered[dataset.name] = {"name": dataset.name, "title": title, "summary": summary}
        self.corpora[dataset.name] = corpus
