"""Work on partitions on a Dask cluster. Nothing else imports Dask.

Workers must see the files and the cache under the same paths. Every piece of work only reads, so
that a piece whose worker is lost is done again elsewhere, with the same result.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from distributed import Client
from distributed.client import FutureCancelledError
from distributed.comm import CommClosedError
from distributed.scheduler import KilledWorker

from steersman.errors import SteersmanError
from steersman.scale.engine import Engine, combined_pairs

Item = TypeVar("Item")
Value = TypeVar("Value")

CONNECT_SECONDS = 10
LARGE_BYTES = 100_000
"""Work larger than this is sent to every worker once, in place of once for each partition."""
ATTEMPTS = 3
BLOCKS_A_THREAD = 16
"""Pieces of work for each thread at least: many small ones cost the scheduler more than they do."""
GROUP = 8
"""Results that are combined at a time; a power of two."""


class WorkLost(SteersmanError):  # noqa: N818  (it names what happened)
    """Work that was sent to workers which are gone; it can be sent again."""


def attempts() -> Iterator[bool]:
    """Each attempt at some work, with whether it is the last."""
    for number in range(1, ATTEMPTS + 1):
        yield number == ATTEMPTS


class DaskEngine(Engine):
    """The workers of a Dask cluster.

    The connection is made when it is first needed, and again when it was lost.

    Parameters
    ----------
    address : str
        Address of the scheduler, such as "tcp://localhost:8786".
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self._client: Client | None = None
        self._workers: frozenset[str] = frozenset()
        self._lost = 0

    @property
    def name(self) -> str:
        return f"the Dask cluster at {self.address}"

    @property
    def lost_workers(self) -> int:
        return self._lost

    def map(self, work: Callable[[Item], Value], items: Sequence[Item]) -> Iterator[Value]:
        done = 0
        for last in attempts():
            try:
                with self.faults():
                    for value in self.results(work, items[done:]):
                        done += 1
                        yield value
                    self.note_lost_workers()
                return
            except WorkLost:
                if last:
                    raise

    def results(self, work: Callable[[Item], Value], items: Sequence[Item]) -> Iterator[Value]:
        """One attempt at a map."""
        futures = submitted_work(self.connection(), work, items)
        for place, future in enumerate(futures):
            value = future.result()
            # What was read need not stay in the cluster's memory.
            futures[place] = None
            yield value

    def reduce(
        self,
        work: Callable[[Item], Value],
        items: Sequence[Item],
        combine: Callable[[Value, Value], Value],
    ) -> Value:
        for last in attempts():
            try:
                with self.faults():
                    value = self.combined_results(work, items, combine)
                    self.note_lost_workers()
                    return value
            except WorkLost:
                if last:
                    raise
        raise AssertionError("the last attempt returns or raises")

    def combined_results(
        self,
        work: Callable[[Item], Value],
        items: Sequence[Item],
        combine: Callable[[Value, Value], Value],
    ) -> Value:
        """One attempt at a reduction."""
        client = self.connection()
        blocks = aligned_blocks(items, BLOCKS_A_THREAD * self.threads())
        futures = submitted_work(client, CombinedBlock(work, combine), blocks)
        while len(futures) > 1:
            # Groups of a power of two are subtrees of `combined_pairs`.
            groups = [futures[at : at + GROUP] for at in range(0, len(futures), GROUP)]
            futures = client.map(CombinedGroup(combine), groups, pure=False)
        value: Value = futures[0].result()
        return value

    def threads(self) -> int:
        """The number of threads of all workers."""
        workers = self.connection().scheduler_info()["workers"].values()
        return max(1, sum(int(worker["nthreads"]) for worker in workers))

    def connection(self) -> Client:
        """The connection to the scheduler, made anew when it was lost."""
        if self._client is None or not self.is_connected():
            self.close()
            self._client = Client(self.address, timeout=CONNECT_SECONDS, set_as_default=False)
            self._workers = frozenset(self._client.scheduler_info()["workers"])
        return self._client

    def note_lost_workers(self) -> None:
        """Count the workers that were there before and are not any more."""
        now = frozenset(self.connection().scheduler_info()["workers"])
        self._lost += len(self._workers - now)
        self._workers = now

    def is_connected(self) -> bool:
        """Whether the scheduler answers."""
        return self._client is not None and self._client.status == "running"

    def close(self) -> None:
        """End the connection; the cluster goes on."""
        if self._client is not None:
            with suppress(OSError, TimeoutError, CommClosedError):
                self._client.close(timeout=1)
            self._client = None

    @contextmanager
    def faults(self) -> Iterator[None]:
        """A sentence on a cluster that does not answer, or on work that its workers cannot do."""
        try:
            yield
        except KilledWorker as error:
            raise SteersmanError(
                f"several workers of {self.name} were lost at the same partition",
                todo="give workers more memory, or look at their logs",
                code="workers-lost",
                engine=self.address,
            ) from error
        except FutureCancelledError as error:
            if not self.is_connected():
                raise self.silence() from error
            self.note_lost_workers()
            raise WorkLost(
                f"{self.name} lost the workers that held the work",
                todo="start it again",
                code="work-lost",
                engine=self.address,
            ) from error
        except (OSError, TimeoutError, CommClosedError) as error:
            if isinstance(error, SteersmanError) or self.is_file_fault(error):
                raise
            raise self.silence() from error

    def silence(self) -> SteersmanError:
        """The error of a scheduler that does not answer; the next call connects again."""
        self.close()
        return SteersmanError(
            f"{self.name} does not answer",
            todo="start its scheduler (dask scheduler) and try again, or use engine local",
            code="scheduler-lost",
            engine=self.address,
        )

    def is_file_fault(self, error: BaseException) -> bool:
        """Whether a worker could not read or write a file, while the cluster answers."""
        return isinstance(error, OSError) and self.is_connected() and bool(error.filename)

    def __reduce__(self) -> tuple[type[DaskEngine], tuple[str]]:
        # A connection cannot travel; the address can.
        return DaskEngine, (self.address,)


def submitted_work(client: Client, work: Callable[[Any], Any], items: Sequence[Any]) -> list[Any]:
    """A future for each item."""
    # One graph of all tasks: as many as there are cost the scheduler more than the work does.
    if len(pickle.dumps(work)) > LARGE_BYTES:
        sent = client.scatter(work, broadcast=True, hash=False)
        return list(client.map(done_work, [sent] * len(items), items, pure=False))
    return list(client.map(work, items, pure=False))


@dataclass(frozen=True)
class CombinedBlock:
    """What work returns for some neighboring items, combined."""

    work: Callable[[Any], Any]
    combine: Callable[[Any, Any], Any]

    def __call__(self, items: Sequence[Any]) -> Any:
        return combined_pairs(map(self.work, items), self.combine)


@dataclass(frozen=True)
class CombinedGroup:
    """Neighboring results, combined."""

    combine: Callable[[Any, Any], Any]

    def __call__(self, values: Sequence[Any]) -> Any:
        return combined_pairs(iter(values), self.combine)


def aligned_blocks(items: Sequence[Item], least: int) -> list[Sequence[Item]]:
    """Neighbors in blocks of a power of two, at least so many blocks where there are the items.

    Such blocks are subtrees of the tree of all pairs, so that they change no bit of a result.

    >>> aligned_blocks("abcdefghijk", 3)
    ['abcd', 'efgh', 'ijk']
    """
    size = 1
    while len(items) > 2 * size * max(least - 1, 1):
        size *= 2
    return [items[at : at + size] for at in range(0, len(items), size)]


def done_work(work: Callable[[Item], Value], item: Item) -> Value:
    """What work that was sent before returns for an item."""
    return work(item)
