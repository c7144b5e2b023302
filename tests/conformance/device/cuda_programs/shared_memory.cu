// Blocks that work together: tiles, stencils, scans, sorting, and shared memory whose size a launch decides.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                   \
    do {                                                                              \
        cudaError_t error = (call);                                                   \
        if (error != cudaSuccess) {                                                   \
            fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error));    \
            exit(1);                                                                  \
        }                                                                             \
    } while (0)
#define TILE 16
constexpr int RADIUS = 3, BLOCK = 128;

__global__ void matmul(const float* a, const float* b, float* c, int rows, int inner, int columns) {
    __shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE + 1];
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int at = 0; at < (inner + TILE - 1) / TILE; at++) {
        int k = at * TILE + threadIdx.x, l = at * TILE + threadIdx.y;
        tile_a[threadIdx.y][threadIdx.x] = row < rows && k < inner ? a[row * inner + k] : 0;
        tile_b[threadIdx.y][threadIdx.x] = column < columns && l < inner ? b[l * columns + column] : 0;
        __syncthreads();
        for (int i = 0; i < TILE; i++) sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
        __syncthreads();
    }
    if (row < rows && column < columns) c[row * columns + column] = sum;
}

__global__ void transpose(const int* in, int* out, int n) {
    __shared__ int tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    if (x < n && y < n) tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * TILE + threadIdx.y;
    if (x < n && y < n) out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void stencil(const int* in, int* out, int n) {
    __shared__ int window[BLOCK + 2 * RADIUS];
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = threadIdx.x + RADIUS;
    window[at] = i < n ? in[i] : 0;
    if (threadIdx.x < RADIUS) {
        window[at - RADIUS] = i >= RADIUS ? in[i - RADIUS] : 0;
        window[at + BLOCK] = i + BLOCK < n ? in[i + BLOCK] : 0;
    }
    __syncthreads();
    if (i >= n) return;
    int sum = 0;
    for (int offset = -RADIUS; offset <= RADIUS; offset++) sum += window[at + offset];
    out[i] = sum;
}

__global__ void reduce(const double* in, double* sums, int n) {
    extern __shared__ double part[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned int half = blockDim.x / 2; half > 0; half >>= 1) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

__global__ void scan(int* data, int n) {
    extern __shared__ int both[];  // two arrays of n in one
    int *from = both, *to = both + n, i = threadIdx.x;
    from[i] = data[i];
    __syncthreads();
    for (int step = 1; step < n; step *= 2) {
        to[i] = i >= step ? from[i] + from[i - step] : from[i];
        __syncthreads();
        int* other = from;
        from = to;
        to = other;
    }
    data[i] = from[i];
}

template <typename T>
__device__ void exchange(T& a, T& b) {
    T kept = a;
    a = b;
    b = kept;
}

template <typename T, int N>
__global__ void bitonic(T* data) {
    __shared__ T s[N];
    int i = threadIdx.x;
    s[i] = data[i];
    for (int size = 2; size <= N; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            int other = i ^ stride;
            if (other > i && (s[i] > s[other]) == !(i & size)) exchange(s[i], s[other]);
        }
    __syncthreads();
    data[i] = s[i];
}

template <typename T, int THREADS>
__global__ void reduce_unrolled(const T* in, T* sum) {
    extern __shared__ T values[];
    int i = threadIdx.x;
    values[i] = in[i];
    __syncthreads();
    if (THREADS >= 128 && i < 64) values[i] += values[i + 64];
    __syncthreads();
    if (i < 32) {
        values[i] += values[i + 32];
        for (int offset = 16; offset > 0; offset /= 2) {
            __syncwarp();
            T other = i < offset ? values[i + offset] : T(0);
            __syncwarp();
            values[i] += other;
        }
    }
    if (i == 0) *sum = values[0];
}

__global__ void votes(int* found) {
    int count = __syncthreads_count(threadIdx.x % 3 == 0);
    int all = __syncthreads_and(threadIdx.x < 100), any = __syncthreads_or(threadIdx.x == 57);
    if (threadIdx.x == 63) found[0] = count, found[1] = all != 0, found[2] = any != 0;
}

template <typename T>
static T* on_card(const std::vector<T>& host) {
    T* found;
    CHECK(cudaMalloc(&found, host.size() * sizeof(T)));
    CHECK(cudaMemcpy(found, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
    return found;
}
template <typename T>
static std::vector<T> from_card(T* pointer, size_t n) {
    std::vector<T> host(n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(host.data(), pointer, n * sizeof(T), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(pointer));
    return host;
}

static void products() {
    const int rows = 33, inner = 50, columns = 17;
    std::vector<float> a(rows * inner), b(inner * columns);
    for (int i = 0; i < int(a.size()); i++) a[i] = i % 7 - 3;
    for (int i = 0; i < int(b.size()); i++) b[i] = i % 5 - 2;
    float *d_a = on_card(a), *d_b = on_card(b), *d_c;
    CHECK(cudaMalloc(&d_c, rows * columns * sizeof(float)));
    dim3 block(TILE, TILE), grid((columns + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
    matmul<<<grid, block>>>(d_a, d_b, d_c, rows, inner, columns);
    std::vector<float> c = from_card(d_c, rows * columns);
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            float sum = 0;
            for (int k = 0; k < inner; k++) sum += a[row * inner + k] * b[k * columns + column];
            assert(c[row * columns + column] == sum);
        }
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
}

static void neighbours() {
    const int n = 1000, side = 45;
    std::vector<int> in(n), square(side * side);
    for (int i = 0; i < n; i++) in[i] = i * i % 11;
    for (int i = 0; i < side * side; i++) square[i] = i;
    int *d_in = on_card(in), *d_out, *d_square = on_card(square), *d_turned;
    CHECK(cudaMalloc(&d_out, n * sizeof(int)));
    stencil<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(d_in, d_out, n);
    std::vector<int> out = from_card(d_out, n);
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int j = std::max(i - RADIUS, 0); j <= std::min(i + RADIUS, n - 1); j++) sum += in[j];
        assert(out[i] == sum);
    }
    CHECK(cudaMalloc(&d_turned, side * side * sizeof(int)));
    transpose<<<dim3(3, 3), dim3(TILE, TILE)>>>(d_square, d_turned, side);
    std::vector<int> turned = from_card(d_turned, side * side);
    for (int i = 0; i < side * side; i++) assert(turned[i] == i % side * side + i / side);
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_square));
}

static void sums() {
    const int n = 3000, threads = 512, blocks = (n + threads - 1) / threads;
    std::vector<double> in(n);
    for (int i = 0; i < n; i++) in[i] = i;
    double *d_in = on_card(in), *d_sums;
    CHECK(cudaMalloc(&d_sums, blocks * sizeof(double)));
    reduce<<<blocks, threads, threads * sizeof(double)>>>(d_in, d_sums, n);
    double sum = 0;
    for (double each : from_card(d_sums, blocks)) sum += each;
    assert(sum == n * (n - 1) / 2);
    CHECK(cudaFree(d_in));

    int *d_numbers, *d_sum;
    d_numbers = on_card(std::vector<int>(128, 3));
    CHECK(cudaMalloc(&d_sum, sizeof(int)));
    reduce_unrolled<int, 128><<<1, 128, 128 * sizeof(int)>>>(d_numbers, d_sum);
    assert(from_card(d_sum, 1)[0] == 384);
    CHECK(cudaFree(d_numbers));

    const int m = 256;
    int* d_ones = on_card(std::vector<int>(m, 1));
    scan<<<1, m, 2 * m * sizeof(int)>>>(d_ones, m);
    std::vector<int> scanned = from_card(d_ones, m);
    for (int i = 0; i < m; i++) assert(scanned[i] == i + 1);
}

static void sorting() {
    std::vector<short> mixed(128);
    for (int i = 0; i < 128; i++) mixed[i] = i * 37 % 128;
    short* d_mixed = on_card(mixed);
    bitonic<short, 128><<<1, 128>>>(d_mixed);
    std::vector<short> sorted = from_card(d_mixed, 128);
    for (int i = 0; i < 128; i++) assert(sorted[i] == i);
    int* d_found;
    CHECK(cudaMalloc(&d_found, 3 * sizeof(int)));
    votes<<<1, 64>>>(d_found);
    std::vector<int> found = from_card(d_found, 3);
    assert(found[0] == 22 && found[1] == 1 && found[2] == 1);
}

int main() {
    products();
    neighbours();
    sums();
    sorting();
    return 0;
}
