"""Stories played in a real browser, from the outside; nothing here looks into the lodge's code."""
