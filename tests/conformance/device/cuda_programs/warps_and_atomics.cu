// Lanes that talk to each other, and atomic functions.
#include <cassert>
#include <climits>
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                   \
    do {                                                                              \
        cudaError_t error = (call);                                                   \
        if (error != cudaSuccess) {                                                   \
            fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error));    \
            exit(1);                                                                  \
        }                                                                             \
    } while (0)
#define FULL 0xffffffffu

__device__ int warp_sum(int value) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2) value += __shfl_down_sync(FULL, value, offset);
    return value;
}

__global__ void block_sum(const int* in, int* total, int n) {
    __shared__ int sums[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int sum = warp_sum(i < n ? in[i] : 0);
    if (lane == 0) sums[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = warp_sum(lane < blockDim.x / 32 ? sums[lane] : 0);
        if (lane == 0) atomicAdd(total, sum);
    }
}

__global__ void lanes(int* out) {
    int lane = threadIdx.x;
    int row[10];
    row[0] = __shfl_sync(FULL, lane * 10, 5);
    row[1] = __shfl_up_sync(FULL, lane, 2);
    row[2] = __shfl_xor_sync(FULL, lane, 16);
    row[3] = __shfl_sync(FULL, lane, 3, 8);
    row[4] = __shfl_down_sync(FULL, lane, 1, 4);
    row[5] = __ballot_sync(FULL, lane < 4);
    row[6] = __any_sync(FULL, lane == 31) * 2 + __all_sync(FULL, lane < 31);
    row[7] = __match_any_sync(FULL, lane % 16);
    row[8] = __popc(__ballot_sync(FULL, lane & 1));
    row[9] = int(__shfl_sync(FULL, lane * 0.5, 9) * 2);
    __syncwarp();
    for (int i = 0; i < 10; i++) out[i * 32 + lane] = row[i];
}

__global__ void halves(int* out) {
    if (threadIdx.x < 16) {
        out[threadIdx.x] = __shfl_xor_sync(0x0000ffffu, threadIdx.x, 1) + __popc(__activemask());
    } else {
        out[threadIdx.x] = __shfl_xor_sync(0xffff0000u, threadIdx.x, 3);
    }
}

#if __CUDA_ARCH__ >= 800 || !defined(__CUDA_ARCH__)
__global__ void reduced(int* out) {
    int sum = __reduce_add_sync(FULL, int(threadIdx.x) - 16);
    unsigned top = __reduce_max_sync(FULL, threadIdx.x * 3);
    if (threadIdx.x == 7) out[0] = sum, out[1] = int(top);
}
#endif

__global__ void histogram(const unsigned char* in, unsigned int* bins, int n) {
    __shared__ unsigned int own[16];
    if (threadIdx.x < 16) own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&own[in[i] % 16], 1u);
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(bins + threadIdx.x, own[threadIdx.x]);
}

__device__ double add_by_hand(double* address, double value) {
    unsigned long long* whole = (unsigned long long*)address;
    unsigned long long old = *whole, expected;
    do {
        expected = old;
        old = atomicCAS(whole, expected, __double_as_longlong(value + __longlong_as_double(expected)));
    } while (expected != old);
    return __longlong_as_double(old);
}

struct Numbers {
    int least, most, set, both, either, swapped;
    unsigned int around, down;
    float real;
    double exact, by_hand;
    unsigned long long wide;
};

__global__ void functions(Numbers* at, int* olds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicMin(&at->least, -i);
    atomicMax(&at->most, i);
    atomicOr(&at->set, 1 << (i % 8));
    atomicAnd(&at->both, ~(1 << (i % 4)));
    atomicXor(&at->either, 1);
    atomicExch(&at->swapped, 7);
    atomicInc(&at->around, 9);
    atomicDec(&at->down, 5);
    atomicAdd(&at->real, 0.5f);
    atomicAdd(&at->exact, 0.25);
    add_by_hand(&at->by_hand, 1.5);
    olds[i] = int(atomicAdd(&at->wide, 1ull));
}

__device__ int lock = 0;
__global__ void locked(int* count) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
    *(volatile int*)count = *(volatile int*)count + 1;
    __threadfence();
    atomicExch(&lock, 0);
}

__device__ unsigned int finished = 0;
__global__ void last_block(const int* in, volatile int* parts, int* total) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = in[blockIdx.x] * 2;
        __threadfence();
        last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0)
        for (int i = 0; i < int(gridDim.x); i++) *total += parts[i];
}

static void of_warps() {
    int *in, *out;
    CHECK(cudaMallocManaged(&in, 1000 * sizeof(int)));
    CHECK(cudaMallocManaged(&out, 320 * sizeof(int)));
    for (int i = 0; i < 1000; i++) in[i] = i;
    out[0] = 0;
    block_sum<<<4, 256>>>(in, out, 1000);
    CHECK(cudaDeviceSynchronize());
    assert(out[0] == 499500);

    lanes<<<1, 32>>>(out);
    CHECK(cudaDeviceSynchronize());
    for (int lane = 0; lane < 32; lane++) {
        assert(out[lane] == 50);
        assert(out[32 + lane] == (lane < 2 ? lane : lane - 2));
        assert(out[64 + lane] == (lane ^ 16));
        assert(out[96 + lane] == lane / 8 * 8 + 3);
        assert(out[128 + lane] == (lane % 4 == 3 ? lane : lane + 1));
        assert(out[160 + lane] == 15);
        assert(out[192 + lane] == 2);
        assert(out[224 + lane] == (0x10001 << lane % 16));
        assert(out[256 + lane] == 16);
        assert(out[288 + lane] == 9);
    }
    halves<<<1, 32>>>(out);
    CHECK(cudaDeviceSynchronize());
    for (int lane = 0; lane < 16; lane++) assert(out[lane] == (lane ^ 1) + 16);
    for (int lane = 16; lane < 32; lane++) assert(out[lane] == (lane ^ 3));
    reduced<<<1, 32>>>(out);
    CHECK(cudaDeviceSynchronize());
    assert(out[0] == -16 && out[1] == 93);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
}

static void histograms() {
    const int n = 5000;
    unsigned char* in;
    unsigned int *bins, found[16];
    CHECK(cudaMallocManaged(&in, n));
    for (int i = 0; i < n; i++) in[i] = i * 7;
    CHECK(cudaMalloc(&bins, sizeof found));
    CHECK(cudaMemset(bins, 0, sizeof found));
    histogram<<<5, 128>>>(in, bins, n);
    CHECK(cudaMemcpy(found, bins, sizeof found, cudaMemcpyDeviceToHost));
    unsigned int expected[16] = {};
    for (int i = 0; i < n; i++) expected[in[i] % 16]++;
    for (int i = 0; i < 16; i++) assert(found[i] == expected[i]);
    CHECK(cudaFree(in));
    CHECK(cudaFree(bins));
}

static void of_numbers() {
    const int n = 96;
    Numbers* at;
    int* olds;
    CHECK(cudaMallocManaged(&at, sizeof *at));
    CHECK(cudaMallocManaged(&olds, n * sizeof(int)));
    *at = {INT_MAX, INT_MIN, 0, 0xff, 0, 0, 0, 0, 0, 0, 0, 0};
    functions<<<3, 32>>>(at, olds);
    CHECK(cudaDeviceSynchronize());
    assert(at->least == 1 - n && at->most == n - 1 && at->set == 255 && at->both == 0xf0 && at->either == 0);
    assert(at->swapped == 7 && at->around == n % 10 && at->down == 0 && at->real == n / 2);
    assert(at->exact == n / 4 && at->by_hand == 1.5 * n && at->wide == n);
    bool seen[n] = {};
    for (int i = 0; i < n; i++) seen[olds[i]] = true;
    for (int i = 0; i < n; i++) assert(seen[i]);

    int *count, *in, *parts;
    CHECK(cudaMallocManaged(&count, 2 * sizeof(int)));
    CHECK(cudaMallocManaged(&in, 10 * sizeof(int)));
    CHECK(cudaMalloc(&parts, 10 * sizeof(int)));
    count[0] = count[1] = 0;
    for (int i = 0; i < 10; i++) in[i] = i;
    locked<<<20, 32>>>(count);
    last_block<<<10, 32>>>(in, parts, count + 1);
    CHECK(cudaDeviceSynchronize());
    assert(count[0] == 20 && count[1] == 90);
}

int main() {
    of_warps();
    histograms();
    of_numbers();
    return 0;
}
