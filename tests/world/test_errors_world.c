/* Wrong arguments of bakes, parts, merges, files, edits, forks, patches and refreshes
 * (tests/world/error_scene.h). */
#include <string.h>

#include "overland_bake.h"
#include "overland_edit.h"
#include "overland_inspect.h"
#include "overland_stream.h"
#include "tests/support/test.h"
#include "tests/world/error_scene.h"

static bool take_bytes(void *user, const void *bytes, size_t count) {
  (void)bytes;
  return user != NULL && count == 0;
}

static bool keep_bytes(void *user, const void *bytes, size_t count) {
  (void)bytes;
  return user == NULL && count != 0;
}

/* ---- Baking, parts and files ----------------------------------------------------------------- */

static ovl_result bake_without_width(error_scene *s) {
  ovl_bake_def def = s->bake;
  def.width = 0;
  return ovl_world_bake(&def, &s->room.made, &s->fault);
}

static ovl_result bake_with_large_regions(error_scene *s) {
  ovl_bake_def def = s->bake;
  def.tuning.region_cells = OVL_MAX_REGION_CELLS + 1;
  return ovl_world_bake(&def, &s->room.made, &s->fault);
}

static ovl_result bake_with_negative_corners(error_scene *s) {
  ovl_bake_def def = s->bake;
  def.more.profiles = NULL;
  def.more.profile_count = 0;
  def.corners = (ovl_corners)-1;
  return ovl_world_bake(&def, &s->room.made, &s->fault);
}

static ovl_result bake_counted_links(error_scene *s) {
  ovl_bake_def def = s->bake;
  def.more.links = NULL;
  def.more.link_count = 2;
  return ovl_world_bake(&def, &s->room.made, &s->fault);
}

static ovl_result choose_without_height(error_scene *s) {
  ovl_bake_def def = s->bake;
  def.height = 0;
  return ovl_bake_choose(&def, NULL, NULL, &s->fault);
}

static ovl_result survey_places(error_scene *s) {
  const ovl_floor_def places = (ovl_floor_def){.width = 4, .height = 1, .graph = true};
  ovl_bake_def def = s->bake;
  ovl_survey *survey;
  def.more.floors = &places;
  def.more.floor_count = 1;
  return ovl_survey_create(&def, NULL, NULL, &survey, &s->fault);
}

static ovl_result rows_of(error_scene *s, int32_t index, int32_t count) {
  ovl_part_rows rows;
  return ovl_part_rows_of(&s->bake, index, count, &rows, &s->fault);
}

static ovl_result rows_of_no_part(error_scene *s) { return rows_of(s, 2, 2); }
static ovl_result rows_of_many_parts(error_scene *s) { return rows_of(s, 0, ERROR_SIDE); }

static ovl_result rows_of_no_regions(error_scene *s) {
  s->bake.tuning.region_cells = 7;
  const ovl_result result = rows_of(s, 0, 1);
  s->bake.tuning.region_cells = 8;
  return result;
}

static ovl_result rows_of_no_width(error_scene *s) {
  s->bake.width = -4;
  const ovl_result result = rows_of(s, 0, 1);
  s->bake.width = ERROR_SIDE;
  return result;
}

static ovl_result bake_no_part(error_scene *s) {
  ovl_part_def def = {0};
  def.bake = s->bake;
  def.index = 1;
  def.write = take_bytes;
  return ovl_part_bake(&def, &s->fault);
}

static ovl_result merge_nothing(error_scene *s) {
  const ovl_merge_def def = {0};
  return ovl_parts_merge(&def, &s->fault);
}

static bool stop_at_once(void *user, uint64_t done, uint64_t total) {
  (void)user;
  return done > total;
}

static ovl_result save_nowhere(error_scene *s) {
  return ovl_world_save(s->use.world, &(ovl_save_def){.write = take_bytes, .write_user = NULL},
                        &s->fault);
}

static ovl_result save_edited_nowhere(error_scene *s) {
  return ovl_world_save(s->use.edited, &(ovl_save_def){.write = take_bytes, .write_user = NULL},
                        &s->fault);
}

static ovl_result save_without_write(error_scene *s) {
  return ovl_world_save(s->use.world, &(ovl_save_def){.write = NULL}, &s->fault);
}

static ovl_result stop_saving(error_scene *s) {
  return ovl_world_save(s->use.world,
                        &(ovl_save_def){.write = keep_bytes, .progress = stop_at_once}, &s->fault);
}

static ovl_result stop_saving_edited(error_scene *s) {
  return ovl_world_save(s->use.edited,
                        &(ovl_save_def){.write = keep_bytes, .progress = stop_at_once}, &s->fault);
}

static ovl_result open_text(error_scene *s) {
  static const uint64_t text[32] = {0};
  return ovl_world_open(text, sizeof text, &s->room.made, &s->fault);
}

static ovl_result open_null(error_scene *s) {
  return ovl_world_open(NULL, 8, &s->room.made, &s->fault);
}

static ovl_result open_no_bytes(error_scene *s) {
  static const uint64_t none[1] = {0};
  return ovl_world_open(none, 0, &s->room.made, &s->fault);
}

static ovl_result open_nothing(error_scene *s) {
  const ovl_open_def def = {0};
  return ovl_world_open_def(&def, &s->room.made, &s->fault);
}

/* A reader that gives only zeros. */
static bool read_zeros(void *user, uint64_t offset, void *bytes, size_t byte_count) {
  (void)user;
  (void)offset;
  memset(bytes, 0, byte_count);
  return true;
}

static bool read_nothing(void *user, uint64_t offset, void *bytes, size_t byte_count) {
  (void)user;
  (void)offset;
  (void)bytes;
  (void)byte_count;
  return false;
}

static ovl_result open_by_reader(error_scene *s, ovl_read_fn read) {
  ovl_open_def def = {0};
  def.read = read;
  def.byte_count = ERROR_ROOM;
  return ovl_world_open_def(&def, &s->room.made, &s->fault);
}

static ovl_result open_zeros(error_scene *s) { return open_by_reader(s, read_zeros); }

static ovl_result open_unread(error_scene *s) { return open_by_reader(s, read_nothing); }

static ovl_result list_ranges(error_scene *s, ovl_ranges_def def) {
  size_t needed;
  return ovl_world_ranges(s->use.world, &def, NULL, 0, &needed, &s->fault);
}

static ovl_result list_nothing(error_scene *s) {
  return list_ranges(s, (ovl_ranges_def){.w = 0, .h = 1});
}

static ovl_result list_beyond(error_scene *s) {
  return list_ranges(s, (ovl_ranges_def){.corner = {0, 1, 0}, .w = 1, .h = ERROR_SIDE});
}

static ovl_result list_no_route(error_scene *s) {
  const ovl_route none = {0};
  return list_ranges(s, (ovl_ranges_def){.route = &none});
}

static ovl_result list_other_route(error_scene *s) {
  const ovl_route other = {.world = 1};
  return list_ranges(s, (ovl_ranges_def){.route = &other});
}

static ovl_result read_terrain(error_scene *s, ovl_cell corner, int32_t w, int32_t h, size_t row) {
  uint8_t out[8];
  return ovl_world_read_terrain(s->use.world, corner, w, h, out, row, &s->fault);
}

static ovl_result read_beyond(error_scene *s) { return read_terrain(s, error_edge, 2, 1, 8); }
static ovl_result read_below(error_scene *s) {
  return read_terrain(s, error_inside, 1, ERROR_SIDE, 8);
}
static ovl_result read_narrow(error_scene *s) { return read_terrain(s, error_inside, 4, 1, 3); }

static ovl_result read_other_floor(error_scene *s) {
  return read_terrain(s, (ovl_cell){0, 0, 1}, 1, 1, 8);
}

static ovl_result read_cells(error_scene *s, int32_t profile, int cells, int32_t w) {
  uint32_t out[8];
  return ovl_world_read_cells(s->use.world, profile, (ovl_cells)cells, error_inside, w, 1, out, 4,
                              &s->fault);
}

static ovl_result read_no_profile(error_scene *s) { return read_cells(s, 3, 0, 4); }
static ovl_result read_no_property(error_scene *s) { return read_cells(s, 0, OVL_CELLS_COUNT, 4); }
static ovl_result read_narrow_cells(error_scene *s) { return read_cells(s, 0, 0, 5); }

static ovl_result region_nowhere(error_scene *s) {
  ovl_region_info info;
  return ovl_world_region(s->use.world, 0, 25, &info, &s->fault);
}

static ovl_result components_nowhere(error_scene *s) {
  return ovl_world_components(s->use.world, 0, -1, NULL, 0, &s->room.needed, &s->fault);
}

static ovl_result components_without_room(error_scene *s) {
  return ovl_world_components(s->use.world, 0, 0, NULL, 0, &s->room.needed, &s->fault);
}

static ovl_result cluster_of_regions(error_scene *s) {
  ovl_cluster_info info;
  return ovl_world_cluster(s->use.world, 0, 0, 0, 0, &info, &s->fault);
}

/* ---- Edits and versions ---------------------------------------------------------------------- */

static ovl_result of_refresh(error_scene *s, ovl_result result) {
  s->fault = *ovl_refresh_fault(s->use.refresh);
  return result;
}

static ovl_result apply_outside(error_scene *s) {
  const ovl_edit edits[2] = {ovl_edit_rect(error_inside, 1, 1, 1),
                             ovl_edit_rect(error_outside, 1, 1, 1)};
  return ovl_world_apply(s->use.world, edits, 2, &s->room.made, &s->fault);
}

static ovl_result apply_no_link(error_scene *s) {
  const ovl_edit edit = ovl_edit_door(0, true);
  return ovl_world_apply(s->use.world, &edit, 1, &s->room.made, &s->fault);
}

static ovl_result apply_with_no_jobs(error_scene *s) {
  const ovl_jobs jobs = {0, NULL, NULL};
  ovl_apply_def def = {0};
  def.jobs = &jobs;
  return ovl_world_apply_def(s->use.world, NULL, 0, &def, &s->room.made, &s->fault);
}

static ovl_result stop_applying(error_scene *s) {
  const ovl_edit edit = ovl_edit_rect(error_inside, 1, 1, 0);
  ovl_apply_def def = {0};
  def.progress = stop_at_once;
  return ovl_world_apply_def(s->use.world, &edit, 1, &def, &s->room.made, &s->fault);
}

static ovl_result rebase_onto_other(error_scene *s) {
  return ovl_world_rebase(s->use.edited, s->use.world, s->use.other, NULL, &s->room.made,
                          &s->fault);
}

static ovl_result rebase_keeps_nothing(error_scene *s) {
  ovl_apply_def def = {0};
  def.keep = OVL_KEEP_COUNT;
  return ovl_world_rebase(s->use.edited, s->use.world, s->use.edited, &def, &s->room.made,
                          &s->fault);
}

static ovl_result save_patch_to_other(error_scene *s) {
  const ovl_save_def def = {.write = take_bytes, .write_user = s};
  return ovl_world_save_patch(s->use.world, s->use.other, &def, &s->fault);
}

static ovl_result save_patch_nowhere(error_scene *s) {
  const ovl_save_def def = {.write = NULL};
  return ovl_world_save_patch(s->use.world, s->use.edited, &def, &s->fault);
}

static ovl_result save_patch_stopped(error_scene *s) {
  const ovl_save_def def = {.write = take_bytes, .write_user = s, .progress = stop_at_once};
  return ovl_world_save_patch(s->use.world, s->use.edited, &def, &s->fault);
}

static ovl_result open_no_patch(error_scene *s) {
  return ovl_world_open_patch(s->use.world, "a text", 6, NULL, &s->room.made, &s->fault);
}

static ovl_result open_no_patch_bytes(error_scene *s) {
  return ovl_world_open_patch(s->use.world, NULL, 0, NULL, &s->room.made, &s->fault);
}

static ovl_result what_if_no_profile(error_scene *s) {
  const ovl_what_if what = {.profile = 3};
  return ovl_world_what_if(s->use.world, &what, NULL, NULL, 0, &s->room.needed, &s->fault);
}

static ovl_result refresh_early(error_scene *s) {
  return of_refresh(s, ovl_refresh_apply(s->use.refresh, s->use.edited, &s->room.made));
}

static ovl_result refresh_elsewhere(error_scene *s) {
  ovl_refresh_step(s->use.refresh, UINT64_MAX, &s->room.done);
  return of_refresh(s, ovl_refresh_apply(s->use.refresh, s->use.other, &s->room.made));
}

static ovl_result refresh_twice(error_scene *s) {
  ovl_world *refreshed;
  ovl_refresh_step(s->use.refresh, UINT64_MAX, &s->room.done);
  if (ovl_refresh_apply(s->use.refresh, s->use.edited, &refreshed) == OVL_OK) {
    ovl_world_close(refreshed);
  }
  return of_refresh(s, ovl_refresh_apply(s->use.refresh, s->use.edited, &s->room.made));
}

/* ---- The rows -------------------------------------------------------------------------------- */

static const error_row errors_world_rows[] = {
    {"ovl_world_bake", bake_without_width, OVL_BAD_ARGUMENT, "width", 0, 1},
    {"ovl_world_bake", bake_with_negative_corners, OVL_BAD_ARGUMENT, "corners", LESS(1), 0},
    {"ovl_world_bake", bake_with_large_regions, OVL_BAD_ARGUMENT, "region_cells", 129, 128},
    {"ovl_world_bake", bake_counted_links, OVL_BAD_ARGUMENT, "link_count", 2, 0},
    {"ovl_bake_choose", choose_without_height, OVL_BAD_ARGUMENT, "height", 0, 1},
    {"ovl_survey_create", survey_places, OVL_BAD_ARGUMENT, "floors of a survey", 0, 1},
    {"ovl_part_rows_of", rows_of_no_part, OVL_BAD_ARGUMENT, "index", 2, 1},
    {"ovl_part_rows_of", rows_of_many_parts, OVL_BAD_ARGUMENT, "count", ERROR_SIDE, 5},
    {"ovl_part_rows_of", rows_of_no_regions, OVL_BAD_ARGUMENT, "region_cells", 7, 8},
    {"ovl_part_rows_of", rows_of_no_width, OVL_BAD_ARGUMENT, "width", LESS(4), 1},
    {"ovl_part_bake", bake_no_part, OVL_BAD_ARGUMENT, "index", 1, 0},
    {"ovl_parts_merge", merge_nothing, OVL_BAD_ARGUMENT, "part_count", 0, 1},
    {"ovl_world_save", save_nowhere, OVL_WRITE_FAILED, "write", 0, 0},
    {"ovl_world_save", save_edited_nowhere, OVL_WRITE_FAILED, "write", 0, 0},
    {"ovl_world_save", save_without_write, OVL_BAD_ARGUMENT, "write", 0, 1},
    {"ovl_world_save", stop_saving, OVL_STOPPED, "progress", 0, 0},
    {"ovl_world_save", stop_saving_edited, OVL_STOPPED, "progress", 0, 0},
    {"ovl_world_open", open_text, OVL_NOT_A_WORLD, "magic", 0, 0},
    {"ovl_world_open", open_null, OVL_BAD_ARGUMENT, "bytes", 0, 1},
    {"ovl_world_open", open_no_bytes, OVL_WRONG_LENGTH, "header", 0, 344},
    {"ovl_world_open_def", open_nothing, OVL_BAD_ARGUMENT, "read", 0, 1},
    {"ovl_world_open_def", open_zeros, OVL_NOT_A_WORLD, "magic", 0, 0},
    {"ovl_world_open_def", open_unread, OVL_READ_FAILED, "read", 0, 80},
    {"ovl_world_ranges", list_nothing, OVL_BAD_ARGUMENT, "w", 0, 1},
    {"ovl_world_ranges", list_beyond, OVL_BAD_ARGUMENT, "h", ERROR_SIDE, ERROR_SIDE - 1},
    {"ovl_world_ranges", list_no_route, OVL_BAD_ARGUMENT, "route", 0, 1},
    {"ovl_world_ranges", list_other_route, OVL_OTHER_WORLD, "route", 0, 0},
    {"ovl_world_read_terrain", read_beyond, OVL_BAD_ARGUMENT, "w", 2, 1},
    {"ovl_world_read_terrain", read_below, OVL_BAD_ARGUMENT, "h", ERROR_SIDE, ERROR_SIDE - 2},
    {"ovl_world_read_terrain", read_narrow, OVL_BAD_ARGUMENT, "row_bytes", 3, 4},
    {"ovl_world_read_terrain", read_other_floor, OVL_BAD_ARGUMENT, "corner.floor", 1, 0},
    {"ovl_world_read_cells", read_no_profile, OVL_BAD_ARGUMENT, "profile", 3, 0},
    {"ovl_world_read_cells", read_no_property, OVL_BAD_ARGUMENT, "cells", 5, 4},
    {"ovl_world_read_cells", read_narrow_cells, OVL_BAD_ARGUMENT, "row_values", 4, 5},
    {"ovl_world_region", region_nowhere, OVL_BAD_ARGUMENT, "region", 25, 24},
    {"ovl_world_components", components_nowhere, OVL_BAD_ARGUMENT, "region", LESS(1), 0},
    {"ovl_world_components", components_without_room, OVL_MORE_ROOM, "capacity", 0, 1},
    {"ovl_world_cluster", cluster_of_regions, OVL_BAD_ARGUMENT, "level", 0, 1},
    {"ovl_world_apply", apply_outside, OVL_BAD_ARGUMENT, "y of an edit", ERROR_SIDE,
     ERROR_SIDE - 1},
    {"ovl_world_apply", apply_with_no_jobs, OVL_BAD_ARGUMENT, "jobs", 0, 1},
    {"ovl_world_apply", stop_applying, OVL_STOPPED, "progress", 0, 0},
    {"ovl_world_apply", apply_no_link, OVL_BAD_ARGUMENT, "link of an edit: the world has none", 0,
     0},
    {"ovl_world_rebase", rebase_onto_other, OVL_OTHER_WORLD, "worlds: floors", 0, 0},
    {"ovl_world_rebase", rebase_keeps_nothing, OVL_BAD_ARGUMENT, "keep", OVL_KEEP_COUNT,
     OVL_KEEP_COUNT - 1},
    {"ovl_world_save_patch", save_patch_to_other, OVL_OTHER_WORLD, "worlds: floors", 0, 0},
    {"ovl_world_save_patch", save_patch_nowhere, OVL_BAD_ARGUMENT, "write", 0, 1},
    {"ovl_world_save_patch", save_patch_stopped, OVL_STOPPED, "progress", 0, 0},
    {"ovl_world_open_patch", open_no_patch, OVL_NOT_A_WORLD, "magic of a patch", 0, 0},
    {"ovl_world_open_patch", open_no_patch_bytes, OVL_WRONG_LENGTH, "head of a patch", 0, 72},
    {"ovl_world_what_if", what_if_no_profile, OVL_BAD_ARGUMENT, "profile", 3, 0},
    {"ovl_refresh_apply", refresh_early, OVL_BAD_ARGUMENT, "refresh: it is not done", 0, 1},
    {"ovl_refresh_step", refresh_elsewhere, OVL_OTHER_WORLD, "world", 0, 0},
    {"ovl_refresh_apply", refresh_twice, OVL_BAD_ARGUMENT, "refresh: it was applied", 1, 0},
};

static void errors_world_name_the_argument(test_state *t) {
  check_error_rows(t, errors_world_rows, sizeof errors_world_rows / sizeof *errors_world_rows);
}

const test_entry test_errors_world_table[] = {
    {"errors_world_name_the_argument", errors_world_name_the_argument},
    {NULL, NULL},
};
