/* thrower: an exception, as C++ throws and catches one, without C++: for the plant of a callback
 * that throws (plant.h). */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_THROWER_H
#define RENDER_THROWER_H

/** Throw; returns when nobody above catches. */
void thrower_throw(void);

/** Call function(argument) and catch what it throws. */
void thrower_catch(void (*function)(void *argument), void *argument);

#endif
