"""Output for people and programs: answers in words, grids, JSON, and pages for a browser."""
