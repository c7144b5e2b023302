ANSWERS = {"q1": "b", "q2": "০.১ সেকেন্ড", "q3": "kernel launch asynchronous, তাই synchronize না করলে ঘড়ি আগেই থেমে যায়"}
