/* callback: the call through which a producer's callback runs, for x86-64. */
/* SPDX-License-Identifier: Apache-2.0 */
    .text
/* uintptr_t callback_invoke(uintptr_t function, uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d)
 *
 * Calls function(a, b, c, d). What unwinds through this frame meets callback_personality(). */
    .globl callback_invoke
    .hidden callback_invoke
    .type callback_invoke, @function
callback_invoke:
    .cfi_startproc
    .cfi_personality 0x1b, callback_personality
    endbr64
    pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    movq %rdi, %rax
    movq %rsi, %rdi
    movq %rdx, %rsi
    movq %rcx, %rdx
    movq %r8, %rcx
    call *%rax
    popq %rbp
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
    .size callback_invoke, . - callback_invoke

/* void callback_invoke_release(uintptr_t self, uintptr_t function) */
    .globl callback_invoke_release
    .hidden callback_invoke_release
    .type callback_invoke_release, @function
callback_invoke_release:
    .cfi_startproc
    .cfi_personality 0x1b, callback_personality
    endbr64
    pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    call *%rsi
    popq %rbp
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
    .size callback_invoke_release, . - callback_invoke_release

    .section .note.gnu.property, "a"
    .p2align 3
    .long 4             /* name size */
    .long 16            /* description size */
    .long 5             /* NT_GNU_PROPERTY_TYPE_0 */
    .string "GNU"
    .long 0xc0000002    /* GNU_PROPERTY_X86_FEATURE_1_AND */
    .long 4
    .long 3             /* IBT and SHSTK */
    .long 0
    .section .note.GNU-stack, "", @progbits
