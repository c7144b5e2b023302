// Every operation that has no kernel of its own for the virtual cards.
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

namespace card {

// Does it with the kernels of the host, on the memory of a card: queued, or at once where its results' shapes depend
// on values. Arguments and results are on the stack.
void fallback(const c10::OperatorHandle& handle, c10::DispatchKeySet keys, torch::jit::Stack* stack);

}  // namespace card
