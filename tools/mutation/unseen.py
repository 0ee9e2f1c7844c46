"""What mutmut does not change: properties and other decorated functions, and what runs when a module is loaded.

The changes are mutmut's own, made where mutmut makes none. Left out are names for types: nothing but annotations reads them.
"""

from collections.abc import Iterator
from pathlib import Path

import libcst as cst
import libcst.matchers as m
from libcst.metadata import MetadataWrapper
from mutmut.mutation.file_mutation import MutationVisitor, deep_replace
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode

from .forked import judge, run_clean
from .mutant import Mutant, changed_lines
from .settings import first_tests

TYPE_NAMES = m.SimpleStatementLine(
    body=[m.Assign(value=m.Call(func=m.Name("TypeVar")) | m.Subscript(value=m.Attribute(attr=m.Name("NDArray"))))]
)


class Everywhere(MutationVisitor):
    """Mutmut's visitor where it would pass by: decorated functions, decorators, defaults that are not plain."""

    def _skip_node_and_children(self, node: cst.CSTNode) -> bool:
        if m.matches(node, TYPE_NAMES) or isinstance(node, cst.Annotation):
            return True
        return isinstance(node, cst.Call) and m.matches(node.func, m.Name("len") | m.Name("isinstance"))


def changes(text: str) -> Iterator[tuple[str, str]]:
    """Each change that mutmut does not make: the function or class it is in, and the whole text after it."""
    wrapper = MetadataWrapper(cst.parse_module(text))
    visitor = Everywhere(mutation_operators, IgnoredCode(set(), set(), set()))
    module = wrapper.visit(visitor)
    places = owners(module)
    for mutation in visitor.mutations:
        at, owner, seen = places[id(mutation.original_node)]
        if not seen:
            changed = deep_replace(module.body[at], mutation.original_node, mutation.mutated_node)
            yield owner, module.with_changes(body=[*module.body[:at], changed, *module.body[at + 1 :]]).code


def owners(module: cst.Module) -> dict[int, tuple[int, str, bool]]:
    """For each node: the number of its statement, the function, method or class it is in, and whether mutmut goes there."""
    found = {}
    for at, statement in enumerate(module.body):
        name = getattr(statement, "name", None)
        owner = name.value if name else ""
        seen = isinstance(statement, cst.FunctionDef) and is_plain(statement)
        found |= {id(node): (at, owner, seen) for node in below(statement)}
        if isinstance(statement, cst.ClassDef):
            for method in statement.body.body:
                if isinstance(method, cst.FunctionDef):
                    place = (at, f"{owner}.{method.name.value}", is_plain(method))
                    found |= {id(node): place for node in below(method)}
    return found


def is_plain(function: cst.FunctionDef) -> bool:
    """Whether mutmut changes a function: it has no decorator, or is a class method or a static one."""
    kinds = m.Name("classmethod") | m.Name("staticmethod")
    return not function.decorators or all(m.matches(decorator.decorator, kinds) for decorator in function.decorators)


def below(tree: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """A node and all in it."""
    yield tree
    for child in tree.children:
        yield from below(child)


def made(tree: Path, files: list[str]) -> Iterator[tuple[Mutant, str]]:
    """The mutants of the files that mutmut does not make, each with its text."""
    for file in files:
        text = (tree / file).read_text(encoding="utf-8")
        for number, (owner, changed) in enumerate(changes(text), 1):
            was, becomes = changed_lines(text, changed)
            yield Mutant(f"{file} {number}", file, owner, was, becomes, own=True), changed


def run_unseen(tree: Path, files: list[str]) -> Iterator[Mutant]:
    """Put each mutant into the tree, run its tests, take it out again."""
    run_clean(tree)
    for file in files:
        for compiled in (tree / file).parent.glob(f"__pycache__/{Path(file).stem}.*.pyc"):
            compiled.unlink()
    for mutant, changed in made(tree, files):
        place = tree / mutant.file
        text = place.read_text(encoding="utf-8")
        place.write_text(changed, encoding="utf-8")
        try:
            yield mutant.with_status(judge(tree, first_tests(mutant.file)))
        finally:
            place.write_text(text, encoding="utf-8")
