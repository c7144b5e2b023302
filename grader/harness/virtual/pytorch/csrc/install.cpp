// The entry points: operations of torch's, so that neither Python nor its version matters here.
#include <pthread.h>

#include <ATen/ATen.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/native/transformers/attention.h>
#include <c10/util/Exception.h>
#include <torch/library.h>

#include "alias.h"
#include "collectives.h"
#include "device.h"
#include "fallback.h"
#include "kernels.h"
#include "memory.h"
#include "operation.h"
#include "queue.h"

namespace card {
namespace {

using Names = c10::List<std::string>;

int64_t plain(const at::Tensor&, const at::Tensor&, const at::Tensor&, const std::optional<at::Tensor>&, double, bool,
              std::optional<double>, bool) {
  return 0;
}

c10::OperatorName parsed(const std::string& name) {
  const size_t dot = name.find('.', name.find("::"));
  return dot == std::string::npos ? c10::OperatorName(name, "") : c10::OperatorName(name.substr(0, dot), name.substr(dot + 1));
}

struct Silence : c10::WarningHandler {
  void process(const c10::Warning&) override {}
};

// For each operation that torch has a kernel for, on this kind of device or on the host: on a CUDA build of torch it
// takes the place of a real kernel, and on all builds calls go the same way.
void take_over(const Names& names, const std::vector<std::string>& ours) {
  static auto* handles = new std::vector<c10::RegistrationHandleRAII>;  // kept: without them they would be undone
  static auto* taken = new std::unordered_set<std::string>(ours.begin(), ours.end());
  auto& dispatcher = c10::Dispatcher::singleton();
  Silence silence;  // a kernel that is replaced is replaced on purpose
  c10::WarningUtils::WarningHandlerGuard guard(&silence);
  for (size_t at = 0; at < names.size(); at++) {
    const std::string name = names.get(at);
    const bool collects = name.rfind("c10d::", 0) == 0;
    if (!taken->insert(name).second) continue;
    handles->push_back(dispatcher.registerImpl(
        parsed(name), c10::DispatchKey::CUDA,
        collects ? c10::KernelFunction::makeFromBoxedFunction<&collective>()
                 : c10::KernelFunction::makeFromBoxedFunction<&fallback>(),
        std::nullopt, nullptr, "virtual GPU"));
  }
}

// Without the hand-made kernels, which are registered when this library is loaded first.
void install(const Names& names) {
  static auto* library = new torch::Library(torch::Library::IMPL, "aten", c10::DispatchKey::CUDA, __FILE__, __LINE__);
  static auto* registry = [] {
    auto* made = new Registry{*library, {}};
    add_memory_kernels(*made);
    add_composed_kernels(*made);
    install_device();
    // Attention asks this table, not the dispatcher, and the real one would ask the driver.
    at::native::_fused_sdp_choice_stub.set_cuda_dispatch_ptr(&plain);
    pthread_atfork(nullptr, nullptr, [] { queue().on_fork(); });
    return made;
  }();
  take_over(names, registry->names);
}

void describe_operations(const Names& unchecked, const Names& structured) {
  for (size_t at = 0; at < unchecked.size(); at++) catalogue().unchecked.insert(unchecked.get(at));
  for (size_t at = 0; at < structured.size(); at++) catalogue().structured.insert(structured.get(at));
}

void place(int64_t first, int64_t base, int64_t size, int64_t flags, int64_t page, int64_t capacity) {
  place_memory({reinterpret_cast<char*>(first), reinterpret_cast<char*>(base), size_t(size),
                reinterpret_cast<uint8_t*>(flags), size_t(page), size_t(capacity)});
}

std::vector<int64_t> memory_stats(int64_t device) {
  const Stats all = stats(int(checked(device)));
  std::vector<int64_t> numbers{all.retries, all.failures};
  for (const auto& kind : all.counters)
    for (const auto& counter : kind)
      numbers.insert(numbers.end(), {counter.current, counter.peak, counter.allocated, counter.freed});
  return numbers;
}

at::Tensor host_alias(const at::Tensor& tensor) {
  queue().synchronize();
  return on_host(tensor);
}

TORCH_LIBRARY(virtual_gpu, m) {
  m.def("install", &install);
  m.def("describe_operations", &describe_operations);
  m.def("place", &place);
  m.def("get_device", []() -> int64_t { return current_device(); });
  m.def("set_device", [](int64_t device) { set_device(device); });
  m.def("use", [] { queue().use(); });
  m.def("forked", []() -> bool { return queue().forked(); });
  m.def("settle", [] { queue().wait(); });
  m.def("synchronize", [] { queue().synchronize(); });
  m.def("get_stream", [](int64_t device) -> int64_t { return current_stream(checked(device)); });
  m.def("set_stream", [](int64_t device, int64_t id) { set_stream(checked(device), id); });
  m.def("generator", [](int64_t device) -> at::Generator { return default_generator(device); });
  m.def("memory_stats", &memory_stats);
  m.def("reset_peak", [](int64_t device) { reset_peak(checked(device)); });
  m.def("reset_accumulated", [](int64_t device) { reset_accumulated(checked(device)); });
  m.def("empty_cache", [] { empty_cache(); });
  m.def("set_fraction", [](int64_t device, double share) { set_fraction(checked(device), share); });
  m.def("get_fraction", [](int64_t device) -> double { return fraction(checked(device)); });
  m.def("resize_storage", [](at::Storage storage, int64_t size) { resize_storage(storage, size); });
  m.def("host_alias(Tensor(a) tensor) -> Tensor(a)");
  m.impl("host_alias", c10::DispatchKey::CUDA, &host_alias);
}

TORCH_LIBRARY_IMPL(_, CUDA, m) { m.fallback(torch::CppFunction::makeFromBoxedFunction<&fallback>()); }

}  // namespace
}  // namespace card
