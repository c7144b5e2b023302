// What a card has a kernel for and the host has not: composed of other operations.
#include <ATen/ATen.h>
#include <ATen/core/dispatch/Dispatcher.h>

#include "kernels.h"

namespace card {
namespace {

using at::Tensor;
using Maybe = std::optional<Tensor>;

bool given(const Maybe& tensor) { return tensor && tensor->defined(); }

// `widen`: whether float16 in gives float32 out, as under autocast.
template <Tensor& (*into)(Tensor&, const Tensor&, int64_t, bool)>
Tensor softmax(const Tensor& input, int64_t dim, bool widen) {
  const Tensor x = widen ? input.to(at::kFloat) : input;
  Tensor out = at::empty_like(x);
  return into(out, x, dim, false);
}

template <Tensor& (*into)(Tensor&, const Tensor&, const Tensor&, int64_t, at::ScalarType)>
Tensor softmax_backward(const Tensor& gradient, const Tensor& output, int64_t dim, at::ScalarType dtype) {
  Tensor out = at::empty_like(output);
  return into(out, gradient, output, dim, output.scalar_type()).to(dtype);
}

// Workspace of the LSTM cell: its four gates after their nonlinearities; as torch's own cells order them.
std::tuple<Tensor, Tensor, Tensor> lstm(
    const Tensor& input_gates, const Tensor& hidden_gates, const Tensor& c, const Maybe& input_bias, const Maybe& hidden_bias) {
  Tensor gates = input_gates + hidden_gates;
  if (given(input_bias)) gates = gates + *input_bias;
  if (given(hidden_bias)) gates = gates + *hidden_bias;
  const auto parts = gates.unsafe_chunk(4, 1);
  const Tensor in = parts[0].sigmoid(), forget = parts[1].sigmoid(), cell = parts[2].tanh(), out = parts[3].sigmoid();
  const Tensor next = forget * c + in * cell;
  return {out * next.tanh(), next, at::cat({in, forget, cell, out}, 1)};
}

std::tuple<Tensor, Tensor, Tensor> lstm_backward(
    const Maybe& grad_h, const Maybe& grad_c, const Tensor& c, const Tensor& next, const Tensor& workspace, bool bias) {
  const auto parts = workspace.unsafe_chunk(4, 1);
  const Tensor &in = parts[0], &forget = parts[1], &cell = parts[2], &out = parts[3];
  const Tensor squashed = next.tanh(), gh = given(grad_h) ? *grad_h : at::zeros_like(next);
  Tensor gc = gh * out * (1 - squashed * squashed);
  if (given(grad_c)) gc = gc + *grad_c;
  const Tensor gates = at::cat(
      {gc * cell * in * (1 - in), gc * c * forget * (1 - forget), gc * in * (1 - cell * cell),
       gh * squashed * out * (1 - out)}, 1);
  return {gates, gc * forget, bias ? gates.sum(0) : Tensor()};
}

std::tuple<Tensor, Tensor> gru(
    const Tensor& input_gates, const Tensor& hidden_gates, const Tensor& h, const Maybe& input_bias, const Maybe& hidden_bias) {
  const auto x = (given(input_bias) ? input_gates + *input_bias : input_gates).unsafe_chunk(3, 1);
  const auto y = (given(hidden_bias) ? hidden_gates + *hidden_bias : hidden_gates).unsafe_chunk(3, 1);
  const Tensor reset = (x[0] + y[0]).sigmoid(), update = (x[1] + y[1]).sigmoid(), fresh = (x[2] + reset * y[2]).tanh();
  return {fresh + update * (h - fresh), at::cat({reset, update, fresh, h, y[2].contiguous()}, 1)};
}

std::tuple<Tensor, Tensor, Tensor, Tensor, Tensor> gru_backward(const Tensor& grad, const Tensor& workspace, bool bias) {
  const auto parts = workspace.unsafe_chunk(5, 1);
  const Tensor &reset = parts[0], &update = parts[1], &fresh = parts[2], &h = parts[3], &hidden = parts[4];
  const Tensor g_fresh = grad * (1 - update) * (1 - fresh * fresh), g_update = grad * (h - fresh) * update * (1 - update),
               g_reset = g_fresh * hidden * reset * (1 - reset);
  const Tensor inputs = at::cat({g_reset, g_update, g_fresh}, 1), hiddens = at::cat({g_reset, g_update, g_fresh * reset}, 1);
  return {inputs, hiddens, grad * update, bias ? inputs.sum(0) : Tensor(), bias ? hiddens.sum(0) : Tensor()};
}

std::tuple<Tensor, Tensor> rms_norm_backward(
    const Tensor& grad, const Tensor& input, at::IntArrayRef normalized, const Tensor& rstd, const Maybe& weight,
    std::array<bool, 2> wanted) {
  const auto dtype = rstd.scalar_type();
  const Tensor g = grad.to(dtype), x = input.to(dtype) * rstd;
  std::vector<int64_t> inner, outer;
  for (int64_t dim = 0; dim < input.dim(); dim++)
    (dim < input.dim() - int64_t(normalized.size()) ? outer : inner).push_back(dim);
  Tensor to_input, to_weight;
  if (wanted[0]) {
    const Tensor gw = given(weight) ? g * weight->to(dtype) : g;
    to_input = ((gw - x * (gw * x).mean(inner, true)) * rstd).to(input.scalar_type());
  }
  if (wanted[1] && given(weight)) to_weight = (outer.empty() ? g * x : (g * x).sum(outer)).to(weight->scalar_type());
  return {to_input, to_weight};
}

// Of the ways to compute attention the one with plain operations.
int64_t plain_attention(const Tensor&, const Tensor&, const Tensor&, const Maybe&, double, bool, std::optional<double>, bool) {
  return 0;
}

bool no_library(const Tensor&, const Tensor&, at::IntArrayRef, at::IntArrayRef, int64_t) { return false; }
bool no_library_on_tensors(const Tensor&, const Tensor&, const Tensor&, const Tensor&, int64_t) { return false; }

}  // namespace

void add_composed_kernels(Registry& registry) {
  registry.add("_softmax", softmax<at::_softmax_out>);
  registry.add("_log_softmax", softmax<at::_log_softmax_out>);
  registry.add("_softmax_backward_data", softmax_backward<at::_softmax_backward_data_out>);
  registry.add("_log_softmax_backward_data", softmax_backward<at::_log_softmax_backward_data_out>);
  registry.add("_thnn_fused_lstm_cell", lstm);
  registry.add("_thnn_fused_lstm_cell_backward_impl", lstm_backward);
  registry.add("_thnn_fused_gru_cell", gru);
  registry.add("_thnn_fused_gru_cell_backward", gru_backward);
  if (c10::Dispatcher::singleton().findSchema({"aten::_fused_rms_norm_backward", ""}))
    registry.add("_fused_rms_norm_backward", rms_norm_backward);
  registry.add("_fused_sdp_choice", plain_attention);
  for (const char* name : {"_use_cudnn_ctc_loss", "_use_miopen_ctc_loss"}) registry.add(name, no_library);
  for (const char* name : {"_use_cudnn_ctc_loss.Tensor", "_use_miopen_ctc_loss.Tensor"})
    registry.add(name, no_library_on_tensors);
}

}  // namespace card
