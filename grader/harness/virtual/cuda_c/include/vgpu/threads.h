// Where a thread is, and how it waits for others.
#pragma once

#define VGPU_HIDDEN __attribute__((visibility("hidden")))
#ifdef VGPU_RUNTIME
#define VGPU_ITS_OWN
#else
#define VGPU_ITS_OWN const  // as each thread sees them: the scheduler sets them before it goes on with a thread
#endif

extern "C" {
// Not dim3 for the last two: a constant of a type with constructors is none for the compiler.
extern VGPU_HIDDEN VGPU_ITS_OWN uint3 threadIdx, blockIdx, blockDim, gridDim;
}

#ifndef VGPU_RUNTIME
extern "C" {
extern VGPU_HIDDEN __thread char vgpu_dynamic[];  // dynamic shared memory
}
#endif

enum { warpSize = 32 };

namespace vgpu {

// What lanes may do together.
enum Together { SYNC, SHUFFLE, VOTE, MATCH_ANY, MATCH_ALL, ACTIVE, ADD, MIN, MAX, AND, OR, XOR, UMIN, UMAX };
enum Barrier { PLAIN, COUNT, ALL, ANY, GRID };

extern "C" {
int vgpu_barrier(int kind, int value, int line);
uint64_t vgpu_together(int what, unsigned mask, uint64_t value, int lane, int line);
void vgpu_yield(void);
void vgpu_order(void);
[[noreturn]] void vgpu_trap(void);
long long vgpu_clock(void);
}

__attribute__((always_inline)) inline int lane() {
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) & 31;
}

template <class T>
__attribute__((always_inline)) inline uint64_t bits(T value) {
    static_assert(sizeof(T) <= 8, "a shuffle moves at most 8 bytes");
    uint64_t all = 0;
    __builtin_memcpy(&all, &value, sizeof(T));
    return all;
}

template <class T>
__attribute__((always_inline)) inline T from(uint64_t all) {
    T value;
    __builtin_memcpy(&value, &all, sizeof(T));
    return value;
}

// Lane to read from; one outside of the part of the warp means oneself.
__attribute__((always_inline)) inline int indexed(int source, int width) {
    return (lane() & ~(width - 1)) | (source & (width - 1));
}
__attribute__((always_inline)) inline int up(unsigned delta, int width) {
    int from = lane() - int(delta);
    return from < (lane() & ~(width - 1)) ? lane() : from;
}
__attribute__((always_inline)) inline int down(unsigned delta, int width) {
    int from = lane() + int(delta);
    return from > (lane() | (width - 1)) ? lane() : from;
}
__attribute__((always_inline)) inline int crossed(int mask, int width) {
    int from = lane() ^ mask;
    return from > (lane() | (width - 1)) ? lane() : from;
}

}  // namespace vgpu

// Macros, so that each carries the line of its caller.
#define __syncthreads() ((void)vgpu::vgpu_barrier(vgpu::PLAIN, 0, __LINE__))
#define __syncthreads_count(predicate) vgpu::vgpu_barrier(vgpu::COUNT, (predicate) != 0, __LINE__)
#define __syncthreads_and(predicate) vgpu::vgpu_barrier(vgpu::ALL, (predicate) != 0, __LINE__)
#define __syncthreads_or(predicate) vgpu::vgpu_barrier(vgpu::ANY, (predicate) != 0, __LINE__)
#define __syncwarp(...) vgpu::syncwarp(__LINE__ __VA_OPT__(, ) __VA_ARGS__)

#define __shfl_sync(mask, value, ...) vgpu::shfl(__LINE__, mask, value, __VA_ARGS__)
#define __shfl_up_sync(mask, value, ...) vgpu::shfl_up(__LINE__, mask, value, __VA_ARGS__)
#define __shfl_down_sync(mask, value, ...) vgpu::shfl_down(__LINE__, mask, value, __VA_ARGS__)
#define __shfl_xor_sync(mask, value, ...) vgpu::shfl_xor(__LINE__, mask, value, __VA_ARGS__)
#define __ballot_sync(mask, predicate) \
    (unsigned(vgpu::vgpu_together(vgpu::VOTE, mask, (predicate) != 0, 0, __LINE__)))
#define __any_sync(mask, predicate) (int(__ballot_sync(mask, predicate) != 0))
#define __all_sync(mask, predicate) (int(__ballot_sync(mask, !(predicate)) == 0))
#define __activemask() (unsigned(vgpu::vgpu_together(vgpu::ACTIVE, 0, 0, 0, __LINE__)))
#define __match_any_sync(mask, value) \
    (unsigned(vgpu::vgpu_together(vgpu::MATCH_ANY, mask, vgpu::bits(value), 0, __LINE__)))
#define __match_all_sync(mask, value, same) (unsigned(vgpu::match_all(mask, value, same, __LINE__)))
#define __reduce_add_sync(mask, value) vgpu::reduce(vgpu::ADD, vgpu::ADD, mask, value, __LINE__)
#define __reduce_min_sync(mask, value) vgpu::reduce(vgpu::MIN, vgpu::UMIN, mask, value, __LINE__)
#define __reduce_max_sync(mask, value) vgpu::reduce(vgpu::MAX, vgpu::UMAX, mask, value, __LINE__)
#define __reduce_and_sync(mask, value) vgpu::reduce(vgpu::AND, vgpu::AND, mask, value, __LINE__)
#define __reduce_or_sync(mask, value) vgpu::reduce(vgpu::OR, vgpu::OR, mask, value, __LINE__)
#define __reduce_xor_sync(mask, value) vgpu::reduce(vgpu::XOR, vgpu::XOR, mask, value, __LINE__)

namespace vgpu {

inline void syncwarp(int line, unsigned mask = 0xffffffffu) { vgpu_together(SYNC, mask, 0, 0, line); }

template <class T>
T shfl(int line, unsigned mask, T value, int source, int width = 32) {
    return from<T>(vgpu_together(SHUFFLE, mask, bits(value), indexed(source, width), line));
}
template <class T>
T shfl_up(int line, unsigned mask, T value, unsigned delta, int width = 32) {
    return from<T>(vgpu_together(SHUFFLE, mask, bits(value), up(delta, width), line));
}
template <class T>
T shfl_down(int line, unsigned mask, T value, unsigned delta, int width = 32) {
    return from<T>(vgpu_together(SHUFFLE, mask, bits(value), down(delta, width), line));
}
template <class T>
T shfl_xor(int line, unsigned mask, T value, int other, int width = 32) {
    return from<T>(vgpu_together(SHUFFLE, mask, bits(value), crossed(other, width), line));
}
template <class T>
unsigned match_all(unsigned mask, T value, int* same, int line) {
    unsigned found = unsigned(vgpu_together(MATCH_ALL, mask, bits(value), 0, line));
    *same = found != 0;
    return found;
}
inline int reduce(int is_signed, int, unsigned mask, int value, int line) {
    return int(vgpu_together(is_signed, mask, uint64_t(int64_t(value)), 0, line));
}
inline unsigned reduce(int, int is_unsigned, unsigned mask, unsigned value, int line) {
    return unsigned(vgpu_together(is_unsigned, mask, value, 0, line));
}

}  // namespace vgpu

// Accesses are carried out in order here, so that a fence is only written down.
#define __threadfence() vgpu::vgpu_order()
#define __threadfence_block() vgpu::vgpu_order()
#define __threadfence_system() vgpu::vgpu_order()
#define __nanosleep(nanoseconds) ((void)(nanoseconds), vgpu::vgpu_yield())
#define __trap() vgpu::vgpu_trap()
#define __brkpt() vgpu::vgpu_trap()
#define clock64() vgpu::vgpu_clock()
