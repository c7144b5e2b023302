__global__ void twice(const float *x, float *y, int n) {
    // এখানে লিখুন / write here
}
