"""Thinks that synchronize is there for speed."""

ANSWERS = {
    "q1": "b",
    "q2": "c",
    "q3": ["a", "c", "d"],
    "q4": 778,
    "q5": 3907,
    "q6": "112 s",
    "q7": "12 GB",
    "q8": ["register", "shared", "l2", "global", "host"],
    "q9": "synchronize দিলে GPU দ্রুত চলে।",
}
