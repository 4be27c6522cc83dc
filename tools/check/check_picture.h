/* A picture of the statements that do not hold: where they fail, and what would open the way. */
#ifndef OVERLAND_TOOLS_CHECK_CHECK_PICTURE_H
#define OVERLAND_TOOLS_CHECK_CHECK_PICTURE_H

#include "tools/check/check_verdict.h"

struct check_picture {
  const char *path; /* of the PNG file */
  int32_t width;    /* pixels */
  int32_t floor;    /* -1: that of the first statement that fails, else 0 */
};

/* Returns an exit code, after one line on standard error if it is not EXIT_DONE. */
int check_picture_write(const struct check_world *checked, const struct check_verdict *verdicts,
                        size_t count, const struct check_picture *picture);

#endif
