#include "device.h"

#include <array>
#include <atomic>
#include <chrono>
#include <memory>

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/detail/CUDAHooksInterface.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <torch/csrc/distributed/c10d/reducer_timer.hpp>

#include "memory.h"
#include "queue.h"

namespace card {
namespace {

using c10::Device;
using c10::DeviceIndex;
using c10::DeviceType;
using c10::Stream;

constexpr int NO_SUCH_DEVICE = 101;  // cudaErrorInvalidDevice
constexpr int NOT_READY = 600;       // cudaErrorNotReady

thread_local DeviceIndex current_ = 0;
thread_local std::array<int64_t, DEVICES> streams_{};
std::atomic<int64_t> last_stream{0};

Device card(DeviceIndex index) { return Device(DeviceType::CUDA, index < 0 ? current_ : index); }
Stream stream(Device device, int64_t id) { return Stream(Stream::UNSAFE, card(device.index()), id); }

double now_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// A mark in the queue.
struct Mark {
  std::atomic<double> at_ms{-1};
  std::atomic<bool> reached{false};
  std::atomic<uint64_t> number{0};
};
using MarkPtr = std::shared_ptr<Mark>;
const MarkPtr& mark(void* event) { return *static_cast<MarkPtr*>(event); }

struct Guard final : c10::impl::DeviceGuardImplInterface {
  static constexpr DeviceType static_type = DeviceType::CUDA;
  Guard() = default;
  explicit Guard(DeviceType) {}

  DeviceType type() const override { return DeviceType::CUDA; }
  Device getDevice() const override { return card(current_); }
  void setDevice(Device device) const override { set_device(device.index()); }
  void uncheckedSetDevice(Device device) const noexcept override {
    if (device.index() >= 0) current_ = device.index();
  }
  Device exchangeDevice(Device device) const override {
    const Device before = card(current_);
    set_device(device.index());
    return before;
  }
  DeviceIndex deviceCount() const noexcept override { return DEVICES; }

  Stream getStream(Device device) const override { return stream(device, current_stream(card(device.index()).index())); }
  Stream getDefaultStream(Device device) const override { return stream(device, 0); }
  Stream getNewStream(Device device, int = 0) const override { return stream(device, ++last_stream); }
  Stream getStreamFromGlobalPool(Device device, bool) const override { return getNewStream(device); }
  Stream exchangeStream(Stream next) const override {
    const Stream before = getStream(next.device());
    set_stream(next.device_index(), next.id());
    return before;
  }
  void* getStreamNativeHandle(const Stream of) const override { return reinterpret_cast<void*>(of.id() << 4); }
  bool queryStream(const Stream&) const override {
    queue().raise_fault();
    return queue().idle();
  }
  void synchronizeStream(const Stream&) const override { queue().synchronize(); }
  void synchronizeDevice(const DeviceIndex) const override { queue().synchronize(); }

  void record(void** event, const Stream&, const DeviceIndex, const c10::EventFlag) const override {
    if (!*event) *event = new MarkPtr(std::make_shared<Mark>());
    const MarkPtr it = mark(*event);
    it->reached = false;
    it->number = queue().submit("event", [it] {
      it->at_ms = now_ms();
      it->reached = true;
    });
  }
  void block(void*, const Stream&) const override {}  // there is one queue: what comes later is done later
  bool queryEvent(void* event) const override {
    queue().raise_fault();
    return !event || mark(event)->reached;
  }
  void synchronizeEvent(void* event) const override {
    if (event) queue().wait_for(mark(event)->number);
    queue().raise_fault();
  }
  void destroyEvent(void* event, const DeviceIndex) const noexcept override { delete static_cast<MarkPtr*>(event); }
  double elapsedTime(void* start, void* end, const DeviceIndex) const override {
    if (!mark(start)->reached || !mark(end)->reached)
      throw c10::AcceleratorError({__func__, __FILE__, __LINE__}, NOT_READY, "CUDA error: device not ready");
    return mark(end)->at_ms - mark(start)->at_ms;
  }
};

// A generator that says it is a card's, and leaves the work to one of the host.
struct Generator final : c10::GeneratorImpl {
  explicit Generator(DeviceIndex device, at::Generator worker = at::detail::createCPUGenerator())
      : GeneratorImpl(card(device), c10::DispatchKeySet(c10::DispatchKey::CUDA)), worker(std::move(worker)) {}

  void set_current_seed(uint64_t seed) override { settled().set_current_seed(seed); }
  uint64_t current_seed() const override { return settled().current_seed(); }
  uint64_t seed() override { return settled().seed(); }
  void set_offset(uint64_t) override { TORCH_CHECK(false, "Generator.set_offset is not emulated on the virtual GPU"); }
  uint64_t get_offset() const override {
    TORCH_CHECK(false, "Generator.get_offset is not emulated on the virtual GPU");
  }
  void set_state(const c10::TensorImpl& state) override { settled().unsafeGetGeneratorImpl()->set_state(state); }
  c10::intrusive_ptr<c10::TensorImpl> get_state() const override {
    return settled().unsafeGetGeneratorImpl()->get_state();
  }
  Generator* clone_impl() const override { return new Generator(device().index(), settled().clone()); }

  at::Generator worker;

 private:
  at::Generator settled() const {  // after all queued work has drawn its numbers
    queue().wait();
    return worker;
  }
};

struct Hooks final : at::CUDAHooksInterface {
  void init() const override {}
  bool hasCUDA() const override { return true; }
  bool hasCUDART() const override { return true; }
  bool isBuilt() const override { return true; }
  bool isAvailable() const override { return true; }
  bool hasPrimaryContext(DeviceIndex) const override { return true; }
  long versionCuDNN() const override { return 92400; }
  long versionRuntimeCuDNN() const override { return 92400; }
  long versionCUDART() const override { return 13000; }
  std::string showConfig() const override { return "virtual GPU"; }

  int getNumGPUs() const override { return DEVICES; }
  DeviceIndex deviceCount() const override { return DEVICES; }
  DeviceIndex current_device() const override { return current_; }
  DeviceIndex getCurrentDevice() const override { return current_; }
  void setCurrentDevice(DeviceIndex device) const override { set_device(device); }
  DeviceIndex exchangeDevice(DeviceIndex device) const override {
    const DeviceIndex before = current_;
    set_device(device);
    return before;
  }
  DeviceIndex maybeExchangeDevice(DeviceIndex device) const override { return exchangeDevice(device); }
  void deviceSynchronize(DeviceIndex) const override { queue().synchronize(); }

  const at::Generator& getDefaultGenerator(DeviceIndex device) const override { return default_generator(device); }
  at::Generator getNewGenerator(DeviceIndex device) const override {
    return at::make_generator<Generator>(checked(device));
  }
  Device getDeviceFromPtr(void* address) const override {
    const DeviceIndex device = device_of(address);
    TORCH_CHECK(device >= 0, "The specified pointer resides on host memory and is not registered with any CUDA device.");
    return card(device);
  }
  bool isPinnedPtr(const void* address) const override { return is_pinned(address); }
  c10::Allocator* getPinnedMemoryAllocator() const override { return pinned_allocator(); }
  c10::Allocator* getCUDADeviceAllocator() const override { return card_allocator(); }
};

// What DistributedDataParallel measures its steps with: here with the clock of the host.
struct Timer final : c10d::Timer {
  explicit Timer(Device) {}
  std::optional<int64_t> measureDifference(Event start, Event end) override {
    const auto from = getTimestamp(start), to = getTimestamp(end);
    return from && to && *to > *from ? std::optional(*to - *from) : std::nullopt;
  }
};

}  // namespace

DeviceIndex current_device() { return current_; }

void set_device(DeviceIndex device) {
  if (device >= 0) current_ = checked(device);
}

DeviceIndex checked(DeviceIndex device) {
  if (device < DEVICES) return device < 0 ? current_ : device;
  throw c10::AcceleratorError(
      {__func__, __FILE__, __LINE__}, NO_SUCH_DEVICE,
      "CUDA error: invalid device ordinal\n"
      "GPU device may be out of range, do you have enough GPUs?\n"
      "CUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be "
      "incorrect.\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1\nCompile with `TORCH_USE_CUDA_DSA` to enable "
      "device-side assertions.\n");
}

int64_t current_stream(DeviceIndex device) { return streams_[device]; }
void set_stream(DeviceIndex device, int64_t id) { streams_[device] = id; }

const at::Generator& default_generator(DeviceIndex device) {
  static auto* all = new std::array<at::Generator, DEVICES>{at::make_generator<Generator>(0), at::make_generator<Generator>(1)};
  return (*all)[checked(device)];
}

at::Generator host_generator(const at::Generator& generator) {
  TORCH_CHECK(
      generator.device().is_cuda(), "Expected a 'cuda' device type for generator but found '", generator.device().type(),
      "'");
  return static_cast<Generator*>(generator.unsafeGetGeneratorImpl())->worker;
}

On::On(DeviceIndex device) : before_(current_) { current_ = device; }
On::~On() { current_ = before_; }

void install_device() {
  static auto* ours = new Hooks;
  const auto& theirs = at::detail::getCUDAHooks();
  // The object was made when torch was loaded, and is kept in many places: only its functions can be exchanged.
  if (!theirs.hasCUDA())
    *reinterpret_cast<void**>(const_cast<at::CUDAHooksInterface*>(&theirs)) = *reinterpret_cast<void**>(ours);
  static c10::impl::DeviceGuardImplRegistrar registrar(DeviceType::CUDA, new Guard);
  c10d::TimerRegistry()->Register(
      DeviceType::CUDA, [](Device device) -> std::unique_ptr<c10d::Timer> { return std::make_unique<Timer>(device); },
      c10::REGISTRY_PREFERRED);
  c10::SetAllocator(DeviceType::CUDA, card_allocator(), 10);  // more than libtorch_cuda's
}

}  // namespace card
