ANSWERS = {
    "q1": ...,  # একটি warp-এ কতটি thread থাকে? / How many threads are in a warp?
    "q2": ...,
    "q3": ...,
}
