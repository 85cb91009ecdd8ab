/* wanting: 512 bytes of static thread-local storage. */
/* SPDX-License-Identifier: Apache-2.0 */
__thread char wanting_place[512] __attribute__((tls_model("initial-exec")));

char *wanting_self(void);
char *wanting_self(void) {
    return wanting_place;
}
