#include <cstdio>
#include <cstdlib>

__global__ void ones(float* x) {
    x[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
}

int main(int argc, char** argv) {
    int threads = atoi(argv[1]);
    float* x;
    cudaMalloc(&x, 2 * threads * sizeof(float));
    ones<<<2, threads>>>(x);
    cudaDeviceSynchronize();
    int failed = 0;
    cudaFree(x);
    printf("%d\n", failed);
}
