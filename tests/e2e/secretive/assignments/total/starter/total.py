def total(a):
    """a-এর যোগফল। / The sum of a."""
