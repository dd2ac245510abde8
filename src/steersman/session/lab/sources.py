"""Where the points of the lab come from, each source with its knobs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from steersman.errors import SteersmanError
from steersman.learn.classic import LogicTable, Moons, Simulation, TwoGaussians, UniformSquare
from steersman.learn.knobs import Knob

Knobs = Mapping[str, float]


@dataclass(frozen=True)
class LabSource:
    """A source by name; `world` is None where the truth is not known."""

    name: str
    title: str
    summary: str
    knobs: tuple[Knob, ...] = ()
    world: Callable[[Knobs], Simulation] | None = None


def size(default: int, low: int = 4) -> Knob:
    return Knob("n", "points", low, 2000, default, "log", "How many points are drawn.", whole=True)


def place(name: str, label: str, default: float) -> Knob:
    return Knob(name, label, -4.0, 4.0, default, "linear", "Where the center of the class lies.")


def logic(function: str) -> LabSource:
    def world(knobs: Knobs) -> Simulation:
        return LogicTable(function, round(knobs["n"]), knobs["spread"])

    spread = Knob(
        "spread", "spread", 0.0, 0.6, 0.0, "linear",
        "0: the four rows of the truth table. More: a cloud about each of them.",
    )  # fmt: skip
    return LabSource(
        function,
        function.upper(),
        "The truth table, as points" + (" or clouds" if function == "xor" else ""),
        (size(4), spread),
        world,
    )


def gaussians(knobs: Knobs) -> Simulation:
    rest = {name: value for name, value in knobs.items() if name != "n"}
    return TwoGaussians(round(knobs["n"]), **rest)


SOURCES: tuple[LabSource, ...] = (
    LabSource(
        "gaussians", "Two Gaussians", "A round cloud for each class",
        (
            size(100),
            place("positive_x", "+ center x1", 1.0),
            place("positive_y", "+ center x2", 0.5),
            place("negative_x", "− center x1", -1.0),
            place("negative_y", "− center x2", -0.5),
            Knob("spread", "+ spread", 0.1, 3.0, 0.8, "log",
                 "The standard deviation of the positives."),
            Knob("other_spread", "− spread", 0.1, 3.0, 0.8, "log",
                 "The standard deviation of the negatives."),
            Knob("share", "+ share", 0.05, 0.95, 0.5, "linear",
                 "How many of the points are positive."),
        ),
        gaussians,
    ),
    LabSource(
        "square", "Uniform square", "Frontier 2 x1 + x2 = 1.5, with noise",
        (
            size(100),
            Knob("p", "p above", 0.0, 1.0, 0.2, "linear",
                 "How likely a point above 2 x1 + x2 = 1.5 is positive."),
            Knob("q", "q below", 0.0, 1.0, 0.8, "linear",
                 "How likely a point below 2 x1 + x2 = 1.5 is positive."),
        ),
        lambda knobs: UniformSquare(round(knobs["n"]), knobs["p"], knobs["q"]),
    ),
    LabSource(
        "moons", "Two moons", "Half circles that reach into each other",
        (
            size(200),
            Knob("noise", "noise", 0.05, 0.6, 0.2, "log", "How blurred the half circles are."),
        ),
        lambda knobs: Moons(round(knobs["n"]), knobs["noise"]),
    ),
    logic("and"),
    logic("or"),
    logic("xor"),
    LabSource("table", "Two columns of the data", "Of the data set at the top of the page"),
    LabSource("painted", "Painted by hand", "Click to add points, Shift for negatives"),
)  # fmt: skip

BY_NAME = {source.name: source for source in SOURCES}


def known_source(name: str) -> LabSource:
    if name not in BY_NAME:
        raise SteersmanError(
            f"unknown source {name!r}",
            todo=f"choose from: {', '.join(BY_NAME)}",
            code="unknown-source",
            source=name,
        )
    return BY_NAME[name]


def source_knobs(source: LabSource, turned: Knobs) -> dict[str, float]:
    """Every knob of a source: as turned, else at its default."""
    return {knob.name: turned.get(knob.name, float(knob.default or 0)) for knob in source.knobs}
