/* Scenario files in the MovingAI format: a line a problem, with the length of
 * its shortest path. */
#ifndef OVERLAND_TOOLS_SCENARIO_FILE_H
#define OVERLAND_TOOLS_SCENARIO_FILE_H

#include "overland.h"

#include <stddef.h>
#include <stdint.h>

struct scenario {
  int32_t bucket;        /* length / 4, rounded down */
  int32_t width, height; /* of the map, in cells */
  ovl_cell start, goal;
  double optimum; /* straight steps plus diagonal steps times the root of 2 */
};

struct scenario_list {
  struct scenario *list;
  size_t count;
};

/* Reads a whole file. Whether sizes and cells fit a world is the caller's to
 * ask. Returns an exit code, after one line on standard error if it is not
 * EXIT_DONE; *scenarios is then empty. */
int scenario_file_read(const char *path, struct scenario_list *scenarios);
void scenario_file_free(struct scenario_list *scenarios);

/* Writes a whole file; map_name is what each line calls the map. */
int scenario_file_write(const char *path, const char *map_name,
                        const struct scenario_list *scenarios);

#endif
