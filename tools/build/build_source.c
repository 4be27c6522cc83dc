/* The map that a build is of: see build_source.h. */
#include "tools/build/build_source.h"

#include "overland_bake.h"
#include "overland_inspect.h"
#include "overland_stream.h"
#include "tools/base/fail.h"
#include "tools/base/platform.h"
#include "tools/base/platform_files.h"
#include "tools/map/fast_hash.h"

#include <stdlib.h>
#include <string.h>

/* ---- In memory, or as rows ----------------------------------------------- */

static bool is_large(int64_t cells) { return cells > OVL_MAX_CELLS_WITH_LABELS; }

static bool parts_are_asked_for(const struct build *build) {
  return build->memory_given || build->resume || build->part_given || build->files.from != NULL;
}

/* ---- Opening ------------------------------------------------------------- */

/* Marks of a floor that there are heights or extra costs; they are never read. */
static const uint16_t some_heights = 0;
static const uint8_t some_extra = 0;

/* The definition of heights, extra costs, links and places. */
static int define_layers(struct build_source *source) {
  const struct map_source *of = &source->of;
  if (!game_map_fill_def(&source->of.map, &source->def)) {
    return command_fail_memory("the links");
  }
  source->floor = (ovl_floor_def){.width = of->rows.width, .height = of->rows.height};
  if (of->layers.heights.is_open) {
    source->floor.heights = &some_heights;
    source->held_bytes += grey_rows_held_bytes(&of->layers.heights.rows);
  }
  for (int32_t i = 0; i < of->map.profile_count; i++) {
    if (of->layers.extra[i].is_open) {
      source->extra[i] = &some_extra;
      source->floor.extra = source->extra;
      source->held_bytes += grey_rows_held_bytes(&of->layers.extra[i].rows);
    }
  }
  source->def.more.floors = &source->floor;
  source->def.more.floor_count = 1;
  return EXIT_DONE;
}

static int define_rows(struct build_source *source) {
  source->def.width = source->of.rows.width;
  source->def.height = source->of.rows.height;
  source->def.origin = source->of.map.origin;
  cell_kind_define(source->of.map.naming.shear.kind, &source->def);
  source->def.more.profiles = source->of.map.profiles;
  source->def.more.profile_count = source->of.map.profile_count;
  source->def.more.cost_scale = source->of.map.naming.cost_scale;
  source->cut = true;
  source->in_parts = true;
  return source->of.has_layers ? define_layers(source) : EXIT_DONE;
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

static int define_held(const struct build *build, struct build_source *source) {
  struct game_map *map = &source->of.map;
  int64_t cells;
  if (!game_map_fill_def(map, &source->def)) {
    return command_fail_memory("the links");
  }
  source->held_bytes = count_held_bytes(map, &cells);
  source->in_parts = parts_are_asked_for(build) || is_large(cells);
  source->cut = source->in_parts && can_be_cut(map);
  if (source->cut) {
    const struct game_floor *floor = &map->floors[0];
    map_rows_use_memory(&source->of.rows, floor->width, floor->height, floor->terrain);
    source->def.more.floors = NULL;
    source->def.more.floor_count = 0;
    source->def.width = floor->width;
    source->def.height = floor->height;
  }
  return EXIT_DONE;
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
  ovl_open_def def = {0};
  def.bytes = mapping.bytes;
  def.byte_count = mapping.byte_count;
  if (ovl_world_open_def(&def, &world, NULL) == OVL_OK) {
    ovl_world_describe(world, &info);
    tuning->region_cells =
        tuning->region_cells != 0 ? tuning->region_cells : info.partition.region_cells;
    tuning->spacing_cells =
        tuning->spacing_cells != 0 ? tuning->spacing_cells : info.partition.spacing_cells;
    if (!has_labels && info.graph.labels == OVL_LABELS_NOT_ASKED) {
      tuning->label_bytes_per_cell = OVL_NO_LABELS;
    }
    ovl_world_close(world);
  }
  platform_unmap_file(&mapping);
}

/* Reads all rows of a stream into memory, which then stand for it: rows of a stream can't be read a
 * second time after the sample. */
static int hold_stream(struct build_source *source) {
  const int32_t width = source->of.rows.width, height = source->of.rows.height;
  const size_t bytes = (size_t)width * (size_t)height;
  uint8_t *terrain = malloc(bytes);
  int code = terrain != NULL ? map_rows_read(&source->of.rows, 0, height, terrain)
                             : command_fail_memory("the rows of the map");
  if (code != EXIT_DONE) {
    free(terrain);
    return code;
  }
  map_rows_close(&source->of.rows);
  map_rows_use_memory(&source->of.rows, width, height, terrain);
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
  struct map_rows *rows = &reader->source->of.rows;
  if (map_rows_is_stream(rows)) {
    reader->code = hold_stream(reader->source);
  }
  if (reader->code == EXIT_DONE) {
    reader->code = map_rows_read(rows, first, count, terrain);
  }
  return reader->code == EXIT_DONE;
}

/* Chooses the settings that are not given. */
static int choose_settings(struct build *build, struct build_source *source) {
  struct sample_reader reader = {source, EXIT_DONE};
  ovl_fault fault = {.what = ""};
  if (build->files.from != NULL) {
    take_settings(build->files.from, build->settings.has_labels, &source->def.tuning);
  }
  const ovl_result result =
      ovl_bake_choose(&source->def, source->cut ? read_sample : NULL, &reader, &fault);
  return result == OVL_OK ? EXIT_DONE
         : reader.code != EXIT_DONE
             ? reader.code
             : game_map_fail_bake(&source->of.map, build->files.map, result, &fault);
}

/* ---- The survey ----------------------------------------------------------- */

/* An ovl_read_cells_fn. */
static bool read_surveyed(void *user, int32_t first, int32_t count, uint8_t *terrain,
                          uint16_t *heights) {
  struct sample_reader *reader = user;
  struct build_source *source = reader->source;
  if (terrain != NULL) {
    reader->code = map_rows_read(&source->of.rows, first, count, terrain);
  }
  if (reader->code == EXIT_DONE && heights != NULL) {
    reader->code = grey_layer_read_heights(&source->of.layers.heights, first, count, heights);
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
  return result == OVL_OK ? EXIT_DONE
         : reader.code != EXIT_DONE
             ? reader.code
             : game_map_fail_bake(&source->of.map, build->files.map, result, &fault);
}

int build_source_open(struct build *build, struct build_source *source) {
  struct map_look look;
  memset(source, 0, sizeof *source);
  source->def = (ovl_bake_def){0};
  source->def.tuning.region_cells = build->settings.region_cells;
  source->def.tuning.spacing_cells = build->settings.spacing_cells;
  source->def.tuning.label_bytes_per_cell =
      build->settings.label_bytes != 0 ? build->settings.label_bytes : OVL_NO_LABELS;
  source->def.tuning.overlays = build->settings.overlays;
  const struct map_files files = {build->files.map,
                                  build->files.legend,
                                  build->settings.corners,
                                  build->settings.takes_nearest,
                                  build->settings.raw,
                                  build->settings.has_origin ? &build->settings.origin : NULL,
                                  false};
  int code = map_look_at(&files, &look);
  if (code == EXIT_DONE) {
    const bool large = parts_are_asked_for(build) || is_large(look.cells);
    code = map_source_open(&files, &look, large, &source->of);
  }
  if (code != EXIT_DONE) {
    return code;
  }
  code = source->of.by_rows ? define_rows(source) : define_held(build, source);
  code = code == EXIT_DONE ? choose_settings(build, source) : code;
  code = code == EXIT_DONE ? survey(build, source) : code;
  if (code != EXIT_DONE) {
    build_source_close(source);
  }
  return code;
}

void build_source_close(struct build_source *source) {
  ovl_survey_destroy(source->survey);
  map_source_close(&source->of);
  free(source->held_rows);
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

/* Of links and places, and of where the map lies. */
static uint64_t hash_links(uint64_t hash, const struct game_map *map) {
  if (map->origin.x != 0 || map->origin.y != 0) {
    hash = fast_hash_number(hash, (uint64_t)map->origin.x << 32 ^ (uint32_t)map->origin.y);
  }
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
  for (size_t i = 0; i < map->places.count; i++) {
    const struct game_place *place = &map->places.list[i];
    const uint32_t numbers[] = {(uint32_t)place->corner.x, (uint32_t)place->corner.y,
                                (uint32_t)place->corner.floor, (uint32_t)place->width,
                                (uint32_t)place->height};
    hash = fast_hash_bytes(hash, (const uint8_t *)place->name, strlen(place->name));
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
  int code = map_rows_identify(&source->of.rows, identity);
  if (code == EXIT_DONE) {
    code = hash_layer(&source->of.layers.heights, 0, identity);
  }
  for (int32_t i = 0; i < source->of.map.profile_count && code == EXIT_DONE; i++) {
    code = hash_layer(&source->of.layers.extra[i], (uint64_t)i + 1, identity);
  }
  *identity = hash_links(*identity, &source->of.map);
  return code;
}

int build_source_identify(struct build_source *source, uint64_t *identity) {
  const struct game_map *map = &source->of.map;
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
