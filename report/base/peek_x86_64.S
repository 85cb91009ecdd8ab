/* peek: the copy whose faults may be resumed. */
/* SPDX-License-Identifier: Apache-2.0 */
#if defined(__x86_64__)

/* int peek_copy(void *to, const void *from, size_t size): 0, or -EFAULT when the fault handler went
 * on at peek_fault. Any fault lies between peek_first and peek_last. */
        .text
        .globl  peek_copy, peek_first, peek_last, peek_fault
        .hidden peek_copy, peek_first, peek_last, peek_fault
        .type   peek_copy, @function
        .balign 16
peek_copy:
        .cfi_startproc
        endbr64
        mov     %rdx, %rcx
peek_first:
        rep movsb
peek_last:
        xor     %eax, %eax
        ret
peek_fault:
        mov     $-14, %eax              /* -EFAULT */
        ret
        .cfi_endproc
        .size   peek_copy, . - peek_copy

#endif
        .section .note.GNU-stack, "", @progbits
