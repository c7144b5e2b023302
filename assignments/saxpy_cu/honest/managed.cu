#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(call)                                                                          \
    do {                                                                                     \
        cudaError_t error = (call);                                                          \
        if (error != cudaSuccess) {                                                          \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));   \
            exit(1);                                                                         \
        }                                                                                    \
    } while (0)

template <typename T>
__device__ T multiply_add(T a, T x, T y) { return a * x + y; }

__global__ void saxpy(int n, float a, const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ z) {
    const unsigned int i = threadIdx.x + blockDim.x * blockIdx.x;
    if (i >= n) return;
    z[i] = multiply_add(a, __ldg(&x[i]), __ldg(y + i));
}

void saxpy_on_gpu(int n, float a, const float* x, const float* y, float* z) {
    float* all;
    CHECK(cudaMallocManaged(&all, 3 * n * sizeof(float)));
    std::memcpy(all, x, n * sizeof(float));
    std::memcpy(all + n, y, n * sizeof(float));
    dim3 block(128), grid((n + block.x - 1) / block.x);
    saxpy<<<grid, block>>>(n, a, all, all + n, all + 2 * n);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    std::memcpy(z, all + 2 * n, n * sizeof(float));
    CHECK(cudaFree(all));
}

int main() {
    std::vector<float> x(10, 1.0f), y(10, 2.0f), z(10);
    saxpy_on_gpu(10, 3.0f, x.data(), y.data(), z.data());
    printf("%g\n", z[9]);
}
