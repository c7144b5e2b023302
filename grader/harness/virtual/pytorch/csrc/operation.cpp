#include "operation.h"

#include <unordered_map>

namespace card {
namespace {

// Their indices and targets may lie on the host.
const std::unordered_set<std::string> TAKE_HOST = {
    "aten::_index_put_impl_", "aten::index", "aten::index_put_", "aten::index_put", "aten::_unsafe_index",
    "aten::_ctc_loss", "aten::_ctc_loss_backward"};

// Their results depend on values, or the shapes that torch says they have are not those of the host's kernels.
const std::unordered_set<std::string> NEVER_QUEUED = {
    "aten::nonzero", "aten::masked_select", "aten::_unique2", "aten::_unique", "aten::unique_consecutive",
    "aten::unique_dim", "aten::unique_dim_consecutive", "aten::bincount", "aten::repeat_interleave", "aten::histc",
    "aten::_embedding_bag", "aten::_embedding_bag_forward_only", "aten::resize_as_", "aten::is_set_to"};

std::vector<int> sources(const c10::FunctionSchema& schema) {
  std::vector<int> found;
  for (const auto& result : schema.returns()) {
    int source = -1;
    const auto* alias = result.alias_info();
    for (size_t at = 0; alias && alias->isWrite() && at < schema.arguments().size(); at++) {
      const auto* other = schema.arguments()[at].alias_info();
      if (other && *other == *alias) source = int(at);
    }
    found.push_back(source);
  }
  return found;
}

bool queues(const c10::FunctionSchema& schema) {
  if (NEVER_QUEUED.count(schema.name())) return false;
  for (const auto& result : schema.returns()) {
    const bool is_view = result.alias_info() && !result.alias_info()->isWrite();
    const bool tensors = result.type()->isSubtypeOf(*c10::TensorType::get()) ||
                         result.type()->isSubtypeOf(*c10::ListType::ofTensors());
    if (is_view || !tensors) return false;
  }
  return true;
}

bool in_place(const c10::FunctionSchema& schema) {
  bool found = true;
  for (const int source : sources(schema)) found = found && source >= 0 && !schema.arguments()[source].is_out();
  return found;
}

Operation read(const c10::FunctionSchema& schema) {
  std::string kernel = schema.name().substr(schema.name().find("::") + 2);
  if (!catalogue().structured.count(schema.name())) kernel = schema.overload_name() + "_" + kernel;
  return {schema.name(),           "wrapper_CUDA_" + kernel, catalogue().unchecked.count(schema.name()) > 0,
          TAKE_HOST.count(schema.name()) > 0, queues(schema), in_place(schema),
          sources(schema)};
}

}  // namespace

Catalogue& catalogue() {
  static auto* only = new Catalogue;
  return *only;
}

const Operation& describe(const c10::OperatorHandle& handle) {
  static thread_local auto* known = new std::unordered_map<const c10::FunctionSchema*, Operation>;
  const auto& schema = handle.schema();
  auto found = known->find(&schema);
  if (found == known->end()) found = known->emplace(&schema, read(schema)).first;
  return found->second;
}

}  // namespace card
