"""Files as such: where they are kept, that they are whole, and which bytes and lines they hold."""
