"""The page of a class: how it did, what it got wrong, and which questions told the most."""
