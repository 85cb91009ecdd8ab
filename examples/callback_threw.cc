/* callback_threw: a C++ exception leaves a stream's callback, which is C.
 *
 *   examples/column.c:95:12: error: an exception left get_next of stream#1 [callback-threw]
 *
 *     what    stream#1  ArrowArrayStream
 *     who     producer (libcolumn.so: get_next column.c:95)      observed      1 time
 *
 *     owner      ms      thread  event     by                          owner afterwards
 *               8.759    main    export    begin column.c:117          libcolumn.so at 0x7ffc..97f0 (annotation)
 *           >   8.819    main    get_next  main callback_threw.cc:37   callback_threw at 0x7ffc..97f0
 *
 *     now     #0 main                 examples/callback_threw.cc:37
 *     origin  #0 begin                examples/column.c:117
 *             #1 column_stream_of     examples/column.c:126
 *             #2 main                 examples/callback_threw.cc:35
 *
 *     spec    C Data Interface, "Structure definitions", MUST NOT
 *             The interface is a C ABI: nothing may unwind through a callback.
 *             https://arrow.apache.org/docs/format/CDataInterface.html#structure-definitions
 *     fix     Catch everything inside get_next (examples/column.c:95); a stream callback returns an errno value instead.
 *     more    arrowdev-check explain callback-threw        mute: callback-threw fun:main reason:".."
 */
/* SPDX-License-Identifier: Apache-2.0 */
#include <stdexcept>

#include "column.h"

static void chunk(ArrowArray *) {
    throw std::runtime_error("no more disk");
}

int main() {
    ArrowArrayStream stream;
    ArrowArray array;
    column_stream_of(&stream, column_schema, chunk);
    try {
        stream.get_next(&stream, &array); /* an error is a number that it returns */
    } catch (const std::exception &) {
    }
    stream.release(&stream);
    return 0;
}
