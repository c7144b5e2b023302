"""Executor plugins: one file is one way to run many jobs."""
