"""Tags the wheels of a folder for every Linux they run on, and copies them with the sdist into another folder.

`python tools/tag_wheel.py build/dist dist`. auditwheel determines which symbols of the C library the core needs, and
refuses a wheel that needs a library which other machines may lack. On other systems the tags are already right.
"""

import shutil
import subprocess
import sys
from pathlib import Path


def main() -> None:
    """Fill the second folder from the first."""
    built, target = map(Path, sys.argv[1:])
    target.mkdir(exist_ok=True)
    for path in sorted(built.iterdir()):
        if path.suffix == ".whl" and sys.platform == "linux":
            command = [sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", str(target), str(path)]
            if status := subprocess.run(command, check=False).returncode:
                sys.exit(status)
        else:
            shutil.copy(path, target)


if __name__ == "__main__":
    main()
