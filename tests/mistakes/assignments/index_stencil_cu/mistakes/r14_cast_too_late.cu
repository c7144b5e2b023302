__global__ void offsets(const int *row, const int *column, long long *out, int width, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int offset = row[i] * width;
        out[i] = (long long)offset + column[i];
    }
}
