__global__ void add_left(const float *x, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float left = 0.0f;
    if (i) left = x[i - 1];
    out[i] = left + x[i];
}
