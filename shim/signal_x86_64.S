/* signal: a call on another stack, through which an unwinder finds its way back. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <cet.h>

    .text

/* void signal_on_stack(uintptr_t top, void (*function)(void *), void *argument) */
    .globl signal_on_stack
    .hidden signal_on_stack
    .type signal_on_stack, @function
    .p2align 4
signal_on_stack:
    .cfi_startproc
    _CET_ENDBR
    pushq %rbp
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %rbp, 0
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    movq %rdi, %rsp
    andq $-16, %rsp
    movq %rdx, %rdi
    call *%rsi
    movq %rbp, %rsp
    popq %rbp
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
    .size signal_on_stack, . - signal_on_stack

    .section .note.GNU-stack, "", @progbits
