"""One module per kind of work: `OPS`, and `prepare(session)` where something has to be patched first."""
