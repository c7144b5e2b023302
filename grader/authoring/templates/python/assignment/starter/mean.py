def mean(x):
    """x-এর গড়। / The mean of x."""
    # এখানে লিখুন / write here
