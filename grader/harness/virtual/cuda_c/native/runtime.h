// What the parts of the runtime share: one virtual card in one process.
#pragma once
#define VGPU_RUNTIME 1
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <tuple>
#include <utility>

#include "vgpu/types.h"
#include "vgpu/errors.h"
#include "vgpu/api.h"
#include "vgpu/launch.h"
#include "vgpu/threads.h"

#include "card.h"

#define VGPU_API __attribute__((visibility("default")))

namespace vgpu {

// Why a launch, or the host, was stopped; read by Python, so that the order of the fields counts.
struct Fault {
    int32_t error;      // of cudaError; 0 when nothing happened
    int32_t kind;       // READ, WRITE, ATOMIC; -1 when no access is to blame
    int64_t address;
    int64_t size;       // bytes
    void* place;        // an address in the code
    int32_t thread[3], block[3];
    int32_t line, other_line;  // of two barriers, when the threads of a block wait at both
    int32_t split;      // 1: threads met at different barriers, or others had ended, and went on
    int32_t host;       // 1: the host touched memory of the card
    char kernel[128];
    char text[256];
    void* base;         // where the code of the program begins in memory
};

enum Kind { READ, WRITE, ATOMIC, SHARED = 4 };

// trace.ROW
struct Row {
    uint64_t address;
    uint32_t block, epoch;
    uint16_t thread, phase, site;
    uint8_t size, kind;
};

// Memory that a kernel can reach, as it was when a launch began.
struct Known { int64_t address, size, written; const char* name; };

// One launch in a record: where its part of each list begins.
struct Begun {
    int64_t rows, steps, pieces;
    int64_t shared, threads;  // bytes of shared memory, and threads, of a block
    int64_t ordered;          // 1: threads ordered what they do by a fence or by atomicCAS
    int32_t grid[3], block[3];
};

// A copy that was asked for; rooms are bytes of the card's memory from a pointer on, -1 for what is not the card's.
struct Copy { int64_t kind, size, target_room, source_room, refused; };

template <class T>
struct List {
    T* items;
    int64_t capacity, count;
    T* add(const T& item) { return count < capacity ? &(items[count++] = item) : nullptr; }
};

// A record of accesses; Python makes room, and empties it.
struct Record {
    List<Row> rows;     // without room nothing is written down
    List<void*> places; // of the sites, in the code
    List<int64_t> steps;  // rows before which the whole grid had synchronized
    List<Begun> launches;
    List<Known> pieces;
    List<Copy> copies;
    int64_t lost;       // accesses without room
};

// What the check of every access compares with.
struct Watch {
    bool running;       // a kernel runs
    uintptr_t stack;    // beginning of the running fiber's
    uintptr_t arena;
    uintptr_t shared;   // beginning of the block's shared memory
    size_t shared_size;
    uintptr_t arguments;
    size_t arguments_size;
};

constexpr size_t STACK = 128 * 1024;  // bytes of a fiber
constexpr size_t ARENA = 4 * size_t(CARD_DEVICES) * CARD_MEMORY;

extern VGPU_HIDDEN Watch watch;
extern VGPU_HIDDEN Record record;
extern VGPU_HIDDEN Fault fault;
extern VGPU_HIDDEN uint8_t* pages;  // of the arena: whether each is handed out

// memory.cpp
void open_memory();   // let this process touch the memory of the card
void close_memory();
bool reachable(uintptr_t address, size_t size);
void* device_heap(size_t size);
void note_pieces();   // in the record
void* code_base();
struct Opened {
    Opened() { open_memory(); }
    ~Opened() { close_memory(); }
};

// scheduler.cpp
struct Kernel {
    const Configuration* configuration;
    const char* name;
    Work work;
};
cudaError_t run(const Kernel& kernel);
[[noreturn]] void stop(cudaError_t error, int kind, uintptr_t address, size_t size, void* place, const char* text);

// queue.cpp
cudaError_t fail(cudaError_t error);   // remember an error of a call
cudaError_t poisoned();                // the error that broke the context, if one has
cudaError_t drain();                   // carry out all that is queued
void enqueue(void (*run)(void*), void (*drop)(void*), void* data);

// Queue something that can be copied and called.
template <class F>
void later(F f) {
    enqueue([](void* data) { (*static_cast<F*>(data))(); }, [](void* data) { delete static_cast<F*>(data); }, new F(f));
}

// shared memory
void* shared_begin();
size_t shared_static();

uint32_t thread_number();
uint32_t block_number();
uint32_t thread_epoch();
uint16_t thread_phase();

}  // namespace vgpu
