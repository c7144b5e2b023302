#include "collectives.h"

#include <mutex>
#include <unordered_map>

#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>
#include <torch/csrc/distributed/c10d/Types.hpp>
#include <torch/csrc/distributed/c10d/Work.hpp>

#include "alias.h"
#include "queue.h"

namespace card {
namespace {

using at::Tensor;
using c10::IValue;
using c10d::ProcessGroup;
using c10d::ReduceOp;
using GroupPtr = c10::intrusive_ptr<ProcessGroup>;
using WorkPtr = c10::intrusive_ptr<c10d::Work>;

// What is under way.
struct Pending final : c10d::Work {
  Pending(WorkPtr work, std::vector<Tensor> tensors) : work(std::move(work)), tensors(std::move(tensors)) {}

  bool isCompleted() override { return work->isCompleted(); }
  bool isSuccess() const override { return work->isSuccess(); }
  int sourceRank() const override { return work->sourceRank(); }
  std::vector<Tensor> result() override { return tensors; }
  void synchronize() override { wait(kNoTimeout); }
  void blockCurrentStream() override { wait(kNoTimeout); }
  bool wait(std::chrono::milliseconds timeout) override { return work->wait(timeout); }
  c10::intrusive_ptr<c10::ivalue::Future> getFuture() override {
    wait(kNoTimeout);
    auto future = c10::make_intrusive<c10::ivalue::Future>(c10::ListType::ofTensors());
    future->markCompleted(IValue(tensors));
    return future;
  }

  WorkPtr work;
  std::vector<Tensor> tensors;  // what it gives
  std::vector<Tensor> kept;     // all whose memory it uses
};

// The same group for tensors of the host. Neither is ever destroyed: gloo's threads, ended with the process, abort it.
GroupPtr for_host(const GroupPtr& group) {
  static auto* known = new std::unordered_map<ProcessGroup*, std::pair<GroupPtr, GroupPtr>>;
  static auto* mutex = new std::mutex;
  std::lock_guard<std::mutex> lock(*mutex);
  auto& [ours, theirs] = (*known)[group.get()];
  if (!ours) {
    theirs = group;
    ours = c10::make_intrusive<ProcessGroup>(group->getRank(), group->getSize());
    ours->setBackend(
        c10::DeviceType::CPU, ProcessGroup::BackendType::GLOO, group->getBackend(c10::DeviceType::CUDA));
  }
  return ours;
}

// Applies a function to all tensors, those of lists of lists too.
template <class Function>
IValue map_deeply(const IValue& value, Function function) {
  if (!value.isList() || value.isTensorList()) return map_tensors(value, function);
  c10::List<c10::List<Tensor>> lists;
  for (const IValue& list : value.toListRef()) {
    if (!list.isTensorList()) return value;
    lists.push_back(map_tensors(list, function).toTensorList());
  }
  return value.toListRef().empty() ? value : IValue(lists);
}

// An average is a sum that is divided: gloo knows no averages.
bool without_average(IValue& value) {
  if (!value.isCustomClass() || value.type()->str().find("ReduceOp") == std::string::npos) return false;
  if (*value.toCustomClass<ReduceOp>() != ReduceOp::AVG) return false;
  value = IValue(c10::make_intrusive<ReduceOp>(ReduceOp::SUM));
  return true;
}

}  // namespace

void collective(const c10::OperatorHandle& handle, c10::DispatchKeySet, torch::jit::Stack* stack) {
  queue().synchronize();
  const size_t count = handle.schema().arguments().size();
  const std::vector<IValue> arguments(stack->end() - count, stack->end());
  Aliases aliases(false);
  std::vector<Tensor> tensors;
  bool average = false;
  int64_t size = 1;
  for (size_t at = 0; at < count; at++) {
    IValue& value = (*stack)[stack->size() - count + at];
    const auto argument = handle.schema().arguments()[at].name();
    if (argument == "process_group") {
      const auto group = value.toCustomClass<ProcessGroup>();
      size = group->getSize();
      value = IValue(for_host(group));
    } else {
      average = without_average(value) || average;
      value = map_deeply(value, [&](const Tensor& tensor) {
        if (tensor.defined()) tensors.push_back(tensor);
        return aliases.of(tensor);
      });
    }
  }
  handle.redispatchBoxed(c10::DispatchKeySet(c10::DispatchKey::CPU), stack);
  // The first argument of each holds what it gives; its work comes last.
  std::vector<Tensor> given;
  map_deeply(arguments[0], [&](const Tensor& tensor) { return given.push_back(tensor), tensor; });
  auto pending = c10::make_intrusive<Pending>(stack->back().toCustomClass<c10d::Work>(), given);
  if (average) {
    pending->wait(kNoTimeout);
    for (Tensor& tensor : given) tensor.div_(size);
  }
  pending->kept = std::move(tensors);
  stack->back() = IValue(WorkPtr(std::move(pending)));
  if (handle.schema().returns().size() > 1) (*stack)[stack->size() - 2] = arguments[0];
}

}  // namespace card
