# Made of the core's headers (solver/bind.py). Only kranalyze/core uses it, and gives its functions types.
from typing import Any

ffi: Any
lib: Any
