"""CUDA C that lets Python call one function of a student's: appended to the source, so that nvcc takes it, too."""

import ctypes

from .functions import Function

# For each argument the address of an array, or a number, as a whole one and as a real one.
_PREAMBLE = """
#line 1 "grader"
struct grader_value { long long whole; double real; };
struct grader_request { unsigned shape[6]; unsigned long long shared; grader_value* values; int error; };
template <class T> struct grader_as { static T of(const grader_value& v) { return T(v.whole); } };
template <> struct grader_as<float> { static float of(const grader_value& v) { return float(v.real); } };
template <> struct grader_as<double> { static double of(const grader_value& v) { return v.real; } };
template <class T> struct grader_as<T*> { static T* of(const grader_value& v) { return (T*)v.whole; } };
template <class T> void grader_keep(grader_value& v, T result) { v.whole = (long long)result; v.real = double(result); }
extern "C" int grader_allocate(void** pointer, size_t size) { return cudaMalloc(pointer, size); }
extern "C" int grader_free(void* pointer) { return cudaFree(pointer); }
extern "C" int grader_put(void* to, const void* from, size_t size) {
    return cudaMemcpy(to, from, size, cudaMemcpyHostToDevice);
}
extern "C" int grader_get(void* to, const void* from, size_t size) {
    return cudaMemcpy(to, from, size, cudaMemcpyDeviceToHost);
}
extern "C" int grader_wait() { return cudaDeviceSynchronize(); }
extern "C" int grader_refused() {  // a launch that did not happen, which nobody has asked about
    return cudaGetLastError() == cudaErrorInvalidConfiguration ? cudaErrorInvalidConfiguration : cudaSuccess;
}
extern "C" const char* grader_name(int error) { return cudaGetErrorName((cudaError_t)error); }
extern "C" const char* grader_text(int error) { return cudaGetErrorString((cudaError_t)error); }
"""


class Value(ctypes.Structure):
    """One argument: `grader_value`."""

    _fields_ = (("whole", ctypes.c_longlong), ("real", ctypes.c_double))


class Request(ctypes.Structure):
    """One call: `grader_request`."""

    _fields_ = (
        ("shape", ctypes.c_uint * 6),
        ("shared", ctypes.c_ulonglong),
        ("values", ctypes.POINTER(Value)),
        ("error", ctypes.c_int),
    )


def launcher(function: Function) -> str:
    """Return the text to append to a source: `extern "C" void grader_call(void*)`, which takes a `grader_request`.

    A kernel is launched with `shape`: blocks, then threads, in x, y and z; of another function the result is kept
    behind its arguments.
    """
    values = ", ".join(
        f"grader_as<{parameter.type}>::of(r->values[{at}])" for at, parameter in enumerate(function.parameters)
    )
    call = _call(function, values)
    return (
        f'{_PREAMBLE}extern "C" void grader_call(void* given) {{\n'
        f"    grader_request* r = (grader_request*)given;\n    r->error = 0;\n    {call}\n}}\n"
    )


def _call(function: Function, values: str) -> str:
    if function.kernel:
        shape = "dim3(r->shape[0], r->shape[1], r->shape[2]), dim3(r->shape[3], r->shape[4], r->shape[5]), r->shared"
        return f"::{function.name}<<<{shape}>>>({values}); r->error = cudaGetLastError();"
    call = f"::{function.name}({values})"
    return f"{call};" if function.returns == "void" else f"grader_keep(r->values[{len(function.parameters)}], {call});"
