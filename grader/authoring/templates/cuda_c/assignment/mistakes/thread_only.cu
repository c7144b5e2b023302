__global__ void twice(const float *x, float *y, int n) {
    int i = threadIdx.x;
    if (i < n) y[i] = 2 * x[i];
}
