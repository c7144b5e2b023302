// Half-precision numbers: what is rounded, and when.
#include <cuda_fp16.h>

#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                   \
    do {                                                                              \
        cudaError_t error = (call);                                                   \
        if (error != cudaSuccess) {                                                   \
            fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error));    \
            exit(1);                                                                  \
        }                                                                             \
    } while (0)

__global__ void axpy(__half a, const __half* x, __half* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = __hfma(a, x[i], y[i]);
}
__global__ void pairs(const __half2* x, __half2* y, int n) {
    int i = threadIdx.x;
    if (i < n) y[i] = __hadd2(__hmul2(x[i], __float2half2_rn(2.0f)), y[i]);
}
__global__ void sums(float* found) {
    __half counted = __float2half(0.0f), one = __float2half(1.0f);
    for (int i = 0; i < 3000; i++) counted = counted + one;
    float wide = 0;
    for (int i = 0; i < 3000; i++) wide += __half2float(one);
    found[0] = __half2float(counted), found[1] = wide;
    found[2] = __half2float(__float2half(70000.0f));
    found[3] = __half2float(__float2half(65519.0f));
    found[4] = __half2float(__float2half(1e-8f));
    found[5] = __half2float(__float2half(6e-8f));
    found[6] = __half2float(__hdiv(one, __float2half(3.0f)));
    found[7] = __hgt(one, __float2half(0.5f)) && !__heq(one, counted) && __hisnan(hsqrt(__float2half(-1.0f)));
    found[8] = __half2float(__float2half(2049.0f));
    found[9] = __half2float(__float2half(2051.0f));
}

int main() {
    const int n = 100;
    __half *x, *y;
    float* found;
    CHECK(cudaMallocManaged(&x, n * sizeof(__half)));
    CHECK(cudaMallocManaged(&y, n * sizeof(__half)));
    CHECK(cudaMallocManaged(&found, 10 * sizeof(float)));
    for (int i = 0; i < n; i++) x[i] = __float2half(i / 4.0f), y[i] = __float2half(1.0f);
    axpy<<<1, 128>>>(__float2half(2.0f), x, y, n);
    pairs<<<1, 64>>>((__half2*)x, (__half2*)y, n / 2);
    sums<<<1, 1>>>(found);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; i++) assert(__half2float(y[i]) == i + 1.0f);
    assert(found[0] == 2048 && found[1] == 3000);  // 2048 + 1 lies between two halves
    assert(std::isinf(found[2]) && found[3] == 65504 && found[4] == 0);
    assert(std::fabs(found[5] - 5.9604645e-8f) < 1e-14f && found[6] == 0.33325195f && found[7] == 1);
    assert(found[8] == 2048 && found[9] == 2052);
    static_assert(sizeof(__half) == 2 && sizeof(__half2) == 4, "sizes");
    return 0;
}
