// The memory of the virtual cards, handed out as torch's own caching allocator does it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <c10/core/Allocator.h>

namespace card {

constexpr int DEVICES = 2;

// Where the cards' memory lies: each device has an equal share of it. `flags` has one byte for each page: not 0 where
// there is memory. From `first` to `base` lies memory of the first device that others hand out, such as numba.
struct Range {
  const char* first;
  char* base;
  size_t size;
  uint8_t* flags;
  size_t page;
  size_t capacity;  // bytes that one device says it has
};

// A counter as torch.cuda.memory_stats() shows it.
struct Counter {
  int64_t current = 0, peak = 0, allocated = 0, freed = 0;
  void add(int64_t amount);
};

enum Kind { ALLOCATION, SEGMENT, BYTES, RESERVED, REQUESTED, SPLIT, SPLIT_BYTES, KINDS };
enum Share { ALL, SMALL, LARGE, SHARES };

struct Stats {
  std::array<std::array<Counter, SHARES>, KINDS> counters;
  int64_t retries = 0, failures = 0;
};

void place_memory(const Range& range);
c10::DeviceIndex device_of(const void* address);  // -1 where it is no card's
Stats stats(int device);
void reset_peak(int device);
void reset_accumulated(int device);
void empty_cache();  // of all devices
void set_fraction(int device, double fraction);
double fraction(int device);

c10::Allocator* card_allocator();    // of the current device
c10::Allocator* pinned_allocator();  // of the host
bool is_pinned(const void* address);

}  // namespace card
