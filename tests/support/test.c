/* The checks of the harness: what they print, and the seeds of cases. */
#include "tests/support/test.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum { MOST_MESSAGES = 10 };

bool test_check(test_state *t, bool holds, const char *file, int line, const char *format, ...) {
  if (holds) {
    return true;
  }
  t->failures++;
  if (t->failures <= MOST_MESSAGES && !t->is_quiet) {
    va_list values;
    va_start(values, format);
    printf("%s:%d: %s, seed %" PRIu64 ": ", file, line, t->name, t->case_seed);
    vprintf(format, values);
    va_end(values);
    printf("%s%s\n", t->context[0] != '\0' ? " | " : "", t->context);
    fflush(stdout);
  }
  return false;
}

uint64_t test_begin_case(test_state *t, uint64_t index) {
  t->case_seed = t->seed + index;
  t->context[0] = '\0';
  return t->case_seed;
}

void test_context(test_state *t, const char *format, ...) {
  va_list values;
  va_start(values, format);
  vsnprintf(t->context, sizeof t->context, format, values);
  va_end(values);
}

bool test_more(const test_state *t, uint64_t index, uint64_t count, uint64_t long_count) {
  return t->failures == 0 && index < (t->is_long ? long_count : count);
}
