/* The last line of an interrupted program: see interrupt_notice.h.
 *
 * Invariant: interrupt_notice_line calls only functions that signal handlers may call. */
#include "tools/base/interrupt_notice.h"

#include <string.h>

enum { MOST_DIGITS = 12 };

static _Atomic(const struct interrupt_notice *) current_notice;

void interrupt_notice_set(const struct interrupt_notice *notice) {
  atomic_store(&current_notice, notice);
}

static size_t put_text(char *to, const char *text, size_t bytes) {
  memcpy(to, text, bytes);
  return bytes;
}

static size_t put_number(char *to, unsigned number) {
  char digits[MOST_DIGITS];
  size_t first = MOST_DIGITS;
  do {
    digits[--first] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  return put_text(to, digits + first, MOST_DIGITS - first);
}

size_t interrupt_notice_line(char line[INTERRUPT_LINE_BYTES]) {
  const struct interrupt_notice *notice = atomic_load(&current_notice);
  const int count = notice != NULL ? atomic_load(&notice->count) : 0;
  if (count <= 0) {
    return 0;
  }
  size_t used = put_text(line, notice->before, strlen(notice->before));
  used += put_number(line + used, (unsigned)count);
  return used + put_text(line + used, notice->after, strlen(notice->after));
}
