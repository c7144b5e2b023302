__global__ void saxpy(int n, float a, const float* x, const float* y, float* z) {
    int chunk = (n + 1023) / 1024;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 1024 * chunk; i += gridDim.x * blockDim.x) {
        int k = i % 1024 * chunk + i / 1024;
        if (k < n) z[k] = a * x[k] + y[k];
    }
}
