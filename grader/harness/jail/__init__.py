"""The wall: a server that forks locked-down processes. It knows no secret, and nothing of the grader's."""
