/* Scenario files in the MovingAI format: a line a problem, with the length of
 * its shortest path.
 *
 * Lengths hold for a unit that crosses plain ground with strict corners, unless the
 * file's last line names the profile that they were made with:
 *
 *     # profile NAME RULES
 *
 * RULES is a fingerprint of what the profile is; lengths are then costs in straight
 * steps over plain ground. Readers of the format stop there, for no problem
 * begins so. */
#ifndef OVERLAND_TOOLS_MAP_SCENARIO_FILE_H
#define OVERLAND_TOOLS_MAP_SCENARIO_FILE_H

#include "overland.h"
#include "overland_bake.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct scenario {
  int32_t bucket;        /* length / 4, rounded down */
  int32_t width, height; /* of the map, in cells */
  ovl_cell start, goal;  /* counted from 0,0 at the upper left, wherever a world begins */
  double optimum;        /* straight steps plus diagonal steps times the root of 2 */
};

struct scenario_list {
  struct scenario *list;
  size_t count;
  char profile[OVL_NAME_BYTES]; /* that the lengths were made with; "": none is named */
  uint64_t rules;               /* its fingerprint */
};

/* Whether lengths of a profile are straight steps plus diagonal ones times the root of
 * 2: strict corners, one weight, that of plain ground, and nothing that costs besides. */
bool scenario_counts_steps(const ovl_world *world, int32_t profile);

/* The fingerprint of a profile: of all but its name. */
uint64_t scenario_rules(const ovl_profile_def *profile);

/* Reads a whole file. Whether sizes and cells fit a world is the caller's to
 * ask. Returns an exit code, after one line on standard error if it is not
 * EXIT_DONE; *scenarios is then empty. */
int scenario_file_read(const char *path, struct scenario_list *scenarios);
void scenario_file_free(struct scenario_list *scenarios);

/* Writes a whole file; map_name is what each line calls the map. */
int scenario_file_write(const char *path, const char *map_name,
                        const struct scenario_list *scenarios);

#endif
