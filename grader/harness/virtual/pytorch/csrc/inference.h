// What an operation will give, before it is done: from the kernels of torch's meta device, which know shapes only.
#pragma once

#include <optional>
#include <vector>

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

namespace card {

struct Shape {
  bool defined;
  std::vector<int64_t> sizes, strides;
  c10::ScalarType dtype;
};
// Of each result, the shapes of its tensors.
using Shapes = std::vector<std::vector<Shape>>;

// Returns nullptr where they cannot be told. What is returned is kept until the thread's next call. `in_place`: all
// results are arguments, so that no number makes a difference to their shapes.
const Shapes* infer(const c10::OperatorHandle& handle, const std::vector<c10::IValue>& arguments, bool in_place);

}  // namespace card
