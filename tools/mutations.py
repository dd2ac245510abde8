"""The ways to change one expression of a module, so that a test should notice.

Tests assert values, codes and fields, never sentences: what can change nothing but a sentence is
left as it is. That is an f-string, what an error or an assertion says, a `__repr__`, a sentence
that is returned (unless nothing would be an answer too), and a choice between two texts that is
only read in a sentence. Another seed or a tolerance of rounding twice as wide is as good as the one
that is written. What runs on another system only, after `if os.name == "nt"`, cannot be tried here.
"""

from __future__ import annotations

import ast
import copy
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Mutant", "mutants_of"]

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
FACTORS = (ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)
OPPOSITE_NAMES = [
    {"min", "max"}, {"minimum", "maximum"}, {"argmin", "argmax"}, {"any", "all"},
    {"ceil", "floor"}, {"zeros", "ones"}, {"zeros_like", "ones_like"},
]  # fmt: skip
OTHER_NAME = {name: (pair - {name}).pop() for pair in OPPOSITE_NAMES for name in pair}
DEFAULTS = {"bool": ("True", "False"), "int": ("0",), "float": ("0.0",), "str": ("''",)}
# Messages, types and checks of our own say nothing about what the code does.
PASSED_OVER = (ast.JoinedStr, ast.Raise, ast.Assert, ast.AnnAssign)
ROUNDING = 1e-6  # smaller numbers are tolerances
# Fewer are a name, a code or a sign; words of a query are in capitals.
FEWEST_WORDS = 2
WORD = re.compile(r"\b[a-z]{2,}\b")


@dataclass(frozen=True)
class Mutant:
    """One change of one module. The key names it whatever line it is on."""

    path: Path
    function: str
    before: str
    after: str
    span: tuple[int, int]  # bytes of the module
    twin: int  # the number among equal changes of one function

    @property
    def key(self) -> str:
        times = f" (no. {self.twin + 1})" if self.twin else ""
        change = f"`{self.before}` to `{self.after}`{times}"
        return f"`{self.path.as_posix()}`, `{self.function}`: {change}"

    def changed(self, code: bytes) -> bytes:
        """The module with this change."""
        start, end = self.span
        text = (
            self.after
            if self.after == "pass" or self.after.startswith("return ")
            else f"({self.after})"
        )
        return code[:start] + text.encode() + code[end:]


def mutants_of(root: Path, path: Path) -> list[Mutant]:
    """Every change of the functions of a module."""
    code = (root / path).read_bytes()
    starts = [0]
    for line in code.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found: list[Mutant] = []
    seen: dict[tuple[str, str, str], int] = {}
    for function, node, after in changes(ast.parse(code), "", None):
        before = " ".join(ast.unparse(node).split())
        after = " ".join(after.split())
        # a parsed node has an end
        last_line, last_column = node.end_lineno or 0, node.end_col_offset or 0
        span = (starts[node.lineno - 1] + node.col_offset, starts[last_line - 1] + last_column)
        twin = seen[function, before, after] = seen.get((function, before, after), -1) + 1
        found.append(Mutant(path, function, before, after, span, twin))
    return found


Change = tuple[str, ast.expr | ast.stmt, str]
"""The function, what to replace and the text to replace it by."""


def changes(node: ast.AST, function: str, returns: ast.expr | None) -> Iterator[Change]:
    """The changes of a node and of all that is below it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            if child.name == "__repr__":
                continue
            harmless = harmless_changes(child)
            name = f"{function}.{child.name}".lstrip(".")
            inner = getattr(child, "returns", None)
            for statement in child.body:
                # A class has settings and types, a module constants: only functions decide.
                if not isinstance(child, ast.ClassDef) or hasattr(statement, "body"):
                    for change in changes(ast.Module([statement], []), name, inner):
                        if id(change[1]) not in harmless:
                            yield change
        elif function and not isinstance(child, PASSED_OVER):
            for after in replacements(child, returns):
                yield function, child, after  # type: ignore[misc]
            if not is_call_of(child, "default_rng"):
                yield from changes(child, function, returns)
        elif not function and isinstance(child, ast.If):
            here = child.orelse if is_of_another_system(child.test) else child.body + child.orelse
            yield from changes(ast.Module(here, []), function, returns)


def is_of_another_system(test: ast.expr) -> bool:
    """Whether a condition is only true on Windows, and this is not Windows."""
    return os.name != "nt" and ast.unparse(test) == "os.name == 'nt'"


def harmless_changes(function: ast.AST) -> set[int]:
    """The ids of the nodes of a function whose change can only change a sentence."""
    nodes = list(ast.walk(function))
    sentences = [node for node in nodes if is_sentence(node)]
    inside = {id(node) for sentence in sentences for node in ast.walk(sentence)}
    reads = [
        node for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    ]
    read_elsewhere = {node.id for node in reads if id(node) not in inside}
    worded = {node.id for node in reads} - read_elsewhere
    returns = [node for node in nodes if isinstance(node, ast.Return)]
    # Where nothing is an answer too, a sentence in its place is another answer.
    empty = any(getattr(node.value, "value", None) == "" for node in returns)
    found: set[int] = set() if empty else {id(node) for node in returns if is_sentence(node.value)}
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.IfExp() as choice):
                if name in worded and is_text(choice.body) and is_text(choice.orelse):
                    found |= {id(each) for each in ast.walk(choice)}
    return found


def is_call_of(node: ast.AST, name: str) -> bool:
    """Whether an expression calls a function of this name."""
    return isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == name


def is_text(node: ast.AST | None) -> bool:
    """Whether an expression is a literal text."""
    return isinstance(node, ast.JoinedStr) or isinstance(getattr(node, "value", None), str)


def is_sentence(node: ast.AST | None) -> bool:
    """Whether an expression is a literal text of several words."""
    if node is None or not is_text(node):
        return False
    literals = [each.value for each in ast.walk(node) if isinstance(each, ast.Constant)]
    text = " ".join(each for each in literals if isinstance(each, str))
    return len(WORD.findall(text)) >= FEWEST_WORDS


def replacements(node: ast.AST, returns: ast.expr | None) -> Iterator[str]:
    """The texts that one node may be replaced by."""
    match node:
        case ast.Compare(ops=[operator]):
            for other in COMPARISONS[type(operator)]:
                yield unparsed(node, ops=[other()])
        case ast.BinOp(left=left, op=operator, right=right):
            texts = any(isinstance(getattr(side, "value", None), str) for side in (left, right))
            if type(operator) in OPERATORS and not texts:
                yield unparsed(node, op=OPERATORS[type(operator)]())
            if isinstance(operator, FACTORS):
                yield ast.unparse(left)
        case ast.BoolOp(op=operator, values=values):
            yield unparsed(node, op=ast.Or() if isinstance(operator, ast.And) else ast.And())
            yield unparsed(node, values=values[:-1]) if len(values) > 2 else ast.unparse(values[0])
        case ast.UnaryOp(operand=operand) if not isinstance(operand, ast.Constant):
            yield ast.unparse(operand)
        case ast.Constant(value=bool(value)):
            yield repr(not value)
        case ast.Constant(value=int(value)):
            yield repr({0: 1, 1: 0}.get(value, value + 1))
        case ast.Constant(value=float(value)) if not 0.0 < value < ROUNDING:
            yield repr({0.0: 1.0, 1.0: 0.0}.get(value, 2.0 * value))
        case ast.Constant(value="left" | "right" as side):
            yield repr("left" if side == "right" else "right")
        case ast.Call(func=ast.Name(id="abs"), args=[inner]):
            yield ast.unparse(inner)
        case ast.Name(id=name) if name in OTHER_NAME:
            yield OTHER_NAME[name]
        case ast.Attribute(attr=name) if name in OTHER_NAME:
            yield unparsed(node, attr=OTHER_NAME[name])
        case ast.IfExp(body=body, orelse=orelse):
            yield from (ast.unparse(body), ast.unparse(orelse))
        case ast.AugAssign() | ast.Continue() | ast.Break():
            yield "pass"
        case ast.Expr(value=ast.Call() | ast.Await()):
            yield "pass"
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            kind = ast.unparse(returns) if returns is not None else ""
            defaults = ("None",) if "None" in kind else DEFAULTS.get(kind, ())
            yield from (f"return {default}" for default in defaults)


def unparsed(node: ast.AST, **fields: object) -> str:
    """The text of a node with other fields."""
    other = copy.copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return ast.unparse(other)
