"""Calls between host and card, and of kernels that nobody launches: refused in nvcc's words, and nothing else is."""

import pytest

from grader.harness.virtual.cuda_c.calls import refused_calls
from grader.harness.virtual.cuda_c.tokens import tokens_of

HEAD = """int host(int x) { return x; }
__device__ int card(int x) { return x; }
__host__ __device__ int both(int x) { return x; }
__device__ int later(int x);
int later(int x) { return x; }
constexpr int known(int x) { return x; }
template <class T> __device__ T typed(T x) { return x; }
__global__ void kernel(int* x) { *x = card(1) + both(2) + later(3) + known(4) + typed(5); }
"""


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (
            "__global__ void k(int* x) { *x = host(1); }",
            'calling a __host__ function("host") from a __global__ function("k") is not allowed',
        ),
        (
            "__device__ int d(int x) { return host(x); }",
            'calling a __host__ function("host") from a __device__ function("d") is not allowed',
        ),
        (
            "int main() { return card(1); }",
            'calling a __device__ function("card") from a __host__ function("main") is not allowed',
        ),
        ("int main() { kernel(0); }", "a __global__ function call must be configured"),
    ],
)
def test_calls_that_a_card_has_not(source: str, text: str) -> None:
    (found,) = refused_calls(tokens_of(f"{HEAD}{source}\n"), "a.cu")
    assert (found.line, found.text, found.emulated) == (9, text, True)


@pytest.mark.parametrize(
    "source",
    [
        "int main() { kernel<<<1, 1>>>(0); return host(1) + both(1) + known(1); }",
        "int main() { int card(3); s.card(1); s->card(1); ns::card(1); return 0; }",
        '__global__ void k(int* x) { printf("host(1)"); /* host(1) */ *x = sqrtf(2); }',
        "__device__ int f(int x) {\n#ifdef X\n return host(x);\n#else\n return x;\n#endif\n}",
        "int card(float x) { return 0; } int main() { return card(1.0f); }",
        "struct S { int host(int x) { return x; } __device__ int get() { return host(1); } };",
    ],
)
def test_what_may_be_right_is_not_refused(source: str) -> None:
    assert list(refused_calls(tokens_of(f"{HEAD}{source}\n"), "a.cu")) == []
