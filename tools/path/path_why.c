/* The blockers between two cells: see path_why.h. */
#include "tools/path/path_why.h"

#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/game_map/read/game_map_read.h"
#include "tools/text/world_report.h"

#include <stdlib.h>

enum { SLICE = 100000 }; /* expansions; nothing waits for them here */

static ovl_result take_answer(ovl_blockers *question, double unit, struct path_why *why) {
  uint64_t cost = 0;
  ovl_result result = ovl_blockers_answer(question, NULL, 0, &why->count, &cost);
  if (result == OVL_MORE_ROOM) {
    why->obstacles = malloc(why->count * sizeof *why->obstacles);
    result = why->obstacles != NULL
                 ? ovl_blockers_answer(question, why->obstacles, why->count, &why->count, &cost)
                 : OVL_NO_MEMORY;
  }
  why->cost = (double)cost / unit;
  return result;
}

/* Notes what may close steps between open cells. */
static void find_other_limits(const ovl_world *world, int32_t profile, struct path_why *why) {
  ovl_profile_info info;
  ovl_floor_info floor;
  if (ovl_world_profile(world, profile, &info) && ovl_world_floor(world, 0, &floor)) {
    why->has_cliffs = floor.heights && (info.def.max_climb != 0 || info.def.max_drop != 0);
    why->has_rule = info.uses_step_rule;
  }
}

int path_why_ask(const ovl_world *world, const ovl_query *query, struct path_why *why) {
  ovl_blockers *question = NULL;
  bool done = false;
  *why = (struct path_why){.made = true, .bytes = ovl_blockers_bytes(world, query->profile)};
  find_other_limits(world, query->profile, why);
  ovl_result result = ovl_blockers_create(world, query->profile, NULL, &question, NULL);
  if (result == OVL_OK) {
    result = ovl_blockers_begin(question, query->start, query->goal);
  }
  while (result == OVL_OK && !done) {
    result = ovl_blockers_step(question, SLICE, &done);
  }
  why->result = result;
  if (result == OVL_OK) {
    result = take_answer(question, world_report_unit(world), why);
  }
  ovl_blockers_destroy(question);
  if (result == OVL_OK || result == OVL_UNREACHABLE) {
    return EXIT_DONE;
  }
  const bool too_large = why->bytes == 0;
  path_why_free(why);
  if (too_large) {
    return command_fail(EXIT_USAGE, "path: --why is for worlds of up to 16,382 x 16,382 cells");
  }
  return command_fail_result("what stands in the way", result, NULL);
}

int path_why_read_names(const char *map, const char *legend, struct path_why *why) {
  if (map == NULL && legend == NULL) {
    return EXIT_DONE;
  }
  struct game_map *names = malloc(sizeof *names);
  if (names == NULL) {
    return command_fail_memory("the names of terrains");
  }
  const int code = game_map_read_names(map, legend, names);
  if (code == EXIT_DONE) {
    why->names = names;
  } else {
    free(names);
  }
  return code;
}

const char *path_why_name(const struct path_why *why, uint8_t terrain) {
  return why->names != NULL ? why->names->terrains[terrain] : "";
}

void path_why_free(struct path_why *why) {
  if (why->names != NULL) {
    game_map_free(why->names);
  }
  free(why->names);
  free(why->obstacles);
  *why = (struct path_why){0};
}
