/* Judges the statements of a legend on a world, each with the reason where it does not hold. */
#ifndef OVERLAND_TOOLS_CHECK_CHECK_VERDICT_H
#define OVERLAND_TOOLS_CHECK_CHECK_VERDICT_H

#include "tools/check/check_rules.h"
#include "tools/check/check_world.h"
#include "tools/path/path_why.h"

#include <stdbool.h>
#include <stdint.h>

enum { CHECK_WHY_BYTES = 320 };

struct check_verdict {
  const struct check_rule *rule;
  int32_t profile;
  bool holds;
  char why[CHECK_WHY_BYTES]; /* of a failure, or that a statement holds for a trivial reason; or ""
                              */
  bool has_ends;             /* it fails between two cells */
  ovl_cell start, goal;
  struct path_why opening; /* the cheapest cells that would open the way; not made: none is missing,
                              or the world is too large to search for them */
  ovl_path path;           /* a way that should not be, or should be shorter; or no points */
};

/* Judges one statement. Returns an exit code, after one line on standard error if it is not
 * EXIT_DONE; also of EXIT_DONE the verdict is the caller's to free. */
int check_verdict_find(const struct check_world *checked, const struct check_rule *rule,
                       struct check_verdict *verdict);

void check_verdict_free(struct check_verdict *verdict);

#endif
