"""Lantern draw and Block: rules, table and opponents in pure Python, standard library only."""
