"""One module per kind of work that a box can do: `OPS`, and `prepare(session)` where something has to be patched first."""
