#include "memory.h"

#include <map>
#include <mutex>
#include <set>
#include <sstream>

#include <sys/mman.h>

#include <c10/core/impl/alloc_cpu.h>
#include <c10/util/Exception.h>

#include "device.h"
#include "queue.h"

namespace card {
namespace {

// Sizes of c10/cuda/CUDACachingAllocator.cpp.
constexpr size_t GRAIN = 512, SMALL_SIZE = 1 << 20, SMALL_SEGMENT = 2 << 20, LARGE_SEGMENT = 20 << 20,
                 OWN_SEGMENT = 10 << 20, ROUND = 2 << 20;

Range range_{};

struct Chunk {
  char* address;
  size_t size;
  Share share;
  int device;
  size_t asked = 0;
  bool used = false;
  Chunk *before = nullptr, *after = nullptr;  // neighbours in the same segment

  bool split() const { return before || after; }
};

struct BySize {
  bool operator()(const Chunk* a, const Chunk* b) const {
    return a->size != b->size ? a->size < b->size : a->address < b->address;
  }
};

std::string readable(size_t size) {
  std::ostringstream text;
  text.precision(2);
  text << std::fixed;
  if (size <= 1024) text << size << " bytes";
  else if (size <= 1 << 20) text << size / 1024.0 << " KiB";
  else if (size <= 1 << 30) text << size / 1048576.0 << " MiB";
  else text << size / 1073741824.0 << " GiB";
  return text.str();
}

// The memory of one device. Work is done in the order in which it is queued, so what is given back can be handed out
// again at once, as on a stream of a card.
class Pool {
 public:
  Chunk* allocate(size_t asked) {
    std::lock_guard<std::mutex> lock(mutex_);
    const size_t size = (asked + GRAIN - 1) / GRAIN * GRAIN;
    const Share share = size <= SMALL_SIZE ? SMALL : LARGE;
    Chunk* chunk = take(size, share);
    if (!chunk) chunk = segment(size, share);
    if (!chunk) {
      stats.retries++;
      release_cached();
      chunk = segment(size, share);
    }
    if (!chunk) fail(size);
    cut(chunk, size);
    chunk->used = true;
    chunk->asked = asked;
    count(chunk, 1);
    return chunk;
  }

  void free(Chunk* chunk) {
    std::lock_guard<std::mutex> lock(mutex_);
    count(chunk, -1);
    chunk->used = false;
    int64_t pieces = 0, bytes = 0;
    for (Chunk* neighbour : {chunk->before, chunk->after}) {
      if (!neighbour || neighbour->used) continue;
      pieces--;
      bytes -= neighbour->size;
      free_[chunk->share].erase(neighbour);
      merge(chunk, neighbour);
    }
    if (chunk->split()) {
      pieces++;
      bytes += chunk->size;
    }
    change(SPLIT, chunk->share, pieces);
    change(SPLIT_BYTES, chunk->share, bytes);
    free_[chunk->share].insert(chunk);
  }

  void release() {
    std::lock_guard<std::mutex> lock(mutex_);
    release_cached();
  }

  std::mutex mutex_;
  Stats stats;
  double fraction = 1.0;
  int device = 0;

 private:
  std::array<std::set<Chunk*, BySize>, SHARES> free_;

  // The smallest free piece that fits, or nullptr.
  Chunk* take(size_t size, Share share) {
    Chunk wanted{nullptr, size, share, device};
    auto found = free_[share].lower_bound(&wanted);
    if (found == free_[share].end()) return nullptr;
    Chunk* chunk = *found;
    free_[share].erase(found);
    return chunk;
  }

  // A new segment, or nullptr when the card, or the host, has none left.
  Chunk* segment(size_t size, Share share) {
    const size_t whole = share == SMALL ? SMALL_SEGMENT : size < OWN_SEGMENT ? LARGE_SEGMENT : (size + ROUND - 1) / ROUND * ROUND;
    if (stats.counters[RESERVED][ALL].current + whole > size_t(fraction * range_.capacity)) return nullptr;
    char* address = map(whole);
    if (!address) return nullptr;
    change(SEGMENT, share, 1);
    change(RESERVED, share, whole);
    return new Chunk{address, whole, share, device};
  }

  void cut(Chunk* chunk, size_t size) {
    const bool was_split = chunk->split();
    const size_t rest = chunk->size - size;
    const bool worth_it = chunk->share == SMALL ? rest >= GRAIN : rest > SMALL_SIZE;
    if (worth_it) {
      auto* remaining = new Chunk{chunk->address + size, rest, chunk->share, device};
      remaining->before = chunk;
      remaining->after = chunk->after;
      if (chunk->after) chunk->after->before = remaining;
      chunk->after = remaining;
      chunk->size = size;
      free_[chunk->share].insert(remaining);
      change(SPLIT_BYTES, chunk->share, was_split ? -int64_t(size) : int64_t(rest));
      if (!was_split) change(SPLIT, chunk->share, 1);
    } else if (was_split) {
      change(SPLIT_BYTES, chunk->share, -int64_t(chunk->size));
      change(SPLIT, chunk->share, -1);
    }
  }

  void merge(Chunk* chunk, Chunk* neighbour) {
    if (neighbour == chunk->before) {
      chunk->address = neighbour->address;
      chunk->before = neighbour->before;
      if (chunk->before) chunk->before->after = chunk;
    } else {
      chunk->after = neighbour->after;
      if (chunk->after) chunk->after->before = chunk;
    }
    chunk->size += neighbour->size;
    delete neighbour;
  }

  void release_cached() {
    queue().wait();  // work that is still to be done may use it
    for (auto& pool : free_)
      for (auto at = pool.begin(); at != pool.end();) {
        Chunk* chunk = *at;
        if (chunk->split()) {
          ++at;
          continue;
        }
        at = pool.erase(at);
        unmap(chunk->address, chunk->size);
        change(SEGMENT, chunk->share, -1);
        change(RESERVED, chunk->share, -int64_t(chunk->size));
        delete chunk;
      }
  }

  void count(const Chunk* chunk, int sign) {
    change(ALLOCATION, chunk->share, sign);
    change(BYTES, chunk->share, sign * int64_t(chunk->size));
    change(REQUESTED, chunk->share, sign * int64_t(chunk->asked));
  }

  void change(Kind kind, Share share, int64_t amount) {
    stats.counters[kind][ALL].add(amount);
    stats.counters[kind][share].add(amount);
  }

  [[noreturn]] void fail(size_t size) {
    stats.failures++;
    const size_t allocated = stats.counters[BYTES][ALL].current, reserved = stats.counters[RESERVED][ALL].current;
    const std::string allowed = fraction < 1.0 ? readable(size_t(fraction * range_.capacity)) + " allowed; " : "";
    TORCH_CHECK_WITH(
        OutOfMemoryError, false, "CUDA out of memory. Tried to allocate ", readable(size), ". GPU ", device,
        " has a total capacity of ", readable(range_.capacity), " of which ", readable(range_.capacity - reserved),
        " is free. Including non-PyTorch memory, this process has ", readable(reserved), " memory in use. ", allowed,
        "Of the allocated memory ", readable(allocated), " is allocated by PyTorch, and ", readable(reserved - allocated),
        " is reserved by PyTorch but unallocated. If reserved but unallocated memory is large try setting "
        "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True to avoid fragmentation.  See documentation for Memory "
        "Management  (https://pytorch.org/docs/stable/notes/cuda.html#environment-variables)");
  }

  size_t pages() const { return range_.size / DEVICES / range_.page; }

  char* map(size_t size) {
    const size_t wanted = size / range_.page, first = device * pages();
    size_t gap = 0;
    for (size_t at = first; at < first + pages(); at++) {
      gap = range_.flags[at] ? 0 : gap + 1;
      if (gap < wanted) continue;
      char* address = range_.base + (at + 1 - wanted) * range_.page;
      if (mprotect(address, size, PROT_READ | PROT_WRITE)) return nullptr;
      std::fill_n(range_.flags + (at + 1 - wanted), wanted, 1);
      return address;
    }
    return nullptr;
  }

  void unmap(char* address, size_t size) {
    std::fill_n(range_.flags + (address - range_.base) / range_.page, size / range_.page, 0);
    madvise(address, size, MADV_DONTNEED);
    mprotect(address, size, PROT_NONE);
  }
};

Pool& pool(int device) {
  static auto* pools = [] {
    auto* made = new std::array<Pool, DEVICES>;  // never destroyed: tensors outlive it at the end of a process
    for (int device = 0; device < DEVICES; device++) (*made)[device].device = device;
    return made;
  }();
  return (*pools)[device];
}

void give_back(void* context) {
  if (queue().forked()) return;  // its locks may be held for ever by a thread that this process does not have
  auto* chunk = static_cast<Chunk*>(context);
  pool(chunk->device).free(chunk);
}

struct CardAllocator final : c10::Allocator {
  c10::DataPtr allocate(size_t size) override {
    const c10::Device device(c10::DeviceType::CUDA, current_device());
    queue().check_alive();
    if (size == 0) return {nullptr, device};
    Chunk* chunk = pool(device.index()).allocate(size);
    return {chunk->address, chunk, &give_back, device};
  }
  c10::DeleterFnPtr raw_deleter() const override { return nullptr; }
  void copy_data(void* to, const void* from, std::size_t size) const override {
    queue().wait();
    default_copy_data(to, from, size);
  }
};

struct Pinned {
  std::mutex mutex;
  std::map<const char*, size_t> sizes;  // by address
};

Pinned& pinned() {
  static auto* all = new Pinned;
  return *all;
}

void unpin(void* context) {
  {
    std::lock_guard<std::mutex> lock(pinned().mutex);
    pinned().sizes.erase(static_cast<char*>(context));
  }
  c10::free_cpu(context);
}

struct PinnedAllocator final : c10::Allocator {
  c10::DataPtr allocate(size_t size) override {
    queue().check_alive();
    void* address = c10::alloc_cpu(size ? size : 1);
    std::lock_guard<std::mutex> lock(pinned().mutex);
    pinned().sizes[static_cast<char*>(address)] = size;
    return {address, address, &unpin, c10::Device(c10::DeviceType::CPU)};
  }
  c10::DeleterFnPtr raw_deleter() const override { return &unpin; }
  void copy_data(void* to, const void* from, std::size_t size) const override { default_copy_data(to, from, size); }
};

}  // namespace

void Counter::add(int64_t amount) {
  current += amount;
  peak = std::max(peak, current);
  (amount > 0 ? allocated : freed) += std::abs(amount);
}

void place_memory(const Range& range) { range_ = range; }

c10::DeviceIndex device_of(const void* address) {
  const auto* at = static_cast<const char*>(address);
  if (at < range_.first || at >= range_.base + range_.size) return -1;
  return at < range_.base ? 0 : (at - range_.base) / (range_.size / DEVICES);
}

Stats stats(int device) {
  std::lock_guard<std::mutex> lock(pool(device).mutex_);
  return pool(device).stats;
}

void reset_peak(int device) {
  std::lock_guard<std::mutex> lock(pool(device).mutex_);
  for (auto& kind : pool(device).stats.counters)
    for (auto& counter : kind) counter.peak = counter.current;
}

void reset_accumulated(int device) {
  std::lock_guard<std::mutex> lock(pool(device).mutex_);
  auto& stats = pool(device).stats;
  for (auto& kind : stats.counters)
    for (auto& counter : kind) counter.allocated = counter.freed = 0;
  stats.retries = stats.failures = 0;
}

void empty_cache() {
  for (int device = 0; device < DEVICES; device++) pool(device).release();
}

void set_fraction(int device, double fraction) {
  std::lock_guard<std::mutex> lock(pool(device).mutex_);
  pool(device).fraction = fraction;
}

double fraction(int device) { return pool(device).fraction; }

c10::Allocator* card_allocator() {
  static auto* allocator = new CardAllocator;
  return allocator;
}

c10::Allocator* pinned_allocator() {
  static auto* allocator = new PinnedAllocator;
  return allocator;
}

bool is_pinned(const void* address) {
  const auto* at = static_cast<const char*>(address);
  std::lock_guard<std::mutex> lock(pinned().mutex);
  auto next = pinned().sizes.upper_bound(at);
  return next != pinned().sizes.begin() && (--next, at < next->first + std::max<size_t>(next->second, 1));
}

}  // namespace card
