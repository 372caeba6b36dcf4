"""Answers to questions about deals: plan the searches, solve them by columns, convert the results to rows."""
