/* call: one call of a hooked function, from the program's arguments to what crossed with it. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HOOKS_CALL_H
#define HOOKS_CALL_H

#include "hooks/handover.h"
#include "tracker/handle.h"

#define CALL_MAX_ARGUMENTS 16
#define CALL_MAX_CLAUSES   8
/** In place of an argument's number: what the function returned. */
#define CALL_RESULT (CALL_MAX_ARGUMENTS + 1)

struct hook_call {
    uint16_t row;           /* index */
    uintptr_t caller;       /* return address */
    const uintptr_t *frame; /* of the row's function: the caller's frame pointer, then the return
                               address; NULL: not known */
    uintptr_t real;         /* the function behind the hook */
    uintptr_t result;       /* of the real function, once it has returned */
    uintptr_t arguments[CALL_MAX_ARGUMENTS];
};

/** How to tell that a function did what it says. */
enum call_success {
    SUCCESS_ALWAYS,
    SUCCESS_STATUS,  /* the first word behind argument 1 is NULL: arrow::Status, arrow::Result */
    SUCCESS_ZERO,    /* returned 0 as int */
    SUCCESS_BYTE,    /* returned 0 as uint8_t: AdbcStatusCode */
    SUCCESS_NULL,    /* returned NULL: a pointer to an error */
    SUCCESS_POINTER, /* returned a pointer that is not NULL */
    SUCCESS_TRUE     /* returned a bool that is true */
};

/** What happens to what an argument points to. */
enum call_verb {
    CALL_NOTHING,
    CALL_GIVES,  /* a struct, filled when the function returned */
    CALL_TAKES,  /* a struct: ownership goes to the callee */
    CALL_PEEKS,  /* a struct: read only, ownership stays */
    CALL_OFFERS, /* a struct: whether it was taken shows in it afterwards */
    CALL_TYPES,  /* a std::shared_ptr to the C++ type of the array that is taken */
    CALL_KIN,    /* a handle: all schemas and arrays that cross with it are of one type */
    CALL_PART,   /* a handle that closes with another one */
    CALL_CLOSES  /* a handle that is no more when the function has returned */
};

/** One thing that a call does. */
struct call_clause {
    enum call_verb verb;
    enum object_kind kind; /* of a struct */
    uint8_t argument;      /* from 1 */
    uint8_t handle;        /* GIVES: what it came from; PART: the whole; 0: none */
    enum handle_bond bond; /* GIVES with a handle */
    bool indirect;         /* the argument points to the pointer */
    bool owned;            /* ... behind a deleter: std::unique_ptr of libstdc++ */
    bool always;           /* whatever the success test says */
    bool columns;          /* TYPES: to an arrow::Schema, else to an arrow::DataType */
    bool optional;         /* GIVES of a schema: NULL where it is not wanted */
    bool maybe;            /* GIVES: a success may leave the struct as it was */
    /* GIVES of an array: asks the library for its type, where buffers are looked at */
    void (*ask)(const struct hook_call *call, struct object *array, const struct site *site);
};

/** What a row says beyond its name. */
struct call_form {
    enum call_success success;
    bool is_prefix;  /* of all functions whose names begin so */
    bool only_gives; /* what can be seen afterwards, and nothing else; row.c sees to it */
    bool outermost;  /* not looked at inside another such call: the manager's call of its driver */
    struct call_clause clauses[CALL_MAX_CLAUSES];
    /* in place of clauses: runs after, inside the guard */
    void (*effect)(const struct hook_call *call);
    /* in place of clauses: makes the call itself, outside the guard; returns its result */
    uintptr_t (*around)(const struct hook_call *call);
};

/** What one call carries from before the real function to after it. */
struct call_passage {
    struct site site;
    bool has_site;
    bool gave;                                /* a struct was filled */
    uintptr_t schema;                         /* one that was filled too, 0: none */
    struct object *objects[CALL_MAX_CLAUSES]; /* by clause: what was taken or given */
    struct object *targets[CALL_MAX_CLAUSES]; /* live objects at places about to be filled */
    uintptr_t places[CALL_MAX_CLAUSES];       /* where the struct of a clause lay before */
    uintptr_t releases[CALL_MAX_CLAUSES];     /* and what its release member held */
    struct handle *closing[CALL_MAX_CLAUSES];
    bool was_empty[CALL_MAX_CLAUSES]; /* a taken struct was released before the call */
};

/** Its success test, after the call. */
bool call_succeeded(const struct hook_call *call);

/** Run a call: what is taken is seen before it, what is given after it. Returns the real function's
 * result. */
uintptr_t call_run(struct hook_call *call, uintptr_t real);

/** The two halves of call_run() for who makes the call himself. @passage zeroed by the caller */
void call_before(const struct hook_call *call, struct call_passage *passage);
void call_after(const struct hook_call *call, struct call_passage *passage);

/** Call the real function with all the arguments. */
uintptr_t call_forward(const struct hook_call *call);

/** Effects of the Python rows (capsule.c). */
void capsule_read(const struct hook_call *call);
void capsule_made(const struct hook_call *call);

/** The type of an array that DuckDB gave: as a chunk, of a result or with a handle (duckdb.c). */
void duckdb_ask_chunk(const struct hook_call *call, struct object *array, const struct site *site);
void duckdb_ask_result(const struct hook_call *call, struct object *array, const struct site *site);
void duckdb_ask_rows(const struct hook_call *call, struct object *array, const struct site *site);
void duckdb_ask_fetched(const struct hook_call *call, struct object *array,
                        const struct site *site);
void duckdb_ask_exported(const struct hook_call *call, struct object *array,
                         const struct site *site);

/** AdbcErrorFromArrayStream (adbc.c). */
uintptr_t adbc_error_of_stream(const struct hook_call *call);

#endif
