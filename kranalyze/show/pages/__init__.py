"""Build pages for a browser: reports with charts, and the card table. A page is a single HTML file."""
