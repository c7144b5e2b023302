// What kernels print comes out when the host waits; an assertion that fails stops the kernel.
#include <cassert>
#include <cstdio>
#include <cstring>

__global__ void greet(float x) {
    if (threadIdx.x == 2) printf("thread %d of block %u: %5.2f %s %c%%\n", threadIdx.x, blockIdx.x, x, "name", 'c');
}
__global__ void demanding(const int* x) {
    if (threadIdx.x == 5) assert(x[0] == 3 && "three is wanted");
}

int main() {
    assert(freopen("printed.txt", "w+", stdout));
    greet<<<1, 4>>>(1.5f);
    assert(cudaDeviceSynchronize() == cudaSuccess);
    printf("after\n");
    fflush(stdout);
    rewind(stdout);
    char line[100];
    assert(fgets(line, sizeof line, stdout) && !strcmp(line, "thread 2 of block 0:  1.50 name c%\n"));
    assert(fgets(line, sizeof line, stdout) && !strcmp(line, "after\n"));

    int* x;
    assert(cudaMalloc(&x, sizeof *x) == cudaSuccess);
    assert(cudaMemset(x, 0, sizeof *x) == cudaSuccess);
    demanding<<<1, 32>>>(x);
    assert(cudaGetLastError() == cudaSuccess);
    assert(cudaDeviceSynchronize() == cudaErrorAssert);
    assert(!strcmp(cudaGetErrorString(cudaErrorAssert), "device-side assert triggered"));
    return 0;
}
