"""Answer questions about deals: plan the searches, solve many deals at once, convert the results to rows."""
