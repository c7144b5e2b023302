// Memory of the card: constants and variables by name, pinned and managed memory, pitches, and what is known of a pointer.
#include <cassert>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(call)                                                                   \
    do {                                                                              \
        cudaError_t error = (call);                                                   \
        if (error != cudaSuccess) {                                                   \
            fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error));    \
            exit(1);                                                                  \
        }                                                                             \
    } while (0)

struct Camera {
    float position[3];
    int width;
};
__constant__ float weights[5];
__constant__ Camera camera;
__constant__ int primes[] = {2, 3, 5, 7};
__device__ int counter = 10;
__device__ float table[4][8];
__managed__ int shared_with_host = 1;

__global__ void weighted(float* out) {
    int i = threadIdx.x;
    out[i] = weights[i % 5] + camera.position[i % 3] + primes[i % 4];
    atomicAdd(&counter, camera.width);
    table[i / 8][i % 8] = i;
    if (i == 0) shared_with_host *= 5;
}
__global__ void increment(int* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i]++;
}
__global__ void fill(char* rows, size_t pitch, int width, int height) {
    int x = threadIdx.x, y = blockIdx.x;
    if (x < width && y < height) ((float*)(rows + y * pitch))[x] = y * 100 + x;
}
__global__ void nodes(int** kept) {
    int* own = (int*)malloc(3 * sizeof(int));
    own[1] = threadIdx.x;
    kept[threadIdx.x] = own;
}
__global__ void free_nodes(int** kept, int* found) {
    found[threadIdx.x] = kept[threadIdx.x][1];
    free(kept[threadIdx.x]);
}

static void symbols() {
    float given[5] = {1, 2, 3, 4, 5}, out[32], *d_out, back[4][8];
    Camera eye = {{10, 20, 30}, 2};
    CHECK(cudaMemcpyToSymbol(weights, given, sizeof given));
    float last = 50;
    CHECK(cudaMemcpyToSymbol(weights, &last, sizeof last, 4 * sizeof(float)));
    CHECK(cudaMemcpyToSymbol(camera, &eye, sizeof eye, 0, cudaMemcpyHostToDevice));
    CHECK(cudaMalloc(&d_out, sizeof out));
    weighted<<<1, 32>>>(d_out);
    CHECK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
    given[4] = 50;
    for (int i = 0; i < 32; i++) assert(out[i] == given[i % 5] + eye.position[i % 3] + (i % 4 < 1 ? 2 : 2 * (i % 4) + 1));
    int count;
    CHECK(cudaMemcpyFromSymbol(&count, counter, sizeof count));
    CHECK(cudaMemcpyFromSymbol(back, table, sizeof back));
    assert(count == 10 + 32 * 2 && back[3][7] == 31);
    assert(shared_with_host == 5);
    void* where;
    size_t size;
    CHECK(cudaGetSymbolAddress(&where, table));
    CHECK(cudaGetSymbolSize(&size, table));
    assert(size == sizeof back);
    CHECK(cudaMemset(where, 0, size));
    CHECK(cudaMemcpyFromSymbol(back, table, sizeof back));
    assert(back[3][7] == 0);
    CHECK(cudaFree(d_out));
}

static void of_the_host() {
    const int n = 1000;
    int *managed, *pinned, *mapped, *device;
    CHECK(cudaMallocManaged(&managed, n * sizeof(int)));
    CHECK(cudaMallocHost(&pinned, n * sizeof(int)));
    CHECK(cudaHostAlloc(&mapped, n * sizeof(int), cudaHostAllocMapped));
    CHECK(cudaMalloc(&device, n * sizeof(int)));
    for (int i = 0; i < n; i++) managed[i] = pinned[i] = mapped[i] = i;
    increment<<<4, 256>>>(managed, n);
    int* seen_by_card;
    CHECK(cudaHostGetDevicePointer(&seen_by_card, mapped, 0));
    increment<<<4, 256>>>(seen_by_card, n);
    CHECK(cudaMemcpy(device, pinned, n * sizeof(int), cudaMemcpyHostToDevice));
    increment<<<4, 256>>>(device, n);
    CHECK(cudaMemcpy(pinned, device, n * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; i++) assert(managed[i] == i + 1 && pinned[i] == i + 1 && mapped[i] == i + 1);

    cudaPointerAttributes known;
    CHECK(cudaPointerGetAttributes(&known, device));
    assert(known.type == cudaMemoryTypeDevice && known.device == 0);
    CHECK(cudaPointerGetAttributes(&known, managed));
    assert(known.type == cudaMemoryTypeManaged);
    CHECK(cudaPointerGetAttributes(&known, pinned));
    assert(known.type == cudaMemoryTypeHost);
    CHECK(cudaFree(managed));
    CHECK(cudaFreeHost(pinned));
    CHECK(cudaFreeHost(mapped));
    CHECK(cudaFree(device));
    CHECK(cudaFree(nullptr));
}

static void rows() {
    const int width = 33, height = 5;
    char* padded;
    size_t pitch;
    float host[height][width];
    CHECK(cudaMallocPitch(&padded, &pitch, width * sizeof(float), height));
    assert(pitch >= width * sizeof(float) && pitch % 32 == 0);
    fill<<<height, 64>>>(padded, pitch, width, height);
    CHECK(cudaMemcpy2D(host, sizeof host[0], padded, pitch, sizeof host[0], height, cudaMemcpyDeviceToHost));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) assert(host[y][x] == y * 100 + x);
    CHECK(cudaMemset2D(padded, pitch, 0, width * sizeof(float), 2));
    CHECK(cudaMemcpy2D(host, sizeof host[0], padded, pitch, sizeof host[0], height, cudaMemcpyDeviceToHost));
    assert(host[1][32] == 0 && host[2][0] == 200);
    CHECK(cudaFree(padded));
}

static void room() {
    size_t before, total, after;
    CHECK(cudaMemGetInfo(&before, &total));
    char* large;
    CHECK(cudaMalloc(&large, 256 << 20));
    CHECK(cudaMemGetInfo(&after, &total));
    assert(before - after >= 256u << 20 && after < total);
    CHECK(cudaMemset(large, 3, 1000));
    char some[2];
    CHECK(cudaMemcpy(some, large + 998, 2, cudaMemcpyDeviceToHost));
    assert(some[0] == 3 && some[1] == 3);
    char* on_card;
    CHECK(cudaMalloc(&on_card, 1000));
    CHECK(cudaMemcpy(on_card, large, 1000, cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpy(some, on_card + 100, 2, cudaMemcpyDeviceToHost));
    assert(some[0] == 3);
    CHECK(cudaFree(large));
    void* much = (void*)1;
    assert(cudaMalloc(&much, size_t(1) << 45) == cudaErrorMemoryAllocation);
    assert(cudaGetLastError() == cudaErrorMemoryAllocation && cudaGetLastError() == cudaSuccess);
    CHECK(cudaDeviceSynchronize());
}

static void heap() {
    int **kept, *found, host[32];
    CHECK(cudaMalloc(&kept, 32 * sizeof(int*)));
    CHECK(cudaMalloc(&found, sizeof host));
    nodes<<<1, 32>>>(kept);
    free_nodes<<<1, 32>>>(kept, found);
    CHECK(cudaMemcpy(host, found, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 32; i++) assert(host[i] == i);
}

int main() {
    symbols();
    of_the_host();
    rows();
    room();
    heap();
    CHECK(cudaDeviceReset());
    return 0;
}
