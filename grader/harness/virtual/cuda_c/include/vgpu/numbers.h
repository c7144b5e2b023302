// Mathematical functions of device code that C has not; those of less precision are as precise as the others here.
#pragma once

#define VGPU_INLINE static __attribute__((always_inline, unused)) inline

// glibc has names of its own like these, which are no functions that may be called: hence macros.
#define __expf(x) expf(x)
#define __exp10f(x) ::exp10f(x)
#define __logf(x) logf(x)
#define __log2f(x) log2f(x)
#define __log10f(x) log10f(x)
#define __sinf(x) sinf(x)
#define __cosf(x) cosf(x)
#define __tanf(x) tanf(x)
#define __powf(x, y) powf(x, y)
#define __sincosf(x, s, c) sincosf(x, s, c)
#define __ldg(pointer) (*(pointer))
#define __ldcg(pointer) (*(pointer))
#define __ldca(pointer) (*(pointer))
#define __ldcs(pointer) (*(pointer))
#define __stcg(pointer, value) ((void)(*(pointer) = (value)))
#define __stcs(pointer, value) ((void)(*(pointer) = (value)))

VGPU_INLINE float __fdividef(float x, float y) { return x / y; }
VGPU_INLINE float __saturatef(float x) { return x > 0 ? (x < 1 ? x : 1) : 0; }
VGPU_INLINE float __fadd_rn(float x, float y) { return x + y; }
VGPU_INLINE float __fsub_rn(float x, float y) { return x - y; }
VGPU_INLINE float __fmul_rn(float x, float y) { return x * y; }
VGPU_INLINE float __fdiv_rn(float x, float y) { return x / y; }
VGPU_INLINE float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
VGPU_INLINE float __fsqrt_rn(float x) { return sqrtf(x); }
VGPU_INLINE float __frcp_rn(float x) { return 1 / x; }
VGPU_INLINE float __frsqrt_rn(float x) { return 1 / sqrtf(x); }
VGPU_INLINE double __dadd_rn(double x, double y) { return x + y; }
VGPU_INLINE double __dmul_rn(double x, double y) { return x * y; }
VGPU_INLINE double __fma_rn(double x, double y, double z) { return fma(x, y, z); }
VGPU_INLINE float rsqrtf(float x) { return 1 / sqrtf(x); }
VGPU_INLINE double rsqrt(double x) { return 1 / sqrt(x); }
VGPU_INLINE float rsqrt(float x) { return 1 / sqrtf(x); }
VGPU_INLINE float rcbrtf(float x) { return 1 / cbrtf(x); }
VGPU_INLINE float sinpif(float x) { return sinf(float(M_PI) * x); }
VGPU_INLINE float cospif(float x) { return cosf(float(M_PI) * x); }
VGPU_INLINE double sinpi(double x) { return sin(M_PI * x); }
VGPU_INLINE double cospi(double x) { return cos(M_PI * x); }
VGPU_INLINE float norm3df(float x, float y, float z) { return sqrtf(x * x + y * y + z * z); }
VGPU_INLINE float normcdff(float x) { return 0.5f * erfcf(-x * float(M_SQRT1_2)); }

VGPU_INLINE int __popc(unsigned int x) { return __builtin_popcount(x); }
VGPU_INLINE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
VGPU_INLINE int __clz(int x) { return x ? __builtin_clz(x) : 32; }
VGPU_INLINE int __clzll(long long x) { return x ? __builtin_clzll(x) : 64; }
VGPU_INLINE int __ffs(int x) { return __builtin_ffs(x); }
VGPU_INLINE int __ffsll(long long x) { return __builtin_ffsll(x); }
VGPU_INLINE unsigned int __brev(unsigned int x) {
    unsigned int y = 0;
    for (int bit = 0; bit < 32; bit++) y |= (x >> bit & 1u) << (31 - bit);
    return y;
}
VGPU_INLINE unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
    uint64_t both = uint64_t(y) << 32 | x;
    unsigned int found = 0;
    for (int byte = 0; byte < 4; byte++) found |= unsigned(both >> (selector >> 4 * byte & 7) * 8 & 255) << 8 * byte;
    return found;
}
VGPU_INLINE int __mul24(int x, int y) { return (x << 8 >> 8) * (y << 8 >> 8); }
VGPU_INLINE unsigned int __umul24(unsigned int x, unsigned int y) { return (x & 0xffffff) * (y & 0xffffff); }
VGPU_INLINE int __mulhi(int x, int y) { return int(int64_t(x) * y >> 32); }
VGPU_INLINE unsigned int __umulhi(unsigned int x, unsigned int y) { return unsigned(uint64_t(x) * y >> 32); }
VGPU_INLINE unsigned int __sad(int x, int y, unsigned int z) { return z + (x > y ? x - y : y - x); }
VGPU_INLINE int __hadd(int x, int y) { return int((int64_t(x) + y) >> 1); }

VGPU_INLINE float __int_as_float(int x) { float y; __builtin_memcpy(&y, &x, 4); return y; }
VGPU_INLINE int __float_as_int(float x) { int y; __builtin_memcpy(&y, &x, 4); return y; }
VGPU_INLINE float __uint_as_float(unsigned int x) { float y; __builtin_memcpy(&y, &x, 4); return y; }
VGPU_INLINE unsigned int __float_as_uint(float x) { unsigned int y; __builtin_memcpy(&y, &x, 4); return y; }
VGPU_INLINE double __longlong_as_double(long long x) { double y; __builtin_memcpy(&y, &x, 8); return y; }
VGPU_INLINE long long __double_as_longlong(double x) { long long y; __builtin_memcpy(&y, &x, 8); return y; }

// A card's conversions saturate, and make 0 of what is no number.
namespace vgpu {
template <class T>
VGPU_INLINE T whole(double rounded) {
    const double low = double(std::numeric_limits<T>::min()), high = double(std::numeric_limits<T>::max());
    return rounded != rounded ? T(0) : rounded <= low ? std::numeric_limits<T>::min()
         : rounded >= high ? std::numeric_limits<T>::max() : T(rounded);
}
}  // namespace vgpu
#define VGPU_CONVERT(from, F, to, T)                                                            \
    VGPU_INLINE T __##from##2##to##_rn(F x) { return vgpu::whole<T>(rint(double(x))); }         \
    VGPU_INLINE T __##from##2##to##_rz(F x) { return vgpu::whole<T>(trunc(double(x))); }        \
    VGPU_INLINE T __##from##2##to##_rd(F x) { return vgpu::whole<T>(floor(double(x))); }        \
    VGPU_INLINE T __##from##2##to##_ru(F x) { return vgpu::whole<T>(ceil(double(x))); }
VGPU_CONVERT(float, float, int, int)
VGPU_CONVERT(float, float, uint, unsigned int)
VGPU_CONVERT(float, float, ll, long long)
VGPU_CONVERT(double, double, int, int)
VGPU_CONVERT(double, double, uint, unsigned int)
VGPU_CONVERT(double, double, ll, long long)
#undef VGPU_CONVERT
VGPU_INLINE float __int2float_rn(int x) { return float(x); }
VGPU_INLINE float __uint2float_rn(unsigned int x) { return float(x); }
VGPU_INLINE double __int2double_rn(int x) { return double(x); }
VGPU_INLINE float __ll2float_rn(long long x) { return float(x); }
VGPU_INLINE float __double2float_rn(double x) { return float(x); }

#define VGPU_LEAST_AND_MOST(A, B, T)                                          \
    VGPU_INLINE T min(A x, B y) { return (T)x < (T)y ? (T)x : (T)y; }         \
    VGPU_INLINE T max(A x, B y) { return (T)x > (T)y ? (T)x : (T)y; }
#define VGPU_BOTH_WAYS(A, B, T) VGPU_LEAST_AND_MOST(A, B, T) VGPU_LEAST_AND_MOST(B, A, T)
VGPU_LEAST_AND_MOST(int, int, int)
VGPU_LEAST_AND_MOST(unsigned int, unsigned int, unsigned int)
VGPU_BOTH_WAYS(int, unsigned int, unsigned int)
VGPU_LEAST_AND_MOST(long, long, long)
VGPU_LEAST_AND_MOST(unsigned long, unsigned long, unsigned long)
VGPU_BOTH_WAYS(long, unsigned long, unsigned long)
VGPU_LEAST_AND_MOST(long long, long long, long long)
VGPU_LEAST_AND_MOST(unsigned long long, unsigned long long, unsigned long long)
VGPU_BOTH_WAYS(long long, unsigned long long, unsigned long long)
#undef VGPU_LEAST_AND_MOST
#undef VGPU_BOTH_WAYS
#define VGPU_LEAST_AND_MOST(A, B, T)                                      \
    VGPU_INLINE T min(A x, B y) { return fmin(T(x), T(y)); }              \
    VGPU_INLINE T max(A x, B y) { return fmax(T(x), T(y)); }
VGPU_LEAST_AND_MOST(float, float, float)
VGPU_LEAST_AND_MOST(double, double, double)
VGPU_LEAST_AND_MOST(float, double, double)
VGPU_LEAST_AND_MOST(double, float, double)
#undef VGPU_LEAST_AND_MOST
