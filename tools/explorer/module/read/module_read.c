/* Maps of all formats that the command reads, from files that were dropped on the page, and those
 * that it makes. Messages of the readers go to the page as they are. */
#include "tools/explorer/module/module_memory.h"
#include "tools/explorer/module/module_world.h"
#include "tools/game_map/read/game_map_read.h"
#include "tools/game_map/read/legend_draft.h"
#include "tools/game_map/read/map_survey.h"
#include "tools/generate/generate.h"
#include "tools/plain/step_limit.h"

#include <stdlib.h>

static struct {
  struct map_survey survey;
  struct game_map map;
  char *draft;
} read;

/* Forgets the map and its survey. */
EXPLORER_CALL(module_read_end) void module_read_end(void) {
  map_survey_free(&read.survey);
  game_map_free(&read.map);
  free(read.draft);
  read.draft = NULL;
}

/* Surveys the map of a file. An exit code, 0: done. Numbers: width, height, floors, and how many
 * signs it has. */
EXPLORER_CALL(module_read_survey) int32_t module_read_survey(const char *path) {
  module_read_end();
  const int code = map_survey_take(&(struct map_files){.map = path}, &read.survey);
  double *numbers = module_numbers();
  numbers[0] = read.survey.width;
  numbers[1] = read.survey.height;
  numbers[2] = read.survey.floors;
  numbers[3] = (double)read.survey.count;
  return code;
}

/* A sign of the survey: its text in a legend. Numbers: its cells; 1 if it blocks by a guess, if it
 * is a rule, if it is a note; the addresses of its name and of the reason. */
EXPLORER_CALL(module_read_sign) const char *module_read_sign(uint32_t sign) {
  const struct map_sign *at = &read.survey.list[sign];
  double *numbers = module_numbers();
  numbers[0] = (double)at->cells;
  numbers[1] = at->blocks;
  numbers[2] = at->is_rule;
  numbers[3] = at->is_note;
  numbers[4] = (double)(uintptr_t)at->name;
  numbers[5] = (double)(uintptr_t)at->reason;
  return at->text;
}

/* The draft of a legend for the surveyed map; NULL: no memory. */
EXPLORER_CALL(module_read_draft) const char *module_read_draft(const char *path) {
  free(read.draft);
  read.draft = legend_draft_write(path, &read.survey);
  return read.draft;
}

/* Reads a map with a legend, or without one (NULL). An exit code. Numbers: its floors, profiles,
 * links and goals, the cell at which its world begins, and what its cells are: 0 squares, hexagons
 * with 1 pointed or 2 flat tops. */
EXPLORER_CALL(module_read_map) int32_t module_read_map(const char *path, const char *legend) {
  module_read_end();
  const int code = game_map_read(&(struct map_files){.map = path, .legend = legend}, &read.map);
  double *numbers = module_numbers();
  numbers[0] = read.map.floor_count;
  numbers[1] = read.map.profile_count;
  numbers[2] = (double)read.map.link_count;
  numbers[3] = (double)read.map.goals.count;
  numbers[4] = read.map.origin.x;
  numbers[5] = read.map.origin.y;
  const ovl_layout drawn = read.map.naming.drawn;
  const bool is_flat = drawn == OVL_LAYOUT_ODD_Q || drawn == OVL_LAYOUT_EVEN_Q;
  numbers[6] = read.map.naming.shear.kind != CELL_HEXAGONS ? 0 : is_flat ? 2 : 1;
  return code;
}

/* The cells of a floor, the page's to copy. Numbers: width, height, the address of its heights (0:
 * it has none). NULL: a graph floor. */
EXPLORER_CALL(module_read_floor) const uint8_t *module_read_floor(int32_t floor) {
  const struct game_floor *at = &read.map.floors[floor];
  double *numbers = module_numbers();
  numbers[0] = at->width;
  numbers[1] = at->height;
  numbers[2] = (double)(uintptr_t)at->heights;
  return at->terrain;
}

/* The name of a profile. Numbers: its corners, body, climb and drop (0: any), and their costs. */
EXPLORER_CALL(module_read_profile) const char *module_read_profile(int32_t profile) {
  const ovl_profile_def *at = &read.map.profiles[profile];
  double *numbers = module_numbers();
  numbers[0] = at->corners;
  numbers[1] = at->body_cells;
  numbers[2] = step_limit_number(at->max_climb);
  numbers[3] = step_limit_number(at->max_drop);
  numbers[4] = at->climb_cost;
  numbers[5] = at->drop_cost;
  return at->name;
}

/* The name of a terrain. Numbers: its weight to a profile, 0: blocked. */
EXPLORER_CALL(module_read_terrain)
const char *module_read_terrain(int32_t terrain, int32_t profile) {
  module_numbers()[0] = read.map.profiles[profile].weights[terrain];
  return read.map.terrains[terrain];
}

/* Makes a map as `overland gen` does: width x height letters, row by row, into `letters`. Returns
 * false if there is no memory, or no such kind. */
EXPLORER_CALL(module_generate)
bool module_generate(const char *kind, int32_t width, int32_t height, uint32_t seed,
                     uint8_t *letters) {
  const struct generate_def def = {width, height, seed, .percent = 20, .corridor_cells = 1};
  const struct generator *generator = generate_find(kind);
  void *state = generator != NULL ? generator->begin(&def) : NULL;
  if (state == NULL) {
    return false;
  }
  for (int32_t y = 0; y < height; y++) {
    generator->row(state, y, letters + (size_t)y * (size_t)width);
  }
  generator->end(state);
  return true;
}
