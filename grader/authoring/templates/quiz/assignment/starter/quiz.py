ANSWERS = {
    "q1": "",  # a, b বা c / a, b or c: একটি warp-এ কতটি thread থাকে? / How many threads are in a warp?
    "q2": "",  # একক সহ / with the unit: ১ GB data ১০ GB/s গতিতে পাঠাতে কত সময় লাগে? / How long do 1 GB take at 10 GB/s?
    "q3": "",  # সময় মাপার আগে synchronize করতে হয় কেন? / Why synchronize before reading the clock?
}
