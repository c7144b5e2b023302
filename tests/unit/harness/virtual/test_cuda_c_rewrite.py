"""What is CUDA C becomes C++; what only looks like it stays; every line keeps its number."""

import pytest

from grader.harness.virtual.cuda_c.diagnostics import RefusedError
from grader.harness.virtual.cuda_c.functions import functions_of
from grader.harness.virtual.cuda_c.rewrite import rewrite
from grader.harness.virtual.cuda_c.tokens import text_of, tokens_of

CALL = "[=](auto... vgpu_a) {{ {0}(vgpu_a...); }})"

UNCHANGED = [
    "// k<<<1, 2>>>(x) and __shared__ int s = 3;\n",
    "/* __shared__ \n k<<<1, 2>>>(x) */ int a;",
    'const char* s = "k<<<1, 2>>>(x); __shared__";',
    'auto s = R"x(k<<<1, 2>>>() " )y" __shared__)x";',
    "int a = 1'000'000; char c = '\\''; char d = '\"'; int b = a >> 2 << 3;",
    "std::vector<std::vector<std::vector<int>>> v; bool b = a < c && d > e;",
    "#error don't do this\nint x;",
    "__attribute__((__noinline__)) int f();",
    "__device__ float f(float x) { return x; }",
    "__device__ __forceinline__ float f(float x);",
    "__host__ __device__ constexpr int f(int x) { return x; }",
    "extern __device__ int count;",
    "#define N NULL\n",
    "cudaLaunchKernel(k, (void*)p);",
    "auto f = [] __device__ (int i) { return i; };",
]

CHANGED = [
    ("k<<<1, 2>>>(a);", 'vgpu::launch(vgpu::Configuration(1, 2), "k", ' + CALL.format("k") + "(a);"),
    (
        "ns::k<float, 4> <<< dim3(2, 2), (n + 1) / 2, n >> 2, s >>> (a, b);",
        'vgpu::launch(vgpu::Configuration( dim3(2, 2), (n + 1) / 2, n >> 2, s ), "ns::k<float, 4>", '
        + CALL.format("ns::k<float, 4>")
        + " (a, b);",
    ),
    ("::k<<<1, 2>>>();", 'vgpu::launch(vgpu::Configuration(1, 2), "::k", ' + CALL.format("::k") + "();"),
    (
        "if (x) k<A<B<3>>><<<{1, 2}, 3>>>(a); else j<<<1, 1>>>();",
        'if (x) vgpu::launch(vgpu::Configuration({1, 2}, 3), "k<A<B<3>>>", '
        + CALL.format("k<A<B<3>>>")
        + '(a); else vgpu::launch(vgpu::Configuration(1, 1), "j", '
        + CALL.format("j")
        + "();",
    ),
    ("__shared__ float s[16][17], t;", "static thread_local float s[16][17], t;"),
    ("static __shared__ int s;", "static thread_local int s;"),
    ("volatile __shared__ int s[2];", "volatile static thread_local int s[2];"),
    ("extern __shared__ float s[];", 'extern __thread float s[] __asm__("vgpu_dynamic");'),
    (
        "extern __shared__ __align__(16) unsigned char s[]; int x;",
        'extern __thread __align__(16) unsigned char s[] __asm__("vgpu_dynamic"); int x;',
    ),
    (
        "template <class T> void k() { extern __shared__ __align__(8) T s[]; s[0] = 1; }",
        (
            "template <class T> void k() { typedef  __align__(8) T vgpu_s_t[]; vgpu_s_t& s = *(vgpu_s_t*)vgpu_dynamic;"
            " s[0] = 1; }"
        ),
    ),
    (
        "namespace a { void f() {} extern __shared__ int s[]; }",
        'namespace a { void f() {} extern __thread int s[] __asm__("vgpu_dynamic"); }',
    ),
    ("__noinline__ __device__ int f();", "__attribute__((noinline)) __device__ int f();"),
    ("f(NULL);", "f(nullptr);"),
    ("cudaLaunchKernel((const void*)k, 1, 2, a);", "cudaLaunchKernel(k, 1, 2, a);"),
    (
        "__constant__ float c[3] = {1, 2, 3};",
        '__constant__ float c[3] = {1, 2, 3}; static vgpu::Symbol vgpu_symbol_c(&c, sizeof c, "c");',
    ),
    (
        "__device__ int a = 1, *b;",
        (
            '__device__ int a = 1, *b; static vgpu::Symbol vgpu_symbol_a(&a, sizeof a, "a");'
            ' static vgpu::Symbol vgpu_symbol_b(&b, sizeof b, "b");'
        ),
    ),
    (
        "__device__ __align__(8) volatile int a[2];",
        '__device__ __align__(8) volatile int a[2]; static vgpu::Symbol vgpu_symbol_a(&a, sizeof a, "a");',
    ),
]


@pytest.mark.parametrize("source", UNCHANGED)
def test_what_only_looks_like_cuda_c_stays(source: str) -> None:
    assert rewrite(source, "a.cu") == source


@pytest.mark.parametrize(("source", "expected"), CHANGED)
def test_cuda_c_becomes_cpp(source: str, expected: str) -> None:
    assert rewrite(source, "a.cu") == expected


def test_lines_keep_their_numbers() -> None:
    source = "int a;\nk\n<<<1,\n 2\n>>>(\na);\nint b;\n"
    after = rewrite(source, "a.cu")
    assert after.count("\n") == source.count("\n")
    assert after.split("\n").index("int b;") == source.split("\n").index("int b;")


@pytest.mark.parametrize(
    "source", [*UNCHANGED, *(before for before, _ in CHANGED), "an \"open string\n'x", "/* open", 'R"(open']
)
def test_tokens_are_the_whole_source(source: str) -> None:
    assert text_of(tokens_of(source)) == source


@pytest.mark.parametrize(
    ("source", "line", "text", "emulated"),
    [
        ("int a;\n__shared__ int x = 0;", 2, "initializer not allowed for __shared__ variable", True),
        ("k<<<1, 2(a);", 1, 'expected a ">>>"', True),
        ("#include <cublas_v2.h>", 1, "the header cublas_v2.h is not emulated on the virtual GPU", False),
        ("#include <thrust/sort.h>", 1, "the header thrust/sort.h is not emulated on the virtual GPU", False),
        ('\nasm volatile("bar.sync 0;");', 2, "inline PTX assembly is not emulated on the virtual GPU", False),
    ],
)
def test_refused(source: str, line: int, text: str, emulated: bool) -> None:
    with pytest.raises(RefusedError) as caught:
        rewrite(source, "a.cu")
    [found] = caught.value.diagnostics
    assert (found.file, found.line, found.text, found.emulated) == ("a.cu", line, text, emulated)


def test_functions() -> None:
    source = """
#define BLOCK 256
// void no(int a) {}
template <int T> __global__ void tiled(float* a) {}
namespace lib { extern "C" { __global__ void __launch_bounds__(9) k(const float* __restrict__ x, float y[], int n) {} }}
static unsigned long long count(std::vector<int> v, int n = 3) { if (n) { return 1; } }
struct S { void method(int a) {} };
void declared(int);
"""
    found = {each.name: each for each in functions_of(source)}
    assert list(found) == ["tiled", "lib::k", "count"]
    assert found["tiled"].template
    assert found["lib::k"].kernel
    assert [(each.name, each.type) for each in found["lib::k"].parameters] == [
        ("x", "float*"), ("y", "float*"), ("n", "int"),
    ]  # fmt: skip
    assert found["count"].returns == "unsigned long long"
    assert found["count"].parameters[1].type == "int"
    assert (found["lib::k"].line, found["lib::k"].returns) == (5, "void")
