"""The version of the program. The build and the commands read it from here, because the import is fast."""

VERSION = "0.1.0"
