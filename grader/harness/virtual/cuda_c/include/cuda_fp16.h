// Half-precision numbers: kept in 16 bits, computed in 32, and rounded to the nearest even one after each operation.
#pragma once
#include "cuda_runtime.h"

namespace vgpu {

VGPU_INLINE unsigned short half_bits(double x) {
    uint64_t all = __double_as_longlong(x);
    const unsigned sign = unsigned(all >> 48) & 0x8000;
    all &= ~(1ull << 63);
    if (all > 0x7ffull << 52) return 0x7fff;                     // not a number, as a card writes it
    const int exponent = int(all >> 52) - 1023;
    if (exponent >= 16) return sign | 0x7c00;
    if (exponent < -25) return sign;
    const uint64_t mantissa = (all & ((1ull << 52) - 1)) | 1ull << 52;
    const int dropped = exponent < -14 ? 42 - 14 - exponent : 42;  // bits; below the normal numbers there are more
    uint64_t kept = mantissa >> dropped;
    const uint64_t rest = mantissa & ((1ull << dropped) - 1), middle = 1ull << (dropped - 1);
    kept += rest > middle || (rest == middle && kept & 1);
    return sign | (exponent < -14 ? kept : kept + ((unsigned(exponent) + 14) << 10));  // a carry goes on into the exponent
}

VGPU_INLINE float half_value(unsigned short bits) {
    const int exponent = bits >> 10 & 31, mantissa = bits & 0x3ff;
    float size = exponent == 31 ? (mantissa ? NAN : INFINITY)
               : exponent       ? ldexpf(float(mantissa | 0x400), exponent - 25)
                                : ldexpf(float(mantissa), -24);
    return bits & 0x8000 ? -size : size;
}

}  // namespace vgpu

struct __half_raw { unsigned short x; };
struct __half {
    unsigned short __x;
    __half() = default;
    __half(__half_raw raw) : __x(raw.x) {}
    __half(float x) : __x(vgpu::half_bits(x)) {}
    __half(double x) : __x(vgpu::half_bits(x)) {}
    __half(int x) : __x(vgpu::half_bits(x)) {}
    __half(unsigned int x) : __x(vgpu::half_bits(x)) {}
    operator float() const { return vgpu::half_value(__x); }
    operator __half_raw() const { return {__x}; }
    __half& operator+=(__half y) { return *this = __half(float(*this) + float(y)); }
    __half& operator-=(__half y) { return *this = __half(float(*this) - float(y)); }
    __half& operator*=(__half y) { return *this = __half(float(*this) * float(y)); }
    __half& operator/=(__half y) { return *this = __half(float(*this) / float(y)); }
};
struct alignas(4) __half2 { __half x, y; };
typedef __half half;
typedef __half2 half2;

// A sum, a product or a quotient of two halves, computed in 32 bits, is rounded as if it were computed exactly.
#define VGPU_HALF(operation, name)                                                                         \
    VGPU_INLINE __half operator operation(__half x, __half y) { return float(x) operation float(y); }      \
    VGPU_INLINE __half name(__half x, __half y) { return x operation y; }                                  \
    VGPU_INLINE __half name##_rn(__half x, __half y) { return x operation y; }                             \
    VGPU_INLINE __half2 operator operation(__half2 x, __half2 y) { return {x.x operation y.x, x.y operation y.y}; } \
    VGPU_INLINE __half2 name##2(__half2 x, __half2 y) { return x operation y; }
VGPU_HALF(+, __hadd) VGPU_HALF(-, __hsub) VGPU_HALF(*, __hmul) VGPU_HALF(/, __hdiv)
#undef VGPU_HALF
#define __h2div __hdiv2
#define VGPU_HALF(operation, name)                                                                   \
    VGPU_INLINE bool operator operation(__half x, __half y) { return float(x) operation float(y); }  \
    VGPU_INLINE bool name(__half x, __half y) { return x operation y; }
VGPU_HALF(==, __heq) VGPU_HALF(!=, __hne) VGPU_HALF(<, __hlt) VGPU_HALF(<=, __hle) VGPU_HALF(>, __hgt) VGPU_HALF(>=, __hge)
#undef VGPU_HALF
VGPU_INLINE __half operator-(__half x) { return __half_raw{(unsigned short)(x.__x ^ 0x8000)}; }
VGPU_INLINE __half __hneg(__half x) { return -x; }
VGPU_INLINE __half __habs(__half x) { return __half_raw{(unsigned short)(x.__x & 0x7fff)}; }
VGPU_INLINE bool __hisnan(__half x) { return (x.__x & 0x7fff) > 0x7c00; }
VGPU_INLINE int __hisinf(__half x) { return x.__x == 0x7c00 ? 1 : x.__x == 0xfc00 ? -1 : 0; }
// A product of halves is exact in 64 bits; so is the sum, but for numbers that lie very far apart.
VGPU_INLINE __half __hfma(__half x, __half y, __half z) { return double(float(x)) * float(y) + float(z); }
VGPU_INLINE __half2 __hfma2(__half2 x, __half2 y, __half2 z) { return {__hfma(x.x, y.x, z.x), __hfma(x.y, y.y, z.y)}; }
VGPU_INLINE __half __hmax(__half x, __half y) { return fmaxf(x, y); }
VGPU_INLINE __half __hmin(__half x, __half y) { return fminf(x, y); }

VGPU_INLINE __half __float2half(float x) { return x; }
VGPU_INLINE __half __float2half_rn(float x) { return x; }
VGPU_INLINE __half __double2half(double x) { return x; }
VGPU_INLINE __half __int2half_rn(int x) { return x; }
VGPU_INLINE float __half2float(__half x) { return x; }
VGPU_INLINE int __half2int_rn(__half x) { return __float2int_rn(x); }
VGPU_INLINE int __half2int_rz(__half x) { return __float2int_rz(x); }
VGPU_INLINE unsigned short __half_as_ushort(__half x) { return x.__x; }
VGPU_INLINE short __half_as_short(__half x) { return short(x.__x); }
VGPU_INLINE __half __ushort_as_half(unsigned short x) { return __half_raw{x}; }
VGPU_INLINE __half __short_as_half(short x) { return __half_raw{(unsigned short)x}; }
VGPU_INLINE __half2 __halves2half2(__half x, __half y) { return {x, y}; }
VGPU_INLINE __half2 make_half2(__half x, __half y) { return {x, y}; }
VGPU_INLINE __half2 __half2half2(__half x) { return {x, x}; }
VGPU_INLINE __half2 __float2half2_rn(float x) { return {x, x}; }
VGPU_INLINE __half2 __floats2half2_rn(float x, float y) { return {x, y}; }
VGPU_INLINE __half2 __float22half2_rn(float2 v) { return {v.x, v.y}; }
VGPU_INLINE float2 __half22float2(__half2 v) { return {v.x, v.y}; }
VGPU_INLINE __half __low2half(__half2 v) { return v.x; }
VGPU_INLINE __half __high2half(__half2 v) { return v.y; }
VGPU_INLINE float __low2float(__half2 v) { return v.x; }
VGPU_INLINE float __high2float(__half2 v) { return v.y; }

VGPU_INLINE __half hsqrt(__half x) { return sqrtf(x); }
VGPU_INLINE __half hrsqrt(__half x) { return 1 / sqrt(double(float(x))); }
VGPU_INLINE __half hrcp(__half x) { return 1 / float(x); }
VGPU_INLINE __half hexp(__half x) { return exp(double(float(x))); }
VGPU_INLINE __half hlog(__half x) { return log(double(float(x))); }
VGPU_INLINE __half hsin(__half x) { return sin(double(float(x))); }
VGPU_INLINE __half hcos(__half x) { return cos(double(float(x))); }

VGPU_ATOMIC __half atomicAdd(__half* address, __half value) {
    VGPU_WRITTEN_DOWN;
    __half old = *address;
    *address = old + value;
    return old;
}
