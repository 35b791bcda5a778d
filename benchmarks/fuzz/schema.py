"""Requests that schemathesis makes of the server's own OpenAPI document, over a real socket, and answers held against it.

    python -m benchmarks.fuzz.schema [--seconds 60] [--seed 1]

Route after route, some examples each, valid and not. No answer may be an error of the server's own, have a status or a
media type that the document does not name, or a body that is not what it says.
"""

import argparse
import random
import time
import urllib.request
from collections import Counter
from typing import Any, Final

from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import checks, openapi

from benchmarks.fuzz.in_process import Fault
from benchmarks.fuzz.raw_http import serving

EXAMPLES: Final = 50
"""Of a route, in one round."""
SLOW: Final = ("/api/tree", "/api/refute", "/api/lessons/{name}", "/api/sign-in", "/api/me/passphrase")
"""Routes that think or hash: fewer examples."""
FEW: Final = 3
PATIENCE: Final = 30.0
NAMES: Final = ("status_code_conformance", "content_type_conformance", "response_schema_conformance")
CHECKS: Final = [checks.not_a_server_error, *(getattr(checks, name) for name in NAMES)]


class Examiner:
    """Asks one server by its own document."""

    def __init__(self, address: str) -> None:
        self.schema = openapi.from_url(f"{address}/api/openapi.json", wait_for_schema=5)
        with urllib.request.urlopen(f"{address}/api/health") as answer:
            self.cookie = str(answer.headers["Set-Cookie"]).partition(";")[0]  # one visitor, as a browser is
        self.statuses: Counter[int] = Counter()

    def round(self, number: int, end: float, examples: int) -> int:
        """Every route with so many examples, in any order; gives the number of requests."""
        asked = 0

        def examine(case: Any) -> None:
            nonlocal asked
            asked += 1
            answer = case.call(headers={"Cookie": self.cookie}, timeout=PATIENCE)
            self.statuses[answer.status_code] += 1
            if answer.status_code >= 500:
                raise Fault(f"{case.as_curl_command()}: {answer.status_code} {answer.text[:300]}")
            case.validate_response(answer, checks=CHECKS)

        routes: list[Any] = [found.ok() for found in self.schema.get_all_operations()]  # type: ignore[union-attr]
        for route in random.Random(number).sample(routes, len(routes)):
            if time.monotonic() > end:
                break
            count = min(FEW, examples) if route.path in SLOW else examples
            test = given(case=route.as_strategy())(examine)
            test = settings(
                max_examples=count,
                database=None,
                deadline=None,
                phases=(Phase.generate, Phase.shrink),
                suppress_health_check=list(HealthCheck),
            )(test)
            seed(number)(test)()
        return asked


def run(first: int, seconds: float, examples: int = EXAMPLES) -> tuple[int, Counter[int]]:
    """Rounds of examples from this seed on; the number of requests, and how they were answered."""
    with serving() as address:
        examiner = Examiner(address)
        end = time.monotonic() + seconds
        asked, number = 0, first
        while time.monotonic() < end:
            asked += examiner.round(number, end, examples)
            number += 1
    return asked, examiner.statuses


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given_ = parser.parse_args()
    asked, statuses = run(given_.seed, given_.seconds)
    print(f"{asked} requests from seed {given_.seed} on, answered {dict(sorted(statuses.items()))}, no fault")


if __name__ == "__main__":
    main()
