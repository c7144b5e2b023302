#include <sys/mman.h>

#include "fibers.h"

#if defined(__x86_64__)
asm(R"(
.text
.globl vgpu_switch
.hidden vgpu_switch
.type vgpu_switch, @function
vgpu_switch:
    pushq %rbp; pushq %rbx; pushq %r12; pushq %r13; pushq %r14; pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
.globl vgpu_go_on
.hidden vgpu_go_on
vgpu_go_on:
    popq %r15; popq %r14; popq %r13; popq %r12; popq %rbx; popq %rbp
    ret
)");
#elif defined(__aarch64__)
asm(R"(
.text
.globl vgpu_switch
.hidden vgpu_switch
.type vgpu_switch, %function
vgpu_switch:
    sub sp, sp, #176
    stp x19, x20, [sp, #0]
    stp x21, x22, [sp, #16]
    stp x23, x24, [sp, #32]
    stp x25, x26, [sp, #48]
    stp x27, x28, [sp, #64]
    stp x29, x30, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    mov x9, sp
    str x9, [x0]
    mov sp, x1
.globl vgpu_go_on
.hidden vgpu_go_on
vgpu_go_on:
    ldp x19, x20, [sp, #0]
    ldp x21, x22, [sp, #16]
    ldp x23, x24, [sp, #32]
    ldp x25, x26, [sp, #48]
    ldp x27, x28, [sp, #64]
    ldp x29, x30, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    add sp, sp, #176
    ret
)");
#else
#error "the virtual GPU does not know this processor"
#endif

namespace vgpu {

static Fiber* unused;
static size_t made;

static Fiber* make() {
    constexpr size_t GUARD = 4096;
    char* room = (char*)mmap(nullptr, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) return nullptr;
    mprotect(room, GUARD, PROT_NONE);
    made++;
    return new Fiber{nullptr, room, nullptr};
}

Fiber* take_fiber(void (*begin)()) {
    Fiber* fiber = unused ? unused : make();
    if (!fiber) return nullptr;
    if (fiber == unused) unused = fiber->next;
    // Not all tops at the same place of a page: they would push each other out of the cache.
    size_t number = ((uintptr_t)fiber->stack / STACK) % 61;
    void** top = (void**)(fiber->stack + STACK - 64 - number * 320);
#if defined(__x86_64__)
    *--top = nullptr;
    *--top = (void*)begin;
    top -= 6;
#else
    top -= 22;
    top[11] = (void*)begin;  // where x30 is kept
#endif
    fiber->pointer = top;
    return fiber;
}

void give_back(Fiber* fiber) {
    fiber->next = unused;
    unused = fiber;
}

}  // namespace vgpu
