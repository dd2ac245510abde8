"""The counted text of a pipeline from raw rows to features: which columns, which words."""

from __future__ import annotations

from dataclasses import dataclass

from sklearn.pipeline import Pipeline

from steersman.data.counting import Counter

TEXT = "text"
"""The name of the part that counts the text, and how the names of several begin."""


@dataclass(frozen=True, eq=False)
class TextPart:
    """Text columns that are counted together: their counter and where their features begin.

    `prefix` stands before each word in the names of the features; it is empty where the words are
    the only features.
    """

    columns: tuple[str, ...]
    counter: Counter
    prefix: str
    start: int
    stop: int

    def names(self) -> list[str]:
        """The names of the features."""
        return [f"{self.prefix}{term}" for term in self.counter.get_feature_names_out()]


def is_text_part(name: str) -> bool:
    """Whether a part of the column transformer counts text."""
    return name.startswith(TEXT)


def text_parts(features: Pipeline) -> list[TextPart]:
    """The counted text of a fitted `raw_features`, in the order of the features.

    >>> import pandas as pd
    >>> from steersman.data.raw_columns import raw_features
    >>> from steersman.data.read_options import ReadOptions
    >>> mail = pd.DataFrame({"subject": ["free boats", "boats"], "body": ["sail", "free"]})
    >>> apart = ReadOptions(text_columns="apart")
    >>> made = raw_features(text=["subject", "body"], reading=apart).fit(mail)
    >>> [part.names() for part in text_parts(made)]
    [['subject: boat', 'subject: free'], ['body: free', 'body: sail']]
    """
    columns, encoding = features["columns"], features["features"]
    alone = len(encoding.transformers_) == 1
    counted = iter(columns.counted_text)
    found = []
    for name, part, _ in encoding.transformers_:
        if is_text_part(name):
            together, place = next(counted), encoding.output_indices_[name]
            prefix = "" if alone else f"{together[0]}: "
            found.append(TextPart(together, part[-1], prefix, place.start, place.stop))
    return found
