"""What a person wants of a classifier: grammar, bounds, and how far a matrix is from them."""

from steersman.learn.wants.bounds import BoundOn, LinearBound
from steersman.learn.wants.class_names import class_index, listed
from steersman.learn.wants.grammar import Bound, in_quotes, parsed_bounds
from steersman.learn.wants.other_sample import told_of_other_rows
from steersman.learn.wants.want import BoundWant, Contradiction, Violation, Want

__all__ = [
    "Bound",
    "BoundOn",
    "BoundWant",
    "Contradiction",
    "LinearBound",
    "Violation",
    "Want",
    "class_index",
    "in_quotes",
    "listed",
    "parsed_bounds",
    "told_of_other_rows",
]
