__global__ void twice(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = 2 * x[i];
}

void scale(int n, const float* x, float* y) {
    float *d_x, *d_y;
    cudaMalloc(&d_x, n * sizeof(float));
    cudaMalloc(&d_y, n * sizeof(float));
    cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyDeviceToHost);
    twice<<<(n + 63) / 64, 64>>>(d_x, d_y, n);
    cudaMemcpy(y, d_y, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaFree(d_x);
    cudaFree(d_y);
}
