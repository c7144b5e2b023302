// Threads of a kernel that change from one stack to another.
#pragma once
#include "runtime.h"

namespace vgpu {

struct Fiber {
    void* pointer;   // of the stack, while another runs
    char* stack;
    Fiber* next;     // that is free
};

Fiber* take_fiber(void (*begin)());  // null when there is no memory for another stack
void give_back(Fiber* fiber);

}  // namespace vgpu

extern "C" {
VGPU_HIDDEN void vgpu_switch(void** keep, void* go);
VGPU_HIDDEN void vgpu_go_on(void);  // the second half of it, for a signal handler that leaves a fiber
}
