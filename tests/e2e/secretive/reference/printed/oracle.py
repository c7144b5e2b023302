def right():
    return {"answer": 5449}
