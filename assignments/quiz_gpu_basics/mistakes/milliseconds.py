"""Right digits, but ms in place of s."""

ANSWERS = {
    "q1": "b",
    "q2": "c",
    "q3": ["a", "c", "d"],
    "q4": 778,
    "q5": 3907,
    "q6": "112 ms",
    "q7": "12 GB",
    "q8": ["register", "shared", "l2", "global", "host"],
    "q9": "CUDA kernels are launched asynchronously, so without synchronize you only measure the launch overhead.",
}
