"""The relay: opens the house to browsers and carries what they say; knows no rule of the game."""
