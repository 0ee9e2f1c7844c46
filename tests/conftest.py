"""Settings that every test shares."""

import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The same examples every time, and no failure because a machine is busy: a red test means a fault.
settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("steady")


@pytest.fixture(scope="module")
def tools():
    """Lets a test import what stands in `tools/`, which is no part of the package."""
    folder = str(Path(__file__).parents[1] / "tools")
    sys.path.insert(0, folder)
    yield
    sys.path.remove(folder)
