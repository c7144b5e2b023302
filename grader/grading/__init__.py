"""The core: gather, judge, score; it knows ports and model, and no plugin."""
