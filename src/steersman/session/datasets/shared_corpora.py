"""Corpora that several sessions of one process share, so that fifty people load the data once."""

from __future__ import annotations

from threading import Lock
from weakref import ReferenceType, WeakValueDictionary, ref

from steersman.data import Dataset, load
from steersman.session.datasets.corpus import Corpus, corpus_of

LOCK = Lock()
COLLECTIONS_IN_USE: WeakValueDictionary[str, Corpus] = WeakValueDictionary()
# By the identity of the data set, which cannot be a key itself: it holds arrays.
MADE: dict[int, tuple[ReferenceType[Dataset], ReferenceType[Corpus]]] = {}


def shared_corpus(dataset: Dataset) -> Corpus:
    """The corpus of a data set: the one that another session made, as long as it is in use."""
    with LOCK:
        known = MADE.get(id(dataset))
        corpus = known[1]() if known and known[0]() is dataset else None
        if corpus is None:
            corpus = corpus_of(dataset)
            place = id(dataset)
            MADE[place] = (ref(dataset, lambda _gone: MADE.pop(place, None)), ref(corpus))
        return corpus


def collection_corpus(name: str) -> Corpus:
    """The corpus of a collection, read once for all sessions that use it."""
    corpus = COLLECTIONS_IN_USE.get(name)
    if corpus is None:
        corpus = COLLECTIONS_IN_USE[name] = shared_corpus(load(name))
    return corpus
