/* article: one finding as a page shows it. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_ARTICLE_H
#define RENDER_ARTICLE_H

#include "report/render/process.h"
#include "report/render/sheet.h"

/** @first  it is the first of the page, and open */
void article_add(const struct finding *finding, bool first, struct sheet *sheet);

#endif
