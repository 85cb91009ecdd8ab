/* pystack: walks the frames of a running interpreter by reading its memory.
 *
 * Frames of the calling thread cannot change meanwhile, whoever has the GIL, so plain loads do;
 * until one whole walk has met nothing but objects of the right types, and in a crash, each read is
 * a peek; where that costs no system call, also while the thread is not attached. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/pystack.h"

#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>

#include "report/base/peek.h"
#include "report/intern.h"
#include "report/module.h"
#include "report/pyline.h"

#define MAX_NAME 512

typedef void *(*get_thread_fn)(void);
typedef int (*is_finalizing_fn)(void);

/* The interpreter; set once, then read only. */
static struct {
    struct pylayout layout;
    get_thread_fn get_attached, get_own;
    is_finalizing_fn is_finalizing;
    uintptr_t code_type, text_type, function_type, method_type;
    uintptr_t eval, eval_end;
    uintptr_t core, core_end; /* the file it lies in */
    char version[16];
} python;
_Atomic bool pystack_is_found;
static _Atomic bool is_sought; /* by a thread just now, or found */

static bool is_found(void) {
    return atomic_load_explicit(&pystack_is_found, memory_order_acquire);
}

/* One walk at a time: the caller holds LOCK_UNWIND. */
static bool is_careful;
static bool is_proven;
static bool met_wrong;

/** A string of Python's and our copy of it. */
struct kept_text {
    uintptr_t object;
    const char *text;
    size_t length;
};

/** The names of a code object, by its address. */
static struct kept_names {
    uintptr_t code;
    struct kept_text file, name;
} kept[256];

static bool read(void *to, uintptr_t from, size_t size) {
    if (is_careful)
        return peek(to, (const void *)from, size) == 0;
    memcpy(to, (const void *)from, size);
    return true;
}

static uintptr_t read_pointer(uintptr_t from) {
    uintptr_t value;
    return read(&value, from, sizeof value) ? value : 0;
}

static int read_int(uintptr_t from) {
    int value;
    return read(&value, from, sizeof value) ? value : 0;
}

static bool has_type(uintptr_t object, uintptr_t type) {
    return object && read_pointer(object + python.layout.object_type) == type;
}

/** A string object's characters: where, how many, how wide. */
struct characters {
    uintptr_t at;
    size_t n;
    unsigned width; /* bytes each: 1, 2 or 4 */
    bool is_ascii;
};

static bool find_characters(uintptr_t object, struct characters *found) {
    if (!has_type(object, python.text_type))
        return false;
    unsigned word = (unsigned)read_int(object + python.layout.text_state);
    unsigned bits = word >> python.layout.text_kind;
    bool is_compact = bits >> 3 & 1;
    found->n = read_pointer(object + python.layout.text_length);
    found->width = bits & 7;
    found->is_ascii = bits >> 4 & 1;
    found->at = object + (found->is_ascii ? python.layout.text_ascii : python.layout.text_other);
    return is_compact && (found->width == 1 || found->width == 2 || found->width == 4);
}

static unsigned put_utf8(char *to, uint32_t code) {
    if (code < 0x80) {
        to[0] = (char)code;
        return 1;
    }
    unsigned n = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (unsigned i = n; --i > 0; code >>= 6)
        to[i] = (char)(0x80 | (code & 63));
    to[0] = (char)((0xf00u >> n) | code);
    return n;
}

/** Widened or narrowed to UTF-8, at most MAX_NAME bytes of it. */
static size_t to_utf8(const struct characters *text, const unsigned char *raw, char *utf8) {
    size_t length = 0;
    for (size_t i = 0; i < text->n && length < MAX_NAME; i++) {
        uint32_t code = 0;
        memcpy(&code, raw + i * text->width, text->width);
        length += put_utf8(utf8 + length, code);
    }
    return length;
}

/** A string that was freed may have another one in its place: what we have of it is compared with
 * what is there. Of a long path the end is kept, of a long name the begin. */
static void keep_text(struct kept_text *keep, uintptr_t object, bool is_path) {
    static unsigned char raw[MAX_NAME * 4]; /* both under LOCK_UNWIND */
    static char utf8[MAX_NAME + 4];
    struct characters text;
    struct kept_text found = {.object = object};
    if (find_characters(object, &text)) {
        if (is_path && text.n > MAX_NAME)
            text.at += (text.n - MAX_NAME) * text.width;
        text.n = text.n < MAX_NAME ? text.n : MAX_NAME;
        if (!read(raw, text.at, text.n * text.width))
            text.n = 0;
        if (keep->object == object && keep->text && text.is_ascii && text.n == keep->length &&
            memcmp(raw, keep->text, text.n) == 0)
            return;
        found.length = to_utf8(&text, raw, utf8);
        found.text = intern_string(utf8, found.length);
    }
    *keep = found;
}

static const struct kept_names *names_of(uintptr_t code) {
    struct kept_names *names = &kept[(code >> 4 ^ code >> 12) % LENGTH(kept)];
    if (names->code != code)
        *names = (struct kept_names){.code = code};
    keep_text(&names->file, read_pointer(code + python.layout.code_file), true);
    keep_text(&names->name, read_pointer(code + python.layout.code_name), false);
    return names;
}

/** A bytes object that is not trusted, copied in pieces. */
struct byte_pieces {
    struct pyline_table table; /* first: what pyline knows of it */
    uintptr_t at, end;
};

static bool next_piece(struct pyline_table *table) {
    static unsigned char piece[256]; /* under LOCK_UNWIND */
    struct byte_pieces *pieces = (struct byte_pieces *)table;
    size_t rest = pieces->end - pieces->at;
    size_t size = rest < sizeof piece ? rest : sizeof piece;
    if (size == 0 || !read(piece, pieces->at, size))
        return false;
    pieces->at += size;
    table->at = piece;
    table->end = piece + size;
    return true;
}

/* Where the instructions begin that the frame runs: the code's own, or its thread's copy of them,
 * one of an array that begins with its length. */
static uintptr_t begin_of(uintptr_t frame, uintptr_t code) {
    const struct pylayout *layout = &python.layout;
    if (!layout->code_copies)
        return code + layout->code_begin;
    uintptr_t copies = read_pointer(code + layout->code_copies);
    uint32_t own = (uint32_t)read_int(frame + layout->frame_copy);
    return copies && own < read_pointer(copies) ? read_pointer(copies + 8 + 8 * (uintptr_t)own) : 0;
}

static uint32_t line_of(uintptr_t frame, uintptr_t code) {
    const struct pylayout *layout = &python.layout;
    uintptr_t at = frame + layout->frame_instruction;
    long offset = layout->unit == PYLAYOUT_POINTER
                      ? (long)(read_pointer(at) - begin_of(frame, code))
                      : (long)read_int(at) * (layout->unit == PYLAYOUT_BYTES ? 1 : 2);
    uintptr_t bytes = read_pointer(code + layout->code_lines);
    size_t size = bytes ? read_pointer(bytes + layout->bytes_size) : 0;
    uintptr_t begin = bytes + layout->bytes_data;
    struct byte_pieces pieces = {.at = begin, .end = begin + (size < PTRDIFF_MAX ? size : 0)};
    if (is_careful)
        pieces.table.refill = next_piece;
    else
        pieces.table = (struct pyline_table){(void *)pieces.at, (void *)pieces.end, NULL};
    return pyline_find(layout->lines, &pieces.table, read_int(code + layout->code_first_line),
                       offset);
}

/** The state of this thread, 0 when it has none. One that is not attached just now has its frames
 * all the same, but may lose them when the interpreter ends. */
static uintptr_t own_thread(bool *is_attached) {
    if (!is_found() || python.is_finalizing())
        return 0;
    void *attached = python.get_attached(), *own = python.get_own();
    /* Until 3.11 that is whoever holds the GIL. */
    *is_attached = attached && (python.layout.minor >= 12 || attached == own);
    return (uintptr_t)(*is_attached ? attached : own);
}

static uintptr_t innermost_frame(uintptr_t thread) {
    uintptr_t frame = read_pointer(thread + python.layout.thread_frame);
    if (python.layout.frame_behind >= 0 && frame)
        frame = read_pointer(frame + (uintptr_t)python.layout.frame_behind);
    return frame;
}

/** False for a frame that has no Python code of its own. */
static bool fill(struct stack_frame *into, uintptr_t frame) {
    uintptr_t code = read_pointer(frame + python.layout.frame_code) & ~(uintptr_t)3;
    if (!has_type(code, python.code_type)) {
        met_wrong = true;
        return false;
    }
    const struct kept_names *names = names_of(code);
    if (!names->file.text || !names->name.text)
        met_wrong = true;
    *into = (struct stack_frame){.file = names->file.text ? names->file.text : "?",
                                 .function = names->name.text ? names->name.text : "?",
                                 .line = line_of(frame, code),
                                 .module = -1};
    return true;
}

static bool is_owned_by_c(uintptr_t frame) {
    unsigned char owner = 0;
    return python.layout.entry == PYLAYOUT_OWNER &&
           read(&owner, frame + python.layout.frame_entry, 1) && owner >= PYLAYOUT_OWNED_BY_C;
}

static bool is_entry(uintptr_t frame) {
    unsigned char flag = 0;
    return python.layout.entry == PYLAYOUT_EACH ||
           (python.layout.entry == PYLAYOUT_FLAG &&
            read(&flag, frame + python.layout.frame_entry, 1) && flag);
}

unsigned pystack_walk(struct stack_frame *frames, bool *entry, unsigned most, bool in_crash) {
    bool is_attached;
    uintptr_t thread = own_thread(&is_attached);
    unsigned n = 0;
    if (!thread)
        return 0;
    is_careful = in_crash || !is_proven || (!is_attached && peek_is_cheap());
    met_wrong = false;
    for (uintptr_t frame = innermost_frame(thread); frame && n < most && !met_wrong;
         frame = read_pointer(frame + python.layout.frame_previous)) {
        if (is_owned_by_c(frame)) {
            if (n > 0)
                entry[n - 1] = true;
        } else if (fill(&frames[n], frame)) {
            entry[n++] = is_entry(frame);
        }
    }
    if (n > 0 && !met_wrong)
        is_proven = true;
    return n;
}

/** The first of an object's members that points to one of a type, or of another; 0 for none. Which
 * of them that is differs from version to version; the type ends what all objects begin with. */
static uintptr_t find_member(uintptr_t object, unsigned most, uintptr_t type, uintptr_t other) {
    uintptr_t members = object + python.layout.object_type + sizeof members;
    for (unsigned i = 0; object && i < most; i++) {
        uintptr_t member = read_pointer(members + i * sizeof member);
        uintptr_t its_type = member && member % sizeof member == 0
                                 ? read_pointer(member + python.layout.object_type)
                                 : 0;
        if (its_type && (its_type == type || its_type == other))
            return member;
    }
    return 0;
}

/* libffi's code loads its own address, and jumps; behind it stand cif, fun and user_data. That is
 * ctypes' object of the callback, or cffi's tuple about it. */
static uintptr_t closure_data(uintptr_t code) {
    static const struct {
        unsigned char begin[11], length;
        uint16_t data;
    } kinds[] = {
        /* endbr64; lea -11(%rip),%r10 (from 3.4) */
        {{0xf3, 0x0f, 0x1e, 0xfa, 0x4c, 0x8d, 0x15, 0xf5, 0xff, 0xff, 0xff}, 11, 48},
        /* lea -7(%rip),%r10 */
        {{0x4c, 0x8d, 0x15, 0xf9, 0xff, 0xff, 0xff}, 7, 40},
    };
    unsigned char begin[11];
    if (!read(begin, code, sizeof(begin)))
        return 0;
    for (unsigned i = 0; i < LENGTH(kinds); i++)
        if (memcmp(begin, kinds[i].begin, kinds[i].length) == 0)
            return read_pointer(code + kinds[i].data);
    return 0;
}

bool pystack_closure(uintptr_t code, struct stack_frame *function) {
    /* Members: of what keeps it (the tenth is the callee, in ctypes), of a function or method. */
    enum { MOST = 10, MOST_OF_ONE = 6 };
    if (!is_found() || python.is_finalizing())
        return false;
    is_careful = true;
    uintptr_t callee =
        find_member(closure_data(code), MOST, python.function_type, python.method_type);
    if (has_type(callee, python.method_type))
        callee = find_member(callee, MOST_OF_ONE, python.function_type, 0);
    uintptr_t its_code = find_member(callee, MOST_OF_ONE, python.code_type, 0);
    if (!its_code)
        return false;
    const struct kept_names *names = names_of(its_code);
    *function =
        (struct stack_frame){.file = names->file.text,
                             .function = names->name.text,
                             .line = (uint32_t)read_int(its_code + python.layout.code_first_line),
                             .module = -1};
    return function->file && function->function;
}

/** "3.11.2 (main, ...)": the minor version, -1 for anything but Python 3. */
static int parse_version(const char *text) {
    int minor = 0;
    size_t n = strcspn(text, " ");
    if (strncmp(text, "3.", 2) != 0 || n >= sizeof python.version)
        return -1;
    memcpy(python.version, text, n);
    python.version[n] = '\0';
    for (const char *digit = text + 2; *digit >= '0' && *digit <= '9'; digit++)
        minor = minor * 10 + (*digit - '0');
    return minor;
}

static void find_ranges(void *eval) {
    Dl_info info;
    const ElfW(Sym) *symbol = NULL;
    const struct module *core = module_get(module_of((uintptr_t)eval));
    if (core) {
        python.core = core->begin;
        python.core_end = core->end;
    }
    if (dladdr1(eval, &info, (void **)&symbol, RTLD_DL_SYMENT) && symbol) {
        python.eval = (uintptr_t)eval;
        python.eval_end = python.eval + symbol->st_size;
    }
}

static bool find_python(stack_resolve_fn resolve) {
    const char *(*get_version)(void) = (const char *(*)(void))resolve("Py_GetVersion");
    void *eval = resolve("_PyEval_EvalFrameDefault");
    if (!get_version || !eval)
        return false;
    int minor = parse_version(get_version());
    void *finalizing = resolve(minor >= 13 ? "Py_IsFinalizing" : "_Py_IsFinalizing");
    void *thread =
        resolve(minor >= 13 ? "PyThreadState_GetUnchecked" : "_PyThreadState_UncheckedGet");
    void *own = resolve("PyGILState_GetThisThreadState");
    python.code_type = (uintptr_t)resolve("PyCode_Type");
    python.text_type = (uintptr_t)resolve("PyUnicode_Type");
    python.function_type = (uintptr_t)resolve("PyFunction_Type");
    python.method_type = (uintptr_t)resolve("PyMethod_Type");
    python.is_finalizing = (is_finalizing_fn)finalizing;
    python.get_attached = (get_thread_fn)thread;
    python.get_own = (get_thread_fn)own;
    if (!finalizing || !thread || !own || !python.code_type || !python.text_type ||
        !pylayout_find(minor, resolve("_PyRuntime"), &python.layout))
        return false;
    find_ranges(eval);
    return true;
}

void pystack_init(stack_resolve_fn resolve) {
    if (atomic_exchange(&is_sought, true))
        return;
    bool found = find_python(resolve);
    atomic_store(&pystack_is_found, found);
    atomic_store(&is_sought, found);
}

bool pystack_is_eval(uintptr_t pc) {
    return is_found() && pc > python.eval && pc <= python.eval_end;
}

bool pystack_is_core(uintptr_t pc) {
    return is_found() && pc >= python.core && pc < python.core_end;
}

bool pystack_is_free_threaded(void) {
    return is_found() && python.layout.is_free_threaded;
}

bool pystack_ask_finalizing(void) {
    return python.is_finalizing();
}

const char *pystack_version(void) {
    return is_found() ? python.version : "";
}
