"""What people see: answers in words, grids, JSON, and pages for a browser."""
