"""The ways from a seat to its table. A seat cannot tell which one it has."""
