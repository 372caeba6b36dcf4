"""The texts that people read, in English and German, each once: for the command line, the library and the page."""
