__global__ void twice(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = 2 * x[i];
}

void scale(int n, const float* x, float* y) {
    float *m_x, *m_y;
    cudaMallocManaged(&m_x, n * sizeof(float));
    cudaMallocManaged(&m_y, n * sizeof(float));
    for (int i = 0; i < n; i++) m_x[i] = x[i];
    twice<<<(n + 63) / 64, 64>>>(m_x, m_y, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) y[i] = m_y[i];
    cudaFree(m_x);
    cudaFree(m_y);
}
