"""The page: what the browser gets, and the build that assembles it."""
