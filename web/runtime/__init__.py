"""What the page runs on: pinned packages, the interpreter's shim, the compiled library."""
