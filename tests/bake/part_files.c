/* Bakes parts into memory and merges them. */
#include "tests/bake/part_files.h"

#include "overland_bake.h"
#include "tests/support/test_allocate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void make_room(part_file *file, size_t room) {
  if (room > file->room) {
    file->room = room + room / 2 + 1024;
    file->bytes = realloc(file->bytes, file->room);
    if (file->bytes == NULL) {
      abort();
    }
  }
}

static bool take_bytes(void *user, const void *bytes, size_t byte_count) {
  part_file *file = user;
  make_room(file, file->count + byte_count);
  memcpy(file->bytes + file->count, bytes, byte_count);
  file->count += byte_count;
  return true;
}

static bool take_bytes_at(void *user, uint64_t offset, const void *bytes, size_t byte_count) {
  merged_file *merged = user;
  part_file *file = &merged->file;
  const size_t end = (size_t)offset + byte_count;
  make_room(file, end);
  if (end > file->count) {
    memset(file->bytes + file->count, 0xee,
           end - file->count); /* a gap must not be read as zeros */
    file->count = end;
  }
  memcpy(file->bytes + offset, bytes, byte_count);
  merged->last_at = offset;
  return true;
}

static bool give_bytes(void *user, int32_t part, uint64_t offset, void *bytes, size_t byte_count) {
  part_files *parts = user;
  const bool is_other =
      parts->later != NULL && part == parts->later_at && parts->reads + 1 >= parts->change_read;
  const part_file *file = is_other ? parts->later : &parts->files[part];
  parts->reads++;
  if (offset > file->count || byte_count > file->count - offset) {
    return false;
  }
  memcpy(bytes, file->bytes + offset, byte_count);
  return true;
}

/* ---- Baking ---------------------------------------------------------------- */

static ovl_floor_def floor_of(const ovl_bake_def *bake) {
  return bake->more.floors != NULL ? bake->more.floors[0]
                                   : (ovl_floor_def){.width = bake->width,
                                                     .height = bake->height,
                                                     .terrain = bake->terrain,
                                                     .row_bytes = bake->row_bytes};
}

bool part_files_has_one_floor(const ovl_bake_def *bake) {
  return bake->more.floors == NULL || (bake->more.floor_count == 1 && !bake->more.floors[0].graph);
}

static int32_t profile_count(const ovl_bake_def *bake) {
  return bake->more.profiles != NULL ? bake->more.profile_count : 1;
}

/* Copies rows of an array to memory of just their size, so that a sanitizer sees other reads. */
static void *copy_rows(const void *all, size_t row_bytes, size_t used_bytes, int32_t first,
                       int32_t count) {
  uint8_t *copy = test_bytes(used_bytes * (size_t)count + 1);
  for (int32_t y = 0; y < count; y++) {
    memcpy(copy + (size_t)y * used_bytes, (const uint8_t *)all + (size_t)(first + y) * row_bytes,
           used_bytes);
  }
  return copy;
}

/* Rows of a map with one floor, and the definition of a bake with them. */
typedef struct part_cut {
  ovl_bake_def bake;
  ovl_floor_def floor;
  uint8_t *terrain;
  uint16_t *heights;
  uint8_t *extra[OVL_MAX_PROFILES];
} part_cut;

static void cut_rows(part_cut *cut, const ovl_bake_def *bake, int32_t first, int32_t count) {
  *cut = (part_cut){.bake = *bake, .floor = floor_of(bake)};
  ovl_floor_def *floor = &cut->floor;
  const size_t width = (size_t)floor->width;
  cut->terrain = copy_rows(floor->terrain, floor->row_bytes != 0 ? floor->row_bytes : width, width,
                           first, count);
  if (floor->heights != NULL) {
    cut->heights = copy_rows(floor->heights, 2 * width, 2 * width, first, count);
  }
  for (int32_t i = 0; floor->extra != NULL && i < profile_count(bake); i++) {
    cut->extra[i] =
        floor->extra[i] != NULL ? copy_rows(floor->extra[i], width, width, first, count) : NULL;
  }
  floor->terrain = cut->bake.terrain = cut->terrain;
  floor->row_bytes = cut->bake.row_bytes = 0;
  floor->heights = cut->heights;
  floor->extra = floor->extra != NULL ? (const uint8_t *const *)cut->extra : NULL;
  cut->bake.more.floors = bake->more.floors != NULL ? floor : NULL;
}

static void free_cut(part_cut *cut) {
  free(cut->terrain);
  free(cut->heights);
  for (int32_t i = 0; i < OVL_MAX_PROFILES; i++) {
    free(cut->extra[i]);
  }
}

static bool read_cells(void *user, int32_t first, int32_t count, uint8_t *terrain,
                       uint16_t *heights) {
  part_survey_rows *rows = user;
  const ovl_floor_def floor = floor_of(rows->bake);
  const size_t width = (size_t)floor.width;
  const size_t row_bytes = floor.row_bytes != 0 ? floor.row_bytes : width;
  if (++rows->calls == rows->fail_call) {
    return false;
  }
  for (int32_t y = 0; terrain != NULL && y < count; y++) {
    memcpy(terrain + (size_t)y * width, floor.terrain + (size_t)(first + y) * row_bytes, width);
  }
  if (heights != NULL && floor.heights == NULL) {
    return false; /* heights are asked of a floor that has none */
  }
  if (heights != NULL) {
    memcpy(heights, floor.heights + (size_t)first * width, (size_t)count * width * sizeof *heights);
  }
  return true;
}

ovl_result part_files_survey(part_survey_rows *rows, ovl_survey **survey, ovl_fault *fault) {
  part_cut cut;
  cut_rows(&cut, rows->bake, 0, 0);
  rows->calls = 0;
  const ovl_result result = ovl_survey_create(&cut.bake, read_cells, rows, survey, fault);
  free_cut(&cut);
  return result;
}

ovl_result part_file_bake(part_file *file, const part_request *request, ovl_fault *fault) {
  ovl_part_def def = {0};
  ovl_part_rows rows;
  part_cut cut;
  def.bake = *request->bake;
  def.index = request->index;
  def.count = request->count;
  def.map_identity = request->identity;
  def.from = request->from;
  def.write = take_bytes;
  def.write_user = file;
  const bool is_cut = part_files_has_one_floor(request->bake) &&
                      ovl_part_rows_of(&def.bake, def.index, def.count, &rows, NULL) == OVL_OK;
  if (is_cut) {
    cut_rows(&cut, request->bake, rows.first_row, rows.row_count);
    def.bake = cut.bake;
  }
  const ovl_result result = ovl_part_bake(&def, fault);
  if (is_cut) {
    free_cut(&cut);
  }
  return result;
}

bool part_files_bake(part_files *parts, test_state *t, const part_request *request,
                     test_random *random) {
  int32_t order[PART_FILES_MOST] = {0};
  *parts = (part_files){.count = request->count};
  for (int32_t i = 0; i < parts->count; i++) {
    const int32_t at = test_random_between(random, 0, i);
    order[i] = order[at];
    order[at] = i;
  }
  for (int32_t i = 0; i < parts->count; i++) {
    part_request one = *request;
    ovl_fault fault;
    one.index = order[i];
    const ovl_result result = part_file_bake(&parts->files[i], &one, &fault);
    if (!CHECK(t, result == OVL_OK, "part %d of %d: %s (%s %" PRIu64 ")", one.index, one.count,
               ovl_result_text(result), fault.what, fault.where)) {
      part_files_free(parts);
      return false;
    }
  }
  return true;
}

void part_files_free(part_files *parts) {
  for (int32_t i = 0; i < parts->count; i++) {
    free(parts->files[i].bytes);
  }
  *parts = (part_files){.count = 0};
}

/* ---- Merging --------------------------------------------------------------- */

ovl_result part_files_merge(part_files *parts, merged_file *merged, const ovl_allocator *allocator,
                            ovl_fault *fault) {
  ovl_merge_def def = {0};
  def.part_count = parts->count;
  def.read = give_bytes;
  def.read_user = parts;
  def.write = take_bytes_at;
  def.write_user = merged;
  def.jobs = parts->jobs;
  def.progress = parts->progress;
  def.progress_user = parts->progress_user;
  if (allocator != NULL) {
    def.allocator = *allocator;
  }
  return ovl_parts_merge(&def, fault);
}
