"""The ASGI application, the live socket and the guard."""
