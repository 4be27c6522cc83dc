/* Bakes in parts or as a whole, and compares: see fresh_bake.h. */
#include "tools/verify/fresh_bake.h"

#include "overland_edit.h"
#include "overland_inspect.h"
#include "tools/verify/scratch_file.h"
#include "tools/verify/world_map.h"

#include <stdlib.h>

/* Rows of regions of a part: its own memory, and that of the rows that parts share, stay small. */
enum { PART_BANDS = 16 };
/* Shares of the work, as progress counts it. */
enum { BAKE_SHARE = 4, MERGE_SHARE = 1 };

struct fresh_bake {
  const struct fresh_bake_def *def;
  struct world_map map;
  struct file_compare compare;
  ovl_survey *survey;
  struct scratch_file parts; /* one behind the other */
  uint64_t *begins;          /* of each part, and the end of the last one */
  int32_t part, part_count;  /* the part that is baked, of all */
  ovl_result read;           /* not OVL_OK: why the rows for the survey can't be read */
  ovl_fault read_fault;
  ovl_fault *fault;
};

/* What a call gave, of which reading or writing for it may have failed: that explains it. */
static ovl_result explain(struct fresh_bake *bake, ovl_result result) {
  if (bake->compare.result != OVL_OK) {
    *bake->fault = bake->compare.difference;
    return bake->compare.result;
  }
  if (bake->parts.why != 0 || result == OVL_WRITE_FAILED) {
    *bake->fault = (ovl_fault){.what = "scratch file", .found = (uint64_t)bake->parts.why};
    return OVL_WRITE_FAILED;
  }
  return result == OVL_BAD_ARGUMENT ? OVL_CORRUPT : result; /* the world asks for no such bake */
}

/* ---- In parts ------------------------------------------------------------------------ */

static bool show_part(void *user, uint64_t done, uint64_t total) {
  const struct fresh_bake *bake = user;
  const uint64_t all = (uint64_t)bake->part_count * total;
  return bake->def->progress(bake->def->progress_user,
                             BAKE_SHARE * ((uint64_t)bake->part * total + done),
                             (BAKE_SHARE + MERGE_SHARE) * all);
}

static bool show_merge(void *user, uint64_t done, uint64_t total) {
  const struct fresh_bake *bake = user;
  return bake->def->progress(bake->def->progress_user, BAKE_SHARE * total + MERGE_SHARE * done,
                             (BAKE_SHARE + MERGE_SHARE) * total);
}

static bool read_survey_rows(void *user, int32_t first, int32_t count, uint8_t *terrain,
                             uint16_t *heights) {
  struct fresh_bake *bake = user;
  bake->read = world_map_read(&bake->map, first, count, terrain, heights, &bake->read_fault);
  return bake->read == OVL_OK;
}

/* Finds what parts need to know of all cells. Of the arrays of the definition only which there are
 * is looked at. */
static ovl_result make_survey(struct fresh_bake *bake) {
  ovl_bake_def *def = &bake->map.def;
  if (!world_map_make_room(&bake->map, 0, 1)) {
    return OVL_NO_MEMORY;
  }
  const ovl_result result =
      ovl_survey_create(def, read_survey_rows, bake, &bake->survey, bake->fault);
  def->more.survey = bake->survey;
  if (bake->read != OVL_OK) {
    *bake->fault = bake->read_fault;
  }
  return bake->read != OVL_OK ? bake->read : result;
}

static ovl_result bake_part(struct fresh_bake *bake, int32_t index) {
  ovl_part_rows rows;
  ovl_part_def part = {0};
  ovl_result result = ovl_part_rows_of(&bake->map.def, index, bake->part_count, &rows, bake->fault);
  if (result == OVL_OK) {
    result = world_map_take_rows(&bake->map, 0, rows.first_row, rows.row_count, bake->fault);
  }
  if (result != OVL_OK) {
    return result;
  }
  bake->part = index;
  part.bake = bake->map.def;
  part.bake.progress = bake->def->progress != NULL ? show_part : NULL;
  part.bake.progress_user = bake;
  part.index = index;
  part.count = bake->part_count;
  part.write = scratch_file_write;
  part.write_user = &bake->parts;
  result = ovl_part_bake(&part, bake->fault);
  bake->begins[index + 1] = bake->parts.byte_count;
  return result;
}

static bool read_part(void *user, int32_t part, uint64_t offset, void *bytes, size_t byte_count) {
  struct fresh_bake *bake = user;
  return scratch_file_read(&bake->parts, bake->begins[part] + offset, bytes, byte_count);
}

static ovl_result merge_parts(struct fresh_bake *bake) {
  ovl_merge_def def = {0};
  def.part_count = bake->part_count;
  def.read = read_part;
  def.read_user = bake;
  def.write = file_compare_take_at;
  def.write_user = &bake->compare;
  def.progress = bake->def->progress != NULL ? show_merge : NULL;
  def.progress_user = bake;
  return ovl_parts_merge(&def, bake->fault);
}

static ovl_result bake_in_parts(struct fresh_bake *bake) {
  ovl_world_info info;
  ovl_world_describe(bake->def->world, &info);
  bake->part_count = (info.partition.regions_y + PART_BANDS - 1) / PART_BANDS;
  bake->begins = calloc((size_t)bake->part_count + 1, sizeof *bake->begins);
  if (bake->begins == NULL) {
    return OVL_NO_MEMORY;
  }
  if (!scratch_file_open(&bake->parts, bake->def->path)) {
    return OVL_WRITE_FAILED;
  }
  ovl_result result = make_survey(bake);
  for (int32_t i = 0; i < bake->part_count && result == OVL_OK; i++) {
    result = bake_part(bake, i);
  }
  world_map_drop_rows(&bake->map);
  if (result == OVL_OK && !scratch_file_turn(&bake->parts)) {
    return OVL_WRITE_FAILED;
  }
  return result == OVL_OK ? merge_parts(bake) : result;
}

/* ---- As a whole ---------------------------------------------------------------------- */

/* The edits that make a map what it was again after `spoil`: its first cell, or of a world without
 * cells its first link. Of the cell, extra costs are taken away too, since an edit drops them where
 * it closes a cell. */
struct mending {
  ovl_edit edits[1 + OVL_MAX_PROFILES];
  size_t count;
};

static void spoil(struct world_map *map, struct mending *mending) {
  int32_t floor = 0;
  while (floor < map->def.more.floor_count - 1 && map->floors[floor].graph) {
    floor++;
  }
  struct world_rows *rows = &map->rows[floor];
  mending->count = 1;
  if (map->floors[floor].graph) {
    mending->edits[0] = ovl_edit_door(0, !map->links[0].closed);
    map->links[0].closed = !map->links[0].closed;
    return;
  }
  const ovl_cell cell = world_map_cell(map, floor, 0, 0);
  mending->edits[0] = ovl_edit_rect(cell, 1, 1, rows->terrain[0]);
  rows->terrain[0] ^= 1u;
  for (int32_t i = 0; i < map->def.more.profile_count; i++) {
    if (rows->extra[i] != NULL && rows->extra[i][0] != 0) {
      mending->edits[mending->count++] = (ovl_edit){.kind = OVL_EDIT_EXTRA,
                                                    .cell = cell,
                                                    .w = 1,
                                                    .h = 1,
                                                    .profile = i,
                                                    .value = rows->extra[i][0]};
      rows->extra[i][0] = 0;
    }
  }
}

/* Replaces a world by its next version. */
static ovl_result edit_world(ovl_world **world, const struct mending *mending, ovl_fault *fault) {
  ovl_world *edited = NULL;
  const ovl_result result = ovl_world_apply(*world, mending->edits, mending->count, &edited, fault);
  if (result == OVL_OK) {
    ovl_world_close(*world);
    *world = edited;
  }
  return result;
}

/* `is_edited`: the world was edited and saved, and has no labels until it is refreshed. So has one
 * that is baked of another map and then edited. */
static ovl_result bake_whole(struct fresh_bake *bake, bool is_edited) {
  struct mending mending = {.count = 0};
  ovl_world *fresh = NULL;
  ovl_result result = world_map_take_all(&bake->map, bake->fault);
  if (result != OVL_OK) {
    return result;
  }
  if (is_edited) {
    spoil(&bake->map, &mending);
  }
  bake->map.def.progress = bake->def->progress;
  bake->map.def.progress_user = bake->def->progress_user;
  result = ovl_world_bake(&bake->map.def, &fresh, bake->fault);
  world_map_drop_rows(&bake->map);
  if (result == OVL_OK) {
    result = edit_world(&fresh, &mending, bake->fault);
  }
  if (result == OVL_OK) {
    const ovl_save_def def = {.write = file_compare_take, .write_user = &bake->compare};
    result = ovl_world_save(fresh, &def, bake->fault);
  }
  ovl_world_close(fresh);
  return result;
}

/* ---- Either -------------------------------------------------------------------------- */

ovl_result fresh_bake_compare(const struct fresh_bake_def *def, ovl_fault *fault) {
  struct fresh_bake bake = {.def = def, .fault = fault};
  ovl_world_info info;
  ovl_world_describe(def->world, &info);
  *fault = (ovl_fault){.what = ""};
  ovl_result result = file_compare_begin(&bake.compare, &def->file);
  if (result == OVL_OK) {
    result = world_map_begin(&bake.map, def->world, fault);
  }
  if (result == OVL_OK && world_map_has_one_floor(&bake.map) &&
      info.graph.labels == OVL_LABELS_OVERLAYS) {
    result = explain(&bake, bake_in_parts(&bake));
  } else if (result == OVL_OK) {
    result = explain(&bake, bake_whole(&bake, info.graph.labels == OVL_LABELS_STALE));
  }
  scratch_file_close(&bake.parts);
  free(bake.begins);
  ovl_survey_destroy(bake.survey);
  world_map_end(&bake.map);
  file_compare_end(&bake.compare);
  return result;
}
