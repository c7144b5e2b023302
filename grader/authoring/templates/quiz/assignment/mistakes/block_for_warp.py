ANSWERS = {"q1": "c", "q2": "100 ms", "q3": "kernel launch asynchronous, তাই synchronize না করলে ঘড়ি আগেই থেমে যায়"}
