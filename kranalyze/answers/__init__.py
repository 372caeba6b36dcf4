"""Solve contracts on deals: plan the searches, solve many deals at once, convert the results to rows."""
