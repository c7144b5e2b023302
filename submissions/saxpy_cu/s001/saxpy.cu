__global__ void saxpy(int n, float a, const float* x, const float* y, float* z) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) z[i] = a * x[i] + y[i];
}

void saxpy_on_gpu(int n, float a, const float* x, const float* y, float* z) {
    const int threads = 256;
    size_t bytes = n * sizeof(float);
    float *d_x, *d_y, *d_z;
    cudaMalloc(&d_x, bytes);
    cudaMalloc(&d_y, bytes);
    cudaMalloc(&d_z, bytes);
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_y, y, bytes, cudaMemcpyHostToDevice);
    saxpy<<<(n + threads - 1) / threads, threads>>>(n, a, d_x, d_y, d_z);
    cudaMemcpy(z, d_z, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFree(d_z);
}
