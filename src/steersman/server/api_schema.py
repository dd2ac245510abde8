"""The API of a model as an OpenAPI document."""

from __future__ import annotations

from typing import Any

import numpy as np

from steersman._version import __version__
from steersman.learn.files import SavedModel, raw_pipeline
from steersman.server.api_rows import ARROW, CSV

JSON = "application/json"


def openapi_document(saved: SavedModel) -> dict[str, Any]:
    """What can be asked of the model: its columns are the properties of a row."""
    columns = raw_pipeline(saved).steps[0][1]
    numbers = set(columns.numbers)
    row = {
        "type": "object",
        "required": list(columns.columns),
        "properties": {
            name: {"type": ["number", "null"] if name in numbers else ["string", "null"]}
            for name in columns.columns
        },
    }
    classes = [str(name) for name in np.asarray(saved.model.classes_).tolist()]
    body = {"type": "object", "properties": {"rows": {"type": "array", "items": row}}}
    table = {"type": "string", "format": "binary"}
    content = {JSON: {"schema": body}, CSV: {"schema": table}, ARROW: {"schema": table}}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Steersman model",
            "version": __version__,
            "description": f"Limits: {saved.story.get('want') or 'none'}",
        },
        "paths": {
            "/predict": operation("Predict rows", content, classes),
            "/explain": operation("Explain the scores of rows", content, classes),
            "/labels": operation(
                "Give labels of earlier rows by identifier",
                {JSON: {"schema": {"type": "object", "additionalProperties": {"enum": classes}}}},
                classes,
            ),
            "/watch": {"get": {"summary": "Whether the limits still hold", "responses": OK}},
            "/health": {"get": {"summary": "Whether the model is served", "responses": OK}},
        },
        "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }


OK = {"200": {"description": "done"}}


def operation(summary: str, content: dict[str, Any], classes: list[str]) -> dict[str, Any]:
    """A POST request with a body."""
    return {
        "post": {
            "summary": summary,
            "description": f"Classes: {', '.join(classes)}",
            "security": [{"token": []}],
            "requestBody": {"required": True, "content": content},
            "responses": {
                **OK,
                "400": {"description": "the rows cannot be used; code, what and todo say why"},
                "401": {"description": "the token is missing or wrong"},
                "413": {"description": "too many rows in one request"},
            },
        }
    }
