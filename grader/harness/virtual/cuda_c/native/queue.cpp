// What the host asks for, in order: it is queued, and carried out when the host waits for it. So a host that reads
// results too early sees that they are not there yet, as on a card.
#include <fcntl.h>
#include <link.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <ucontext.h>
#include <unistd.h>

#include "fibers.h"

struct vgpu_stream { uint32_t magic; };
struct vgpu_event {
    uint32_t magic;
    int state;        // 0 never recorded, 1 queued, 2 passed
    bool timed;
    double passed;    // milliseconds
};

namespace vgpu {

bool copyable(const void* pointer, size_t size, bool on_card);
bool on_card_only(const void* pointer);
int64_t room(const void* pointer);
bool pageable(const void* pointer);
void mark_written(void* pointer);
void kernel_ran();
void* stop_from_signal(cudaError_t error, uintptr_t address, void* place, const char* text);
extern int device;

constexpr uint32_t STREAM = 0x5354524d, EVENT = 0x45564e54;
constexpr size_t LONGEST = 1024;           // jobs that are queued; a launch more waits
constexpr size_t PRINTED = 1 << 20;        // bytes that device code may print between two waits
constexpr size_t OPT_IN = 163 * 1024, USUAL = 48 * 1024;  // bytes of shared memory of a block

struct Job {
    void (*run)(void*);
    void (*drop)(void*);
    void* data;
    Job* next;
};

static Job *first, **last = &first;
static size_t queued;
static bool draining;
static cudaError_t last_error, broken;
static size_t allowed = USUAL;
static char printed[PRINTED];
static size_t printed_size;

// Dynamic shared memory comes last of what each thread of the host has of its own: all of that is shared memory.
extern "C" {
__thread char vgpu_dynamic[OPT_IN] __attribute__((aligned(128), visibility("hidden")));
}

struct Ends { char* begin; size_t size; };

// The module's own thread-local memory holds its shared variables, and nothing else.
static int find_shared(struct dl_phdr_info* info, size_t, void* found) {
    char* begin = (char*)info->dlpi_tls_data;
    for (int at = 0; begin && at < info->dlpi_phnum; at++) {
        const auto& header = info->dlpi_phdr[at];
        if (header.p_type != PT_TLS || size_t(vgpu_dynamic - begin) >= header.p_memsz) continue;
        *(Ends*)found = {begin, size_t(vgpu_dynamic - begin)};
        return 1;
    }
    return 0;
}

static Ends shared_ends() {
    Ends found = {vgpu_dynamic, 0};
    dl_iterate_phdr(find_shared, &found);
    return found;
}

void* shared_begin() { return shared_ends().begin; }
size_t shared_static() { return shared_ends().size; }

cudaError_t fail(cudaError_t error) {
    last_error = error;
    return error;
}

cudaError_t poisoned() { return broken; }

void enqueue(void (*run)(void*), void (*drop)(void*), void* data) {
    if (queued >= LONGEST && !draining) drain();
    *last = new Job{run, drop, data, nullptr};
    last = &(*last)->next;
    queued++;
}

void flush_printed() {
    if (printed_size) fwrite(printed, 1, printed_size, stdout);
    printed_size = 0;
}

cudaError_t drain() {
    if (draining) return broken;
    draining = true;
    while (Job* job = first) {
        if (!broken) job->run(job->data);
        job->drop(job->data);
        first = job->next;
        if (!first) last = &first;
        delete job;
        queued--;
    }
    draining = false;
    flush_printed();
    return broken;
}

// Leave what is known of a fault for whoever started this program.
void leave_fault() {
    const char* path = getenv("VGPU_FAULT");
    int file = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
    if (file < 0) return;
    fault.base = code_base();
    if (write(file, &fault, sizeof fault) < 0) {}
    close(file);
}

// ---- signals

static struct sigaction before[NSIG];
static sigjmp_buf host_stop;
static bool host_guarded;

static void* place_of(void* context) {
#if defined(__x86_64__)
    return (void*)((ucontext_t*)context)->uc_mcontext.gregs[REG_RIP];
#else
    return (void*)((ucontext_t*)context)->uc_mcontext.pc;
#endif
}

static void leave(void* context, void* stack) {
    auto& machine = ((ucontext_t*)context)->uc_mcontext;
#if defined(__x86_64__)
    machine.gregs[REG_RSP] = (greg_t)stack;
    machine.gregs[REG_RIP] = (greg_t)vgpu_go_on;
#else
    machine.sp = (uintptr_t)stack;
    machine.pc = (uintptr_t)vgpu_go_on;
#endif
}

static void on_signal(int number, siginfo_t* info, void* context) {
    uintptr_t address = (uintptr_t)info->si_addr;
    // Return addresses point behind a call; here it is the instruction itself.
    void* place = (char*)place_of(context) + 1;
    if (watch.running) {
        bool full = number == SIGSEGV && address - watch.stack < 4096;
        cudaError_t error = number == SIGSEGV || number == SIGBUS ? cudaErrorIllegalAddress : cudaErrorLaunchFailure;
        const char* text = full ? "stack overflow" : number == SIGFPE ? "integer division by zero" : "";
        leave(context, stop_from_signal(error, address, place, text));
        return;
    }
    if (number == SIGSEGV && address - watch.arena < ARENA && !fault.error) {
        fault = {};
        fault.host = 1;
        fault.address = address;
        fault.place = place;
        leave_fault();
    }
    if (host_guarded) siglongjmp(host_stop, number);
    sigaction(number, &before[number], nullptr);  // the same instruction comes again, and meets who was here before us
}

static void catch_signals() {
    static char stack[64 * 1024];
    static bool done;
    if (done) return;
    done = true;
    code_base();  // a signal handler should not look for it
    stack_t own = {}, other = {};
    sigaltstack(nullptr, &other);
    own.ss_sp = stack;
    own.ss_size = sizeof stack;
    if (other.ss_flags & SS_DISABLE) sigaltstack(&own, nullptr);
    struct sigaction action = {};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) sigaction(number, &action, &before[number]);
}

// ---- launches

static bool fits(const Configuration& c) {
    const uint64_t threads = uint64_t(c.block.x) * c.block.y * c.block.z;
    return threads && threads <= CARD_MAX_THREADS && c.block.x <= 1024 && c.block.y <= 1024 && c.block.z <= 64
        && c.grid.x && c.grid.y && c.grid.z && c.grid.x <= 2147483647u && c.grid.y <= 65535 && c.grid.z <= 65535;
}

static double now() {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

static bool alive(cudaStream_t stream) {
    return (uintptr_t)stream <= 2 || stream->magic == STREAM;
}

static bool alive(cudaEvent_t event) { return event && event->magic == EVENT; }

static cudaError_t refuse(const Configuration& configuration) {
    const uint64_t blocks = uint64_t(configuration.grid.x) * configuration.grid.y * configuration.grid.z;
    if (broken) return broken;
    if (!fits(configuration)) return cudaErrorInvalidConfiguration;
    if (configuration.shared > allowed) return cudaErrorInvalidValue;
    if (!alive(configuration.stream)) return cudaErrorInvalidResourceHandle;
    const uint64_t threads = configuration.block.x * configuration.block.y * configuration.block.z;
    if (configuration.cooperative && blocks > uint64_t(vgpu_blocks_per_processor(int(threads), configuration.shared)) * CARD_PROCESSORS)
        return cudaErrorCooperativeLaunchTooLarge;
    if (blocks > UINT32_MAX) return cudaErrorNotSupported;
    return cudaSuccess;
}

struct Launched {
    Configuration configuration;
    const char* name;
    Work work;
    void operator()() const {
        catch_signals();
        Opened memory;
        Kernel kernel = {&configuration, name, work};
        broken = run(kernel);
        if (fault.error || fault.split) leave_fault();
        kernel_ran();
    }
};

}  // namespace vgpu

using namespace vgpu;

extern "C" {

cudaError_t vgpu_launch(const Configuration& configuration, const char* name, Work work) {
    if (cudaError_t error = refuse(configuration)) {
        work.drop(work.arguments);
        return fail(error);
    }
    enqueue([](void* data) { (*(Launched*)data)(); },
            [](void* data) {
                Launched* it = (Launched*)data;
                it->work.drop(it->work.arguments);
                delete it;
            },
            new Launched{configuration, name, work});
    return cudaSuccess;
}

cudaError_t cudaGetLastError(void) {
    cudaError_t error = last_error;
    last_error = cudaSuccess;
    return error;
}
cudaError_t cudaPeekAtLastError(void) { return last_error; }

const char* cudaGetErrorString(cudaError_t error) {
    switch (int(error)) {
#define VGPU_ERROR(name, number, text) case number: return text;
        VGPU_ERRORS(VGPU_ERROR)
#undef VGPU_ERROR
    }
    return "unrecognized error code";
}
const char* cudaGetErrorName(cudaError_t error) {
    switch (int(error)) {
#define VGPU_ERROR(name, number, text) case number: return #name;
        VGPU_ERRORS(VGPU_ERROR)
#undef VGPU_ERROR
    }
    return "unrecognized error code";
}

static cudaError_t waited() {
    catch_signals();
    cudaError_t error = drain();
    return error ? fail(error) : cudaSuccess;
}

cudaError_t cudaDeviceSynchronize(void) { return waited(); }
cudaError_t cudaDeviceReset(void) { return waited(); }

cudaError_t vgpu_new_stream(cudaStream_t* stream) {
    if (broken) return fail(broken);
    if (!stream) return fail(cudaErrorInvalidValue);
    *stream = new vgpu_stream{STREAM};
    return cudaSuccess;
}
// A handle stays known after its end, so that its further use is an error: it is not given back.
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    if ((uintptr_t)stream <= 2 || stream->magic != STREAM) return fail(cudaErrorInvalidResourceHandle);
    stream->magic = 0;
    return broken ? fail(broken) : cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    return alive(stream) ? waited() : fail(cudaErrorInvalidResourceHandle);
}
// What is queued has not been done at the time of the question, but goes on after it.
static cudaError_t asked() {
    bool busy = first != nullptr;
    cudaError_t error = waited();
    return error ? error : busy ? cudaErrorNotReady : cudaSuccess;
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
    return alive(stream) ? asked() : fail(cudaErrorInvalidResourceHandle);
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
    if (!alive(stream)) return fail(cudaErrorInvalidResourceHandle);
    later([=] { function(data); });
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
    if (broken) return fail(broken);
    if (!event) return fail(cudaErrorInvalidValue);
    *event = new vgpu_event{EVENT, 0, !(flags & cudaEventDisableTiming), 0};
    return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
    if (!alive(event)) return fail(cudaErrorInvalidResourceHandle);
    event->magic = 0;
    return broken ? fail(broken) : cudaSuccess;
}
cudaError_t vgpu_record(cudaEvent_t event, cudaStream_t stream) {
    if (broken) return fail(broken);
    if (!alive(event) || !alive(stream)) return fail(cudaErrorInvalidResourceHandle);
    event->state = 1;
    later([=] { event->passed = now(), event->state = 2; });
    return cudaSuccess;
}
cudaError_t vgpu_wait(cudaStream_t stream, cudaEvent_t event) {
    return alive(stream) && alive(event) ? cudaSuccess : fail(cudaErrorInvalidResourceHandle);
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return alive(event) ? waited() : fail(cudaErrorInvalidResourceHandle);
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
    if (!alive(event)) return fail(cudaErrorInvalidResourceHandle);
    return event->state == 1 ? asked() : broken ? fail(broken) : cudaSuccess;
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop) {
    if (!alive(start) || !alive(stop) || !start->state || !stop->state || !start->timed || !stop->timed)
        return fail(cudaErrorInvalidResourceHandle);
    if (broken) return fail(broken);
    if (start->state == 1 || stop->state == 1) return fail(cudaErrorNotReady);
    *milliseconds = float(stop->passed - start->passed);
    return cudaSuccess;
}

// ---- copies

static bool sides(int kind, const void* target, const void* source, bool& to_card, bool& from_card) {
    to_card = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    from_card = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    if (kind == cudaMemcpyDefault) {
        to_card = on_card_only(target);
        from_card = on_card_only(source);
    }
    return kind >= 0 && kind <= cudaMemcpyDefault;
}

cudaError_t vgpu_copy_rows(void* target, size_t target_pitch, const void* source, size_t source_pitch, size_t width,
                           size_t height, int kind, cudaStream_t stream, int waits) {
    catch_signals();
    if (broken) return fail(broken);
    if (!alive(stream)) return fail(cudaErrorInvalidResourceHandle);
    if (!width || !height) return cudaSuccess;
    bool to_card, from_card;
    if (target_pitch < width || source_pitch < width) return fail(cudaErrorInvalidPitchValue);
    if (!sides(kind, target, source, to_card, from_card)) return fail(cudaErrorInvalidMemcpyDirection);
    bool fine = copyable(target, target_pitch * (height - 1) + width, to_card)
                && copyable(source, source_pitch * (height - 1) + width, from_card);
    record.copies.add({kind, int64_t(width * height), room(target), room(source), !fine});
    if (!fine) return fail(cudaErrorInvalidValue);
    auto copy = [=] {
        Opened memory;
        for (size_t row = 0; row < height; row++)
            memmove((char*)target + row * target_pitch, (const char*)source + row * source_pitch, width);
        mark_written(target);
    };
    // Ordinary memory of the host is no place that a card can reach while the program goes on.
    if (pageable(target) || pageable(source) || (waits && !(to_card && from_card))) {
        if (cudaError_t error = drain()) return fail(error);
        copy();
    } else {
        later(copy);
    }
    return cudaSuccess;
}
cudaError_t vgpu_copy(void* target, const void* source, size_t size, int kind, cudaStream_t stream, int waits) {
    return vgpu_copy_rows(target, size, source, size, size, 1, kind, stream, waits);
}
cudaError_t cudaMemcpy(void* target, const void* source, size_t size, enum cudaMemcpyKind kind) {
    return vgpu_copy(target, source, size, kind, 0, 1);
}
cudaError_t vgpu_set(void* pointer, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) {
    if (broken) return fail(broken);
    if (!alive(stream)) return fail(cudaErrorInvalidResourceHandle);
    if (!width || !height) return cudaSuccess;
    if (pitch < width || !copyable(pointer, pitch * (height - 1) + width, true)) return fail(cudaErrorInvalidValue);
    later([=] {
        Opened memory;
        for (size_t row = 0; row < height; row++) memset((char*)pointer + row * pitch, value, width);
        mark_written(pointer);
    });
    return cudaSuccess;
}
cudaError_t cudaMemset(void* pointer, int value, size_t size) { return vgpu_set(pointer, size, value, size, 1, 0); }

// ---- the card

cudaError_t cudaGetDeviceCount(int* count) {
    *count = CARD_DEVICES;
    return cudaSuccess;
}
cudaError_t cudaGetDevice(int* found) {
    *found = device;
    return cudaSuccess;
}
cudaError_t cudaSetDevice(int wanted) {
    if (wanted < 0 || wanted >= CARD_DEVICES) return fail(cudaErrorInvalidDevice);
    device = wanted;
    return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int* version) {
    *version = CUDART_VERSION;
    return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) { return cudaDriverGetVersion(version); }

int vgpu_processors(void) { return CARD_PROCESSORS; }
int vgpu_blocks_per_processor(int threads, size_t shared) {
    if (threads < 1 || threads > CARD_MAX_THREADS) return 0;
    int by_threads = 2048 / ((threads + 31) / 32 * 32), by_shared = int(164 * 1024 / (shared + 1024));
    int least = by_threads < by_shared ? by_threads : by_shared;
    return least < 32 ? least : 32;
}
cudaError_t vgpu_allow_shared(int attribute, int value) {
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;
    if (value < 0 || size_t(value) > OPT_IN) return fail(cudaErrorInvalidValue);
    // One limit for all kernels: which one was meant is not known.
    if (size_t(value) > allowed) allowed = value;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp* properties, int which) {
    if (which < 0 || which >= CARD_DEVICES) return fail(cudaErrorInvalidDevice);
    cudaDeviceProp& p = *properties;
    p = {};
    snprintf(p.name, sizeof p.name, "%s", CARD_NAME);
    p.totalGlobalMem = CARD_MEMORY;
    p.sharedMemPerBlock = USUAL;
    p.sharedMemPerBlockOptin = OPT_IN;
    p.sharedMemPerMultiprocessor = 164 * 1024;
    p.reservedSharedMemPerBlock = 1024;
    p.regsPerBlock = p.regsPerMultiprocessor = 65536;
    p.warpSize = 32;
    p.memPitch = 2147483647;
    p.maxThreadsPerBlock = CARD_MAX_THREADS;
    p.maxThreadsPerMultiProcessor = 2048;
    p.maxBlocksPerMultiProcessor = 32;
    p.maxThreadsDim[0] = p.maxThreadsDim[1] = 1024, p.maxThreadsDim[2] = 64;
    p.maxGridSize[0] = 2147483647, p.maxGridSize[1] = p.maxGridSize[2] = 65535;
    p.totalConstMem = 65536;
    p.major = CARD_MAJOR, p.minor = CARD_MINOR;
    p.textureAlignment = 512;
    p.multiProcessorCount = CARD_PROCESSORS;
    p.canMapHostMemory = p.concurrentKernels = p.unifiedAddressing = p.managedMemory = 1;
    p.concurrentManagedAccess = p.cooperativeLaunch = 1;
    p.asyncEngineCount = 3;
    p.memoryBusWidth = 5120;
    p.clockRate = 1410000, p.memoryClockRate = 1215000;  // kHz, as an A100 has
    p.deviceOverlap = 1;
    p.l2CacheSize = 40 << 20;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, enum cudaDeviceAttr attribute, int which) {
    cudaDeviceProp p;
    if (cudaError_t error = cudaGetDeviceProperties(&p, which)) return error;
    switch (attribute) {
        case cudaDevAttrMaxThreadsPerBlock: *value = p.maxThreadsPerBlock; break;
        case cudaDevAttrMaxBlockDimX: *value = p.maxThreadsDim[0]; break;
        case cudaDevAttrMaxBlockDimY: *value = p.maxThreadsDim[1]; break;
        case cudaDevAttrMaxBlockDimZ: *value = p.maxThreadsDim[2]; break;
        case cudaDevAttrMaxGridDimX: *value = p.maxGridSize[0]; break;
        case cudaDevAttrMaxGridDimY: *value = p.maxGridSize[1]; break;
        case cudaDevAttrMaxGridDimZ: *value = p.maxGridSize[2]; break;
        case cudaDevAttrMaxSharedMemoryPerBlock: *value = int(p.sharedMemPerBlock); break;
        case cudaDevAttrMaxSharedMemoryPerBlockOptin: *value = int(p.sharedMemPerBlockOptin); break;
        case cudaDevAttrMaxSharedMemoryPerMultiprocessor: *value = int(p.sharedMemPerMultiprocessor); break;
        case cudaDevAttrTotalConstantMemory: *value = int(p.totalConstMem); break;
        case cudaDevAttrWarpSize: *value = p.warpSize; break;
        case cudaDevAttrMaxRegistersPerBlock: *value = p.regsPerBlock; break;
        case cudaDevAttrMultiProcessorCount: *value = p.multiProcessorCount; break;
        case cudaDevAttrMaxThreadsPerMultiProcessor: *value = p.maxThreadsPerMultiProcessor; break;
        case cudaDevAttrComputeCapabilityMajor: *value = p.major; break;
        case cudaDevAttrComputeCapabilityMinor: *value = p.minor; break;
        case cudaDevAttrConcurrentKernels: *value = p.concurrentKernels; break;
        case cudaDevAttrCooperativeLaunch: *value = p.cooperativeLaunch; break;
        default: return fail(cudaErrorInvalidValue);
    }
    return cudaSuccess;
}

// ---- what device code asks of C, replaced when the program is linked

VGPU_HIDDEN int __wrap_printf(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int count;
    if (!watch.running) {
        count = vprintf(format, arguments);
    } else {
        count = vsnprintf(printed + printed_size, PRINTED - printed_size, format, arguments);
        if (count > 0 && size_t(count) < PRINTED - printed_size) printed_size += count;
    }
    va_end(arguments);
    return count;
}

[[noreturn]] void __real___assert_fail(const char*, const char*, unsigned, const char*);
[[noreturn]] VGPU_HIDDEN void __wrap___assert_fail(const char* what, const char* file, unsigned line, const char* function) {
    if (!watch.running) __real___assert_fail(what, file, line, function);
    flush_printed();
    fflush(stdout);
    fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file, line, function,
            blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z, what);
    fault.line = int32_t(line);
    stop(cudaErrorAssert, -1, 0, 0, __builtin_return_address(0), what);
}

void* __real_malloc(size_t size);
void __real_free(void* pointer);
VGPU_HIDDEN void* __wrap_malloc(size_t size) { return watch.running ? device_heap(size) : __real_malloc(size); }
VGPU_HIDDEN void __wrap_free(void* pointer) {
    if (!watch.running) __real_free(pointer);
}

// ---- for Python

// Call a function of the host; a signal that it dies of comes back as a number.
VGPU_API int vgpu_guarded(void (*function)(void*), void* argument) {
    catch_signals();
    fault = {};
    host_guarded = true;
    int number = sigsetjmp(host_stop, 1);
    if (!number) function(argument);
    host_guarded = false;
    return number;
}
VGPU_API void vgpu_renew(void) {
    drain();
    broken = last_error = cudaSuccess;
    fault = {};
}
}
