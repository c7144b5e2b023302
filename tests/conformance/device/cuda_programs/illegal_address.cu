// A kernel that touches what is nobody's: the launch succeeds, the next wait tells, and nothing works after it.
#include <cassert>
#include <cstdio>
#include <cstdlib>

__global__ void stray(int* x) { x[threadIdx.x + (size_t(1) << 40)] = 1; }
__global__ void fine(int* x) { x[0] = 2; }

int main() {
    int *x, host = 0;
    assert(cudaMalloc(&x, sizeof *x) == cudaSuccess);
    stray<<<1, 32>>>(x);
    assert(cudaGetLastError() == cudaSuccess);
    assert(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    assert(cudaGetLastError() == cudaErrorIllegalAddress);
    fine<<<1, 1>>>(x);
    assert(cudaGetLastError() == cudaErrorIllegalAddress);
    assert(cudaMemcpy(&host, x, sizeof host, cudaMemcpyDeviceToHost) == cudaErrorIllegalAddress);
    assert(cudaMalloc(&x, sizeof *x) == cudaErrorIllegalAddress);
    assert(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    return 0;
}
