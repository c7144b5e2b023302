#include "alias.h"

#include <ATen/EmptyTensor.h>
#include <c10/core/CPUAllocator.h>

#include "device.h"
#include "memory.h"
#include "queue.h"

namespace card {
namespace {

using at::Tensor;
using c10::DispatchKey;
using c10::DispatchKeySet;

// A tensor with the shape of another one, elsewhere.
Tensor twin(c10::Storage storage, DispatchKey key, const Tensor& of) {
  auto made = at::detail::make_tensor<c10::TensorImpl>(std::move(storage), DispatchKeySet(key), of.dtype());
  auto* impl = made.unsafeGetTensorImpl();
  impl->set_sizes_and_strides(of.sizes(), of.strides(), of.storage_offset());
  if (of.is_conj()) impl->_set_conj(true);
  if (of.is_neg()) impl->_set_neg(true);
  if (of.unsafeGetTensorImpl()->is_wrapped_number()) impl->set_wrapped_number(true);
  return made;
}

}  // namespace

c10::Storage Aliases::storage(const c10::Storage& storage) {
  for (const auto& [theirs, ours] : storages_)
    if (theirs.unsafeGetStorageImpl() == storage.unsafeGetStorageImpl()) return ours;
  // It does not own the memory: what is queued is done before anything that is queued later may use it again.
  c10::DataPtr data(storage.mutable_data(), c10::Device(c10::DeviceType::CPU));
  c10::Storage made(c10::Storage::use_byte_size_t(), storage.nbytes(), std::move(data), c10::GetCPUAllocator(), resizable_);
  storages_.emplace_back(storage, made);
  return made;
}

Tensor Aliases::of(const Tensor& tensor) {
  if (!tensor.defined() || !tensor.is_cuda()) return tensor;
  return twin(storage(tensor.storage()), DispatchKey::CPU, tensor);
}

c10::IValue Aliases::of(const c10::IValue& value) {
  return map_tensors(value, [this](const Tensor& tensor) { return of(tensor); });
}

Tensor Aliases::original(const Tensor& alias, c10::DeviceIndex device) const {
  if (!alias.defined() || alias.is_cuda()) return alias;
  if (alias.layout() != c10::kStrided || !alias.has_storage())
    throw NotEmulated("a tensor that is not dense is not emulated on the virtual GPU");
  for (const auto& [theirs, ours] : storages_)
    if (ours.unsafeGetStorageImpl() == alias.storage().unsafeGetStorageImpl())
      return twin(theirs, DispatchKey::CUDA, alias);
  On on(device);
  const size_t size = alias.storage().nbytes();
  c10::DataPtr data = card_allocator()->allocate(size);
  if (size) std::memcpy(data.get(), alias.storage().data(), size);
  return twin(
      c10::Storage(c10::Storage::use_byte_size_t(), size, std::move(data), card_allocator(), true), DispatchKey::CUDA, alias);
}

void Aliases::settle() const {
  for (const auto& [theirs, ours] : storages_) {
    if (ours.data() == theirs.data()) continue;
    On on(theirs.device().index());
    c10::DataPtr data = card_allocator()->allocate(ours.nbytes());
    if (ours.nbytes()) std::memcpy(data.get(), ours.data(), ours.nbytes());
    theirs.set_data_ptr_noswap(std::move(data));
    theirs.set_nbytes(ours.nbytes());
  }
}

Tensor on_host(const Tensor& tensor) { return Aliases(false).of(tensor); }

Tensor new_on_card(c10::IntArrayRef sizes, c10::IntArrayRef strides, at::ScalarType dtype, c10::DeviceIndex device) {
  On on(device);
  return at::detail::empty_strided_generic(sizes, strides, card_allocator(), DispatchKeySet(DispatchKey::CUDA), dtype);
}

}  // namespace card
