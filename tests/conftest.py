"""Settings that every test shares."""

from hypothesis import HealthCheck, settings

# The same examples every time, and no failure because a machine is busy: a red test means a fault.
settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("steady")
