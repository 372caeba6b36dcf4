"""Texts for people in English and German, shared by command line, library and page."""
