"""How the property tests search: the same examples on every run, so that a red test is never a matter of luck.

`HYPOTHESIS_PROFILE=search make test` looks at new, random examples, ten times as many.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("same", derandomize=True, deadline=None, database=None, max_examples=40)
settings.register_profile(
    "search", deadline=None, max_examples=500, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))
