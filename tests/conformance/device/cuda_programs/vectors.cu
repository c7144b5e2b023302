// One-dimensional kernels: guards, strides, templates, functions and structures of the device.
#include <cassert>
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

__global__ void add(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

template <typename T, int FACTOR>
__global__ void scale(T* x, size_t n) {
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += size_t(gridDim.x) * blockDim.x) x[i] *= FACTOR;
}

struct Line {
    float slope, offset;
    __host__ __device__ float at(float x) const { return slope * x + offset; }
};

__device__ float square(float x) { return x * x; }
__device__ __forceinline__ float cube(float x) { return x * square(x); }
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__global__ void apply(Line line, float* y, int n) {
    int i = threadIdx.x;
    if (i < n) y[i] = line.at(cube(float(i)));
}
__global__ void recursive(int* y) { y[threadIdx.x] = fibonacci(threadIdx.x); }

__global__ void where(int3* found, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < width && y < height) found[(z * height + y) * width + x] = make_int3(x, y, z);
}

__global__ void wide(const float4* from, float4* to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = from[i];
    to[i] = make_float4(v.w, v.z, v.y, v.x);
}

template <class F>
__global__ void mapped(float* x, int n, F f) {
    int i = threadIdx.x;
    if (i < n) x[i] = f(x[i]);
}
struct Twice {
    __device__ float operator()(float x) const { return 2 * x; }
};

static void adds(int n) {
    std::vector<float> a(n), b(n), c(n, -1.0f);
    for (int i = 0; i < n; i++) a[i] = i, b[i] = 2.0f * i;
    float *d_a, *d_b, *d_c;
    size_t size = n * sizeof(float);
    CHECK(cudaMalloc(&d_a, size));
    CHECK(cudaMalloc((void**)&d_b, size));
    CHECK(cudaMalloc(&d_c, size));
    CHECK(cudaMemcpy(d_a, a.data(), size, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_b, b.data(), size, cudaMemcpyHostToDevice));
    int threads = 256, blocks = (n + threads - 1) / threads;
    add<<<blocks, threads>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(c.data(), d_c, size, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) assert(c[i] == 3.0f * i);
    scale<float, 3><<<7, 64>>>(d_c, n);
    CHECK(cudaMemcpy(c.data(), d_c, size, cudaMemcpyDefault));
    for (int i = 0; i < n; i++) assert(c[i] == 9.0f * i);
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_c));
}

static void functions() {
    const int n = 20;
    float* d_y;
    int* d_f;
    CHECK(cudaMalloc(&d_y, n * sizeof *d_y));
    CHECK(cudaMalloc(&d_f, n * sizeof *d_f));
    Line line = {2.0f, 1.0f};
    apply<<<1, 32>>>(line, d_y, n);
    line.slope = 99;  // too late: a launch has copied it
    mapped<<<1, 32>>>(d_y, n, Twice());
    recursive<<<1, n>>>(d_f);
    float y[n];
    int f[n];
    CHECK(cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(f, d_f, sizeof f, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) assert(y[i] == 2 * (2.0f * i * i * i + 1));
    assert(f[10] == 55 && f[19] == 4181);
    CHECK(cudaFree(d_y));
    CHECK(cudaFree(d_f));
}

static void shapes() {
    const int width = 37, height = 19, depth = 6;
    std::vector<int3> found(width * height * depth);
    int3* d_found;
    CHECK(cudaMalloc(&d_found, found.size() * sizeof(int3)));
    dim3 block(8, 4, 2);
    dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y, depth / block.z);
    where<<<grid, block>>>(d_found, width, height);
    CHECK(cudaMemcpy(found.data(), d_found, found.size() * sizeof(int3), cudaMemcpyDeviceToHost));
    for (int i = 0; i < int(found.size()); i++) {
        assert(found[i].x == i % width && found[i].y == i / width % height && found[i].z == i / width / height);
    }
    CHECK(cudaFree(d_found));
    dim3 one;
    assert(one.x == 1 && one.y == 1 && one.z == 1);
}

static void vectors() {
    const int n = 100;
    float4 host[n], *from, *to;
    for (int i = 0; i < n; i++) host[i] = {float(i), 1, 2, 3};
    CHECK(cudaMalloc(&from, sizeof host));
    CHECK(cudaMalloc(&to, sizeof host));
    CHECK(cudaMemcpy(from, host, sizeof host, cudaMemcpyHostToDevice));
    wide<<<4, 32>>>(from, to, n);
    CHECK(cudaMemcpy(host, to, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) assert(host[i].x == 3 && host[i].z == 1 && host[i].w == i);
    CHECK(cudaFree(from));
    CHECK(cudaFree(to));
}

int main() {
    for (int n : {1, 255, 256, 1000}) adds(n);
    functions();
    shapes();
    vectors();
    CHECK(cudaDeviceSynchronize());
    puts("passed");
    return 0;
}
