"""Documents to counts: TextCounter beside CountVectorizer with the same analyser."""

from __future__ import annotations

import os
from collections.abc import Callable

import Stemmer
from sklearn.feature_extraction.text import CountVectorizer

from steersman.data import load
from steersman.studies.benchmarks import BenchmarkRow, best_seconds
from steersman.text import TextCounter, stop_words
from steersman.text.terms import LEFT_OUT
from steersman.text.tokens import WORD, spelled

__all__ = ["text", "usual_analyser"]

PEER = "CountVectorizer + stoplist + PyStemmer"


def usual_analyser(counter: TextCounter) -> Callable[[str], list[str]]:
    """The terms that `counter` counts, found with a regular expression and a list comprehension."""
    rule = counter.term_rule()
    stop = stop_words(counter.stoplist)
    stem_all = Stemmer.Stemmer("porter").stemWords

    def terms(document: str) -> list[str]:
        kept = [
            word if "'" not in word else rule.plain_term(word)
            for word in WORD.findall(spelled(document).lower())
            if len(word) > 1 and word not in stop
        ]
        return [stem for stem in stem_all(kept) if stem != LEFT_OUT]

    return terms


def text() -> list[BenchmarkRow]:
    """Documents and megabytes per second on Reuters (with STEERSMAN_DATA) or on the docstrings."""
    name = "reuters21578" if os.environ.get("STEERSMAN_DATA") else "docstrings"
    documents = list(load(name).text or ())
    megabytes = sum(len(document.encode()) for document in documents) / 1e6
    counter = TextCounter()
    vectorizer = CountVectorizer(analyzer=usual_analyser(counter))
    ours = counter.fit_transform(documents)
    theirs = vectorizer.fit_transform(documents)
    same = ours.shape == theirs.shape and (ours != theirs).nnz == 0
    note = f"{len(documents)} documents, {megabytes:.1f} MB, {ours.shape[1]} terms, " + (
        "equal matrices" if same else "MATRICES DIFFER"
    )
    rows = []
    for what, our_work, their_work in (
        ("fit_transform", counter.fit_transform, vectorizer.fit_transform),
        ("transform", counter.transform, vectorizer.transform),
    ):
        our_s = best_seconds(lambda work=our_work: work(documents), repeats=3)  # type: ignore[misc]
        peer_s = best_seconds(lambda work=their_work: work(documents), repeats=2)  # type: ignore[misc]
        for amount, unit in ((len(documents), "documents/s"), (megabytes, "MB/s")):
            rows.append(
                BenchmarkRow(
                    f"{what}, {name}", amount / our_s, amount / peer_s, unit, PEER, "higher", note
                )
            )
    return rows
