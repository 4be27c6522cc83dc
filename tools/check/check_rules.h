/* The statements of a legend that a world is checked against. A statement a line:
 *
 *     must PLACE -> PLACE [PROFILE]       from wherever one can stand in the first, some cell of
 * the second is reached must not PLACE -> PLACE [PROFILE]   from nowhere in the first any cell of
 * the second is within N PLACE -> PLACE [PROFILE]   the way from the middle of the first to the
 * nearest cell of the second costs at most N straight steps islands N [PROFILE] there are exactly N
 * islands open N% [PROFILE]                   at least N in 100 cells are open
 *
 * A place is a named one of the world, or a cell, X,Y or FLOOR:X,Y. All other statements of the
 * legend are passed over. */
#ifndef OVERLAND_TOOLS_CHECK_CHECK_RULES_H
#define OVERLAND_TOOLS_CHECK_CHECK_RULES_H

#include <stddef.h>

enum check_kind { CHECK_MUST, CHECK_MUST_NOT, CHECK_WITHIN, CHECK_ISLANDS, CHECK_OPEN };

struct check_rule {
  enum check_kind kind;
  size_t line;
  double number;           /* straight steps, islands, or cells in a hundred */
  const char *from, *goal; /* places; NULL: the statement has none */
  const char *profile;     /* NULL: the first of the world */
  char *text;              /* the statement, a blank between words; owns all of the above */
};

struct check_rules {
  struct check_rule *list;
  size_t count, capacity;
};

/* Reads the statements of a legend. Returns an exit code, after one line on standard error that
 * begins with FILE:LINE if it is not EXIT_DONE; *rules is then empty. */
int check_rules_read(const char *path, struct check_rules *rules);

void check_rules_free(struct check_rules *rules);

#endif
