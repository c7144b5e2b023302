ANSWERS = {"q1": "b", "q2": "9377 s", "q3": "SECRET-accepted"}
