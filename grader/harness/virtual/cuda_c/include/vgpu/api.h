// The functions of the runtime that a first course uses.
#pragma once

typedef struct vgpu_stream* cudaStream_t;
typedef struct vgpu_event* cudaEvent_t;
typedef void (*cudaHostFn_t)(void* data);
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void* data);

enum cudaMemcpyKind {
    cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault,
};
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout };
enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual };
enum cudaSharedMemConfig { cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte, cudaSharedMemBankSizeEightByte };
enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly, cudaMemAdviseSetPreferredLocation,
    cudaMemAdviseUnsetPreferredLocation, cudaMemAdviseSetAccessedBy, cudaMemAdviseUnsetAccessedBy,
};
enum cudaMemoryType {
    cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice, cudaMemoryTypeManaged,
};
enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxBlockDimX, cudaDevAttrMaxBlockDimY, cudaDevAttrMaxBlockDimZ,
    cudaDevAttrMaxGridDimX, cudaDevAttrMaxGridDimY, cudaDevAttrMaxGridDimZ, cudaDevAttrMaxSharedMemoryPerBlock,
    cudaDevAttrTotalConstantMemory, cudaDevAttrWarpSize, cudaDevAttrMaxRegistersPerBlock = 12, cudaDevAttrClockRate,
    cudaDevAttrMultiProcessorCount = 16, cudaDevAttrConcurrentKernels = 31, cudaDevAttrMaxThreadsPerMultiProcessor = 39,
    cudaDevAttrComputeCapabilityMajor = 75, cudaDevAttrComputeCapabilityMinor,
    cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81, cudaDevAttrCooperativeLaunch = 95,
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
};

enum {
    cudaHostAllocDefault = 0, cudaHostAllocPortable = 1, cudaHostAllocMapped = 2, cudaHostAllocWriteCombined = 4,
    cudaHostRegisterDefault = 0, cudaHostRegisterPortable = 1, cudaHostRegisterMapped = 2,
    cudaMemAttachGlobal = 1, cudaMemAttachHost = 2, cudaStreamDefault = 0, cudaStreamNonBlocking = 1,
    cudaEventDefault = 0, cudaEventBlockingSync = 1, cudaEventDisableTiming = 2,
    cudaDeviceScheduleAuto = 0, cudaDeviceMapHost = 8, cudaCpuDeviceId = -1, cudaInvalidDeviceId = -2,
};
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)

struct cudaDeviceProp {
    char name[256];
    size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize;
    size_t memPitch;
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
    size_t totalConstMem;
    int major, minor;
    size_t textureAlignment;
    int multiProcessorCount, integrated, canMapHostMemory, concurrentKernels, ECCEnabled, pciBusID, pciDeviceID;
    int clockRate, memoryClockRate, deviceOverlap;  // gone in CUDA 13, and still asked for in courses
    int asyncEngineCount, unifiedAddressing, memoryBusWidth, l2CacheSize, maxThreadsPerMultiProcessor;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor, managedMemory, concurrentManagedAccess, cooperativeLaunch, maxBlocksPerMultiProcessor;
    size_t sharedMemPerBlockOptin, reservedSharedMemPerBlock;
};
struct cudaPointerAttributes {
    enum cudaMemoryType type;
    int device;
    void *devicePointer, *hostPointer;
};

extern "C" {
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char* cudaGetErrorString(cudaError_t error);
const char* cudaGetErrorName(cudaError_t error);

cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp* properties, int device);
cudaError_t cudaDeviceGetAttribute(int* value, enum cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaDriverGetVersion(int* version);
cudaError_t cudaRuntimeGetVersion(int* version);
cudaError_t cudaMemGetInfo(size_t* available, size_t* total);

cudaError_t cudaFree(void* pointer);
cudaError_t cudaFreeHost(void* pointer);
cudaError_t cudaHostRegister(void* pointer, size_t size, unsigned int flags);
cudaError_t cudaHostUnregister(void* pointer);
cudaError_t cudaMemcpy(void* target, const void* source, size_t size, enum cudaMemcpyKind kind);
cudaError_t cudaMemset(void* pointer, int value, size_t size);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes* attributes, const void* pointer);

cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop);

cudaError_t vgpu_malloc(void** pointer, size_t size);
cudaError_t vgpu_malloc_host(void** pointer, size_t size, int managed);
cudaError_t vgpu_copy(void* target, const void* source, size_t size, int kind, cudaStream_t stream, int waits);
cudaError_t vgpu_copy_rows(void* target, size_t target_pitch, const void* source, size_t source_pitch, size_t width,
                           size_t height, int kind, cudaStream_t stream, int waits);
cudaError_t vgpu_set(void* pointer, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream);
cudaError_t vgpu_new_stream(cudaStream_t* stream);
cudaError_t vgpu_record(cudaEvent_t event, cudaStream_t stream);
cudaError_t vgpu_wait(cudaStream_t stream, cudaEvent_t event);
cudaError_t vgpu_allow_shared(int attribute, int value);
int vgpu_blocks_per_processor(int threads, size_t shared);
int vgpu_processors(void);
}

template <class T>
cudaError_t cudaMalloc(T** pointer, size_t size) { return vgpu_malloc((void**)pointer, size); }
template <class T>
cudaError_t cudaMallocAsync(T** pointer, size_t size, cudaStream_t) { return vgpu_malloc((void**)pointer, size); }
inline cudaError_t cudaFreeAsync(void* pointer, cudaStream_t) { return cudaFree(pointer); }
template <class T>
cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height) {
    *pitch = (width + 511) / 512 * 512;
    return vgpu_malloc((void**)pointer, *pitch * height);
}
template <class T>
cudaError_t cudaMallocManaged(T** pointer, size_t size, unsigned int = cudaMemAttachGlobal) {
    return vgpu_malloc_host((void**)pointer, size, 1);
}
template <class T>
cudaError_t cudaMallocHost(T** pointer, size_t size, unsigned int = 0) {
    return vgpu_malloc_host((void**)pointer, size, 0);
}
template <class T>
cudaError_t cudaHostAlloc(T** pointer, size_t size, unsigned int) {
    return vgpu_malloc_host((void**)pointer, size, 0);
}
template <class T>
cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned int) {
    *device = (T*)host;
    return cudaSuccess;
}

inline cudaError_t cudaMemcpyAsync(void* target, const void* source, size_t size, enum cudaMemcpyKind kind,
                                   cudaStream_t stream = 0) {
    return vgpu_copy(target, source, size, kind, stream, 0);
}
inline cudaError_t cudaMemcpy2D(void* target, size_t target_pitch, const void* source, size_t source_pitch, size_t width,
                                size_t height, enum cudaMemcpyKind kind) {
    return vgpu_copy_rows(target, target_pitch, source, source_pitch, width, height, kind, 0, 1);
}
inline cudaError_t cudaMemcpy2DAsync(void* target, size_t target_pitch, const void* source, size_t source_pitch,
                                     size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream = 0) {
    return vgpu_copy_rows(target, target_pitch, source, source_pitch, width, height, kind, stream, 0);
}
inline cudaError_t cudaMemsetAsync(void* pointer, int value, size_t size, cudaStream_t stream = 0) {
    return vgpu_set(pointer, size, value, size, 1, stream);
}
inline cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height) {
    return vgpu_set(pointer, pitch, value, width, height, 0);
}
inline cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height,
                                     cudaStream_t stream = 0) {
    return vgpu_set(pointer, pitch, value, width, height, stream);
}
template <class T>
cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* source, size_t size, size_t offset = 0,
                               enum cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    if (offset + size > sizeof(T)) return vgpu_copy(nullptr, source, size, -1, 0, 1);
    return vgpu_copy((char*)&symbol + offset, source, size, kind, 0, 1);
}
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* source, size_t size, size_t offset = 0,
                                    enum cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) {
    if (offset + size > sizeof(T)) return vgpu_copy(nullptr, source, size, -1, stream, 0);
    return vgpu_copy((char*)&symbol + offset, source, size, kind, stream, 0);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void* target, const T& symbol, size_t size, size_t offset = 0,
                                 enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    if (offset + size > sizeof(T)) return vgpu_copy(target, nullptr, size, -1, 0, 1);
    return vgpu_copy(target, (const char*)&symbol + offset, size, kind, 0, 1);
}
template <class T>
cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
    *pointer = (void*)&symbol;
    return cudaSuccess;
}
template <class T>
cudaError_t cudaGetSymbolSize(size_t* size, const T&) {
    *size = sizeof(T);
    return cudaSuccess;
}
inline cudaError_t cudaMemPrefetchAsync(const void*, size_t, int, cudaStream_t = 0) { return cudaSuccess; }
inline cudaError_t cudaMemAdvise(const void*, size_t, enum cudaMemoryAdvise, int) { return cudaSuccess; }

inline cudaError_t cudaStreamCreate(cudaStream_t* stream) { return vgpu_new_stream(stream); }
inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int) { return vgpu_new_stream(stream); }
inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int, int) { return vgpu_new_stream(stream); }
inline cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int = 0) {
    return vgpu_wait(stream, event);
}
inline cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }
inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) { return cudaEventCreateWithFlags(event, flags); }
inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0) { return vgpu_record(event, stream); }
inline cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
inline cudaError_t cudaSetDeviceFlags(unsigned int) { return cudaSuccess; }
inline cudaError_t cudaProfilerStart() { return cudaSuccess; }
inline cudaError_t cudaProfilerStop() { return cudaSuccess; }

template <class F>
cudaError_t cudaFuncSetAttribute(F*, enum cudaFuncAttribute attribute, int value) {
    return vgpu_allow_shared(attribute, value);
}
template <class F>
cudaError_t cudaFuncSetCacheConfig(F*, enum cudaFuncCache) { return cudaSuccess; }
inline cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache) { return cudaSuccess; }
inline cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig) { return cudaSuccess; }

// Registers are not counted on the virtual GPU: threads, blocks and shared memory alone limit the occupancy.
template <class F>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, F, int threads, size_t shared) {
    *blocks = vgpu_blocks_per_processor(threads, shared);
    return cudaSuccess;
}
template <class F>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid, int* block, F kernel, size_t shared = 0, int limit = 0) {
    *block = limit > 0 && limit < 1024 ? limit : 1024;
    *grid = vgpu_blocks_per_processor(*block, shared) * vgpu_processors();
    return cudaSuccess;
}
