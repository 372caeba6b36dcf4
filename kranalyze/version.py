"""The version of the program. The build and the commands import this module, because it loads fast."""

VERSION = "0.1.0"
