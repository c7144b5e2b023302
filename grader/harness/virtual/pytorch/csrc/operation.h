// What is known of an operation of torch's before it is called.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include <ATen/core/dispatch/Dispatcher.h>

namespace card {

// Names of operations, of native_functions.yaml, without overloads.
struct Catalogue {
  std::unordered_set<std::string> unchecked;   // those whose kernels look at the devices of their tensors themselves
  std::unordered_set<std::string> structured;  // those whose kernels are generated from one description
};
Catalogue& catalogue();

struct Operation {
  std::string name;
  std::string method;     // as a card's kernel is called in messages
  bool unchecked;         // see Catalogue
  bool takes_host;        // whether tensors of the host may be among those of a card
  bool queues;            // whether its results' shapes follow from those of its arguments
  bool in_place;          // whether all results are arguments, which are not made to fit
  std::vector<int> gives;  // for each result the argument that it is, or -1 where it is new
};

// Kept for the life of the thread.
const Operation& describe(const c10::OperatorHandle& handle);

}  // namespace card
