"""The virtual GPU: a card's manners on a processor, for unmodified CUDA-minded code.

One device (`card`, `memory`, `trace`, `analysis`) and a front end for each way in which a student speaks to it.
"""
