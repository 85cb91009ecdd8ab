/* adbc: a driver manager and a driver behind it, served by libadbc_fake.so under ADBC's names.
 *
 * As in real ones, the manager puts the driver's stream inside one of its own and knows it again by
 * its release callback, in every callback and in AdbcErrorFromArrayStream. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CASES_LIB_ADBC_H
#define CASES_LIB_ADBC_H

#include <stddef.h>

#include "tracker/abi/arrow.h"

/** What the caller allocates: the driver's own part is behind it. */
struct AdbcConnection {
    void *private_data, *private_driver;
};
struct AdbcStatement {
    void *private_data, *private_driver;
};
struct AdbcError {
    char *message;
};
#define ADBC_STATUS_INVALID_STATE 6

uint8_t AdbcStatementExecuteQuery(struct AdbcStatement *, struct ArrowArrayStream *out,
                                  int64_t *rows, struct AdbcError *);
uint8_t AdbcStatementExecuteSchema(struct AdbcStatement *, struct ArrowSchema *,
                                   struct AdbcError *);
uint8_t AdbcStatementGetParameterSchema(struct AdbcStatement *, struct ArrowSchema *,
                                        struct AdbcError *);
uint8_t AdbcStatementExecutePartitions(struct AdbcStatement *, struct ArrowSchema *,
                                       void *partitions, int64_t *rows, struct AdbcError *);
uint8_t AdbcStatementBind(struct AdbcStatement *, struct ArrowArray *, struct ArrowSchema *,
                          struct AdbcError *);
uint8_t AdbcStatementBindStream(struct AdbcStatement *, struct ArrowArrayStream *,
                                struct AdbcError *);
uint8_t AdbcStatementRelease(struct AdbcStatement *, struct AdbcError *);
uint8_t AdbcConnectionGetInfo(struct AdbcConnection *, const uint32_t *codes, size_t n,
                              struct ArrowArrayStream *, struct AdbcError *);
uint8_t AdbcConnectionGetObjects(struct AdbcConnection *, int depth, const char *catalog,
                                 const char *schema, const char *table, const char **types,
                                 const char *column, struct ArrowArrayStream *, struct AdbcError *);
uint8_t AdbcConnectionGetStatistics(struct AdbcConnection *, const char *catalog,
                                    const char *schema, const char *table, char approximate,
                                    struct ArrowArrayStream *, struct AdbcError *);
uint8_t AdbcConnectionGetStatisticNames(struct AdbcConnection *, struct ArrowArrayStream *,
                                        struct AdbcError *);
uint8_t AdbcConnectionGetTableSchema(struct AdbcConnection *, const char *catalog,
                                     const char *schema, const char *table, struct ArrowSchema *,
                                     struct AdbcError *);
uint8_t AdbcConnectionGetTableTypes(struct AdbcConnection *, struct ArrowArrayStream *,
                                    struct AdbcError *);
uint8_t AdbcConnectionReadPartition(struct AdbcConnection *, const uint8_t *partition, size_t size,
                                    struct ArrowArrayStream *, struct AdbcError *);
uint8_t AdbcConnectionRelease(struct AdbcConnection *, struct AdbcError *);
/** The error's details, NULL when the stream is none of the manager's. */
const struct AdbcError *AdbcErrorFromArrayStream(struct ArrowArrayStream *, uint8_t *status);

/** What the next calls do: fail with this status and touch nothing, if it isn't 0. */
extern uint8_t adbc_status;
/** Let the manager find its driver's functions by dlsym in this library, as a driver that exports
 * them is found: each call of the manager then calls the same name of the driver. */
void adbc_use_driver(const char *path);

#endif
