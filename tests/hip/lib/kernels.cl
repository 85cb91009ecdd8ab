// kernels: compiled for an AMD device: their code object says where their parameters lie.
//
// SPDX-License-Identifier: Apache-2.0

struct view {
    long at, n;
};

kernel void copy_bytes(global char *to, global const char *from, ulong n) {
    for (ulong i = 0; i < n; i++)
        to[i] = from[i];
}

kernel void by_value(struct view from, global char *to) {
    to[0] = (char)from.n;
}
