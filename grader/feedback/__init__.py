"""Message codes to Bangla or English: the only package that knows a human language."""
