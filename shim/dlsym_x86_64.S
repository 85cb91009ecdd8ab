/* dlsym: the loader's functions as the program calls them. They leave by a jump, so that the loader
 * sees the program's own return address: it decides about RUNPATH, $ORIGIN and RTLD_NEXT. And
 * syscall(), from which a child may return on another stack. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <cet.h>

/* Places in struct route_libc; what another wraps behind us goes to it. */
#define REAL_DLOPEN  0
#define REAL_DLMOPEN 8
#define REAL_DLSYM   16
#define REAL_DLVSYM  24
#define REAL_ITERATE 32
#define REAL_SYSCALL 40

#define SYS_SECCOMP 317

/* Keep the arguments over a call; the third word aligns the stack. */
    .macro save
    pushq %rdi
    .cfi_adjust_cfa_offset 8
    pushq %rsi
    .cfi_adjust_cfa_offset 8
    pushq %rdx
    .cfi_adjust_cfa_offset 8
    .endm

    .macro restore
    popq %rdx
    .cfi_adjust_cfa_offset -8
    popq %rsi
    .cfi_adjust_cfa_offset -8
    popq %rdi
    .cfi_adjust_cfa_offset -8
    .endm

    .macro begin name
    .globl \name
    .type \name, @function
    .p2align 4
\name:
    .cfi_startproc
    _CET_ENDBR
    .endm

    .macro end name
    .cfi_endproc
    .size \name, . - \name
    .endm

    .text

/* void *dlvsym(void *handle, const char *symbol, const char *version): ours, or on to the real. */
    begin dlvsym
    save
    movq 24(%rsp), %rcx
    call route_lookup
    restore
    testq %rax, %rax
    jz 1f
    ret
1:  jmp *route_libc+REAL_DLVSYM(%rip)
    end dlvsym

/* void *dlsym(void *handle, const char *symbol): likewise, with no version. */
    begin dlsym
    save
    xorl %edx, %edx
    movq 24(%rsp), %rcx
    call route_lookup
    restore
    testq %rax, %rax
    jz 1f
    ret
1:  jmp *route_libc+REAL_DLSYM(%rip)
    end dlsym

/* void *dlopen(const char *file, int flags): noted, then the real one. */
    begin dlopen
    save
    movl %esi, %edi
    call route_opening
    restore
    jmp *route_next+REAL_DLOPEN(%rip)
    end dlopen

/* void *dlmopen(Lmid_t namespace, const char *file, int flags) */
    begin dlmopen
    save
    movl %edx, %edi
    call route_opening
    restore
    jmp *route_next+REAL_DLMOPEN(%rip)
    end dlmopen

/* int dl_iterate_phdr(callback, void *data): the real one, but where it would wait for ever. The
 * last test is for callers before our set-up. */
    begin dl_iterate_phdr
    cmpb $0, loader_is_stuck(%rip)
    jne loader_walk
    movq route_libc+REAL_ITERATE(%rip), %rax
    testq %rax, %rax
    jz 1f
    jmp *%rax
1:  save
    call route_init
    restore
    jmp *route_libc+REAL_ITERATE(%rip)
    end dl_iterate_phdr

/* long syscall(long number, ...): the real one, but for seccomp(). */
    begin syscall
    cmpq $SYS_SECCOMP, %rdi
    je 2f
    cmpq $0, route_next+REAL_SYSCALL(%rip)
    je 1f
    jmp *route_next+REAL_SYSCALL(%rip)
1:  save
    pushq %rcx
    .cfi_adjust_cfa_offset 8
    pushq %r8
    .cfi_adjust_cfa_offset 8
    pushq %r9
    .cfi_adjust_cfa_offset 8
    subq $8, %rsp
    .cfi_adjust_cfa_offset 8
    call route_init
    addq $8, %rsp
    .cfi_adjust_cfa_offset -8
    popq %r9
    .cfi_adjust_cfa_offset -8
    popq %r8
    .cfi_adjust_cfa_offset -8
    popq %rcx
    .cfi_adjust_cfa_offset -8
    restore
    jmp *route_next+REAL_SYSCALL(%rip)
2:  jmp confine_seccomp
    end syscall

    .section .note.GNU-stack, "", @progbits
