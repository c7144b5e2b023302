#include <cuda_runtime.h>

__global__ void times_two(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = 2 * x[i];
}

static float *d = nullptr;
static int room = 0;

void twice(const float *x, float *y, int n) {
    if (n > room) {
        cudaFree(d);
        cudaMalloc(&d, n * sizeof(float));
        room = n;
    }
    cudaMemcpy(d, x, n * sizeof(float), cudaMemcpyHostToDevice);
    times_two<<<(n + 255) / 256, 256>>>(d, d, n);
    cudaMemcpy(y, d, n * sizeof(float), cudaMemcpyDeviceToHost);
}
