"""The spam-filter lecture: its filters, judged on fresh mail."""
