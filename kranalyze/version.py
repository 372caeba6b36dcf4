"""The version of the program. The build reads it from here. Commands need not search installed packages."""

VERSION = "0.1.0"
