// Cooperative groups: blocks, tiles, the lanes that are here, and a grid that waits for itself.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cassert>
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

namespace cg = cooperative_groups;

__device__ int group_sum(cg::thread_group g, int* kept, int value) {
    int lane = g.thread_rank();
    for (int i = g.size() / 2; i > 0; i /= 2) {
        kept[lane] = value;
        g.sync();
        if (lane < i) value += kept[lane + i];
        g.sync();
    }
    return value;
}

__global__ void sums(int* out) {
    __shared__ int kept[64];
    cg::thread_block block = cg::this_thread_block();
    int whole = group_sum(block, kept, threadIdx.x);
    if (block.thread_rank() == 0) out[0] = whole;
    block.sync();
    auto tile = cg::tiled_partition(block, 16);
    int part = group_sum(tile, kept + threadIdx.x / 16 * 16, 1);
    if (tile.thread_rank() == 0) out[1 + threadIdx.x / 16] = part;
}

__global__ void tiles(int* out) {
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int rank = tile.thread_rank(), sum = rank;
    for (int offset = tile.size() / 2; offset > 0; offset /= 2) sum += tile.shfl_down(sum, offset);
    int first = tile.shfl(sum, 0), other = tile.shfl_xor(rank, 1);
    unsigned odd = tile.ballot(rank % 2);
    int top = cg::reduce(tile, rank * 2, cg::greater<int>());
    out[threadIdx.x] = first + 1000 * other + 10000 * top + (odd == 0xaa && tile.any(rank == 3) && !tile.all(rank)) * 1000000;
    assert(tile.meta_group_rank() == threadIdx.x / 8 && tile.num_threads() == 8);
}

__global__ void odd_lanes(int* out) {
    if (threadIdx.x % 2 == 1) {
        cg::coalesced_group here = cg::coalesced_threads();
        out[threadIdx.x] = here.size() * 100 + here.thread_rank() + 10000 * here.shfl(int(threadIdx.x), 2);
    }
}

__global__ void steps(int* data, int n) {
    cg::grid_group grid = cg::this_grid();
    unsigned i = grid.thread_rank();
    for (int step = 0; step < 3; step++) {
        int from_other = data[(i + 37) % n];
        grid.sync();
        data[i] = from_other;
        cg::sync(grid);
    }
}

int main() {
    int* out;
    CHECK(cudaMallocManaged(&out, 256 * sizeof(int)));
    sums<<<1, 64>>>(out);
    CHECK(cudaDeviceSynchronize());
    assert(out[0] == 64 * 63 / 2);
    for (int i = 1; i <= 4; i++) assert(out[i] == 16);
    tiles<<<1, 64>>>(out);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 64; i++) assert(out[i] == 28 + 1000 * (i % 8 ^ 1) + 140000 + 1000000);
    odd_lanes<<<1, 32>>>(out);
    CHECK(cudaDeviceSynchronize());
    for (int i = 1; i < 32; i += 2) assert(out[i] == 1600 + i / 2 + 50000);
    int n = 256;
    for (int i = 0; i < n; i++) out[i] = i;
    void* arguments[] = {&out, &n};
    CHECK(cudaLaunchCooperativeKernel((void*)steps, dim3(4), dim3(64), arguments, 0, 0));
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; i++) assert(out[i] == (i + 111) % n);
    return 0;
}
