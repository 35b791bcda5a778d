"""Writes requirements/*.txt: the packages for each purpose, at the versions of constraints.txt, with the hashes of every file.

One file serves every system and Python 3.11 or newer: uv resolves for all of them at once. Versions are decided in
constraints.txt alone; a package that is not there is refused.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "requirements"
PURPOSES = {
    "build": ["--group", "build"],
    "server": ["pyproject.toml", "--extra", "server", "--extra", "cluster"],
    "test": ["pyproject.toml", "--extra", "dev"],
    "release": ["--group", "release"],
}
HEADER = "# Written by make lock, from pyproject.toml and constraints.txt.\n"
PIN = re.compile(r"^([\w.-]+)==([\w.]+)", re.MULTILINE)


def name_of(package: str) -> str:
    """The normalised name of a package."""
    return re.sub(r"[-_.]+", "-", package).lower()


def pins(path: Path) -> dict[str, str]:
    """The versions that a constraints or requirements file pins."""
    return {name_of(name): version for name, version in PIN.findall(path.read_text("utf-8"))}


def compiled(arguments: list[str]) -> str:
    """The requirements of one purpose, with hashes and without addresses."""
    command = [
        sys.executable,
        "-m",
        "uv",
        "pip",
        "compile",
        "--quiet",
        "--universal",
        "--python-version",
        "3.11",
        "--generate-hashes",
    ]
    command += ["--no-header", "--no-annotate", "--no-emit-index-url", "--constraint", "constraints.txt", *arguments]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit("the lock could not be written: see above")
    return HEADER + done.stdout


def main() -> None:
    """Write all files, or none if a package has no version in constraints.txt."""
    texts = {FOLDER / f"{purpose}.txt": compiled(arguments) for purpose, arguments in PURPOSES.items()}
    known = pins(ROOT / "constraints.txt")
    found = {name_of(name): version for text in texts.values() for name, version in PIN.findall(text)}
    if strangers := [f"{name}=={version}" for name, version in found.items() if known.get(name) != version]:
        sys.exit(f"constraints.txt does not name {', '.join(strangers)}")
    FOLDER.mkdir(exist_ok=True)
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(ROOT)}: {len(PIN.findall(text))} packages")


if __name__ == "__main__":
    main()
