"""Provide the texts in English and German that command line, library and page show to people."""
