/* What an interrupted program says at its end: one line on standard error, with a number that
 * threads may change meanwhile. The signals are those of platform_interrupts_begin. */
#ifndef OVERLAND_TOOLS_BASE_INTERRUPT_NOTICE_H
#define OVERLAND_TOOLS_BASE_INTERRUPT_NOTICE_H

#include <stdatomic.h>
#include <stddef.h>

/* `before`, the count, `after`; nothing is said while the count is 0. */
struct interrupt_notice {
  char before[512], after[256];
  atomic_int count;
};

enum { INTERRUPT_LINE_BYTES = 800 };

/* Takes the place of the notice before; NULL: none. It must last as long as the program. */
void interrupt_notice_set(const struct interrupt_notice *notice);

/* Writes the line to `line`, without a 0 at its end; returns its bytes. Signals may call it. */
size_t interrupt_notice_line(char line[INTERRUPT_LINE_BYTES]);

#endif
