"""The Python in the README runs, and answers what the README says."""

import doctest
import re
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def blocks() -> list[tuple[int, str]]:
    """Each block of Python with the line it starts on."""
    text = README.read_text(encoding="utf-8")
    found = re.finditer(r"^```(?:python|pycon)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [(text.count("\n", 0, match.start(1)), match.group(1)) for match in found]


def test_python_in_the_readme_runs():
    shared: dict[str, object] = {}
    assert blocks(), "README.md shows no Python: expected a ```python block"
    for line, code in blocks():
        if ">>>" not in code:
            exec(compile("\n" * line + code, str(README), "exec"), shared)
            continue
        test = doctest.DocTestParser().get_doctest(code, shared, "README.md", str(README), line)
        report: list[str] = []
        failed, tried = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(
            test, out=report.append, clear_globs=False
        )
        assert not failed, "".join(report)
        assert tried
        shared = test.globs
