"""Work on partitions on a Dask cluster. Nothing else imports Dask.

Workers must see the files and the cache under the same paths. Every piece of work only reads, so
that a piece whose worker is lost is done again elsewhere, with the same result.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from distributed import Client
from distributed.client import FutureCancelledError
from distributed.comm import CommClosedError
from distributed.scheduler import KilledWorker

from steersman.errors import SteersmanError

Item = TypeVar("Item")
Value = TypeVar("Value")

CONNECT_SECONDS = 10
LARGE_BYTES = 5_000_000
"""Work larger than this is sent to every worker once, in place of once for each partition."""
ATTEMPTS = 2


class DaskEngine:
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

    @property
    def name(self) -> str:
        """Where the work runs, in words."""
        return f"the Dask cluster at {self.address}"

    def map(self, work: Callable[[Item], Value], items: Sequence[Item]) -> Iterator[Value]:
        """What `work` returns for each item, in the order of the items.

        Parameters
        ----------
        work : callable
            Called with one item.
        items : sequence
            Partitions, files or other pieces.

        Returns
        -------
        iterator
            The results, in order.
        """
        with self.faults():
            client = self.connection()
            futures = submitted_work(client, work, items)
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
        """What `work` returns for each item, combined in pairs of neighbors on the workers.

        Parameters
        ----------
        work : callable
            Called with one item.
        items : sequence
            Partitions, files or other pieces; one at least.
        combine : callable
            Combines two neighboring results.

        Returns
        -------
        object
            The combined result.
        """
        with self.faults():
            for attempt in range(1, ATTEMPTS + 1):
                try:
                    return self.combined_results(work, items, combine)
                except FutureCancelledError:
                    # Work that was sent to a worker which is gone is sent again, once.
                    if attempt == ATTEMPTS or not self.is_connected():
                        raise
        raise AssertionError("every attempt returns or raises")

    def combined_results(
        self,
        work: Callable[[Item], Value],
        items: Sequence[Item],
        combine: Callable[[Value, Value], Value],
    ) -> Value:
        """One attempt at a reduction."""
        client = self.connection()
        futures = submitted_work(client, work, items)
        while len(futures) > 1:
            # The pairs of `combined_pairs`, level by level: an odd one at the end is carried over.
            pairs = [
                client.submit(combine, futures[at], futures[at + 1], pure=False)
                for at in range(0, len(futures) - 1, 2)
            ]
            futures = pairs + ([futures[-1]] if len(futures) % 2 else [])
        value: Value = futures[0].result()
        return value

    def connection(self) -> Client:
        """The connection to the scheduler, made anew when it was lost."""
        if self._client is None or not self.is_connected():
            self.close()
            self._client = Client(self.address, timeout=CONNECT_SECONDS, set_as_default=False)
        return self._client

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
        except (OSError, TimeoutError, CommClosedError, FutureCancelledError) as error:
            if isinstance(error, SteersmanError) or self.is_file_fault(error):
                raise
            self.close()
            raise SteersmanError(
                f"{self.name} does not answer",
                todo="start its scheduler (dask scheduler) and try again, or use engine local",
                code="scheduler-lost",
                engine=self.address,
            ) from error

    def is_file_fault(self, error: BaseException) -> bool:
        """Whether a worker could not read or write a file, while the cluster answers."""
        return isinstance(error, OSError) and self.is_connected() and bool(error.filename)

    def __reduce__(self) -> tuple[type[DaskEngine], tuple[str]]:
        # A connection cannot travel; the address can.
        return DaskEngine, (self.address,)


def submitted_work(client: Client, work: Callable[[Any], Any], items: Sequence[Any]) -> list[Any]:
    """A future for each item."""
    if len(pickle.dumps(work)) > LARGE_BYTES:
        sent = client.scatter(work, broadcast=True, hash=False)
        return [client.submit(done_work, sent, item, pure=False) for item in items]
    return [client.submit(work, item, pure=False) for item in items]


def done_work(work: Callable[[Item], Value], item: Item) -> Value:
    """What work that was sent before returns for an item."""
    return work(item)
