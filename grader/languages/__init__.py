"""Language plugins: one file is one kind of exercise and the way it is run."""
