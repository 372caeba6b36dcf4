"""The texts that people read, in English and German: one table for command line, library and page."""
