"""What the accesses of a launch show: mistakes, with the lines that made them, and costs that can be counted.

Everything here reads a `trace.Trace`; each function returns one finding for a place, or for a pair of places, in the
source, with the first case and how many there were.
"""
