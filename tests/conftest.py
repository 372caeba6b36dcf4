"""What holds for every test: a busy machine makes none fail, and no screen is too narrow for one."""

import os

from hypothesis import HealthCheck, settings

os.environ.pop("COLUMNS", None)  # whoever runs tests in several processes sets it

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")
