/* Standing room in a world that was baked: see standing.h. */
#include "tools/build/standing.h"

#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/text/world_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TOLD = 12, ROWS_AT_ONCE = 64 };

/* Cells of each terrain. */
struct terrain_counts {
  uint64_t cells[256];
};

static void count(const uint8_t *terrain, size_t cells, struct terrain_counts *counts) {
  for (size_t i = 0; i < cells; i++) {
    counts->cells[terrain[i]]++;
  }
}

/* Counts the cells of a map in memory, or reads its rows again; those of a pipe are gone. */
static void count_terrains(struct build_source *source, struct terrain_counts *counts) {
  struct map_source *of = &source->of;
  for (int32_t i = 0; i < of->map.floor_count; i++) {
    const struct game_floor *floor = &of->map.floors[i];
    if (floor->terrain != NULL) {
      count(floor->terrain, (size_t)floor->width * (size_t)floor->height, counts);
    }
  }
  if (!of->by_rows || map_rows_is_stream(&of->rows)) {
    return;
  }
  uint8_t *rows = malloc((size_t)of->rows.width * ROWS_AT_ONCE);
  for (int32_t y = 0; y < of->rows.height && rows != NULL; y += ROWS_AT_ONCE) {
    const int32_t left = of->rows.height - y;
    const int32_t taken = left < ROWS_AT_ONCE ? left : ROWS_AT_ONCE;
    if (map_rows_read(&of->rows, y, taken, rows) != EXIT_DONE) {
      break;
    }
    count(rows, (size_t)taken * (size_t)of->rows.width, counts);
  }
  free(rows);
}

/* Joins letters of one name, and lists names with their cells: "Grass (10 cells), Wall (2 cells)".
 * *open: a name that the profile blocks, of the most cells, or NULL. */
static void list_terrains(const struct game_map *map, const struct terrain_counts *counts,
                          const ovl_profile_def *profile, char *text, size_t room,
                          const char **open) {
  size_t length = 0, kinds = 0;
  uint64_t most = 0;
  text[0] = '\0';
  for (int terrain = 0; terrain < 256; terrain++) {
    const char *name = map->terrains[terrain];
    uint64_t cells = counts->cells[terrain];
    bool is_told = cells == 0 || name[0] == '\0';
    for (int before = 0; before < terrain && !is_told; before++) {
      is_told = counts->cells[before] > 0 && strcmp(map->terrains[before], name) == 0;
    }
    for (int after = terrain + 1; after < 256 && !is_told; after++) {
      cells += strcmp(map->terrains[after], name) == 0 ? counts->cells[after] : 0;
    }
    if (is_told) {
      continue;
    }
    if (kinds++ < MOST_TOLD && length < room) {
      length += (size_t)snprintf(text + length, room - length, "%s%s (%" PRIu64 " cell%s)",
                                 kinds > 1 ? ", " : "", name, cells, print_plural(cells));
    }
    if (profile->weights[terrain] == 0 && terrain != 0 && cells > most) {
      most = cells;
      *open = name;
    }
  }
}

/* The names of what a profile crosses. */
static void list_crossed(const struct game_map *map, const ovl_profile_def *profile, char *text,
                         size_t room) {
  size_t length = 0;
  text[0] = '\0';
  for (int terrain = 0; terrain < 256 && length < room; terrain++) {
    bool is_told = profile->weights[terrain] == 0 || map->terrains[terrain][0] == '\0';
    for (int before = 0; before < terrain && !is_told; before++) {
      is_told = strcmp(map->terrains[before], map->terrains[terrain]) == 0;
    }
    if (!is_told) {
      length += (size_t)snprintf(text + length, room - length, "%s%s", length > 0 ? ", " : "",
                                 map->terrains[terrain]);
    }
  }
}

/* Writes which terrains there are, which of them the profile crosses, and the line of a legend
 * that opens more. */
static void explain(struct build_source *source, int32_t profile, char *text, size_t room) {
  const struct game_map *map = &source->of.map;
  const ovl_profile_def *def = &map->profiles[profile];
  struct terrain_counts counts = {{0}};
  char terrains[1024], crossed[512];
  const char *open = NULL;
  count_terrains(source, &counts);
  list_terrains(map, &counts, def, terrains, sizeof terrains, &open);
  list_crossed(map, def, crossed, sizeof crossed);
  const char *quote = open != NULL && strpbrk(open, " #") != NULL ? "\"" : "";
  snprintf(text, room, "the map has %s; '%s' crosses %s%s%s%s%s%s%s",
           terrains[0] != '\0' ? terrains : "no cells that could be counted", def->name,
           crossed[0] != '\0' ? crossed : "nothing",
           open != NULL ? "; a legend opens more, as: profile " : "", open != NULL ? def->name : "",
           open != NULL ? " " : "", quote, open != NULL ? open : "",
           open != NULL ? (quote[0] != '\0' ? "\"=1" : "=1") : "");
}

int standing_check(const struct build *build, struct build_source *source, const ovl_world *world) {
  const double cells = world_report_cells(world);
  char call[PRINT_DRAFT_BYTES], text[2048];
  bool stands = false;
  ovl_profile_info info;
  for (int32_t i = 0; ovl_world_profile(world, i, &info); i++) {
    stands = stands || info.open_cells > 0;
  }
  if (!stands && !build->allow_blocked) {
    explain(source, 0, text, sizeof text);
    return command_fail(EXIT_NO,
                        "%s: no unit could stand anywhere, so nothing is written: %s; %s drafts "
                        "one; --allow-blocked builds it all the same",
                        build->files.map, text,
                        print_draft_call(build->files.map, build->settings.raw.width,
                                         build->settings.raw.height, call));
  }
  for (int32_t i = 0; ovl_world_profile(world, i, &info); i++) {
    if ((double)info.open_cells * 100 < cells) {
      explain(source, i, text, sizeof text);
      command_note("warning: %s: profile '%s' can stand on %" PRIu64 " of %.0f cells: %s",
                   build->files.map, info.def.name, info.open_cells, cells, text);
    }
  }
  return EXIT_DONE;
}
