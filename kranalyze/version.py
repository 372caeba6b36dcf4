"""The version of the program. The build reads it here, and so do commands, because importing it is fast."""

VERSION = "0.1.0"
