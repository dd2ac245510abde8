"""What one steering in the matrix room came to, in numbers and in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steersman.learn.steering import Goal, Steering
from steersman.learn.wants import Contradiction, Want
from steersman.session.matrix.model_registry import Shelved

__all__ = [
    "Outcome",
    "better_seen",
    "cheapest",
    "contradicted",
    "node_outcome",
    "steered_outcome",
]


@dataclass(frozen=True, eq=False)
class Outcome:
    """Models are numbers on the shelf. `clash` are the bounds that exclude each other, `without`
    what is left of the want without each of them. `counted` are bounds that hold and are not
    promised, though that was asked for; `instead` is a want of rates that can be. `looser` is what
    could be had in place of a want that was not met. `afresh` says that it began with the model as
    fitted. `lowest_cost` is the cost found, where the lowest was asked for. Not `exact`: there was
    no time to try all. `asked` is the want without its last bounds, those of so many `locks`.
    `seen` is a model visited before that does it with so much less damage, `saved`.
    Numbers are those of the shelf of a `question`."""

    want: str
    before: int
    after: int
    visited: tuple[int, ...]
    wanted: NDArray[np.float64]
    met: bool
    gap: float
    reason: str
    violations: tuple[str, ...] = ()
    node: int | None = None
    clash: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    promises: tuple[str, ...] = ()
    too_few_rows: str = ""
    exact: bool = True
    counted: tuple[str, ...] = ()
    instead: str = ""
    looser: str = ""
    lowest_cost: float | None = None
    afresh: bool = False
    asked: str = ""
    locks: int = 0
    seen: int | None = None
    saved: float = 0.0
    question: tuple[object, ...] = ()

    @property
    def tells(self) -> bool:
        """Whether it is part of the story of the model it ended with: not if it left it alone."""
        return self.met or self.before != self.after


def steered_outcome(
    want: str, steering: Steering, visited: Sequence[int], after: int, locks: int = 0
) -> Outcome:
    """What steering the first of the models visited came to; the last bounds are those of locks."""
    promise = steering.promise if steering.met else None
    return Outcome(
        want,
        visited[0],
        after,
        tuple(visited),
        np.asarray(steering.target(), dtype=np.float64),
        steering.met,
        steering.gap,
        steering.reason,
        tuple(str(violation) for violation in steering.violations),
        promises=promise.statements if promise else (),
        too_few_rows=steering.promise.too_few_rows if steering.promise else "",
        exact=steering.exact,
        counted=tuple(each.bound for each in promise.counted) if promise else (),
        instead=rates_instead(steering, locks) if promise else "",
        asked=without_locks(want, locks),
        locks=locks,
    )


def without_locks(want: str, locks: int) -> str:
    """What a person asked, without what was added for the locked cells."""
    bounds = [str(bound) for bound in Want(want).bounds]
    return " and ".join(bounds[: len(bounds) - locks]) if locks else want


def better_seen(outcome: Outcome, steering: Steering, shelved: Sequence[Shelved]) -> Outcome:
    """The outcome, with the best of the models on the shelf where that is better than its own:
    steering goes on from the model on show, and an earlier one may have been nearer."""
    goal = Goal(steering.want)
    matrices = np.stack([each.holdout for each in shelved])
    at, (gap, damage, _) = goal.best_rank(matrices, goal.gaps(matrices))
    own_gap, own_damage, _ = goal.rank(steering.after)
    if gap > 0.0 or (own_gap == 0.0 and damage >= own_damage):
        return outcome
    saved = own_damage - damage if own_gap == 0.0 else 0.0
    return replace(outcome, seen=shelved[at].number, saved=saved)


def cheapest(outcome: Outcome, cost: float) -> Outcome:
    """The outcome where the lowest cost was asked for: whatever was found is the answer, and no
    cell was asked about."""
    return replace(outcome, reason=f"the lowest cost found is {cost:g}", lowest_cost=cost)


def rates_instead(steering: Steering, locks: int) -> str:
    """What was asked, with a rate in place of each count; empty where a count has none, and beside
    rates, which one more would leave less of the risk than they were promised with."""
    assert steering.promise is not None  # noqa: S101
    if steering.judged:
        return ""
    rates = {each.bound: each.instead for each in steering.promise.counted}
    bounds = [str(bound.bound) for bound in steering.want.bounds]
    asked = bounds[: len(bounds) - locks]
    written = [rates.get(bound, bound) for bound in asked]
    return " and ".join(written) if all(written) and written != asked else ""


def contradicted(want: str, shown: Shelved, found: Contradiction, locks: int = 0) -> Outcome:
    """A want that no model can meet leaves the model as it was; locks are not left out."""
    every = [str(bound) for bound in Want(want).bounds]
    asked = every[: len(every) - locks]
    return Outcome(
        want,
        shown.number,
        shown.number,
        (shown.number,),
        np.asarray(shown.holdout, dtype=np.float64),
        False,
        0.0,
        found.what,
        clash=found.bounds,
        asked=without_locks(want, locks),
        locks=locks,
        without=tuple(
            " and ".join(each for each in asked if each != one) if one in asked else ""
            for one in found.bounds
        ),
    )


def node_outcome(
    node: int,
    want: str,
    cell: tuple[str, str],
    count: int,
    reached: int,
    before: Shelved,
    after: Shelved,
) -> Outcome:
    """One node turned by hand until at most (on the diagonal: at least) `count` go one way.

    Where that is so already nothing is turned, and the model is the same before and after.
    """
    true, predicted = cell
    met = reached >= count if true == predicted else reached <= count
    already = " already" if before is after else ""
    reason = f"{reached} of {true!r} are called {predicted!r} at node {node}{already}"
    return Outcome(
        want,
        before.number,
        after.number,
        tuple(dict.fromkeys((before.number, after.number))),
        np.asarray(after.holdout, dtype=np.float64),
        met,
        0.0 if met else float(abs(reached - count)),
        reason,
        () if met else (reason,),
        node,
        asked=want,
    )
