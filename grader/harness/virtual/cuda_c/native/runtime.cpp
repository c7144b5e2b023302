// All of the runtime, as one unit: it is compiled anew in each box.
#include "memory.cpp"
#include "fibers.cpp"
#include "scheduler.cpp"
#include "watch.cpp"
#include "queue.cpp"
