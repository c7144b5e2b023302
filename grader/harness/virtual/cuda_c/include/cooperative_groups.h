// Groups of threads that wait for each other: a block, tiles of a warp, the lanes that are here, the whole grid.
#pragma once
#include "cuda_runtime.h"

namespace cooperative_groups {

class thread_group {
public:
    enum Kind { LANES, BLOCK, GRID };
    void sync(int line = __builtin_LINE()) const {
        if (kind == LANES) vgpu::vgpu_together(vgpu::SYNC, mask, 0, 0, line);
        else vgpu::vgpu_barrier(kind == GRID ? vgpu::GRID : vgpu::PLAIN, 0, line);
    }
    unsigned long long size() const {
        return kind == LANES ? __builtin_popcount(mask) : in_block() * (kind == GRID ? blocks() : 1);
    }
    unsigned long long num_threads() const { return size(); }
    unsigned long long thread_rank() const {
        if (kind == LANES) return __builtin_popcount(mask & ((1u << vgpu::lane()) - 1));
        unsigned long long in = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
        return kind == GRID ? block() * in_block() + in : in;
    }

protected:
    explicit thread_group(Kind kind, unsigned mask = 0) : kind(kind), mask(mask) {}
    static unsigned long long in_block() { return blockDim.x * blockDim.y * blockDim.z; }
    static unsigned long long blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
    static unsigned long long block() {
        return blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
    }
    friend thread_group tiled_partition(const thread_group& parent, unsigned size);
    Kind kind;
    unsigned mask;  // of the warp's lanes
};

class thread_block : public thread_group {
public:
    thread_block() : thread_group(BLOCK) {}
    dim3 group_index() const { return blockIdx; }
    dim3 thread_index() const { return threadIdx; }
    dim3 group_dim() const { return blockDim; }
    dim3 dim_threads() const { return blockDim; }
    unsigned int size() const { return unsigned(thread_group::size()); }
    unsigned int num_threads() const { return size(); }
    unsigned int thread_rank() const { return unsigned(thread_group::thread_rank()); }
};
inline thread_block this_thread_block() { return {}; }

class grid_group : public thread_group {
public:
    grid_group() : thread_group(GRID) {}
    dim3 group_dim() const { return gridDim; }
    dim3 dim_blocks() const { return gridDim; }
    dim3 block_index() const { return blockIdx; }
    unsigned long long num_blocks() const { return blocks(); }
    unsigned long long block_rank() const { return block(); }
};
inline grid_group this_grid() { return {}; }

// What lanes of a warp do together; lanes are counted within the group.
class lane_group : public thread_group {
public:
    unsigned int size() const { return unsigned(thread_group::size()); }
    unsigned int num_threads() const { return size(); }
    unsigned int thread_rank() const { return unsigned(thread_group::thread_rank()); }
    template <class T>
    T shfl(T value, int rank, int line = __builtin_LINE()) const { return moved(value, rank, line); }
    template <class T>
    T shfl_up(T value, unsigned delta, int line = __builtin_LINE()) const {
        return moved(value, delta > thread_rank() ? thread_rank() : thread_rank() - delta, line);
    }
    template <class T>
    T shfl_down(T value, unsigned delta, int line = __builtin_LINE()) const {
        return moved(value, thread_rank() + delta < size() ? thread_rank() + delta : thread_rank(), line);
    }
    int any(int predicate, int line = __builtin_LINE()) const { return votes(predicate != 0, line) != 0; }
    int all(int predicate, int line = __builtin_LINE()) const { return votes(predicate == 0, line) == 0; }
    unsigned int ballot(int predicate, int line = __builtin_LINE()) const { return packed(votes(predicate != 0, line)); }
    template <class T>
    unsigned int match_any(T value, int line = __builtin_LINE()) const {
        return packed(unsigned(vgpu::vgpu_together(vgpu::MATCH_ANY, mask, vgpu::bits(value), 0, line)));
    }

protected:
    explicit lane_group(unsigned mask) : thread_group(LANES, mask) {}
    unsigned votes(bool set, int line) const { return unsigned(vgpu::vgpu_together(vgpu::VOTE, mask, set, 0, line)); }
    unsigned packed(unsigned lanes) const {
        unsigned found = 0, at = 0;
        for (int lane = 0; lane < 32; lane++)
            if (mask >> lane & 1) found |= (lanes >> lane & 1) << at++;
        return found;
    }
    template <class T>
    T moved(T value, unsigned rank, int line) const {
        int lane = 0;
        for (unsigned seen = 0; lane < 31; lane++)
            if (mask >> lane & 1 && seen++ == rank % size()) break;
        return vgpu::from<T>(vgpu::vgpu_together(vgpu::SHUFFLE, mask, vgpu::bits(value), lane, line));
    }
};

template <unsigned SIZE, class Parent = void>
class thread_block_tile : public lane_group {
    static_assert(SIZE <= 32, "a tile of more than 32 threads is not emulated on the virtual GPU");
    static_assert(SIZE && !(SIZE & (SIZE - 1)), "the size of a tile is a power of two");

public:
    thread_block_tile() : lane_group((SIZE == 32 ? ~0u : (1u << SIZE % 32) - 1) << (vgpu::lane() & ~(SIZE - 1))) {}
    static constexpr unsigned int size() { return SIZE; }
    static constexpr unsigned int num_threads() { return SIZE; }
    template <class T>
    T shfl_xor(T value, unsigned other, int line = __builtin_LINE()) const {
        return this->moved(value, (this->thread_rank() ^ other) % SIZE, line);
    }
    unsigned int meta_group_size() const { return unsigned((in_block() + SIZE - 1) / SIZE); }
    unsigned int meta_group_rank() const { return this_thread_block().thread_rank() / SIZE; }
};
template <unsigned SIZE, class Parent>
thread_block_tile<SIZE, Parent> tiled_partition(const Parent&) { return {}; }
inline thread_group tiled_partition(const thread_group&, unsigned size) {
    return thread_group(thread_group::LANES, (size >= 32 ? ~0u : (1u << size) - 1) << (vgpu::lane() & ~(size - 1)));
}

class coalesced_group : public lane_group {
public:
    explicit coalesced_group(unsigned lanes) : lane_group(lanes) {}
};
inline coalesced_group coalesced_threads(int line = __builtin_LINE()) {
    return coalesced_group(unsigned(vgpu::vgpu_together(vgpu::ACTIVE, 0, 0, 0, line)));
}

template <class Group>
void sync(const Group& group, int line = __builtin_LINE()) { group.sync(line); }

template <class T>
struct plus { T operator()(T a, T b) const { return a + b; } };
template <class T>
struct less { T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T>
struct greater { T operator()(T a, T b) const { return a < b ? b : a; } };
template <class T>
struct bit_and { T operator()(T a, T b) const { return a & b; } };
template <class T>
struct bit_or { T operator()(T a, T b) const { return a | b; } };
template <class T>
struct bit_xor { T operator()(T a, T b) const { return a ^ b; } };

// All lanes get the result; on a card, too, a sum of floating point numbers is rounded in an order that is not told.
template <unsigned SIZE, class Parent, class T, class F>
T reduce(const thread_block_tile<SIZE, Parent>& tile, T value, F f, int line = __builtin_LINE()) {
    for (unsigned other = SIZE / 2; other; other /= 2) value = f(value, tile.shfl_xor(value, other, line));
    return value;
}

}  // namespace cooperative_groups
