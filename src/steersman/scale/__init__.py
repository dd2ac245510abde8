"""The engine protocol and its adapters."""
