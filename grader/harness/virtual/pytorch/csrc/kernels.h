// Kernels of the virtual cards' own: for what makes, views and copies memory, and what the host has no kernel for.
#pragma once

#include <string>
#include <vector>

#include <torch/library.h>

namespace card {

// A library for aten on the key CUDA, which remembers what it has got.
struct Registry {
  torch::Library& library;
  std::vector<std::string> names;

  template <class Kernel>
  void add(const char* name, Kernel&& kernel) {
    names.push_back(std::string("aten::") + name);
    library.impl(name, std::forward<Kernel>(kernel));
  }
};

// Gives a card's storage room for so many bytes; what it had stays, as far as it fits.
void resize_storage(const c10::Storage& storage, size_t size);

void add_memory_kernels(Registry& registry);
void add_composed_kernels(Registry& registry);

}  // namespace card
