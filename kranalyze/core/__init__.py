"""The only door to the C core: tasks, positions, and the calls that solve them."""
