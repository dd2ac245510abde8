"""Engines by the names that people give them: `local`, or the address of a Dask scheduler."""

from __future__ import annotations

from importlib.util import find_spec

from steersman.errors import SteersmanError
from steersman.scale.engine import Engine, LocalEngine

LOCAL = "local"
SCHEMES = ("tcp://", "tls://", "ucx://", "ws://", "wss://")


def engine_named(engine: str | Engine | None = None) -> Engine:
    """The engine meant by a name; an engine stands for itself.

    Parameters
    ----------
    engine : str or Engine, optional
        "local" (the default) for the threads of this machine, or the address of a Dask scheduler
        such as "tcp://localhost:8786".

    Returns
    -------
    Engine
        The engine.

    Examples
    --------
    >>> type(engine_named("local")).__name__
    'LocalEngine'
    """
    if engine is None or engine == LOCAL:
        return LocalEngine()
    if not isinstance(engine, str):
        return engine
    if not engine.startswith(SCHEMES):
        raise SteersmanError(
            f"unknown engine {engine!r}",
            todo="use local, or the address of a Dask scheduler such as tcp://localhost:8786",
            code="engine-unknown",
            came=engine,
        )
    if find_spec("distributed") is None:
        raise SteersmanError(
            "Dask is not installed",
            todo="install it with: pip install 'steersman[dask]'",
            code="extra-missing",
            extra="dask",
        )
    from steersman.scale.dask_engine import DaskEngine

    return DaskEngine(engine)
