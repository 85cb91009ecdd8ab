/* thrower: the unwinder's own calls (Itanium C++ ABI, "Exception Handling"): a frame whose
 * personality says that it catches everything. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/thrower.h"

#include <string.h>
#include <unwind.h>

/* Our own frame, with a landing pad behind the call. */
void thrower_call(void (*function)(void *argument), void *argument);
extern const char thrower_landing[] __attribute__((visibility("hidden")));

_Unwind_Reason_Code
thrower_personality(int version, _Unwind_Action actions, _Unwind_Exception_Class class,
                    struct _Unwind_Exception *exception, struct _Unwind_Context *context)
    __attribute__((visibility("hidden")));

__attribute__((used)) _Unwind_Reason_Code thrower_personality(int version, _Unwind_Action actions,
                                                              _Unwind_Exception_Class class,
                                                              struct _Unwind_Exception *exception,
                                                              struct _Unwind_Context *context) {
    if (actions & _UA_SEARCH_PHASE)
        return _URC_HANDLER_FOUND;
    if (!(actions & _UA_HANDLER_FRAME))
        return _URC_CONTINUE_UNWIND;
    _Unwind_SetIP(context, (_Unwind_Ptr)thrower_landing);
    return _URC_INSTALL_CONTEXT;
}

#if defined(__x86_64__)
__asm__(
    ".pushsection .text\n"
    ".type thrower_call, @function\n"
    ".globl thrower_call\n"
    ".hidden thrower_landing\n"
    ".globl thrower_landing\n"
    "thrower_call:\n"
    "    .cfi_startproc\n"
    "    .cfi_personality 0x1b, thrower_personality\n"
    "    push %rbp\n"
    "    .cfi_def_cfa_offset 16\n"
    "    .cfi_offset %rbp, -16\n"
    "    mov %rsp, %rbp\n"
    "    .cfi_def_cfa_register %rbp\n"
    "    mov %rdi, %rax\n"
    "    mov %rsi, %rdi\n"
    "    call *%rax\n"
    "thrower_landing:\n"
    "    pop %rbp\n"
    "    .cfi_def_cfa %rsp, 8\n"
    "    ret\n"
    "    .cfi_endproc\n"
    ".size thrower_call, . - thrower_call\n"
    ".popsection");
#endif

void thrower_catch(void (*function)(void *argument), void *argument) {
    thrower_call(function, argument);
}

void thrower_throw(void) {
    static struct _Unwind_Exception exception;
    memcpy(&exception.exception_class, "ARROWDEV", sizeof exception.exception_class);
    _Unwind_RaiseException(&exception);
}
