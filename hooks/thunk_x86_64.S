/* thunk: the table of entry points for x86-64.
 *
 * An entry loads its index and jumps; nothing is pushed, so a thunk never shows in a stack. The
 * table and the page behind it can be mapped again elsewhere: in a copy that page is memory of its
 * own and says where thunk_enter is and which index the copy begins with; in our own file it is
 * zero. */
/* SPDX-License-Identifier: Apache-2.0 */
#define THUNKS 65536

    .section .text.thunk, "ax", @progbits
    .p2align 12
    .globl thunk_table
    .hidden thunk_table
    .type thunk_table, @function
thunk_table:
    .cfi_startproc
    .set index, 0
    .rept THUNKS
    endbr64
    movl $index, %r11d
    jmp thunk_common
    .p2align 4
    .set index, index + 1
    .endr
thunk_common:
    movq thunk_header(%rip), %r10
    testq %r10, %r10
    jnz 1f
    jmp thunk_enter
1:  addl thunk_header + 8(%rip), %r11d
    jmp *%r10
    .cfi_endproc
    .size thunk_table, . - thunk_table
    .p2align 12
    .globl thunk_header
    .hidden thunk_header
thunk_header:
    .quad 0             /* address of thunk_enter in a copy */
    .quad 0             /* index of the copy's first entry */
    .p2align 12
    .globl thunk_table_end
    .hidden thunk_table_end
thunk_table_end:

    .text
    .globl thunk_enter
    .hidden thunk_enter
    .type thunk_enter, @function
thunk_enter:            /* r11d: index; the callback's own arguments in rdi, rsi, rdx, rcx */
    .cfi_startproc
    endbr64
    movq (%rsp), %r8    /* fifth argument of the handler: the return address */
    movl %r11d, %r9d    /* sixth: the index */
    movl %r11d, %r10d
    shrl $16, %r10d
    leaq thunk_groups(%rip), %rax
    movq (%rax, %r10, 8), %rax
    movzwl %r11w, %r10d
    testq %rax, %rax
    jz 1f
    shlq $5, %r10       /* sizeof(struct thunk_slot) */
    movq (%rax, %r10), %rax
    testq %rax, %rax
    jz 1f
    jmp *%rax
1:  movl $22, %eax      /* EINVAL: handed out in another process (a struct in shared memory) */
    ret
    .cfi_endproc
    .size thunk_enter, . - thunk_enter

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
