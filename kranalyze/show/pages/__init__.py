"""Reports: pages for a browser, each one file that needs nothing else; charts, card diagrams, tables."""
