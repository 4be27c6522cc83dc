/* A line that the program prints to standard error when a signal ends it. It contains a number,
 * which threads may change while the program runs. See platform_interrupts_begin for the signals.
 */
#ifndef OVERLAND_TOOLS_BASE_INTERRUPT_NOTICE_H
#define OVERLAND_TOOLS_BASE_INTERRUPT_NOTICE_H

#include <stdatomic.h>
#include <stddef.h>

/* The line is `before`, the count and `after`. While the count is 0 there is none. */
struct interrupt_notice {
  char before[512], after[256];
  atomic_int count;
};

enum { INTERRUPT_LINE_BYTES = 800 };

/* Sets the notice, in place of an earlier one; NULL: none. It must exist until the program ends. */
void interrupt_notice_set(const struct interrupt_notice *notice);

/* Writes the line to `line`, without a 0 at its end; returns its bytes. Signal handlers may call
 * it. */
size_t interrupt_notice_line(char line[INTERRUPT_LINE_BYTES]);

#endif
