"""Data larger than memory: partitions on disk, and engines that work on them.

Names load on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_names

if TYPE_CHECKING:
    from steersman.scale.engine import Engine, LocalEngine
    from steersman.scale.engine_names import engine_named
    from steersman.scale.opening import open_partitions
    from steersman.scale.partitioned_dataset import PartitionedDataset

__all__ = ["Engine", "LocalEngine", "PartitionedDataset", "engine_named", "open_partitions"]

HOMES = {
    "Engine": "steersman.scale.engine",
    "LocalEngine": "steersman.scale.engine",
    "PartitionedDataset": "steersman.scale.partitioned_dataset",
    "engine_named": "steersman.scale.engine_names",
    "open_partitions": "steersman.scale.opening",
}

__getattr__ = lazy_names(__name__, HOMES)


def __dir__() -> list[str]:
    return sorted(__all__)
