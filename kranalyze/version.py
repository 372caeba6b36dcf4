"""The version of the program. The build reads it here, so no command searches the installed packages."""

VERSION = "0.1.0"
