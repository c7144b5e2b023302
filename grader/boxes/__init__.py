"""The judge's side of every box: the wire, the conversation with a submission, and the oracle."""
