"""Documents to counts: TextCounter beside CountVectorizer with the same analyzer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import Stemmer
from sklearn.feature_extraction.text import CountVectorizer

from steersman.text import TextCounter
from steersman.text.terms import LEFT_OUT
from steersman.text.tokens import WORD, normalized_text
from steersman_benchmarks.registry import BenchmarkRow
from steersman_benchmarks.side_by_side import best_of_both, documents

PEER = "CountVectorizer + stoplist + PyStemmer"


def usual_analyzer(counter: TextCounter) -> Callable[[str], list[str]]:
    """The terms that `counter` counts, found with a regular expression and a list comprehension."""
    rule = counter.term_rule()
    stop = counter.term_rule().stop_words
    stem_all = Stemmer.Stemmer("porter").stemWords

    def terms(document: str) -> list[str]:
        kept = [
            word if "'" not in word else rule.plain_term(word)
            for word in WORD.findall(normalized_text(document).lower())
            if len(word) > 1 and word not in stop
        ]
        return [stem for stem in stem_all(kept) if stem != LEFT_OUT]

    return terms


def text() -> list[BenchmarkRow]:
    """Documents and megabytes per second on Reuters (with STEERSMAN_DATA) or on the docstrings."""
    name, texts = documents()
    megabytes = sum(len(text.encode()) for text in texts) / 1e6
    counter = TextCounter()
    vectorizer = CountVectorizer(analyzer=usual_analyzer(counter))
    ours, theirs = counter.fit_transform(texts), vectorizer.fit_transform(texts)
    same = ours.shape == theirs.shape and (ours != theirs).nnz == 0
    equal = "equal matrices" if same else "MATRICES DIFFER"
    note = f"{len(texts)} documents, {megabytes:.1f} MB, {ours.shape[1]} terms, {equal}"
    rows = []
    for what in ("fit_transform", "transform"):
        our_s, peer_s = best_of_both(
            partial(getattr(counter, what), texts), partial(getattr(vectorizer, what), texts)
        )
        for amount, unit in ((len(texts), "documents/s"), (megabytes, "MB/s")):
            speeds = amount / our_s, amount / peer_s
            rows.append(BenchmarkRow(f"{what}, {name}", *speeds, unit, PEER, "higher", note))
    return rows
