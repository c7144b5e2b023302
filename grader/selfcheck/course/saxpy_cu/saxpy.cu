// SAXPY: z = a * x + y, GPU-তে। / on the GPU.
#include <cuda_runtime.h>

// z[i] = a * x[i] + y[i], i < n পর্যন্ত। / for every i below n.
__global__ void saxpy(int n, float a, const float* x, const float* y, float* z) {
    // এখানে লিখুন / write here
}

// host-এর x ও y থেকে হিসাব করে ফল host-এর z-এ রাখে। / Computes from x and y into z, all on the host.
void saxpy_on_gpu(int n, float a, const float* x, const float* y, float* z) {
    // এখানে লিখুন / write here
}
