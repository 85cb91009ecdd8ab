/* runtime: the first call of the CUDA runtime, which looks up all that it will ever call. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

int cudaGetDeviceCount(int *count);
int cudaFree(void *memory);

int main(void) {
    int count = -1, code = cudaGetDeviceCount(&count);
    printf("%d, then %d\n", code, cudaFree(NULL));
    return 0;
}
