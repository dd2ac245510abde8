"""A graph of ONNX operations in 64-bit numbers, put together step by step."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.errors import SteersmanError

FEATURES = "features"
OPSETS = (("", 18), ("ai.onnx.ml", 3))
IR_VERSION = 9


def check_onnx() -> Any:
    """The package, or a sentence on how to get it: the one place that imports it."""
    try:
        import onnx
    except ImportError:
        raise SteersmanError(
            "ONNX is not installed",
            todo="pip install 'steersman[onnx]'",
            code="not-installed",
            package="onnx",
        ) from None
    return onnx


class Graph:
    """Operations by the names of what they give; rows of numbers come in as `features`."""

    def __init__(self) -> None:
        self.onnx = check_onnx()
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def constant(self, value: ArrayLike, kind: type = np.float64) -> str:
        """An array that is the same for all rows."""
        name = f"constant{len(self.constants)}"
        array: NDArray[np.generic] = np.asarray(value).astype(kind)
        self.constants.append(self.onnx.numpy_helper.from_array(array, name))
        return name

    def add(
        self,
        operation: str,
        *inputs: str,
        domain: str = "",
        outputs: int = 1,
        **attributes: object,
    ) -> str:
        """One more operation; the name of its (first) result."""
        name = f"value{len(self.nodes)}"
        others = [f"{name}.{place}" for place in range(1, outputs)]
        node = self.onnx.helper.make_node(
            operation, list(inputs), [name, *others], domain=domain, **attributes
        )
        self.nodes.append(node)
        return name

    def affine(self, rows: str, weights: ArrayLike, shift: ArrayLike) -> str:
        """rows @ weights + shift."""
        turned = self.add("MatMul", rows, self.constant(weights))
        return self.add("Add", turned, self.constant(shift))

    def cast(self, value: str, kind: str) -> str:
        """A value as DOUBLE, FLOAT, INT64 or BOOL."""
        return self.add("Cast", value, to=getattr(self.onnx.TensorProto, kind))

    def column(self, matrix: str, place: int) -> str:
        """(rows,): one column of a matrix."""
        return self.add("Gather", matrix, self.constant(place, np.int64), axis=1)

    def with_name(self, value: str, name: str) -> str:
        """A copy of a value under another name."""
        self.nodes.append(self.onnx.helper.make_node("Identity", [value], [name]))
        return name

    def model(self, shape: tuple[int, int], *, text: bool, calibrated: bool = False) -> bytes:
        """The file of a graph that gives `label` and `score`, calibrated also `probability`.

        `shape` is the number of features and of classes; labels are `text` or whole numbers.
        """
        helper, kinds = self.onnx.helper, self.onnx.TensorProto
        columns, classes = shape
        kind = kinds.STRING if text else kinds.INT64
        shares = helper.make_tensor_value_info("probability", kinds.DOUBLE, [None, classes])
        graph = helper.make_graph(
            self.nodes,
            "steersman",
            [helper.make_tensor_value_info(FEATURES, kinds.DOUBLE, [None, columns])],
            [
                helper.make_tensor_value_info("label", kind, [None]),
                helper.make_tensor_value_info(
                    "score", kinds.DOUBLE, [None] if classes == 2 else [None, classes]
                ),
                *([shares] if calibrated else []),
            ],
            self.constants,
        )
        opsets = [helper.make_opsetid(domain, version) for domain, version in OPSETS]
        made = helper.make_model(
            graph, opset_imports=opsets, ir_version=IR_VERSION, producer_name="steersman"
        )
        self.onnx.checker.check_model(made)
        content: bytes = made.SerializeToString()
        return content
