// What the runtime says of wrong calls, and when: an error of a call is forgotten when it is asked for.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void nothing() {}
__global__ void set(int* x) { x[threadIdx.x] = 1; }

static void configurations() {
    const dim3 wrong[][2] = {{1, 1025}, {1, 0}, {0, 1}, {1, dim3(32, 33)}, {1, dim3(1, 1, 65)}, {dim3(1, 65536), 1}};
    for (auto& each : wrong) {
        nothing<<<each[0], each[1]>>>();
        assert(cudaPeekAtLastError() == cudaErrorInvalidConfiguration);
        assert(cudaGetLastError() == cudaErrorInvalidConfiguration);
        assert(cudaGetLastError() == cudaSuccess);
    }
    nothing<<<1, dim3(32, 32)>>>();
    assert(cudaGetLastError() == cudaSuccess);
    nothing<<<1, 32, 48 * 1024 + 1>>>();
    assert(cudaGetLastError() == cudaErrorInvalidValue);
    assert(cudaDeviceSynchronize() == cudaSuccess);
}

static void calls() {
    int *x = nullptr, host[4] = {};
    assert(cudaMalloc(&x, sizeof host) == cudaSuccess);
    assert(cudaMemcpy(x, host, sizeof host, cudaMemcpyKind(17)) == cudaErrorInvalidMemcpyDirection);
    assert(cudaMemcpy(nullptr, host, sizeof host, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    assert(cudaMemcpy(host, host, sizeof host, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    // A call that succeeds leaves what is remembered.
    assert(cudaMemset(x, 0, sizeof host) == cudaSuccess);
    assert(cudaGetLastError() == cudaErrorInvalidValue);
    assert(cudaFree(x) == cudaSuccess);
    assert(cudaFree(x) == cudaErrorInvalidValue);
    assert(cudaFree(host) == cudaErrorInvalidValue);
    assert(cudaGetLastError() == cudaErrorInvalidValue && cudaGetLastError() == cudaSuccess);
}

static void names() {
    assert(!strcmp(cudaGetErrorName(cudaSuccess), "cudaSuccess"));
    assert(!strcmp(cudaGetErrorString(cudaSuccess), "no error"));
    assert(!strcmp(cudaGetErrorName(cudaErrorMemoryAllocation), "cudaErrorMemoryAllocation"));
    assert(!strcmp(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory"));
    assert(!strcmp(cudaGetErrorString(cudaErrorInvalidConfiguration), "invalid configuration argument"));
    assert(!strcmp(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument"));
    assert(!strcmp(cudaGetErrorString(cudaErrorIllegalAddress), "an illegal memory access was encountered"));
    assert(!strcmp(cudaGetErrorString(cudaError_t(12345)), "unrecognized error code"));
    assert(cudaErrorIllegalAddress == 700 && cudaErrorInvalidConfiguration == 9 && cudaErrorMemoryAllocation == 2);
    assert(cudaErrorAssert == 710 && cudaErrorLaunchFailure == 719 && cudaErrorInvalidResourceHandle == 400);
}

int main() {
    names();
    configurations();
    calls();
    return 0;
}
