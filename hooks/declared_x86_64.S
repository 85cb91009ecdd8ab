/* declared: entry points of declared functions for x86-64.
 *
 * Nothing is known of the function's type, so all that can carry an argument or a result is kept
 * around our own code: integer registers one by one (rax says how many vector registers a variadic
 * call uses), the vector state by xsave (fxsave where there is none), the x87 stack with it.
 * Arguments on the stack are copied below, at the same alignment to 64 bytes. The frame hangs on
 * rbp, so that exceptions and stack walks pass; callee-saved registers are never touched. */
/* SPDX-License-Identifier: Apache-2.0 */
#define ENTRIES 512 /* DECLARED_MOST * HOOK_INSTANCES */

/* Below rbp. */
#define RAX     -8
#define R10     -16
#define RDX     -24
#define STATE   -32 /* address of the saved vector state */
#define FRAME   -736 /* struct declared_frame */
#define LOCALS  736

/* struct declared_frame */
#define REGISTERS 0
#define SLOT      48
#define RESULT    56
#define N_WORDS   64
#define STACK     72

    .section .text.declared, "ax", @progbits
    .p2align 4
    .globl declared_table
    .hidden declared_table
    .type declared_table, @function
declared_table:
    .cfi_startproc
    .set index, 0
    .rept ENTRIES
    endbr64
    movl $index, %r11d
    jmp declared_common
    .p2align 4
    .set index, index + 1
    .endr
    .cfi_endproc
    .size declared_table, . - declared_table

/* Vector state to or from the memory that STATE names; spoils rax, rcx, rdx. */
    .macro save_state
    movq STATE(%rbp), %rcx
    movl declared_state_mask(%rip), %eax
    testl %eax, %eax
    jz 1f
    pxor_header
    xorl %edx, %edx
    xsave64 (%rcx)
    jmp 2f
1:  fxsave64 (%rcx)
2:
    .endm
    .macro restore_state
    movq STATE(%rbp), %rcx
    movl declared_state_mask(%rip), %eax
    testl %eax, %eax
    jz 1f
    xorl %edx, %edx
    xrstor64 (%rcx)
    jmp 2f
1:  fxrstor64 (%rcx)
2:
    .endm
/* xsave wants the header behind the first 512 bytes zeroed. */
    .macro pxor_header
    .set offset, 512
    .rept 8
    movq $0, offset(%rcx)
    .set offset, offset + 8
    .endr
    .endm

    .type declared_common, @function
declared_common:        /* r11d: index */
    .cfi_startproc
    pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    subq $LOCALS, %rsp
    movq %rax, RAX(%rbp)
    movq %r10, R10(%rbp)
    movq %rdi, FRAME + REGISTERS(%rbp)
    movq %rsi, FRAME + REGISTERS + 8(%rbp)
    movq %rdx, FRAME + REGISTERS + 16(%rbp)
    movq %rcx, FRAME + REGISTERS + 24(%rbp)
    movq %r8, FRAME + REGISTERS + 32(%rbp)
    movq %r9, FRAME + REGISTERS + 40(%rbp)
    movl %r11d, %r11d
    movq %r11, FRAME + SLOT(%rbp)
    leaq 16(%rbp), %rax
    movq %rax, FRAME + STACK(%rbp)
    subq declared_state_size(%rip), %rsp
    andq $-64, %rsp
    movq %rsp, STATE(%rbp)
    save_state
    leaq FRAME(%rbp), %rdi
    call declared_enter
    movq %rax, %r11

    /* The stack's arguments again, at the alignment that the caller gave them. */
    movq FRAME + N_WORDS(%rbp), %rcx
    leaq (, %rcx, 8), %rax
    subq %rax, %rsp
    leaq 16(%rbp), %rsi
    movq %rsi, %rax
    andl $63, %eax
    andq $-64, %rsp
    leaq -64(%rsp, %rax), %rsp
    movq %rsp, %rdi
    cld
    rep movsq

    restore_state
    movq FRAME + REGISTERS(%rbp), %rdi
    movq FRAME + REGISTERS + 8(%rbp), %rsi
    movq FRAME + REGISTERS + 16(%rbp), %rdx
    movq FRAME + REGISTERS + 24(%rbp), %rcx
    movq FRAME + REGISTERS + 32(%rbp), %r8
    movq FRAME + REGISTERS + 40(%rbp), %r9
    movq RAX(%rbp), %rax
    movq R10(%rbp), %r10
    call *%r11

    movq STATE(%rbp), %rsp
    movq %rax, FRAME + RESULT(%rbp)
    movq %rdx, RDX(%rbp)
    save_state
    leaq FRAME(%rbp), %rdi
    call declared_leave
    restore_state
    movq FRAME + RESULT(%rbp), %rax
    movq RDX(%rbp), %rdx
    leave
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
    .size declared_common, . - declared_common

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
