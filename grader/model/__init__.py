"""The nouns of the grader: frozen records of the standard library's types, free of any behaviour that costs."""
