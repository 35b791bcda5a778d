"""Helpers shared by all command lines: one-line errors, the `--rules` option, groups of options, atomic writes.

Knows typer and `rules`; must not know any command.
"""

import contextlib
import functools
import inspect
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

import typer

from gomoku.shortage import ensure

if TYPE_CHECKING:
    from rich.console import Console

    from gomoku.rules import Rules

T = TypeVar("T")

THREAD_STACK: Final = 1 << 20
"""Stack of a thread in bytes: an eighth of the usual default, which matters if memory is limited."""


def fail(message: str, command: str = "gomoku") -> NoReturn:
    """Print an error as one line and stop with exit code 1."""
    complain(f"{command}: {message}")
    raise typer.Exit(1)


def complain(message: str) -> None:
    """Print one line to standard error. Unprintable characters are replaced: a file name may hold escape sequences."""
    typer.echo("".join(c if c.isprintable() else "?" for c in message), err=True)


def stdout_console() -> "Console":
    """Rich console on standard output that takes text literally."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def parse_rules(spec: str, hint: str = "--rules") -> "Rules":
    """Parse a rule set; an invalid one is a usage error of the option or argument `hint`."""
    from gomoku.rules import Rules, RulesError

    try:
        return Rules.parse(spec)
    except RulesError as error:
        raise typer.BadParameter(str(error), param_hint=hint) from None


def takes(options: type[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Decorator: the fields of the dataclass `options` become options of the command, which receives them as `options`.

    Commands with options in common declare them once. Fields are annotated like typer parameters.
    """
    group = inspect.signature(options).parameters

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        own = [each for each in inspect.signature(command).parameters.values() if each.name != "options"]

        @functools.wraps(command)
        def run(**given: Any) -> None:
            chosen = options(**{name: given.pop(name) for name in group})
            command(**given, options=chosen)

        merged = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in (*own, *group.values())]
        run.__signature__ = inspect.Signature(merged)  # type: ignore[attr-defined]
        run.__annotations__ = {each.name: each.annotation for each in merged}
        del run.__wrapped__
        return run

    return decorate


def in_thread(work: Callable[[], T]) -> T:
    """Run a function in a thread, so that this one can handle Ctrl-C. Raises MemoryError if there is no memory for one."""
    ensure(2 * THREAD_STACK)  # without memory for its first steps, a thread dies and is waited for in vain
    before = threading.stack_size(THREAD_STACK)
    try:
        with ThreadPoolExecutor(1) as pool:
            return pool.submit(work).result()
    finally:
        threading.stack_size(before)


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a draft file beside `path` that replaces it on success and is removed on failure."""
    draft = path.with_name(f".gomoku-{os.getpid()}.part")
    mode = path.stat().st_mode if path.exists() else None
    try:
        yield draft
        if mode is not None:
            draft.chmod(mode & 0o7777)
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
