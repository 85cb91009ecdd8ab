/* kernels: the code object of kernels.cl as bytes of a library. */
/* SPDX-License-Identifier: Apache-2.0 */
    .section .rodata
    .globl stage_kernels
    .balign 4096
stage_kernels:
    .incbin KERNELS
    .globl stage_kernels_end
stage_kernels_end:
    .section .note.GNU-stack, "", @progbits
