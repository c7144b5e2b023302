"""What students type, made comparable: folding of letters, numbers with units."""
