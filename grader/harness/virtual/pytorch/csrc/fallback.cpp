#include "fallback.h"

#include <ATen/ATen.h>
#include <ATen/core/LegacyTypeDispatch.h>

#include "alias.h"
#include "checks.h"
#include "device.h"
#include "inference.h"
#include "operation.h"
#include "queue.h"

namespace card {
namespace {

using at::Tensor;
using c10::IValue;
using torch::jit::Stack;

constexpr c10::DispatchKeySet HOST(c10::DispatchKey::CPU);

bool is_generator(const c10::Argument& argument) {
  return argument.name() == "generator" && argument.type()->str().find("Generator") != std::string::npos;
}

// An argument as a kernel of the host gets it.
IValue for_host(const IValue& value, const c10::Argument& argument, Aliases& aliases, c10::DeviceIndex device) {
  if (value.isDevice()) return c10::Device(c10::DeviceType::CPU);
  if (value.isGenerator()) return host_generator(value.toGenerator());
  if (value.isNone() && is_generator(argument)) return host_generator(default_generator(device));
  return aliases.of(value);
}

// What is read later must not change until then: a copy of what lies on the host.
IValue kept(const IValue& value) {
  return map_tensors(value, [](const Tensor& tensor) {
    const bool is_hosts = tensor.defined() && tensor.device().is_cpu();
    return is_hosts && !tensor.unsafeGetTensorImpl()->is_wrapped_number() ? tensor.clone() : tensor;
  });
}

void store(const Tensor& from, const Tensor& to, const char* name) {
  if (!from.defined() || !to.defined() || from.numel() == 0 || to.numel() == 0) return;
  if (from.sizes() != to.sizes()) throw NotEmulated(std::string(name) + " gives another shape than a card would");
  if (from.is_contiguous() && to.is_contiguous() && from.dtype() == to.dtype() && !from.is_conj() && !from.is_neg())
    std::memcpy(to.mutable_data_ptr(), from.const_data_ptr(), from.nbytes());
  else
    to.copy_(from);
}

// The results of a call that is queued: those that are new, and what of a kernel's goes into them.
struct Results {
  std::vector<IValue> values;
  std::vector<std::pair<int, std::vector<Tensor>>> aliases;  // place of a result, and its tensors on the host
};

Results prepare(const Shapes& shapes, const Operation& operation, const c10::FunctionSchema& schema,
                const std::vector<IValue>& arguments, c10::DeviceIndex device) {
  Results results;
  for (size_t at = 0; at < shapes.size(); at++) {
    if (operation.gives[at] >= 0) {
      results.values.push_back(arguments[operation.gives[at]]);
      continue;
    }
    std::vector<Tensor> made, ours;
    for (const Shape& shape : shapes[at]) {
      made.push_back(shape.defined ? new_on_card(shape.sizes, shape.strides, shape.dtype, device) : Tensor());
      ours.push_back(on_host(made.back()));
    }
    const bool is_list = schema.returns()[at].type()->kind() == c10::TypeKind::ListType;
    results.values.push_back(is_list ? IValue(c10::List<Tensor>(made)) : IValue(made.at(0)));
    results.aliases.emplace_back(int(at), std::move(ours));
  }
  return results;
}

// Whether all tensors that are written to have the shape that they will have, which empty ones are given here.
bool fits(const Shapes& shapes, const Operation& operation, const c10::FunctionSchema& schema,
          const std::vector<IValue>& arguments) {
  for (size_t at = 0; at < shapes.size(); at++) {
    const int source = operation.gives[at];
    if (source < 0 || !arguments[source].isTensor() || !arguments[source].toTensor().defined()) continue;
    const Tensor& written = arguments[source].toTensor();
    if (shapes[at].empty() || written.sizes() == shapes[at][0].sizes) continue;
    if (written.numel() > 0 || !schema.arguments()[source].is_out()) return false;
    written.resize_(shapes[at][0].sizes);
  }
  return true;
}

// Queue it; returns false where it must be done at once.
bool enqueue(const c10::OperatorHandle& handle, const Operation& operation, const std::vector<IValue>& arguments,
             c10::DeviceIndex device, Stack* stack) {
  if (!operation.queues || queue().inside()) return false;
  const auto& schema = handle.schema();
  const Shapes* shapes = infer(handle, arguments, operation.in_place);
  if (!shapes || !fits(*shapes, operation, schema, arguments)) return false;
  Results results = prepare(*shapes, operation, schema, arguments, device);
  Aliases aliases(false);
  Stack ours;
  ours.reserve(arguments.size());
  for (size_t at = 0; at < arguments.size(); at++)
    ours.push_back(for_host(kept(arguments[at]), schema.arguments()[at], aliases, device));
  queue().submit(operation.name.c_str(), [handle, name = operation.name.c_str(), ours = std::move(ours),
                                          into = std::move(results.aliases)]() mutable {
    handle.redispatchBoxed(HOST, &ours);
    for (const auto& [at, tensors] : into) {
      if (ours[at].isTensor()) store(ours[at].toTensor(), tensors[0], name);
      else for (size_t each = 0; each < tensors.size(); each++) store(ours[at].toTensorVector()[each], tensors[each], name);
    }
  });
  torch::jit::drop(*stack, arguments.size());
  for (IValue& value : results.values) stack->push_back(std::move(value));
  return true;
}

// A tensor that was an argument takes the shape that the kernel has given its alias.
void reshape(const Tensor& tensor, const Tensor& alias) {
  if (tensor.is_cuda() && (tensor.sizes() != alias.sizes() || tensor.strides() != alias.strides()))
    tensor.unsafeGetTensorImpl()->set_sizes_and_strides(alias.sizes(), alias.strides(), alias.storage_offset());
}

void do_now(const c10::OperatorHandle& handle, const Operation& operation, const std::vector<IValue>& arguments,
            c10::DeviceIndex device, Stack* stack) {
  queue().synchronize();
  const auto& schema = handle.schema();
  Aliases aliases(true);
  torch::jit::drop(*stack, arguments.size());
  for (size_t at = 0; at < arguments.size(); at++)
    stack->push_back(for_host(arguments[at], schema.arguments()[at], aliases, device));
  {
    at::AutoDispatchBelowADInplaceOrView no_autograd;
    c10::impl::ExcludeDispatchKeyGuard no_autocast(c10::autocast_dispatch_keyset);
    handle.redispatchBoxed(HOST, stack);
  }
  aliases.settle();
  const size_t first = stack->size() - schema.returns().size();
  for (size_t at = 0; at < schema.returns().size(); at++) {
    IValue& value = (*stack)[first + at];
    const int source = operation.gives[at];
    if (source < 0) {
      value = map_tensors(value, [&](const Tensor& tensor) { return aliases.original(tensor, device); });
    } else {
      if (value.isTensor() && arguments[source].isTensor()) reshape(arguments[source].toTensor(), value.toTensor());
      value = arguments[source];
    }
  }
}

}  // namespace

void fallback(const c10::OperatorHandle& handle, c10::DispatchKeySet, Stack* stack) {
  const Operation& operation = describe(handle);
  const size_t count = handle.schema().arguments().size();
  const std::vector<IValue> arguments(stack->end() - count, stack->end());
  const c10::DeviceIndex device = check_devices(operation, handle.schema(), arguments);
  queue().raise_fault();
  try {
    if (!enqueue(handle, operation, arguments, device, stack)) do_now(handle, operation, arguments, device, stack);
  } catch (const NotEmulated& error) {
    TORCH_CHECK(false, error.what());
  }
}

}  // namespace card
