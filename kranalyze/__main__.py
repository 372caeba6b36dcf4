"""``python -m kranalyze`` is the command ``kranalyze``."""

from kranalyze.cli import main

if __name__ == "__main__":
    main()
