ANSWERS = {
    "q1": "a",
    "q2": "d",
    "q3": ["a", "b", "d"],
    "q4": 778,
    "q5": 3906,
    "q6": "112 ms",
    "q7": "12",
    "q8": ["shared", "register", "l2", "global", "host"],
    "q9": "synchronize makes the GPU faster.",
}
