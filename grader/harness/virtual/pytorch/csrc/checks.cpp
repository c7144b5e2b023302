#include "checks.h"

#include <unordered_map>

#include <ATen/ATen.h>
#include <ATen/core/op_registration/adaption.h>

#include "alias.h"
#include "device.h"

namespace card {
namespace {

using at::Tensor;
using c10::Device;
using c10::IValue;

const char* BOTH = "Expected all tensors to be on the same device, but found at least two devices, ";

bool is_scalar_of_host(const Tensor& tensor) { return tensor.dim() == 0 && tensor.device().is_cpu(); }

// As at::TensorIterator does it: scalars of the host go with everything.
void check_iterated(const std::vector<IValue>& arguments, Device common) {
  for (const IValue& value : arguments)
    each_tensor(value, [&](const Tensor& tensor) {
      TORCH_CHECK(
          tensor.device() == common || is_scalar_of_host(tensor), BOTH, common, " and ", tensor.device(), "!");
    });
}

// As generated wrappers do it: the first tensor decides.
void check_wrapped(const Operation& operation, const c10::FunctionSchema& schema, const std::vector<IValue>& arguments) {
  std::optional<Device> common;
  for (size_t at = 0; at < arguments.size(); at++)
    each_tensor(arguments[at], [&](const Tensor& tensor) {
      if (!common) common = tensor.device();
      if (tensor.device() != *common)
        c10::impl::common_device_check_failure(
            *common, tensor, operation.method.c_str(), schema.arguments()[at].name().c_str());
    });
}

void check_indices(const std::vector<IValue>& arguments, Device common) {
  const Tensor& indexed = arguments[0].toTensor();
  TORCH_CHECK(
      !indexed.device().is_cpu(), "indices should be either on cpu or on the same device as the indexed tensor (cpu)");
  each_tensor(arguments[1], [&](const Tensor& index) {
    TORCH_CHECK(
        index.device().is_cpu() || index.device() == common,
        "indices should be either on cpu or on the same device as the indexed tensor (", common, ")");
  });
}

void check_convolution(const std::vector<IValue>& arguments) {
  const Tensor &input = arguments[0].toTensor(), &weight = arguments[1].toTensor();
  auto check = [&](const Tensor& other, const char* what) {
    TORCH_CHECK(
        input.options().type_equal(other.options()), "Input type (", input.toString(), ") and ", what, " type (",
        other.toString(), ") should be the same");
  };
  check(weight, "weight");
  if (arguments[2].isTensor() && arguments[2].toTensor().defined()) check(arguments[2].toTensor(), "bias");
}

// Products: operations with the name of a card's kernel, and the place of the first of two arguments.
struct Product {
  const char* kernel;
  size_t first;
  const char* differs;
};
const std::unordered_map<std::string, Product> PRODUCTS = {
    {"aten::mm", {"addmm_cuda", 0, "expected m1 and m2 to have the same dtype"}},
    {"aten::addmm", {"addmm_cuda", 1, "mat1 and mat2 must have the same dtype"}},
    {"aten::bmm", {"baddbmm_cuda", 0, "batch1 and batch2 must have the same dtype"}},
    {"aten::baddbmm", {"baddbmm_cuda", 1, "batch1 and batch2 must have the same dtype"}},
    {"aten::mv", {"addmv_impl_cuda", 0, "mat and vec must have the same dtype"}},
    {"aten::addmv", {"addmv_impl_cuda", 1, "mat and vec must have the same dtype"}},
    {"aten::dot", {"dot", 0, "dot : expected both vectors to have same dtype"}}};

// The host has products of integers, and torch's shapes do not depend on types.
void check_product(const Operation& operation, const std::vector<IValue>& arguments) {
  const auto found = PRODUCTS.find(operation.name);
  if (found == PRODUCTS.end()) return;
  const auto& [kernel, first, differs] = found->second;
  const auto one = arguments[first].toTensor().scalar_type(), other = arguments[first + 1].toTensor().scalar_type();
  TORCH_CHECK(one == other, differs, ", but got ", one, " and ", other);
  TORCH_CHECK_NOT_IMPLEMENTED(
      c10::isFloatingType(one) || c10::isComplexType(one), "\"", kernel, "\" not implemented for '", one, "'");
}

}  // namespace

c10::DeviceIndex check_devices(const Operation& operation, const c10::FunctionSchema& schema,
                               const std::vector<IValue>& arguments) {
  std::optional<Device> common;
  bool mixed = false;
  for (const IValue& value : arguments) {
    each_tensor(value, [&](const Tensor& tensor) {
      if (tensor.is_cuda() && !common) common = tensor.device();
      mixed = mixed || !tensor.is_cuda() || tensor.device() != *common;
    });
    if (value.isDevice() && value.toDevice().is_cuda() && !common)
      common = Device(c10::DeviceType::CUDA, checked(value.toDevice().index()));
  }
  if (!common) return current_device();
  if (operation.name == "aten::convolution") check_convolution(arguments);
  if (!mixed) {
    check_product(operation, arguments);
    return common->index();
  }
  if (operation.takes_host) {
    if (operation.name.find("index") != std::string::npos) check_indices(arguments, *common);
  } else {
    if (operation.unchecked) check_iterated(arguments, *common);
    else check_wrapped(operation, schema, arguments);
  }
  return common->index();
}

}  // namespace card
