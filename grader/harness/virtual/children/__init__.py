"""What interpreters that student code starts load first: the folder itself is on their path."""
