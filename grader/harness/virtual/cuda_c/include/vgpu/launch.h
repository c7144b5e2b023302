// A kernel launch: `kernel<<<grid, block>>>(a, b)` becomes `vgpu::launch({grid, block}, "kernel", ...)(a, b)`.
#pragma once

namespace vgpu {

struct Configuration {
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
    bool cooperative;
    Configuration(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0, bool cooperative = false)
        : grid(grid), block(block), shared(shared), stream(stream), cooperative(cooperative) {}
};

// What is queued: arguments are copied when the launch is written, the body runs later, once for each thread.
struct Work {
    void (*body)(void* arguments);
    void (*drop)(void* arguments);
    void* arguments;
    size_t size;
};

extern "C" cudaError_t vgpu_launch(const Configuration& configuration, const char* name, Work work);
extern "C" void vgpu_only_host(void);

template <class F, class... A>
struct Closure {
    F call;
    std::tuple<A...> arguments;
    static void run(void* self) {
        Closure& it = *static_cast<Closure*>(self);
        std::apply(it.call, it.arguments);
    }
    static void drop(void* self) { delete static_cast<Closure*>(self); }
};

template <class F>
struct Launch {
    Configuration configuration;
    const char* name;
    F call;
    template <class... A>
    void operator()(A... arguments) const {
        vgpu_only_host();
        typedef Closure<F, A...> Kept;
        Kept* kept = new Kept{call, std::tuple<A...>(arguments...)};
        vgpu_launch(configuration, name, {Kept::run, Kept::drop, kept, sizeof(Kept)});
    }
};

template <class F>
Launch<F> launch(Configuration configuration, const char* name, F call) {
    return {configuration, name, call};
}

// Memory of the card that the source names: `__device__` and `__constant__` variables.
struct Symbol {
    Symbol(const void* address, size_t size, const char* name);
};

}  // namespace vgpu

template <class... P, size_t... I>
void vgpu_spread(const vgpu::Configuration& configuration, void (*kernel)(P...), void** arguments,
                 std::index_sequence<I...>) {
    vgpu::launch(configuration, "kernel", [=](auto... a) { kernel(a...); })(*static_cast<P*>(arguments[I])...);
}

template <class... P>
cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void** arguments, size_t shared = 0,
                             cudaStream_t stream = 0) {
    vgpu_spread({grid, block, shared, stream}, kernel, arguments, std::index_sequence_for<P...>());
    return cudaPeekAtLastError();
}

template <class... P>
cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(P...), dim3 grid, dim3 block, void** arguments,
                                        size_t shared = 0, cudaStream_t stream = 0) {
    vgpu_spread({grid, block, shared, stream, true}, kernel, arguments, std::index_sequence_for<P...>());
    return cudaPeekAtLastError();
}
