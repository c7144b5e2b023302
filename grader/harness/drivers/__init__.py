"""One module per kind of work that a box can do: `OPS`, and `prepare(session)` where it has to patch something first."""
