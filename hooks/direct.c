/* direct: looks for what the linker bound inside one module: calls, jumps and addresses relative to
 * the instruction, and pointers. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "hooks/direct.h"

#include <string.h>

#include "report/base/peek.h"
#include "report/module.h"

#define CHUNK 4096u

/* The opcode of a call or a jump, or the ModRM byte of an operand relative to the instruction
 * (Intel SDM 2, 2.2.1.6): four bytes of distance follow, which end it. */
static bool is_relative(unsigned char byte) {
    return byte == 0xe8 || byte == 0xe9 || (byte & 0xc7) == 0x05;
}

/* The bytes at address, of which the last few belong to the next chunk as well. */
static bool leads_there(const unsigned char *bytes, unsigned size, uintptr_t address,
                        uintptr_t function) {
    uintptr_t pointer;
    int32_t distance;
    for (unsigned i = 0; i + 1 + sizeof(distance) <= size; i++) {
        memcpy(&distance, bytes + i + 1, sizeof(distance));
        uintptr_t end = address + i + 1 + sizeof(distance);
        if (end + (uintptr_t)(intptr_t)distance == function && is_relative(bytes[i]))
            return true;
    }
    for (unsigned i = 0; i + sizeof(pointer) <= size; i += sizeof(pointer)) {
        memcpy(&pointer, bytes + i, sizeof(pointer));
        if (pointer == function)
            return true;
    }
    return false;
}

bool direct_reaches(uintptr_t function) {
    const struct module *module = module_get(module_of(function));
    unsigned char bytes[CHUNK + sizeof(int32_t)];
    if (!module)
        return true;
    for (uintptr_t at = module->begin; at < module->end; at += CHUNK) {
        unsigned size = sizeof(bytes);
        if (peek(bytes, (const void *)at, size) != 0)
            size = peek(bytes, (const void *)at, CHUNK) == 0 ? CHUNK : 0;
        if (leads_there(bytes, size, at, function))
            return true;
    }
    return false;
}
