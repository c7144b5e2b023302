// Keywords and built-in types.
#pragma once

#define __CUDACC__ 1
#define __CUDA_ARCH__ 800
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define CUDART_VERSION 13000
#define CUDARTAPI
#define CUDART_CB

// `__shared__` and `__noinline__` are not here: the rewriter replaces them, as they need more than a macro.
#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __inline_hint__
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __attribute__((aligned(bytes)))

#define VGPU_NOT_SEEN __attribute__((no_sanitize("thread")))

// For each element: type, name in vectors, alignment in bytes of a vector of 2 and of 4.
#define VGPU_ELEMENTS(X)                                                                            \
    X(signed char, char, 2, 4) X(unsigned char, uchar, 2, 4) X(short, short, 4, 8)                  \
    X(unsigned short, ushort, 4, 8) X(int, int, 8, 16) X(unsigned int, uint, 8, 16)                 \
    X(long, long, 16, 16) X(unsigned long, ulong, 16, 16) X(long long, longlong, 16, 16)            \
    X(unsigned long long, ulonglong, 16, 16) X(float, float, 8, 16) X(double, double, 16, 16)

#define VGPU_VECTORS(T, name, two, four)                                                                 \
    struct name##1 { T x; };                                                                             \
    struct alignas(two) name##2 { T x, y; };                                                             \
    struct name##3 { T x, y, z; };                                                                       \
    struct alignas(four) name##4 { T x, y, z, w; };                                                      \
    inline __attribute__((always_inline)) name##1 make_##name##1(T x) { return {x}; }                    \
    inline __attribute__((always_inline)) name##2 make_##name##2(T x, T y) { return {x, y}; }            \
    inline __attribute__((always_inline)) name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; }    \
    inline __attribute__((always_inline)) name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }
VGPU_ELEMENTS(VGPU_VECTORS)
#undef VGPU_VECTORS

struct dim3 {
    unsigned int x, y, z;
    constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return uint3{x, y, z}; }
};

typedef unsigned long long cudaTextureObject_t;
