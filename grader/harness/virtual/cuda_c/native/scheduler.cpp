// Runs a kernel: blocks one after the other, each thread until it waits for others.
#include "fibers.h"

extern "C" {
uint3 threadIdx, blockIdx, blockDim, gridDim;
}

namespace vgpu {

enum State : uint8_t { UNSTARTED, READY, AT_BARRIER, AT_WARP, DONE };

struct Thread {
    State state;
    uint8_t what;       // a Barrier or Together
    uint16_t phase;     // times that its warp has synchronized in this epoch
    uint32_t epoch;     // barriers that it has passed
    int32_t line, lane;
    uint32_t mask;
    uint64_t value;     // what it brings, and what it gets
    uint3 index;
    Fiber* fiber;
};

struct Block {
    uint3 index;
    uint32_t number;
    Thread* threads;
    char* shared;       // what it had there, while another block runs
    uint32_t next;      // of the order, that has not begun
    uint32_t live;
};

Fault fault;

static Block* block;
static Thread* current;
static const Kernel* kernel;
static uint32_t size;        // threads of a block
static uint32_t* order;      // of the threads of a block
static void* hub;            // stack pointer of whoever runs the fibers
static cudaError_t stopped;  // why the kernel is being stopped
static int64_t schedule = getenv("VGPU_ORDER") ? atoll(getenv("VGPU_ORDER")) : 0;  // 0, or the seed of a random one

uint32_t thread_number() { return uint32_t(current - block->threads); }
uint32_t block_number() { return block->number; }
uint32_t thread_epoch() { return current->epoch; }
uint16_t thread_phase() { return current->phase; }

static void become(Thread* thread) {
    current = thread;
    threadIdx = thread->index;
    watch.stack = (uintptr_t)thread->fiber->stack;
}

static void body() {
    for (;;) {
        kernel->work.body(kernel->work.arguments);
        current->state = DONE;
        block->live--;
        Fiber* mine = current->fiber;
        current->fiber = nullptr;
        if (block->next == size) {
            give_back(mine);
            vgpu_switch(&mine->pointer, hub);
        }
        // The next thread goes on here, so that threads that never wait need one stack for all of them.
        Thread* next = &block->threads[order[block->next++]];
        next->fiber = mine;
        next->state = READY;
        become(next);
    }
}

static void resume(Thread* thread) {
    if (!thread->fiber && !(thread->fiber = take_fiber(body))) {
        stopped = cudaErrorMemoryAllocation;
        return;
    }
    thread->state = READY;
    become(thread);
    vgpu_switch(&hub, thread->fiber->pointer);
}

static void wait(State state, int what, uint64_t value, int line) {
    Thread* me = current;
    me->state = state;
    me->what = uint8_t(what);
    me->value = value;
    me->line = line;
    vgpu_switch(&me->fiber->pointer, hub);
}

static void describe(const char* text) {
    Thread* at = current ? current : block->threads;
    fault.thread[0] = at->index.x, fault.thread[1] = at->index.y, fault.thread[2] = at->index.z;
    fault.block[0] = block->index.x, fault.block[1] = block->index.y, fault.block[2] = block->index.z;
    const char* name = kernel->name;
    snprintf(fault.kernel, sizeof fault.kernel, "%s", name[0] == ':' ? name + 2 : name);
    snprintf(fault.text, sizeof fault.text, "%s", text);
}

static void blame(cudaError_t error, int kind, uintptr_t address, size_t bytes, void* place, const char* text) {
    stopped = error;
    if (fault.error) return;
    fault.error = error;
    fault.kind = kind;
    fault.address = address;
    fault.size = bytes;
    fault.place = place;
    describe(text);
}

void stop(cudaError_t error, int kind, uintptr_t address, size_t bytes, void* place, const char* text) {
    blame(error, kind, address, bytes, place, text);
    void* never;
    vgpu_switch(&never, hub);
    __builtin_unreachable();
}

// For a signal handler: where the processor is to go on after a fault in a kernel.
void* stop_from_signal(cudaError_t error, uintptr_t address, void* place, const char* text) {
    blame(error, READ, address, 0, place, text);
    return hub;
}

// ---- what lanes do together

static uint32_t waiting(Thread* warp, int lanes, uint32_t mask) {
    uint32_t group = 0;
    for (int lane = 0; lane < lanes; lane++)
        if (mask >> lane & 1 && warp[lane].state != DONE) group |= 1u << lane;
    return group;
}

static uint64_t reduced(Thread* warp, int lanes, uint32_t group, int what) {
    uint64_t found = 0;
    bool first = true;
    for (int lane = 0; lane < lanes; lane++) {
        if (!(group >> lane & 1)) continue;
        uint64_t value = warp[lane].value;
        if (first) found = value;
        else if (what == ADD) found += value;
        else if (what == MIN) found = int64_t(value) < int64_t(found) ? value : found;
        else if (what == MAX) found = int64_t(value) > int64_t(found) ? value : found;
        else if (what == UMIN) found = value < found ? value : found;
        else if (what == UMAX) found = value > found ? value : found;
        else if (what == AND) found &= value;
        else if (what == OR) found |= value;
        else found ^= value;
        first = false;
    }
    return found;
}

static uint64_t result(Thread* warp, int lanes, uint32_t group, int lane) {
    const Thread& me = warp[lane];
    uint32_t same = 0, set = 0;
    for (int each = 0; each < lanes; each++) {
        if (!(group >> each & 1)) continue;
        same |= uint32_t(warp[each].value == me.value) << each;
        set |= uint32_t(warp[each].value != 0) << each;
    }
    switch (me.what) {
        case SYNC: return 0;
        case SHUFFLE: return group >> me.lane & 1 ? warp[me.lane].value : me.value;
        case VOTE: return set;
        case MATCH_ANY: return same;
        case MATCH_ALL: return same == group ? group : 0;
        case ACTIVE: return group;
        default: return reduced(warp, lanes, group, me.what);
    }
}

static void release(Thread* warp, int lanes, uint32_t group) {
    uint64_t results[32];
    for (int lane = 0; lane < lanes; lane++)
        if (group >> lane & 1) results[lane] = result(warp, lanes, group, lane);
    for (int lane = 0; lane < lanes; lane++) {
        if (!(group >> lane & 1)) continue;
        warp[lane].value = results[lane];
        warp[lane].phase += warp[lane].what != ACTIVE;
        warp[lane].state = READY;
    }
}

// Let go on those lanes of a warp whose whole group has come; false when there are none.
static bool release_group(Thread* warp, int lanes) {
    for (int lane = 0; lane < lanes; lane++) {
        Thread& first = warp[lane];
        if (first.state != AT_WARP || first.what == ACTIVE) continue;
        uint32_t group = waiting(warp, lanes, first.mask);
        bool all = true;
        for (int each = 0; each < lanes && all; each++) {
            Thread& other = warp[each];
            if (group >> each & 1)
                all = other.state == AT_WARP && other.mask == first.mask && other.what == first.what;
        }
        if (!all) continue;
        release(warp, lanes, group);
        return true;
    }
    return false;
}

// Those that ask who is active are: all of the warp that have come to the same place.
static bool release_active(Thread* warp, int lanes) {
    for (int lane = 0; lane < lanes; lane++) {
        if (warp[lane].state != AT_WARP || warp[lane].what != ACTIVE) continue;
        uint32_t group = 0;
        for (int each = lane; each < lanes; each++) {
            Thread& other = warp[each];
            bool joins = other.state == AT_WARP && other.what == ACTIVE && other.line == warp[lane].line;
            group |= uint32_t(joins) << each;
        }
        release(warp, lanes, group);
        return true;
    }
    return false;
}

static bool release_warps() {
    bool any = false;
    for (uint32_t first = 0; first < size; first += 32) {
        int lanes = size - first < 32 ? int(size - first) : 32;
        any |= release_group(block->threads + first, lanes) || release_active(block->threads + first, lanes);
    }
    return any;
}

// ---- barriers

static void note_split(const Thread& one, const Thread& other) {
    if (fault.split) return;
    fault.split = 1;
    fault.line = one.line;
    fault.other_line = other.line;
    if (!fault.error) describe("divergent barrier");
}

// Let all threads of the block go on; false when some of them wait for something else, or for the whole grid.
static bool release_barrier() {
    uint32_t set = 0, here = 0;
    Thread* first = nullptr;
    for (uint32_t at = 0; at < size; at++) {
        Thread& thread = block->threads[at];
        if (thread.state == DONE) continue;
        if (thread.state != AT_BARRIER || thread.what == GRID) return false;
        if (!first) first = &thread;
        if (thread.line != first->line) note_split(*first, thread);
        set += thread.value != 0;
        here++;
    }
    if (first && here < size) note_split(*first, *first);  // the others have ended
    for (uint32_t at = 0; at < size; at++) {
        Thread& thread = block->threads[at];
        if (thread.state == DONE) continue;
        thread.value = thread.what == COUNT ? set : thread.what == ALL ? set == here : set != 0;
        thread.epoch++;
        thread.phase = 0;
        thread.state = READY;
    }
    return true;
}

static bool waits_for_grid() {
    for (uint32_t at = 0; at < size; at++) {
        Thread& thread = block->threads[at];
        if (thread.state != DONE && !(thread.state == AT_BARRIER && thread.what == GRID)) return false;
    }
    return true;
}

// Nobody can go on: say where two of the waiting threads are.
static void deadlock() {
    Thread* first = nullptr;
    for (uint32_t at = 0; at < size; at++) {
        Thread& thread = block->threads[at];
        if (thread.state == DONE) continue;
        if (!first) first = &thread;
        if (thread.line != first->line || thread.state != first->state) {
            fault.line = first->line;
            fault.other_line = thread.line;
            break;
        }
        fault.line = fault.other_line = first->line;
    }
    current = first;
    blame(cudaErrorLaunchTimeout, -1, 0, 0, nullptr, "threads wait for each other for ever");
}

// Run the threads of the block until all are done, or wait for the grid.
static void run_block() {
    while (block->live && !stopped) {
        bool ran = false;
        if (block->next < size) {
            ran = true;
            resume(&block->threads[order[block->next++]]);
        }
        for (uint32_t at = 0; at < size && !stopped && block->next == size; at++) {
            Thread* thread = &block->threads[order[at]];
            if (thread->state != READY) continue;
            ran = true;
            resume(thread);
        }
        if (ran || stopped || !block->live) continue;
        if (release_warps() || release_barrier()) continue;
        if (waits_for_grid()) return;
        deadlock();
    }
}

// ---- blocks

static uint64_t shuffled(uint64_t& state, uint64_t below) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state % below;
}

static void arrange(uint32_t* numbers, uint32_t count) {
    for (uint32_t at = 0; at < count; at++) numbers[at] = at;
    if (!schedule) return;
    uint64_t state = uint64_t(schedule) * 0x9e3779b97f4a7c15u | 1;
    for (uint32_t at = count; at > 1; at--) {
        uint32_t other = uint32_t(shuffled(state, at)), kept = numbers[at - 1];
        numbers[at - 1] = numbers[other];
        numbers[other] = kept;
    }
}

static void set_up(Block& fresh, uint32_t number, Thread* threads) {
    const uint3 &grid = gridDim, &shape = blockDim;
    fresh = {{number % grid.x, number / grid.x % grid.y, number / grid.x / grid.y}, number, threads, nullptr, 0, size};
    for (uint32_t at = 0; at < size; at++)
        threads[at] = {UNSTARTED, 0, 0, 0, 0, 0, 0, 0,
                       {at % shape.x, at / shape.x % shape.y, at / shape.x / shape.y}, nullptr};
}

static void enter(Block& next) {
    block = &next;
    current = next.threads;
    blockIdx = next.index;
}

static void clean_up() {
    if (!stopped) return;
    for (uint32_t at = 0; at < size; at++)
        if (Fiber* fiber = block->threads[at].fiber) give_back(fiber), block->threads[at].fiber = nullptr;
}

static void one_by_one(const uint32_t* blocks, uint32_t count) {
    Thread* threads = new Thread[size];
    Block only;
    for (uint32_t at = 0; at < count && !stopped; at++) {
        set_up(only, blocks ? blocks[at] : at, threads);
        enter(only);
        memset((void*)watch.shared, CARD_POISON, watch.shared_size);
        run_block();
        clean_up();
    }
    delete[] threads;
}

// All blocks are under way at once: each waits for the grid with its own shared memory kept aside.
static void together(const uint32_t* blocks, uint32_t count) {
    Block* all = new Block[count];
    Thread* threads = new Thread[size_t(count) * size];
    for (uint32_t at = 0; at < count; at++) {
        set_up(all[at], blocks ? blocks[at] : at, threads + size_t(at) * size);
        all[at].shared = (char*)malloc(watch.shared_size + 1);
        memset(all[at].shared, CARD_POISON, watch.shared_size);
    }
    for (uint32_t live = count; live && !stopped;) {
        live = 0;
        for (uint32_t at = 0; at < count && !stopped; at++) {
            enter(all[at]);
            memcpy((void*)watch.shared, all[at].shared, watch.shared_size);
            run_block();
            memcpy(all[at].shared, (void*)watch.shared, watch.shared_size);
            live += all[at].live;
        }
        if (live) record.steps.add(record.rows.count);
        for (size_t at = 0; at < size_t(count) * size; at++)
            if (threads[at].state == AT_BARRIER) threads[at].state = READY, threads[at].epoch++, threads[at].phase = 0;
    }
    for (uint32_t at = 0; at < count; at++) {
        enter(all[at]);
        clean_up();
        free(all[at].shared);
    }
    delete[] threads;
    delete[] all;
}

// Without room for another launch, what it does counts for none.
static void begin_record() {
    const uint3 &grid = gridDim, &shape = blockDim;
    Begun begun = {record.rows.count, record.steps.count, record.pieces.count, int64_t(watch.shared_size), size, 0,
                   {int(grid.x), int(grid.y), int(grid.z)}, {int(shape.x), int(shape.y), int(shape.z)}};
    if (record.launches.add(begun)) note_pieces();
    else record.rows.capacity = record.rows.count;
}

cudaError_t run(const Kernel& what) {
    const Configuration& configuration = *what.configuration;
    kernel = &what;
    gridDim = configuration.grid;
    blockDim = configuration.block;
    size = blockDim.x * blockDim.y * blockDim.z;
    uint32_t count = gridDim.x * gridDim.y * gridDim.z;
    stopped = cudaSuccess;
    order = new uint32_t[size];
    arrange(order, size);
    uint32_t* blocks = nullptr;
    if (schedule) arrange(blocks = new uint32_t[count], count);
    watch.shared = (uintptr_t)shared_begin();
    watch.shared_size = shared_static() + configuration.shared;
    watch.arguments = (uintptr_t)what.work.arguments;
    watch.arguments_size = what.work.size;
    begin_record();
    watch.running = true;
    (configuration.cooperative ? together : one_by_one)(blocks, count);
    watch.running = false;
    delete[] order;
    delete[] blocks;
    return stopped;
}

}  // namespace vgpu

using namespace vgpu;

extern "C" {

int vgpu_barrier(int kind, int value, int line) {
    if (kind == GRID && !kernel->configuration->cooperative) {
        fault.line = line;
        stop(cudaErrorLaunchFailure, -1, 0, 0, nullptr, "the grid waits, and was not launched cooperatively");
    }
    wait(AT_BARRIER, kind, value, line);
    return int(current->value);
}

uint64_t vgpu_together(int what, unsigned mask, uint64_t value, int lane, int line) {
    current->mask = mask;
    current->lane = lane & 31;
    wait(AT_WARP, what, value, line);
    return current->value;
}

void vgpu_yield(void) {
    if (watch.running) vgpu_switch(&current->fiber->pointer, hub);
}

// Somebody waits for a lock: others must get their turn, but not each time.
void vgpu_refused(void) {
    static uint32_t times;
    if (++times % 64 == 0) vgpu_yield();
}

void vgpu_only_host(void) {
    if (watch.running)
        stop(cudaErrorNotSupported, -1, 0, 0, __builtin_return_address(0),
             "a launch from a kernel is not emulated on the virtual GPU");
}

void vgpu_trap(void) { stop(cudaErrorLaunchFailure, -1, 0, 0, __builtin_return_address(0), "trap"); }

long long vgpu_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000ll + now.tv_nsec;
}

VGPU_API void vgpu_schedule(int64_t seed) { schedule = seed; }
VGPU_API const Fault* vgpu_fault(void) {
    fault.base = code_base();
    return &fault;
}
}
