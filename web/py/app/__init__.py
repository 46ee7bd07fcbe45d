"""The game in the browser, as a model and what changes it. Sees views only, draws nothing."""
