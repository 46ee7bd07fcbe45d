"""Fills the rules' pages with pictures by the table's code and examples by the engine."""
