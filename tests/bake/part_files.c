/* Bakes parts into memory and merges them. */
#include "tests/bake/part_files.h"

#include "overland_bake.h"

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
  if (++file->writes == file->fail_write) {
    return false;
  }
  make_room(file, file->count + byte_count);
  memcpy(file->bytes + file->count, bytes, byte_count);
  file->count += byte_count;
  return true;
}

static bool take_bytes_at(void *user, uint64_t offset, const void *bytes, size_t byte_count) {
  merged_file *merged = user;
  part_file *file = &merged->file;
  if (++file->writes == file->fail_write) {
    return false;
  }
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
  if (++parts->reads == parts->fail_read || offset > file->count ||
      byte_count > file->count - offset) {
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

ovl_result part_file_bake(part_file *file, const part_request *request, ovl_fault *fault) {
  ovl_part_def def = ovl_part_def_default();
  ovl_part_rows rows;
  uint8_t *cells = NULL;
  def.bake = *request->bake;
  def.index = request->index;
  def.count = request->count;
  def.map_identity = request->identity;
  def.from = request->from;
  def.write = take_bytes;
  def.write_user = file;
  ovl_floor_def floor = floor_of(request->bake);
  if (ovl_part_rows_of(&def.bake, def.index, def.count, &rows, NULL) == OVL_OK &&
      rows.row_count < floor.height &&
      (def.bake.more.floors == NULL || def.bake.more.floor_count == 1)) {
    const size_t width = (size_t)floor.width;
    const size_t row_bytes = floor.row_bytes != 0 ? floor.row_bytes : width;
    cells = malloc(width * (size_t)rows.row_count);
    for (int32_t y = 0; cells != NULL && y < rows.row_count; y++) {
      memcpy(cells + (size_t)y * width, floor.terrain + (size_t)(rows.first_row + y) * row_bytes,
             width);
    }
    floor.terrain = def.bake.terrain = cells;
    floor.row_bytes = def.bake.row_bytes = 0;
    def.bake.more.floors = def.bake.more.floors != NULL ? &floor : NULL;
  }
  const ovl_result result = ovl_part_bake(&def, fault);
  free(cells);
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
  ovl_merge_def def = ovl_merge_def_default();
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
