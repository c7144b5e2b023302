// Streams, events, copies that return early, and what the host may know of them; the card that is there.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define CHECK(call)                                                                   \
    do {                                                                              \
        cudaError_t error = (call);                                                   \
        if (error != cudaSuccess) {                                                   \
            fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error));    \
            exit(1);                                                                  \
        }                                                                             \
    } while (0)

__global__ void add(int* x, int n, int value) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] += value;
}
__global__ void needs(float* out) {
    extern __shared__ float s[];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

static void CUDART_CB called(void* data) { *(int*)data += 1; }

static void pipeline() {
    const int n = 4096, parts = 4, part = n / parts;
    int *host, *device, times = 0;
    cudaStream_t streams[parts];
    cudaEvent_t start, stop;
    CHECK(cudaMallocHost(&host, n * sizeof(int)));
    CHECK(cudaMalloc(&device, n * sizeof(int)));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    for (auto& stream : streams) CHECK(cudaStreamCreate(&stream));
    for (int i = 0; i < n; i++) host[i] = i;
    CHECK(cudaEventRecord(start));
    for (int at = 0; at < parts; at++) {
        int first = at * part;
        size_t size = part * sizeof(int);
        CHECK(cudaMemcpyAsync(device + first, host + first, size, cudaMemcpyHostToDevice, streams[at]));
        add<<<4, 128, 0, streams[at]>>>(device + first, part, at);
        CHECK(cudaMemcpyAsync(host + first, device + first, size, cudaMemcpyDeviceToHost, streams[at]));
        CHECK(cudaLaunchHostFunc(streams[at], called, &times));
        CHECK(cudaStreamSynchronize(streams[at]));
        assert(times == at + 1);
        CHECK(cudaStreamQuery(streams[at]));
    }
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float milliseconds = -1;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    assert(milliseconds >= 0);
    for (int i = 0; i < n; i++) assert(host[i] == i + i / part);
    for (auto& stream : streams) CHECK(cudaStreamDestroy(stream));
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFreeHost(host));
    CHECK(cudaFree(device));
}

static void order() {
    int *x, found = 0;
    cudaStream_t one, other;
    cudaEvent_t done;
    CHECK(cudaMalloc(&x, sizeof *x));
    CHECK(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithPriority(&other, cudaStreamNonBlocking, 0));
    CHECK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
    CHECK(cudaEventQuery(done));  // one that was never recorded counts as done
    CHECK(cudaMemsetAsync(x, 0, sizeof *x, one));
    add<<<1, 1, 0, one>>>(x, 1, 41);
    CHECK(cudaEventRecord(done, one));
    CHECK(cudaStreamWaitEvent(other, done, 0));
    add<<<1, 1, 0, other>>>(x, 1, 1);
    CHECK(cudaMemcpyAsync(&found, x, sizeof found, cudaMemcpyDeviceToHost, other));
    CHECK(cudaStreamSynchronize(other));
    assert(found == 42);
    CHECK(cudaEventQuery(done));
    float milliseconds;
    assert(cudaEventElapsedTime(&milliseconds, done, done) == cudaErrorInvalidResourceHandle);
    assert(cudaGetLastError() == cudaErrorInvalidResourceHandle);
    CHECK(cudaMallocAsync(&x, 100, one));
    CHECK(cudaFreeAsync(x, one));
    CHECK(cudaStreamDestroy(one));
    CHECK(cudaStreamDestroy(other));
}

static void card() {
    int count = 0, device = -1, value = 0;
    CHECK(cudaGetDeviceCount(&count));
    assert(count >= 1);
    CHECK(cudaSetDevice(0));
    CHECK(cudaGetDevice(&device));
    assert(device == 0);
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    assert(properties.warpSize == 32 && properties.maxThreadsPerBlock == 1024);
    assert(properties.sharedMemPerBlock == 49152 && properties.multiProcessorCount > 0 && properties.name[0]);
    assert(properties.maxGridSize[1] == 65535 && properties.maxThreadsDim[2] == 64);
    CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerBlock, 0));
    assert(value == 1024);
    CHECK(cudaRuntimeGetVersion(&value));
    assert(value >= 11000);
    assert(cudaSetDevice(1000) == cudaErrorInvalidDevice && cudaGetLastError() == cudaErrorInvalidDevice);
}

static void occupancy() {
    int blocks = 0, grid = 0, block = 0;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, needs, 1024, 0));
    assert(blocks >= 1 && blocks <= 2);
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, add, 0, 0));
    assert(grid >= 1 && block >= 32 && block <= 1024);
    float *out, host[256];
    const size_t much = 64 * 1024;
    CHECK(cudaMalloc(&out, sizeof host));
    needs<<<1, 256, much>>>(out);
    assert(cudaGetLastError() == cudaErrorInvalidValue);
    CHECK(cudaFuncSetAttribute(needs, cudaFuncAttributeMaxDynamicSharedMemorySize, int(much)));
    needs<<<1, 256, much>>>(out);
    CHECK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 256; i++) assert(host[i] == 255 - i);
}

int main() {
    pipeline();
    order();
    card();
    occupancy();
    return 0;
}
