"""The interface as a function of the model; it knows views and words, never a round or a table."""
