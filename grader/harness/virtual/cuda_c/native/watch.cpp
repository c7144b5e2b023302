// The check of every access, and the record of them. The compiler calls these functions for each access, as it would
// those of its own library for finding races; that library is not linked.
#include "runtime.h"

namespace vgpu {

Watch watch;
Record record;

constexpr size_t SITES = 65535;

// Number of a place in the code.
static uint16_t site(void* place) {
    static struct { void* place; uint32_t run; uint16_t number; } known[2 * SITES];
    static uint32_t run;
    if (!record.places.count) run++;  // a new record has begun
    size_t at = ((uintptr_t)place * 0x9e3779b97f4a7c15u) >> 47;
    while (known[at].run == run && known[at].place != place) at = (at + 1) % (2 * SITES);
    if (known[at].run != run) {
        if (!record.places.add(place)) return uint16_t(record.places.count - 1);
        known[at] = {place, run, uint16_t(record.places.count - 1)};
    }
    return known[at].number;
}

static void write_down(uintptr_t address, size_t size, int kind, void* place) {
    bool full = record.rows.count == record.rows.capacity || !record.launches.count;
    if (full) record.lost++;
    else record.rows.add({address, block_number(), thread_epoch(), uint16_t(thread_number()), thread_phase(),
                          site(place), uint8_t(size), uint8_t(kind)});
}

static void beyond(uintptr_t address, size_t size, int kind, void* place) {
    stop(cudaErrorIllegalAddress, kind, address, size, place, "");
}

static inline __attribute__((always_inline)) void touch(const void* pointer, size_t size, int kind, void* place) {
    uintptr_t address = (uintptr_t)pointer;
    if (!watch.running || address - watch.stack < STACK) return;
    if (address - watch.arena < ARENA) {
        size_t first = (address - watch.arena) / CARD_PAGE, last = (address + size - 1 - watch.arena) / CARD_PAGE;
        if (!pages[first] || !pages[last]) beyond(address, size, kind, place);
    } else if (address - watch.shared < watch.shared_size) {
        if (address + size - watch.shared > watch.shared_size) beyond(address, size, kind, place);
        kind |= SHARED;
    } else if (address - watch.arguments < watch.arguments_size) {
        return;
    } else if (!reachable(address, size)) {
        beyond(address, size, kind, place);
    }
    if (address & (size - 1)) stop(cudaErrorMisalignedAddress, kind & 3, address, size, place, "");
    if (record.rows.capacity) write_down(kind & SHARED ? address - watch.shared : address, size, kind, place);
}

// Accesses of odd sizes, such as copies of structures, in pieces that a card would make.
static void touch_range(const void* pointer, size_t size, int kind, void* place) {
    for (size_t done = 0; done < size;) {
        size_t piece = 16;
        while (piece > 1 && (piece > size - done || ((uintptr_t)pointer + done) % piece)) piece /= 2;
        touch((const char*)pointer + done, piece, kind, place);
        done += piece;
    }
}

}  // namespace vgpu

using namespace vgpu;

extern "C" {
#define VGPU_HOOK VGPU_HIDDEN void
#define VGPU_HOOKS(size)                                                                                            \
    VGPU_HOOK __tsan_read##size(void* p) { touch(p, size, READ, __builtin_return_address(0)); }                     \
    VGPU_HOOK __tsan_write##size(void* p) { touch(p, size, WRITE, __builtin_return_address(0)); }                   \
    VGPU_HOOK __tsan_volatile_read##size(void* p) { touch(p, size, READ, __builtin_return_address(0)); }            \
    VGPU_HOOK __tsan_volatile_write##size(void* p) { touch(p, size, WRITE, __builtin_return_address(0)); }          \
    VGPU_HOOK __tsan_unaligned_read##size(void* p) { touch_range(p, size, READ, __builtin_return_address(0)); }     \
    VGPU_HOOK __tsan_unaligned_write##size(void* p) { touch_range(p, size, WRITE, __builtin_return_address(0)); }
VGPU_HOOKS(1) VGPU_HOOKS(2) VGPU_HOOKS(4) VGPU_HOOKS(8) VGPU_HOOKS(16)

VGPU_HOOK __tsan_read_range(void* p, size_t size) { touch_range(p, size, READ, __builtin_return_address(0)); }
VGPU_HOOK __tsan_write_range(void* p, size_t size) { touch_range(p, size, WRITE, __builtin_return_address(0)); }
VGPU_HOOK __tsan_vptr_update(void**, void*) {}
VGPU_HOOK __tsan_vptr_read(void**) {}
VGPU_HOOK __tsan_func_entry(void*) {}
VGPU_HOOK __tsan_func_exit(void) {}
VGPU_HOOK __tsan_init(void) {}

void vgpu_atomic(const void* address, size_t size, void* place) { touch(address, size, ATOMIC, place); }
void vgpu_order(void) {
    if (record.launches.count) record.launches.items[record.launches.count - 1].ordered = 1;
}
VGPU_API Record* vgpu_written_down(void) { return &record; }

// What std::atomic and the like become; the host may use them, too.
#define VGPU_ATOMICS(bits, T)                                                                                       \
    VGPU_HIDDEN T __tsan_atomic##bits##_load(const volatile T* p, int order) { return __atomic_load_n(p, order); }  \
    VGPU_HOOK __tsan_atomic##bits##_store(volatile T* p, T v, int order) { __atomic_store_n(p, v, order); }         \
    VGPU_HIDDEN T __tsan_atomic##bits##_exchange(volatile T* p, T v, int) { return __atomic_exchange_n(p, v, 5); }  \
    VGPU_HIDDEN T __tsan_atomic##bits##_fetch_add(volatile T* p, T v, int) { return __atomic_fetch_add(p, v, 5); }  \
    VGPU_HIDDEN T __tsan_atomic##bits##_fetch_sub(volatile T* p, T v, int) { return __atomic_fetch_sub(p, v, 5); }  \
    VGPU_HIDDEN T __tsan_atomic##bits##_fetch_and(volatile T* p, T v, int) { return __atomic_fetch_and(p, v, 5); }  \
    VGPU_HIDDEN T __tsan_atomic##bits##_fetch_or(volatile T* p, T v, int) { return __atomic_fetch_or(p, v, 5); }    \
    VGPU_HIDDEN T __tsan_atomic##bits##_fetch_xor(volatile T* p, T v, int) { return __atomic_fetch_xor(p, v, 5); }  \
    VGPU_HIDDEN int __tsan_atomic##bits##_compare_exchange_strong(volatile T* p, T* e, T v, int, int) {             \
        return __atomic_compare_exchange_n(p, e, v, 0, 5, 5);                                                       \
    }                                                                                                               \
    VGPU_HIDDEN int __tsan_atomic##bits##_compare_exchange_weak(volatile T* p, T* e, T v, int, int) {               \
        return __atomic_compare_exchange_n(p, e, v, 0, 5, 5);                                                       \
    }                                                                                                               \
    VGPU_HIDDEN T __tsan_atomic##bits##_compare_exchange_val(volatile T* p, T e, T v, int, int) {                   \
        __atomic_compare_exchange_n(p, &e, v, 0, 5, 5);                                                             \
        return e;                                                                                                   \
    }
VGPU_ATOMICS(8, uint8_t) VGPU_ATOMICS(16, uint16_t) VGPU_ATOMICS(32, uint32_t) VGPU_ATOMICS(64, uint64_t)
VGPU_HOOK __tsan_atomic_thread_fence(int) { __atomic_thread_fence(5); }
VGPU_HOOK __tsan_atomic_signal_fence(int) { __atomic_signal_fence(5); }
}
