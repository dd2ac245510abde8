"""The martingale-boosting paper: its tables and curves beside ours."""
