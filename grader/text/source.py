"""Python source as a student hands it in, parsed without being run."""

import ast
import warnings

MOST = 500_000  # characters of a source that are read: a syntax tree takes a hundred times its source


def parsed(source: str) -> ast.Module:
    """Return the syntax tree of a source.

    Raises:
        SyntaxError: it is no Python, or too long or too deep to be read.
    """
    if len(source) > MOST:
        raise SyntaxError(f"more than {MOST} characters of code")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # such as an invalid escape sequence: the student's matter
        try:
            return ast.parse(source)
        except (ValueError, MemoryError, RecursionError) as error:
            raise SyntaxError(str(error) or "too deeply nested") from error


def assigned(source: str) -> frozenset[str]:
    """Return the names that code binds by an assignment at its top level; none where it is no Python."""
    try:
        body = parsed(source).body
    except SyntaxError:
        return frozenset()
    targets = [
        target
        for statement in body
        if isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign)
        for target in (statement.targets if isinstance(statement, ast.Assign) else [statement.target])
    ]
    return frozenset(node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name))
