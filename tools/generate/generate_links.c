/* Links between random cells of a map: see generate_links.h. */
#include "tools/generate/generate_links.h"

#include "tools/base/fail.h"
#include "tools/base/out_file.h"
#include "tools/base/random_numbers.h"
#include "tools/generate/generate.h"

#include <inttypes.h>
#include <stdio.h>

/* Cells on which a profile can stand. */
struct stands {
  const struct game_floor *floor;
  const ovl_profile_def *profile;
  uint64_t stream;
};

static bool can_stand(const struct stands *stands, int32_t x, int32_t y) {
  const int32_t body = stands->profile->body_cells;
  if (x + body > stands->floor->width || y + body > stands->floor->height) {
    return false;
  }
  for (int32_t i = 0; i < body * body; i++) {
    const size_t row = (size_t)(y + i / body) * (size_t)stands->floor->width;
    if (stands->profile->weights[stands->floor->terrain[row + (size_t)(x + i % body)]] == 0) {
      return false;
    }
  }
  return true;
}

static size_t count_cells(const struct stands *stands) {
  size_t count = 0;
  for (int32_t y = 0; y < stands->floor->height; y++) {
    for (int32_t x = 0; x < stands->floor->width; x++) {
      count += can_stand(stands, x, y) ? 1 : 0;
    }
  }
  return count;
}

/* There are such cells. Where they are too rare to be hit, the next one in the order of the rows
 * is taken. */
static ovl_cell draw_cell(struct stands *stands) {
  enum { TRIES = 4096 };
  const int32_t width = stands->floor->width, height = stands->floor->height;
  ovl_cell cell = {0, 0, 0};
  for (int i = 0; i < TRIES; i++) {
    cell.x = (int32_t)generate_below(random_next(&stands->stream), (uint64_t)width);
    cell.y = (int32_t)generate_below(random_next(&stands->stream), (uint64_t)height);
    if (can_stand(stands, cell.x, cell.y)) {
      return cell;
    }
  }
  while (!can_stand(stands, cell.x, cell.y)) {
    cell.x = (cell.x + 1) % width;
    cell.y = cell.x == 0 ? (cell.y + 1) % height : cell.y;
  }
  return cell;
}

static ovl_cell draw_other(struct stands *stands, ovl_cell than) {
  ovl_cell cell = draw_cell(stands);
  while (cell.x == than.x && cell.y == than.y) {
    cell = draw_cell(stands);
  }
  return cell;
}

static void write_links(struct stands *stands, const char *map_path, ovl_cell origin,
                        const struct generate_links_def *def, struct out_file *file) {
  char text[512];
  int length = snprintf(text, sizeof text, "# %" PRIu64 " links of %.300s, seed %" PRIu64 "\n",
                        def->count, map_path, def->seed);
  out_file_write(file, text, (size_t)length);
  for (uint64_t i = 0; i < def->count && file->code == EXIT_DONE; i++) {
    const ovl_cell from = draw_cell(stands);
    const ovl_cell to = draw_other(stands, from);
    const bool both =
        def->ways == GENERATE_WAYS_BOTH || (def->ways == GENERATE_WAYS_MIXED && i % 2 == 1);
    length = snprintf(text, sizeof text,
                      "link %" PRId32 ",%" PRId32 " %s %" PRId32 ",%" PRId32 " cost=%g\n",
                      origin.x + from.x, origin.y + from.y, both ? "<->" : "->", origin.x + to.x,
                      origin.y + to.y, def->cost);
    out_file_write(file, text, (size_t)length);
  }
}

int generate_links(const char *map_path, const struct game_map *map,
                   const struct generate_links_def *def, const char *path) {
  struct out_file file;
  struct stands stands = {.floor = &map->floors[0], .profile = &map->profiles[def->profile]};
  stands.stream = generate_hash(def->seed, 3, stands.floor->width, stands.floor->height);
  if (stands.floor->terrain == NULL || count_cells(&stands) < 2) {
    return command_fail(EXIT_INPUT, "%s: a link needs two open cells of floor 0", map_path);
  }
  const int code = out_file_open(&file, path);
  if (code != EXIT_DONE) {
    return code;
  }
  write_links(&stands, map_path, map->origin, def, &file);
  return out_file_commit(&file); /* fails as the first write that failed */
}
