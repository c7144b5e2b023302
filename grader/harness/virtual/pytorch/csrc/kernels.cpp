#include "kernels.h"

#include <ATen/ATen.h>
#include <ATen/EmptyTensor.h>
#include <ATen/ExpandUtils.h>
#include <ATen/InferSize.h>
#include <ATen/TensorUtils.h>
#include <ATen/native/TensorFactories.h>

#include "alias.h"
#include "device.h"
#include "memory.h"
#include "queue.h"

namespace card {
namespace {

using at::Tensor;
using c10::DispatchKey;
using c10::DispatchKeySet;
using c10::SymIntArrayRef;
using std::optional;

constexpr int POISON = 0xFF;  // of new memory: as a number it is NaN, as an integer -1
constexpr DispatchKeySet CARD(DispatchKey::CUDA);

c10::DeviceIndex wanted(optional<c10::Device> device) { return checked(device ? device->index() : -1); }

Tensor poisoned(Tensor tensor) {
  const size_t size = tensor.storage().nbytes();
  void* address = tensor.storage().mutable_data();
  if (size) queue().submit("memset", [=] { std::memset(address, POISON, size); });
  return tensor;
}

Tensor empty(SymIntArrayRef sizes, optional<at::ScalarType> dtype, optional<at::Layout> layout, optional<c10::Device> device,
             optional<bool> pin, optional<at::MemoryFormat> format) {
  TORCH_CHECK(!pin.value_or(false), "Only dense CPU tensors can be pinned");
  TORCH_CHECK(c10::layout_or_default(layout) == c10::kStrided, "sparse tensors are not emulated on the virtual GPU");
  On on(wanted(device));
  return poisoned(at::detail::empty_generic(
      C10_AS_INTARRAYREF_SLOW(sizes), card_allocator(), CARD, c10::dtype_or_default(dtype), format));
}

Tensor empty_strided(SymIntArrayRef sizes, SymIntArrayRef strides, optional<at::ScalarType> dtype, optional<at::Layout>,
                     optional<c10::Device> device, optional<bool> pin) {
  TORCH_CHECK(!pin.value_or(false), "Only dense CPU tensors can be pinned");
  return poisoned(new_on_card(
      C10_AS_INTARRAYREF_SLOW(sizes), C10_AS_INTARRAYREF_SLOW(strides), c10::dtype_or_default(dtype), wanted(device)));
}

// Needs no memory: torch knows that it is all zeros.
Tensor zero_tensor(SymIntArrayRef sizes, optional<at::ScalarType> dtype, optional<at::Layout>, optional<c10::Device> device,
                   optional<bool>) {
  at::native::ZeroTensorAllocator nothing(c10::Device(c10::DeviceType::CUDA, wanted(device)));
  return at::detail::empty_generic(
      C10_AS_INTARRAYREF_SLOW(sizes), &nothing, CARD | DispatchKeySet(DispatchKey::ZeroTensor),
      c10::dtype_or_default(dtype), std::nullopt);
}

Tensor seen_as(const Tensor& tensor, c10::IntArrayRef sizes, c10::IntArrayRef strides, int64_t offset) {
  auto made = at::detail::make_tensor<c10::TensorImpl>(
      c10::TensorImpl::VIEW, c10::Storage(tensor.storage()), tensor.key_set(), tensor.dtype());
  made.unsafeGetTensorImpl()->set_sizes_and_strides(sizes, strides, offset);
  return made;
}

Tensor as_strided(const Tensor& tensor, SymIntArrayRef sizes, SymIntArrayRef strides, optional<c10::SymInt> offset) {
  return seen_as(tensor, C10_AS_INTARRAYREF_SLOW(sizes), C10_AS_INTARRAYREF_SLOW(strides),
                 offset ? offset->expect_int() : tensor.storage_offset());
}

Tensor reshape_alias(const Tensor& tensor, SymIntArrayRef sizes, SymIntArrayRef strides) {
  return as_strided(tensor, sizes, strides, std::nullopt);
}

Tensor view(const Tensor& tensor, SymIntArrayRef sizes) {
  const auto inferred = at::infer_size_dv(C10_AS_INTARRAYREF_SLOW(sizes), tensor.numel());
  const auto strides = at::detail::computeStride(tensor.sizes(), tensor.strides(), inferred);
  TORCH_CHECK(
      strides, "view size is not compatible with input tensor's size and stride (at least one dimension spans across two "
      "contiguous subspaces). Use .reshape(...) instead.");
  return seen_as(tensor, inferred, *strides, tensor.storage_offset());
}

// What a queued copy reads or writes on the host; memory that is not pinned is read at once.
Tensor of_host(const Tensor& tensor, bool is_source, bool pinned) {
  if (tensor.is_cuda()) return on_host(tensor);
  return is_source && !pinned ? tensor.clone() : tensor.alias();
}

Tensor& copy(Tensor& self, const Tensor& source, bool non_blocking) {
  if (self.is_same(source)) return self;
  const Tensor& hosts = self.is_cuda() ? source : self;
  const bool pinned = non_blocking && hosts.device().is_cpu() && hosts.is_pinned();
  const bool later = self.is_cuda() || pinned;
  if (later && at::is_expandable_to(source.sizes(), self.sizes())) {
    at::AutoDispatchBelowADInplaceOrView no_autograd;
    queue().submit("copy", [to = of_host(self, false, pinned), from = of_host(source, true, pinned)] {
      const_cast<Tensor&>(to).copy_(from);
    });
    return self;
  }
  queue().synchronize();
  on_host(self).copy_(on_host(source));
  return self;
}

at::Scalar item(const Tensor& tensor) {
  queue().synchronize();
  return on_host(tensor).item();
}

const Tensor& resize(const Tensor& tensor, SymIntArrayRef sizes, optional<at::MemoryFormat> format) {
  const auto shape = C10_AS_INTARRAYREF_SLOW(sizes);
  const size_t needed = (c10::multiply_integers(shape) + tensor.storage_offset()) * tensor.dtype().itemsize();
  const c10::Storage& storage = tensor.storage();
  if (needed > storage.nbytes()) resize_storage(storage, needed);
  tensor.unsafeGetTensorImpl()->set_sizes_contiguous(shape);
  if (format && *format != at::MemoryFormat::Preserve) tensor.unsafeGetTensorImpl()->empty_tensor_restride(*format);
  return tensor;
}

Tensor& set_storage_at(Tensor& tensor, at::Storage storage, c10::SymInt offset, SymIntArrayRef sizes, SymIntArrayRef strides) {
  auto* impl = tensor.unsafeGetTensorImpl();
  impl->set_storage_keep_dtype(std::move(storage));
  if (strides.empty() && !sizes.empty()) {
    impl->set_sizes_contiguous(C10_AS_INTARRAYREF_SLOW(sizes));
    impl->set_storage_offset(offset.expect_int());
  } else {
    impl->set_sizes_and_strides(C10_AS_INTARRAYREF_SLOW(sizes), C10_AS_INTARRAYREF_SLOW(strides), offset.expect_int());
  }
  return tensor;
}

Tensor& set_storage(Tensor& tensor, at::Storage storage) {
  const int64_t count = storage.nbytes() / tensor.dtype().itemsize();
  return set_storage_at(tensor, std::move(storage), 0, c10::SymIntArrayRef({count}), {});
}

Tensor& set_tensor(Tensor& tensor, const Tensor& source) {
  auto* impl = tensor.unsafeGetTensorImpl();
  impl->set_storage_keep_dtype(source.storage());
  impl->set_sizes_and_strides(source.sizes(), source.strides(), source.storage_offset());
  return tensor;
}

Tensor& set_nothing(Tensor& tensor) {
  return set_storage(tensor, c10::Storage(c10::Storage::use_byte_size_t(), 0, card_allocator(), true));
}

void record_stream(Tensor&, at::Stream) {}  // there is one queue: memory is never used again too early

}  // namespace

void resize_storage(const c10::Storage& storage, size_t size) {
  TORCH_CHECK(storage.resizable(), "Trying to resize storage that is not resizable");
  On on(storage.device().index());
  c10::DataPtr data = card_allocator()->allocate(size);
  const size_t kept = std::min(size, storage.nbytes());
  if (size)
    queue().submit("resize", [to = static_cast<char*>(data.get()), from = storage.data(), kept, size] {
      if (kept) std::memcpy(to, from, kept);
      std::memset(to + kept, POISON, size - kept);
    });
  storage.set_data_ptr_noswap(std::move(data));
  storage.set_nbytes(size);
}

void add_memory_kernels(Registry& registry) {
  registry.add("empty.memory_format", empty);
  registry.add("empty_strided", empty_strided);
  registry.add("_efficientzerotensor", zero_tensor);
  registry.add("as_strided", as_strided);
  registry.add("_reshape_alias", reshape_alias);
  registry.add("view", view);
  registry.add("copy_", copy);
  registry.add("_local_scalar_dense", item);
  registry.add("resize_", resize);
  registry.add("set_.source_Storage_storage_offset", set_storage_at);
  registry.add("set_.source_Storage", set_storage);
  registry.add("set_.source_Tensor", set_tensor);
  registry.add("set_", set_nothing);
  registry.add("record_stream", record_stream);
}

}  // namespace card
