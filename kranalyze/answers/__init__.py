"""Answers about deals: questions become tasks, tasks are solved in columns, results are settled into rows."""
