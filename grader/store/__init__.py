"""Keeps evidence on disk."""
