"""What a command of the program left: exit code, standard output and standard error."""

from typing import Any

Result = tuple[Any, str, str]


def failed(result: Result, code: int, *words: str) -> bool:
    """Assert the exit code, an empty standard output and a one-line error."""
    got, out, err = result
    assert got == code, err
    assert out == ""
    assert err.count("\n") == 1, err
    assert "Traceback" not in err
    for word in words:
        assert word in err
    return True
