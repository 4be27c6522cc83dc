/* A summary of a world for those who draw its map: islands, one-way traps, dead ends, narrow
 * places.
 *
 * Of the four cells beside a cell, those outside of the map count as blocked. A dead end is an open
 * cell with one open cell beside it. A passage is one cell wide where the cells to the left and
 * right are blocked and those above and below are open, or the other way round; it is two cells
 * wide where the same is so of two cells beside each other. Passages that lead askew are not seen.
 */
#ifndef OVERLAND_TOOLS_CHECK_CHECK_SURVEY_H
#define OVERLAND_TOOLS_CHECK_CHECK_SURVEY_H

#include "tools/check/check_islands.h"
#include "tools/check/check_verdict.h"

enum check_spot { CHECK_DEAD_END, CHECK_ONE_WIDE, CHECK_TWO_WIDE, CHECK_SPOTS };

enum { CHECK_SPOTS_TOLD = 5 };

/* Cells of a kind, and the first of them. */
struct check_spots {
  uint64_t cells;
  ovl_cell first[CHECK_SPOTS_TOLD];
  int32_t told;
};

struct check_survey {
  struct check_islands islands;
  /* Of the thousand largest: those that the largest leads to and that lead not back, and those that
   * lead to it and are not reached from it. */
  struct check_islands traps, sources;
  struct check_spots spots[CHECK_SPOTS];
};

/* Surveys a world for a profile with so many threads; all of its file was checked. Returns an exit
 * code, after one line on standard error if it is not EXIT_DONE. Time: two passes over the cells.
 */
int check_survey_find(const struct check_world *checked, int32_t profile, int32_t threads,
                      struct check_survey *survey);

void check_survey_free(struct check_survey *survey);

#endif
