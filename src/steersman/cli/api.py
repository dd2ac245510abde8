"""Serve a saved model over HTTP."""

from __future__ import annotations

from pathlib import Path

import uvicorn

from steersman.cli.predict import model_from
from steersman.cli.tables import plain_console
from steersman.errors import SteersmanError
from steersman.server.api_rows import RequestLimits
from steersman.server.model_api import model_application

LOCAL = ("127.0.0.1", "localhost", "::1")


def serve_model(
    model: Path, host: str, port: int, token: str | None, log: Path | None, most_rows: int
) -> None:
    """Serve until interrupted."""
    if host not in LOCAL and not token:
        raise SteersmanError(
            f"{host} can be reached by others, and there is no token",
            todo="set one with --token or in STEERSMAN_API_TOKEN",
            code="token-needed",
            host=host,
        )
    app = model_application(model_from(model), token or "", log, RequestLimits(rows=most_rows))
    plain_console().print(f"Serving {model} on http://{host}:{port} (stop with Ctrl+C)")
    uvicorn.run(app, host=host, port=port, log_level="warning", access_log=False)
