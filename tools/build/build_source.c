/* The map that a build is of: see build_source.h. */
#include "tools/build/build_source.h"

#include "overland_bake.h"
#include "overland_stream.h"
#include "tools/base/fail.h"
#include "tools/base/platform.h"
#include "tools/base/platform_files.h"
#include "tools/game_map/game_map_floor.h"
#include "tools/game_map/game_map_read.h"
#include "tools/game_map/map_format.h"
#include "tools/map/fast_hash.h"

#include <stdlib.h>
#include <string.h>

/* ---- In memory, or as rows ----------------------------------------------- */

/* What a path leads to. */
struct look {
  bool plain;    /* text of letters */
  bool by_rows;  /* can be had no other way */
  int64_t cells; /* of a plain file */
};

/* A file of another kind than it seems is told by whoever reads it. */
static int look_at(const char *path, struct look *look) {
  const enum platform_file_kind kind = platform_file_kind(path);
  struct platform_reader reader;
  struct map_header header;
  uint8_t bytes[MAP_HEADER_BYTES];
  *look = (struct look){.plain = true};
  look->by_rows =
      strcmp(path, "-") == 0 || kind == PLATFORM_FILE_FOLDER || kind == PLATFORM_FILE_OTHER;
  if (look->by_rows) {
    return EXIT_DONE;
  }
  look->plain = map_format_of(path, NULL, 0) != MAP_FORMAT_TILED;
  const char *why = look->plain ? platform_reader_open(&reader, path) : NULL;
  if (why != NULL) {
    return command_fail(EXIT_INPUT, "%s: %s", path, why);
  }
  if (!look->plain) {
    return EXIT_DONE;
  }
  const size_t count = reader.byte_count < sizeof bytes ? (size_t)reader.byte_count : sizeof bytes;
  const bool read = platform_reader_read(&reader, 0, bytes, count);
  platform_reader_close(&reader);
  if (!read) {
    return command_fail(EXIT_INPUT, "%s: it can't be read", path);
  }
  look->plain = map_format_of(path, bytes, count) == MAP_FORMAT_LETTERS;
  const int code = look->plain ? map_header_read(path, bytes, count, &header) : EXIT_DONE;
  look->cells = look->plain && code == EXIT_DONE ? (int64_t)header.width * header.height : 0;
  return code;
}

static bool is_large(int64_t cells) { return cells > OVL_MAX_CELLS_WITH_LABELS; }

static bool parts_are_asked_for(const struct build *build) {
  return build->memory_given || build->resume || build->part_given || build->files.from != NULL;
}

/* ---- Opening ------------------------------------------------------------- */

/* Marks of a floor that there are heights or extra costs; they are never read. */
static const uint16_t some_heights = 0;
static const uint8_t some_extra = 0;

/* Opens the pictures of heights and extra costs of a map whose rows are open, and reads its links.
 */
static int open_layers(const struct build *build, struct build_source *source) {
  struct grey_layers *layers = &source->layers;
  const int code = game_map_read_layers(build->files.legend, source->rows.width,
                                        source->rows.height, &source->map, layers);
  if (code != EXIT_DONE) {
    return code;
  }
  if (!game_map_fill_def(&source->map, &source->def)) {
    return command_fail_memory("the links");
  }
  source->floor = (ovl_floor_def){.width = source->rows.width, .height = source->rows.height};
  if (layers->heights.is_open) {
    source->floor.heights = &some_heights;
    source->held_bytes += grey_rows_held_bytes(&layers->heights.rows);
  }
  for (int32_t i = 0; i < source->map.profile_count; i++) {
    if (layers->extra[i].is_open) {
      source->extra[i] = &some_extra;
      source->floor.extra = source->extra;
      source->held_bytes += grey_rows_held_bytes(&layers->extra[i].rows);
    }
  }
  source->def.more.floors = &source->floor;
  source->def.more.floor_count = 1;
  return EXIT_DONE;
}

static int open_rows(const struct build *build, bool has_layers, struct build_source *source) {
  char letters[256];
  game_map_list_letters(&source->map, letters);
  int code = map_rows_open(&source->rows, build->files.map, letters);
  if (code != EXIT_DONE) {
    return code;
  }
  const int32_t width = source->rows.width, height = source->rows.height;
  if (has_layers && map_rows_is_stream(&source->rows)) {
    code = command_fail(EXIT_INPUT,
                        "%s: links, heights and extra costs need the map as a file or a folder, to "
                        "be read twice; %s comes once",
                        build->files.legend, build->files.map);
  }
  source->def.width = width;
  source->def.height = height;
  source->def.more.profiles = source->map.profiles;
  source->def.more.profile_count = source->map.profile_count;
  if (code == EXIT_DONE) {
    code = has_layers ? open_layers(build, source) : EXIT_DONE;
  }
  if (code == EXIT_DONE) {
    code = game_map_check_bodies(&source->map, width < height ? width : height);
  }
  if (code != EXIT_DONE) {
    grey_layers_close(&source->layers);
    map_rows_close(&source->rows);
    return code;
  }
  source->cut = true;
  source->in_parts = true;
  return EXIT_DONE;
}

static uint64_t count_held_bytes(const struct game_map *map, int64_t *cells) {
  uint64_t bytes = 0;
  *cells = 0;
  for (int32_t i = 0; i < map->floor_count; i++) {
    const struct game_floor *floor = &map->floors[i];
    const uint64_t size = (uint64_t)floor->width * (uint64_t)floor->height;
    bytes += size * ((floor->terrain != NULL ? 1U : 0U) + (floor->heights != NULL ? 2U : 0U));
    for (int32_t profile = 0; profile < map->profile_count; profile++) {
      bytes += floor->extra[profile] != NULL ? size : 0;
    }
    *cells += (int64_t)size;
  }
  return bytes;
}

/* Terrain of one floor, and nothing else: its rows do for a part. */
static bool can_be_cut(const struct game_map *map) {
  const struct game_floor *floor = &map->floors[0];
  bool plain = map->floor_count == 1 && map->link_count == 0 && floor->terrain != NULL &&
               floor->heights == NULL;
  for (int32_t profile = 0; profile < map->profile_count; profile++) {
    plain = plain && floor->extra[profile] == NULL;
  }
  return plain;
}

static int open_in_memory(const struct build *build, struct build_source *source) {
  struct game_map *map = &source->map;
  int64_t cells;
  const int code =
      game_map_read(build->files.map, build->files.legend, build->settings.corners, map);
  if (code != EXIT_DONE) {
    return code;
  }
  if (!game_map_fill_def(map, &source->def)) {
    game_map_free(map);
    return command_fail_memory("the links");
  }
  source->held_bytes = count_held_bytes(map, &cells);
  source->in_parts = parts_are_asked_for(build) || is_large(cells);
  source->cut = source->in_parts && can_be_cut(map);
  if (source->cut) {
    const struct game_floor *floor = &map->floors[0];
    map_rows_use_memory(&source->rows, floor->width, floor->height, floor->terrain);
    source->def.more.floors = NULL;
    source->def.width = floor->width;
    source->def.height = floor->height;
  }
  return EXIT_DONE;
}

/* A plain map goes by rows if the legend names no further floors. */
static int open_plain(const struct build *build, bool by_rows, struct build_source *source) {
  struct game_map_frame frame;
  int code =
      game_map_read_frame(build->files.legend, build->settings.corners, &source->map, &frame);
  if (code != EXIT_DONE) {
    return code;
  }
  if (!frame.has_floors) {
    code = open_rows(build, frame.has_cells, source);
    if (code != EXIT_DONE) {
      game_map_free(&source->map);
    }
    return code;
  }
  game_map_free(&source->map);
  if (by_rows) {
    return command_fail(EXIT_INPUT, "%s: floors need the map as one file; %s comes row by row",
                        build->files.legend, build->files.map);
  }
  return open_in_memory(build, source);
}

/* ---- Settings ------------------------------------------------------------ */

/* Takes the settings of an older world where none are given; an older world that was to have no
 * labels stays without. What can't be opened is told by whoever needs it. */
static void take_settings(const char *path, bool has_labels, ovl_bake_tuning *tuning) {
  struct platform_mapping mapping;
  ovl_world *world;
  ovl_world_info info;
  if (platform_map_file(path, &mapping) != NULL) {
    return;
  }
  ovl_open_def def = ovl_open_def_default();
  def.bytes = mapping.bytes;
  def.byte_count = mapping.byte_count;
  if (ovl_world_open_def(&def, &world, NULL) == OVL_OK) {
    ovl_world_describe(world, &info);
    tuning->region_cells =
        tuning->region_cells != 0 ? tuning->region_cells : info.partition.region_cells;
    tuning->spacing_cells =
        tuning->spacing_cells != 0 ? tuning->spacing_cells : info.partition.spacing_cells;
    if (!has_labels && info.graph.labels == OVL_LABELS_NOT_ASKED) {
      tuning->label_bytes_per_cell = 0;
    }
    ovl_world_close(world);
  }
  platform_unmap_file(&mapping);
}

/* Reads all rows of a stream into memory, which then stand for it: rows of a stream can't be read a
 * second time after the sample. */
static int hold_stream(struct build_source *source) {
  const int32_t width = source->rows.width, height = source->rows.height;
  const size_t bytes = (size_t)width * (size_t)height;
  uint8_t *terrain = malloc(bytes);
  int code = terrain != NULL ? map_rows_read(&source->rows, 0, height, terrain)
                             : command_fail_memory("the rows of the map");
  if (code != EXIT_DONE) {
    free(terrain);
    return code;
  }
  map_rows_close(&source->rows);
  map_rows_use_memory(&source->rows, width, height, terrain);
  source->held_rows = terrain;
  source->held_bytes = bytes;
  return EXIT_DONE;
}

/* Reads rows of the map for a sample. */
struct sample_reader {
  struct build_source *source;
  int code;
};

static bool read_sample(void *user, int32_t first, int32_t count, uint8_t *terrain) {
  struct sample_reader *reader = user;
  struct map_rows *rows = &reader->source->rows;
  if (map_rows_is_stream(rows)) {
    reader->code = hold_stream(reader->source);
  }
  if (reader->code == EXIT_DONE) {
    reader->code = map_rows_read(rows, first, count, terrain);
  }
  return reader->code == EXIT_DONE;
}

static double count_source_cells(const struct build_source *source) {
  const ovl_bake_def *def = &source->def;
  double cells = def->more.floors == NULL ? (double)def->width * def->height : 0;
  for (int32_t i = 0; def->more.floors != NULL && i < def->more.floor_count; i++) {
    cells += (double)def->more.floors[i].width * def->more.floors[i].height;
  }
  return cells;
}

/* Chooses the settings that are not given, within a budget if there is one. */
static int choose_settings(struct build *build, struct build_source *source) {
  struct sample_reader reader = {source, EXIT_DONE};
  struct build_budget *budget = &build->budget;
  const ovl_read_rows_fn read = source->cut ? read_sample : NULL;
  ovl_fault fault = {.what = ""};
  ovl_result result;
  if (build->files.from != NULL) {
    take_settings(build->files.from, build->settings.has_labels, &source->def.tuning);
  }
  if (budget->kind != BUDGET_NONE) {
    build_budget_fit(budget, count_source_cells(source));
    result =
        ovl_bake_steer(&source->def, &budget->limits, read, &reader, &budget->expected, &fault);
    budget->chosen = source->def.tuning;
  } else {
    result = ovl_bake_choose(&source->def, read, &reader, &fault);
  }
  if (result == OVL_OK) {
    build_budget_note(budget);
  }
  build->times.work_before_ms = platform_work_ms();
  return result == OVL_OK ? EXIT_DONE
         : reader.code != EXIT_DONE
             ? reader.code
             : game_map_fail_bake(&source->map, build->files.map, result, &fault);
}

/* ---- The survey ----------------------------------------------------------- */

/* An ovl_read_cells_fn. */
static bool read_surveyed(void *user, int32_t first, int32_t count, uint8_t *terrain,
                          uint16_t *heights) {
  struct sample_reader *reader = user;
  struct build_source *source = reader->source;
  if (terrain != NULL) {
    reader->code = map_rows_read(&source->rows, first, count, terrain);
  }
  if (reader->code == EXIT_DONE && heights != NULL) {
    reader->code = grey_layer_read_heights(&source->layers.heights, first, count, heights);
  }
  return reader->code == EXIT_DONE;
}

/* Surveys a map that is cut and has links, heights or extra costs. */
static int survey(struct build *build, struct build_source *source) {
  struct sample_reader reader = {source, EXIT_DONE};
  ovl_fault fault = {.what = ""};
  if (!source->cut || source->def.more.floors == NULL) {
    return EXIT_DONE;
  }
  const ovl_result result =
      ovl_survey_create(&source->def, read_surveyed, &reader, &source->survey, &fault);
  source->def.more.survey = source->survey;
  build->times.work_before_ms = platform_work_ms();
  return result == OVL_OK ? EXIT_DONE
         : reader.code != EXIT_DONE
             ? reader.code
             : game_map_fail_bake(&source->map, build->files.map, result, &fault);
}

int build_source_open(struct build *build, struct build_source *source) {
  struct look look;
  memset(source, 0, sizeof *source);
  source->def = ovl_bake_def_default();
  source->def.tuning.region_cells = build->settings.region_cells;
  source->def.tuning.spacing_cells = build->settings.spacing_cells;
  source->def.tuning.label_bytes_per_cell = build->settings.label_bytes;
  source->def.tuning.overlays = build->settings.overlays;
  int code = look_at(build->files.map, &look);
  if (code != EXIT_DONE) {
    return code;
  }
  const bool in_parts = look.by_rows || parts_are_asked_for(build) || is_large(look.cells);
  code = look.plain && in_parts ? open_plain(build, look.by_rows, source)
                                : open_in_memory(build, source);
  if (code == EXIT_DONE) {
    code = choose_settings(build, source);
    code = code == EXIT_DONE ? survey(build, source) : code;
    if (code != EXIT_DONE) {
      build_source_close(source);
    }
  }
  return code;
}

void build_source_close(struct build_source *source) {
  if (source->cut) {
    map_rows_close(&source->rows);
  }
  free(source->held_rows);
  grey_layers_close(&source->layers);
  ovl_survey_destroy(source->survey);
  game_map_free(&source->map);
}

size_t build_source_cell_bytes(const struct build_source *source) {
  size_t bytes = source->layers.heights.is_open ? 3 : 1;
  for (int32_t i = 0; i < source->map.profile_count; i++) {
    bytes += source->layers.extra[i].is_open ? 1 : 0;
  }
  return bytes;
}

/* ---- Identity ------------------------------------------------------------ */

static uint64_t hash_floor(uint64_t hash, const struct game_map *map,
                           const struct game_floor *floor) {
  const size_t cells = (size_t)floor->width * (size_t)floor->height;
  hash = fast_hash_number(hash, (uint64_t)floor->width);
  hash = fast_hash_number(hash, (uint64_t)floor->height);
  if (floor->terrain != NULL) {
    hash = fast_hash_bytes(hash, floor->terrain, cells);
  }
  for (size_t i = 0; i < cells && floor->heights != NULL; i++) {
    hash = fast_hash_number(hash, floor->heights[i]);
  }
  for (int32_t profile = 0; profile < map->profile_count; profile++) {
    if (floor->extra[profile] != NULL) {
      hash = fast_hash_bytes(hash, floor->extra[profile], cells);
    }
  }
  return hash;
}

static uint64_t hash_links(uint64_t hash, const struct game_map *map) {
  for (size_t i = 0; i < map->link_count; i++) {
    const ovl_link_def *link = &map->links[i].def;
    const uint32_t numbers[] = {(uint32_t)link->from.x,
                                (uint32_t)link->from.y,
                                (uint32_t)link->from.floor,
                                (uint32_t)link->to.x,
                                (uint32_t)link->to.y,
                                (uint32_t)link->to.floor,
                                link->cost,
                                link->cost_back,
                                link->profiles};
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
      hash = fast_hash_number(hash, numbers[k]);
    }
  }
  return hash;
}

/* The file of a picture, and its scale. */
static int hash_layer(const struct grey_layer *layer, uint64_t number, uint64_t *hash) {
  uint64_t scale;
  if (!layer->is_open) {
    return EXIT_DONE;
  }
  memcpy(&scale, &layer->scale, sizeof scale);
  *hash = fast_hash_number(fast_hash_number(*hash, number), scale);
  return map_rows_hash_file(layer->rows.path, hash);
}

static int identify_rows(struct build_source *source, uint64_t *identity) {
  int code = map_rows_identify(&source->rows, identity);
  if (code == EXIT_DONE) {
    code = hash_layer(&source->layers.heights, 0, identity);
  }
  for (int32_t i = 0; i < source->map.profile_count && code == EXIT_DONE; i++) {
    code = hash_layer(&source->layers.extra[i], (uint64_t)i + 1, identity);
  }
  *identity = hash_links(*identity, &source->map);
  return code;
}

int build_source_identify(struct build_source *source, uint64_t *identity) {
  const struct game_map *map = &source->map;
  if (source->cut) {
    return identify_rows(source, identity);
  }
  uint64_t hash = 0;
  for (int32_t i = 0; i < map->floor_count; i++) {
    hash = hash_floor(hash, map, &map->floors[i]);
  }
  *identity = hash_links(hash, map);
  return EXIT_DONE;
}
