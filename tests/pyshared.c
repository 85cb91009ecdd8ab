/* pyshared: the interpreter as a program around libpython's shared library, as distributions other
 * than Debian ship it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <Python.h>

int main(int argc, char **argv) {
    return Py_BytesMain(argc, argv);
}
