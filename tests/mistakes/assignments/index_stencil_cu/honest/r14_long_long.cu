__global__ void offsets(const int *row, const int *column, long long *out, int width, int n) {
    long long i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        long long wide = width;
        out[i] = row[i] * wide + column[i];
    }
}
