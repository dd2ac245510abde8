"""One module a format: each turns a file, a folder or a frame into a frame or a dataset."""
