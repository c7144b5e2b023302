// Tensors of the host that share the memory of a card's tensors.
#pragma once

#include <utility>
#include <vector>

#include <ATen/ATen.h>
#include <ATen/core/stack.h>

namespace card {

// The tensors of one call: those that share memory on the card share it as aliases, too.
class Aliases {
 public:
  // Resizable ones may be given other memory by a function of the host; see `moved`.
  explicit Aliases(bool resizable) : resizable_(resizable) {}

  at::Tensor of(const at::Tensor& tensor);            // a tensor of the host stays what it is
  c10::IValue of(const c10::IValue& value);           // the same for a tensor, or each tensor of a list
  at::Tensor original(const at::Tensor& alias, c10::DeviceIndex device) const;  // on the card; copied when it is new
  void settle() const;  // give the card's storages what a function of the host has moved elsewhere

 private:
  c10::Storage storage(const c10::Storage& storage);

  bool resizable_;
  std::vector<std::pair<c10::Storage, c10::Storage>> storages_;  // of the card and of the host
};

at::Tensor on_host(const at::Tensor& tensor);

// A new tensor on a card, its memory as it comes.
at::Tensor new_on_card(c10::IntArrayRef sizes, c10::IntArrayRef strides, at::ScalarType dtype, c10::DeviceIndex device);

// Applies a function to a tensor, or to each one of a list; returns anything else as it is.
template <class Function>
c10::IValue map_tensors(const c10::IValue& value, Function function) {
  if (value.isTensor()) return function(value.toTensor());
  if (value.isTensorList()) {
    c10::List<at::Tensor> list;
    for (const at::Tensor& each : value.toTensorVector()) list.push_back(function(each));
    return list;
  }
  if (value.isOptionalTensorList()) {
    c10::List<std::optional<at::Tensor>> list;
    for (const c10::IValue& each : value.toListRef())
      list.push_back(each.isNone() ? std::optional<at::Tensor>() : function(each.toTensor()));
    return list;
  }
  return value;
}

template <class Function>
void each_tensor(const c10::IValue& value, Function function) {
  if (value.isTensor()) {
    if (value.toTensor().defined()) function(value.toTensor());
  } else if (value.isTensorList() || value.isOptionalTensorList()) {
    for (const c10::IValue& each : value.toListRef())
      if (each.isTensor() && each.toTensor().defined()) function(each.toTensor());
  }
}

}  // namespace card
