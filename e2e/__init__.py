"""Stories played in a real browser, from the outside; `kept` and `paint` alone know our code."""
