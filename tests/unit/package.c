/* package: what is installed, by where it lies, and what only has its name. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "report/base/package.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/unit.h"

static char top[] = "/tmp/arrowdev-package-XXXXXX";

static const char *in_top(const char *rest) {
    static char path[4096];
    snprintf(path, sizeof(path), "%s/%s", top, rest);
    return path;
}

static void lies_in_packages(void **state) {
    assert_true(package_has("lance", "/a/lib/python3.11/site-packages/lance/x.py"));
    assert_true(package_has("lance", "/usr/lib/python3/dist-packages/lance/deep/er/x.py"));
    assert_false(package_has("lance", "/a/site-packages/mine/lance/x.py"));
    assert_false(package_has("lance", "/a/site-packages/lances/x.py"));
    assert_false(package_has("lance", "/a/site-packages/lance"));
}

static void compiled_modules_are_its_wherever(void **state) {
    assert_true(package_has("lance", "/src/lance/lib.cpython-311-x86_64-linux-gnu.so"));
    assert_true(package_has("lance", "/src/lance/_core.abi3.so"));
    assert_false(package_has("lance", "/src/lance/libmine.so"));
    assert_false(package_has("lance", "/src/other/_core.abi3.so"));
}

static void beside_what_pip_leaves(void **state) {
    assert_non_null(mkdtemp(top));
    assert_int_equal(mkdir(in_top("mine"), 0700), 0);
    assert_int_equal(mkdir(in_top("target"), 0700), 0);
    assert_int_equal(mkdir(in_top("target/pylance-1.0.dist-info"), 0700), 0);
    for (int again = 0; again < 2; again++) {
        assert_true(package_has("lance", in_top("target/lance/x.py")));
        assert_false(package_has("lance", in_top("target/app.py")));
        assert_false(package_has("lance", in_top("target/mine/lance/x.py")));
        assert_false(package_has("lance", in_top("mine/lance/x.py")));
        assert_false(package_has("lance", in_top("nowhere/lance/x.py")));
        assert_false(package_has("lance", "lance/x.py"));
    }
    rmdir(in_top("target/pylance-1.0.dist-info"));
    rmdir(in_top("target"));
    rmdir(in_top("mine"));
    rmdir(top);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lies_in_packages),
        cmocka_unit_test(compiled_modules_are_its_wherever),
        cmocka_unit_test(beside_what_pip_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
