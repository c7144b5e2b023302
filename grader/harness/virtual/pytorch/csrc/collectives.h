// Collectives of a group whose tensors lie on virtual cards.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

namespace card {

// A kernel for every operation of c10d: done by the group's backend, which knows tensors of the host alone (gloo), on
// the memory of the cards.
void collective(const c10::OperatorHandle& handle, c10::DispatchKeySet keys, torch::jit::Stack* stack);

}  // namespace card
