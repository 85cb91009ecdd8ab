/* peek: the copy whose faults may be resumed. */
/* SPDX-License-Identifier: Apache-2.0 */
#if defined(__x86_64__)

/* int peek_copy(void *to, const void *from, size_t size): 0, or -EFAULT when the fault handler went
 * on at peek_fault. Any fault lies between peek_first and peek_last. Structs are a few words, for
 * which a string instruction takes longer to start than to run. */
        .text
        .globl  peek_copy, peek_array, peek_match, peek_match_pairs, peek_same
        .globl  peek_first, peek_last, peek_fault
        .hidden peek_copy, peek_array, peek_match, peek_match_pairs, peek_same
        .hidden peek_first, peek_last, peek_fault
        .type   peek_copy, @function
        .type   peek_array, @function
        .type   peek_match, @function
        .type   peek_match_pairs, @function
        .type   peek_same, @function
        .balign 16
peek_copy:
        .cfi_startproc
        endbr64
        mov     %rdx, %rcx
        cmp     $512, %rdx
        ja      3f
        and     $7, %ecx
        shr     $3, %rdx
        jz      3f
        shr     $1, %rdx
        jnc     2f
peek_first:
        mov     (%rsi), %rax
        mov     %rax, (%rdi)
        add     $8, %rsi
        add     $8, %rdi
2:      test    %rdx, %rdx
        jz      3f
1:      movups  (%rsi), %xmm0
        movups  %xmm0, (%rdi)
        add     $16, %rsi
        add     $16, %rdi
        dec     %rdx
        jnz     1b
3:      test    %rcx, %rcx
        jz      4f
        rep movsb
4:      xor     %eax, %eax
        ret
        .cfi_endproc
        .size   peek_copy, . - peek_copy

/* int peek_array(void *to, const void *from): 80 bytes. */
        .balign 16
peek_array:
        .cfi_startproc
        endbr64
        movups  (%rsi), %xmm0
        movups  16(%rsi), %xmm1
        movups  32(%rsi), %xmm2
        movups  48(%rsi), %xmm3
        movups  64(%rsi), %xmm4
        movups  %xmm0, (%rdi)
        movups  %xmm1, 16(%rdi)
        movups  %xmm2, 32(%rdi)
        movups  %xmm3, 48(%rdi)
        movups  %xmm4, 64(%rdi)
        xor     %eax, %eax
        ret
        .cfi_endproc
        .size   peek_array, . - peek_array

/* int peek_same(const void *one, const void *other, size_t size): a multiple of 64 bytes above 0
 * are the same in both: 0; they are not: 1; -EFAULT as above. */
        .balign 16
peek_same:
        .cfi_startproc
        endbr64
        .macro  compare_at offset, into
        movdqu  \offset(%rdi), \into
        movdqu  \offset(%rsi), %xmm4
        pcmpeqb %xmm4, \into
        .endm
1:      compare_at 0, %xmm0
        compare_at 16, %xmm1
        pand    %xmm1, %xmm0
        compare_at 32, %xmm2
        pand    %xmm2, %xmm0
        compare_at 48, %xmm3
        pand    %xmm3, %xmm0
        pmovmskb %xmm0, %eax
        cmp     $0xffff, %eax
        jne     2f
        add     $64, %rdi
        add     $64, %rsi
        sub     $64, %rdx
        jnz     1b
        xor     %eax, %eax
        ret
2:      mov     $1, %eax
        ret
        .cfi_endproc
        .size   peek_same, . - peek_same

/* int peek_match_pairs(const struct peek_pair *pairs, size_t n): the same as below for n times two
 * words, n a multiple of 4 above 0. */
        .balign 16
peek_match_pairs:
        .cfi_startproc
        endbr64
        shl     $5, %rsi
        add     %rdi, %rsi
        pxor    %xmm0, %xmm0
1:      mov     16(%rdi), %rax
        mov     48(%rdi), %rcx
        movdqu  (%rax), %xmm1
        movdqu  (%rcx), %xmm2
        mov     80(%rdi), %rax
        mov     112(%rdi), %rcx
        movdqu  (%rax), %xmm3
        movdqu  (%rcx), %xmm4
        pxor    (%rdi), %xmm1
        pxor    32(%rdi), %xmm2
        pxor    64(%rdi), %xmm3
        pxor    96(%rdi), %xmm4
        por     %xmm1, %xmm0
        por     %xmm2, %xmm0
        por     %xmm3, %xmm0
        por     %xmm4, %xmm0
        sub     $-128, %rdi
        cmp     %rsi, %rdi
        jb      1b
        pxor    %xmm1, %xmm1
        pcmpeqb %xmm1, %xmm0
        pmovmskb %xmm0, %ecx
        xor     %eax, %eax
        cmp     $0xffff, %ecx
        setne   %al
        ret
        .cfi_endproc
        .size   peek_match_pairs, . - peek_match_pairs

/* int peek_match(const struct peek_word *words, size_t n): n addresses, a multiple of four above 0,
 * still hold the values beside them: 0; one does not: 1; -EFAULT as above. */
        .balign 16
peek_match:
        .cfi_startproc
        endbr64
        shl     $4, %rsi
        add     %rdi, %rsi
        .macro  compare word, into
        mov     16 * \word(%rdi), %rax
        mov     16 * \word + 8(%rdi), \into
        xor     (%rax), \into
        .endm
1:      compare 0, %rcx
        compare 1, %rdx
        or      %rdx, %rcx
        compare 2, %r8
        compare 3, %rdx
        or      %rdx, %r8
        or      %r8, %rcx
        jnz     2f
        add     $64, %rdi
        cmp     %rsi, %rdi
        jb      1b
        xor     %eax, %eax
        ret
2:      mov     $1, %eax
        ret
peek_last:
peek_fault:
        mov     $-14, %eax              /* -EFAULT */
        ret
        .cfi_endproc
        .size   peek_match, . - peek_match

#endif
        .section .note.GNU-stack, "", @progbits
