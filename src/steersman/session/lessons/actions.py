"""Queries of the lessons; nothing here changes the session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from steersman.session.actions import Query


@dataclass(frozen=True)
class LessonPeople(Query):
    """Gaussian naive Bayes on a few people: height in m, weight in kg, foot in cm."""

    rows: tuple[tuple[float, ...], ...]
    male: tuple[bool, ...]
    person: tuple[float, ...]
    unbiased: bool = False


@dataclass(frozen=True)
class LessonMails(Query):
    """A few mails as counts of words, a new one, and a line `weights` · x > `threshold`."""

    rows: tuple[tuple[float, ...], ...]
    spam: tuple[bool, ...]
    mail: tuple[float, ...]
    smoothing: float = 1.0
    weights: tuple[float, ...] = (4.0, 4.0)
    threshold: float = 5.0


@dataclass(frozen=True)
class LessonTables(Query):
    """The small worked figures: a scored mail, numbers of parameters, rates, a kernel."""

    scores: tuple[float, ...]
    threshold: float = 5.0
    bins: int = 10
    columns: int = 3
    classes: int = 2
    points: int = 100
    dimensions: int = 2
    first: tuple[float, ...] = (1.0, 2.0)
    second: tuple[float, ...] = (3.0, 1.0)


@dataclass(frozen=True)
class LessonNeighbors(Query):
    """The simulated k-NN example, repeated."""

    points: int = 100
    p: float = 0.2
    q: float = 0.8
    draws: int = 100
    seed: int = 0


@dataclass(frozen=True)
class LessonZones(Query):
    """One draw of the same points and where k neighbors say 1."""

    neighbors: int
    points: int = 100
    p: float = 0.2
    q: float = 0.8
    draw: int = 0
    seed: int = 0


@dataclass(frozen=True)
class LessonLosses(Query):
    """A line through points by each of the four losses."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    epsilon: float = 0.5
    c: float = 1.0
    sigma: float = 1.0


@dataclass(frozen=True)
class LessonModels(Query):
    """A few models with P(m), P(D|m) and P(+|m); `moved` names one whose share is set `to`.

    `share` says which: its posterior P(m|D) or its prior P(m).
    """

    priors: tuple[float, ...]
    likelihoods: tuple[float, ...]
    plus: tuple[float, ...]
    moved: int | None = None
    to: float = 0.0
    share: Literal["posterior", "prior"] = "posterior"


@dataclass(frozen=True)
class LessonAverage(Query):
    """Averaging against choosing, over and over."""

    world: Literal["true", "fitted"] = "true"
    points: int = 12
    draws: int = 200
    seed: int = 0
