"""Format results for people and programs: text, grids, JSON, and pages for a browser."""
