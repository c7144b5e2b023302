// The memory of the card: one range of addresses, whose pages exist as far as they are handed out, and which the host
// can touch only while a kernel or a copy runs.
#include <link.h>
#include <sys/mman.h>

#include "runtime.h"

namespace vgpu {

constexpr size_t GRAIN = 512;  // bytes: what a driver aligns an allocation to
constexpr size_t SMALL = CARD_PAGE / 2;
constexpr size_t PAGES = ARENA / CARD_PAGE;

enum Where { DEVICE, PINNED, REGISTERED, MANAGED, SYMBOL, CODE };

struct Piece {
    uintptr_t address;
    size_t size, room;
    Where where;
    int device;
    bool written;
    const char* name;
};

static Piece* pieces;  // of all memory that a kernel can reach, rising
static size_t count, capacity, used[CARD_DEVICES];
static int64_t held, most, refused_frees;  // bytes of the devices and of managed memory, now and at the most
static uint16_t users[PAGES];  // allocations in each page
static uint8_t mapped[PAGES];
static size_t high;  // pages that have ever been used
static int opened;
static uintptr_t code_begin;
static bool code_known;

uint8_t* pages = mapped;
int device;

static void arena() {
    if (watch.arena) return;
    void* start = mmap(nullptr, ARENA + CARD_PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) return;
    watch.arena = ((uintptr_t)start + CARD_PAGE - 1) / CARD_PAGE * CARD_PAGE;
}

static void protect_all(int protection) {
    for (size_t first = 0; first < high; first++) {
        if (!mapped[first]) continue;
        size_t end = first;
        while (end < high && mapped[end]) end++;
        mprotect((void*)(watch.arena + first * CARD_PAGE), (end - first) * CARD_PAGE, protection);
        first = end;
    }
}

void open_memory() {
    if (opened++ == 0) protect_all(PROT_READ | PROT_WRITE);
}

void close_memory() {
    if (--opened == 0) protect_all(PROT_NONE);
}

// Index of the first piece that begins after an address.
static size_t after(uintptr_t address) {
    size_t low = 0, top = count;
    while (low < top) {
        size_t middle = (low + top) / 2;
        if (pieces[middle].address <= address) low = middle + 1;
        else top = middle;
    }
    return low;
}

static Piece* find(const void* pointer) {
    size_t at = after((uintptr_t)pointer);
    if (!at) return nullptr;
    Piece& piece = pieces[at - 1];
    return (uintptr_t)pointer - piece.address < (piece.size ? piece.size : 1) ? &piece : nullptr;
}

static bool is_cards(const Piece& piece) { return piece.where == DEVICE || piece.where == MANAGED; }

static void add(const Piece& piece) {
    if (count == capacity) {
        capacity = capacity ? 2 * capacity : 64;
        pieces = (Piece*)realloc(pieces, capacity * sizeof(Piece));
    }
    size_t at = after(piece.address);
    memmove(pieces + at + 1, pieces + at, (count - at) * sizeof(Piece));
    pieces[at] = piece;
    count++;
    if (is_cards(piece)) held += piece.size;
    if (held > most) most = held;
}

static void remove(Piece* piece) {
    if (is_cards(*piece)) held -= piece->size;
    memmove(piece, piece + 1, (pieces + --count - piece) * sizeof(Piece));
}

static bool is_arena(uintptr_t address) { return address - watch.arena < ARENA; }

// The first gap between allocations that is wide enough.
static uintptr_t gap(size_t room) {
    size_t grain = room >= SMALL ? CARD_PAGE : GRAIN;
    uintptr_t start = watch.arena;
    for (size_t at = 0; at < count; at++) {
        if (!is_arena(pieces[at].address)) continue;
        if (pieces[at].address >= start + room) break;
        uintptr_t end = pieces[at].address + pieces[at].room;
        // What is small shares no page with what is large.
        if (room < SMALL && pieces[at].room >= SMALL) end = (end + CARD_PAGE - 1) / CARD_PAGE * CARD_PAGE;
        start = (end + grain - 1) / grain * grain;
    }
    return start + room <= watch.arena + ARENA ? start : 0;
}

static bool map(uintptr_t address, size_t room) {
    size_t first = (address - watch.arena) / CARD_PAGE, last = (address + room - 1 - watch.arena) / CARD_PAGE;
    for (size_t page = first; page <= last; page++) {
        if (users[page]++) continue;
        mapped[page] = 1;
        if (page >= high) high = page + 1;
    }
    int failed = mprotect((void*)(watch.arena + first * CARD_PAGE), (last - first + 1) * CARD_PAGE, PROT_READ | PROT_WRITE);
    return !failed;
}

static void unmap(uintptr_t address, size_t room) {
    size_t first = (address - watch.arena) / CARD_PAGE, last = (address + room - 1 - watch.arena) / CARD_PAGE;
    for (size_t page = first; page <= last; page++) {
        if (--users[page]) continue;
        mapped[page] = 0;
        void* start = (void*)(watch.arena + page * CARD_PAGE);
        madvise(start, CARD_PAGE, MADV_DONTNEED);
        mprotect(start, CARD_PAGE, PROT_NONE);
    }
}

static void* allocate(size_t size) {
    arena();
    size_t room = (size + GRAIN - 1) / GRAIN * GRAIN;
    if (!watch.arena || used[device] + size > CARD_MEMORY) return nullptr;
    uintptr_t address = gap(room);
    if (!address) return nullptr;
    Opened memory;
    if (!map(address, room)) {
        unmap(address, room);
        return nullptr;
    }
    memset((void*)address, CARD_POISON, size);
    add({address, size, room, DEVICE, device, false, ""});
    used[device] += size;
    return (void*)address;
}

void* device_heap(size_t size) { return allocate(size ? size : 1); }

static int is_read_only(struct dl_phdr_info* info, size_t, void* code) {
    bool mine = false;
    for (int at = 0; at < info->dlpi_phnum; at++) {
        const auto& header = info->dlpi_phdr[at];
        uintptr_t start = info->dlpi_addr + header.p_vaddr;
        mine |= header.p_type == PT_LOAD && (uintptr_t)code - start < header.p_memsz;
    }
    if (mine) code_begin = info->dlpi_addr;
    for (int at = 0; mine && at < info->dlpi_phnum; at++) {
        const auto& header = info->dlpi_phdr[at];
        bool constant = header.p_type == PT_GNU_RELRO || (header.p_type == PT_LOAD && !(header.p_flags & PF_W));
        if (constant) add({uintptr_t(info->dlpi_addr + header.p_vaddr), header.p_memsz, header.p_memsz, CODE, 0, true, ""});
    }
    return mine;
}

static void know_code() {
    if (code_known) return;
    code_known = true;
    dl_iterate_phdr(is_read_only, (void*)&is_read_only);
}

void* code_base() {
    know_code();
    return (void*)code_begin;
}

// What is neither in the arena nor shared: pinned and managed memory, variables of the card, constants of the program.
bool reachable(uintptr_t address, size_t size) {
    know_code();
    Piece* piece = find((void*)address);
    return piece && address + size <= piece->address + piece->size;
}

static void mark_written() {
    for (size_t at = 0; at < count; at++) pieces[at].written = true;
}

void kernel_ran() { mark_written(); }

void note_pieces() {
    for (size_t each = 0; each < count; each++) {
        const Piece& piece = pieces[each];
        if (piece.where != CODE) record.pieces.add({int64_t(piece.address), int64_t(piece.size), piece.written, piece.name});
    }
}

// Whether some bytes may be a side of a copy, on the host or on the card.
bool copyable(const void* pointer, size_t size, bool on_card) {
    if (!pointer) return !size;
    if (is_arena((uintptr_t)pointer) || on_card) {
        Piece* piece = find(pointer);
        return on_card && piece && (uintptr_t)pointer + size <= piece->address + piece->size;
    }
    return true;
}

// Bytes of the card's memory from a pointer on; -1 for what is not the card's.
int64_t room(const void* pointer) {
    Piece* piece = is_arena((uintptr_t)pointer) ? find(pointer) : nullptr;
    return piece ? int64_t(piece->address + piece->size - (uintptr_t)pointer) : -1;
}

bool on_card_only(const void* pointer) { return is_arena((uintptr_t)pointer); }

bool pageable(const void* pointer) { return !is_arena((uintptr_t)pointer) && !find(pointer); }

void mark_written(void* pointer) {
    if (Piece* piece = find(pointer)) piece->written = true;
}

Symbol::Symbol(const void* address, size_t size, const char* name) {
    add({(uintptr_t)address, size, size, SYMBOL, 0, true, name});
}

}  // namespace vgpu

using namespace vgpu;

extern "C" {

cudaError_t vgpu_malloc(void** pointer, size_t size) {
    if (cudaError_t error = poisoned()) return fail(error);
    if (!pointer) return fail(cudaErrorInvalidValue);
    *pointer = size ? allocate(size) : nullptr;
    return size && !*pointer ? fail(cudaErrorMemoryAllocation) : cudaSuccess;
}

cudaError_t cudaFree(void* pointer) {
    if (cudaError_t error = drain()) return fail(error);
    if (!pointer) return cudaSuccess;
    Piece* piece = find(pointer);
    if (!piece || piece->address != (uintptr_t)pointer || !is_cards(*piece)) {
        refused_frees++;
        return fail(cudaErrorInvalidValue);
    }
    if (piece->where == MANAGED) {
        munmap(pointer, piece->room);
    } else {
        unmap(piece->address, piece->room);
        used[piece->device] -= piece->size;
    }
    remove(piece);
    return cudaSuccess;
}

cudaError_t vgpu_malloc_host(void** pointer, size_t size, int managed) {
    if (cudaError_t error = poisoned()) return fail(error);
    if (!pointer || (managed && !size)) return fail(cudaErrorInvalidValue);
    *pointer = nullptr;
    if (!size) return cudaSuccess;
    size_t room = (size + 4095) / 4096 * 4096;
    void* found = mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (found == MAP_FAILED) return fail(cudaErrorMemoryAllocation);
    add({(uintptr_t)found, size, room, managed ? MANAGED : PINNED, device, true, ""});
    *pointer = found;
    return cudaSuccess;
}

cudaError_t cudaFreeHost(void* pointer) {
    if (cudaError_t error = drain()) return fail(error);
    if (!pointer) return cudaSuccess;
    Piece* piece = find(pointer);
    if (!piece || piece->address != (uintptr_t)pointer || piece->where != PINNED) return fail(cudaErrorInvalidValue);
    munmap(pointer, piece->room);
    remove(piece);
    return cudaSuccess;
}

cudaError_t cudaHostRegister(void* pointer, size_t size, unsigned int) {
    if (!pointer || !size) return fail(cudaErrorInvalidValue);
    if (find(pointer)) return fail(cudaErrorHostMemoryAlreadyRegistered);
    add({(uintptr_t)pointer, size, size, REGISTERED, device, true, ""});
    return cudaSuccess;
}

cudaError_t cudaHostUnregister(void* pointer) {
    if (cudaError_t error = drain()) return fail(error);
    Piece* piece = find(pointer);
    if (!piece || piece->where != REGISTERED) return fail(cudaErrorHostMemoryNotRegistered);
    remove(piece);
    return cudaSuccess;
}

// Tells the bytes that are held, the most that were and the calls of cudaFree that were refused, since the last question.
VGPU_API void vgpu_memory(int64_t told[3]) {
    told[0] = held, told[1] = most, told[2] = refused_frees;
    most = held, refused_frees = 0;
}

cudaError_t cudaMemGetInfo(size_t* available, size_t* total) {
    *total = CARD_MEMORY;
    *available = CARD_MEMORY - used[device];
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes* attributes, const void* pointer) {
    Piece* piece = find(pointer);
    *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, (void*)pointer};
    if (!piece) return cudaSuccess;
    attributes->device = piece->device;
    attributes->devicePointer = (void*)pointer;
    attributes->type = piece->where == MANAGED ? cudaMemoryTypeManaged
                     : piece->where == PINNED || piece->where == REGISTERED ? cudaMemoryTypeHost
                     : cudaMemoryTypeDevice;
    if (attributes->type == cudaMemoryTypeDevice) attributes->hostPointer = nullptr;
    return cudaSuccess;
}
}
