/* pipes: the pipe that libunwind keeps to try memory with, moved to high numbers: a program counts
 * on the lowest ones. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_PIPES_H
#define REPORT_PIPES_H

/** Lead a loaded library's calls of pipe2() here, before its first. Where its table can't be
 * written nothing happens. */
void pipes_lift(void *library);

#endif
