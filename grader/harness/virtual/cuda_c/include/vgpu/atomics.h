// Atomic functions. Threads change only where they wait, so that plain accesses are atomic; each is written down as one.
#pragma once

namespace vgpu {
extern "C" void vgpu_atomic(const void* address, size_t size, void* place);
extern "C" void vgpu_refused(void);
}

// Never inlined: the return address tells the line.
#define VGPU_ATOMIC static __attribute__((noinline, unused)) VGPU_NOT_SEEN
#define VGPU_WRITTEN_DOWN vgpu::vgpu_atomic(address, sizeof *address, __builtin_return_address(0))
#define VGPU_CHANGE(function, T, value, after)       \
    VGPU_ATOMIC T function(T* address, T value) {    \
        VGPU_WRITTEN_DOWN;                           \
        T old = *address;                            \
        *address = after;                            \
        return old;                                  \
    }
#define VGPU_EVERY_SCOPE(X, function, T, after) \
    X(function, T, value, after) X(function##_block, T, value, after) X(function##_system, T, value, after)
#define VGPU_SWAP(function, T, value, after)                   \
    VGPU_ATOMIC T function(T* address, T expected, T value) {  \
        VGPU_WRITTEN_DOWN;                                     \
        vgpu::vgpu_order();                                    \
        T old = *address;                                      \
        if (old == expected) *address = value;                 \
        else vgpu::vgpu_refused();                             \
        return old;                                            \
    }

#define VGPU_ADD(T) VGPU_EVERY_SCOPE(VGPU_CHANGE, atomicAdd, T, (T)(old + value))
VGPU_ADD(int) VGPU_ADD(unsigned int) VGPU_ADD(unsigned long long) VGPU_ADD(float) VGPU_ADD(double)
#define VGPU_EXCHANGE(T) VGPU_EVERY_SCOPE(VGPU_CHANGE, atomicExch, T, value)
VGPU_EXCHANGE(int) VGPU_EXCHANGE(unsigned int) VGPU_EXCHANGE(unsigned long long) VGPU_EXCHANGE(float)
#define VGPU_SUBTRACT(T) VGPU_EVERY_SCOPE(VGPU_CHANGE, atomicSub, T, (T)(old - value))
VGPU_SUBTRACT(int) VGPU_SUBTRACT(unsigned int)
#define VGPU_WHOLE(T)                                                            \
    VGPU_EVERY_SCOPE(VGPU_CHANGE, atomicMin, T, (value < old ? value : old))     \
    VGPU_EVERY_SCOPE(VGPU_CHANGE, atomicMax, T, (value > old ? value : old))     \
    VGPU_EVERY_SCOPE(VGPU_CHANGE, atomicAnd, T, (old & value))                   \
    VGPU_EVERY_SCOPE(VGPU_CHANGE, atomicOr, T, (old | value))                    \
    VGPU_EVERY_SCOPE(VGPU_CHANGE, atomicXor, T, (old ^ value))
VGPU_WHOLE(int) VGPU_WHOLE(unsigned int) VGPU_WHOLE(unsigned long long)
VGPU_EVERY_SCOPE(VGPU_CHANGE, atomicMin, long long, (value < old ? value : old))
VGPU_EVERY_SCOPE(VGPU_CHANGE, atomicMax, long long, (value > old ? value : old))
VGPU_EVERY_SCOPE(VGPU_CHANGE, atomicInc, unsigned int, (old >= value ? 0 : old + 1))
VGPU_EVERY_SCOPE(VGPU_CHANGE, atomicDec, unsigned int, (old == 0 || old > value ? value : old - 1))
#define VGPU_COMPARE(T) VGPU_EVERY_SCOPE(VGPU_SWAP, atomicCAS, T, value)
VGPU_COMPARE(int) VGPU_COMPARE(unsigned int) VGPU_COMPARE(unsigned long long) VGPU_COMPARE(unsigned short)

#undef VGPU_ADD
#undef VGPU_EXCHANGE
#undef VGPU_SUBTRACT
#undef VGPU_WHOLE
#undef VGPU_COMPARE
