/* Worlds: baked, opened, saved, verified.
 *
 * Invariant: a world is a view of the bytes of one world file, whether they are
 * the caller's or were baked a moment ago; there is one form and one reader. */
#include <string.h>

#include "baker.h"
#include "overland.h"
#include "world_check.h"

static ovl_result blame(ovl_fault *fault, const char *what, uint64_t found, uint64_t expected) {
  fault->what = what;
  fault->found = found;
  fault->expected = expected;
  return OVL_BAD_ARGUMENT;
}

static ovl_result check_range(ovl_fault *fault, const char *what, int64_t value, int64_t low,
                              int64_t high) {
  if (value < low || value > high) {
    return blame(fault, what, (uint64_t)value, (uint64_t)(value < low ? low : high));
  }
  return OVL_OK;
}

static ovl_result check_bake_def(const ovl_bake_def *def, ovl_fault *fault) {
  struct {
    const char *what;
    int64_t value, low, high;
  } ranges[] = {{"width", def->width, 1, OVL_MAX_SIDE_CELLS},
                {"height", def->height, 1, OVL_MAX_SIDE_CELLS},
                {"corners", (int64_t)def->corners, 0, OVL_CORNERS_COUNT - 1},
                {"region_cells", def->region_cells, OVL_MIN_REGION_CELLS, OVL_MAX_REGION_CELLS},
                {"spacing_cells", def->spacing_cells, 1, OVL_MAX_REGION_CELLS},
                {"landmarks", def->landmarks, 0, OVL_MAX_LANDMARKS},
                {"label_bytes_per_cell", def->label_bytes_per_cell, 0, 255},
                {"jobs->workers", def->jobs != NULL ? def->jobs->workers : 1, 1, 64}};
  for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
    ovl_result result =
        check_range(fault, ranges[i].what, ranges[i].value, ranges[i].low, ranges[i].high);
    if (result != OVL_OK) {
      return result;
    }
  }
  if (def->terrain == NULL) {
    return blame(fault, "terrain", 0, 1);
  }
  if (def->row_bytes != 0 && def->row_bytes < (size_t)def->width) {
    return blame(fault, "row_bytes", def->row_bytes, (uint64_t)def->width);
  }
  if (def->allocator.allocate == NULL || def->allocator.release == NULL) {
    return blame(fault, "allocator", 0, 1);
  }
  if (def->jobs != NULL && def->jobs->run == NULL) {
    return blame(fault, "jobs->run", 0, 1);
  }
  return OVL_OK;
}

ovl_bake_def ovl_bake_def_default(void) {
  ovl_bake_def def = {.corners = OVL_CORNERS_STRICT,
                      .region_cells = 32,
                      .spacing_cells = 8,
                      .landmarks = OVL_MAX_LANDMARKS,
                      .label_bytes_per_cell = 11,
                      .allocator = *ovl_default_allocator()};
  memset(def.weights, OVL_PLAIN_WEIGHT, sizeof(def.weights));
  def.weights[0] = 0;
  return def;
}

static ovi_bake bake_of(const ovl_bake_def *def) {
  return (ovi_bake){{def->terrain, def->row_bytes != 0 ? def->row_bytes : (uint64_t)def->width,
                     def->weights, def->width, def->height, def->region_cells, def->spacing_cells,
                     (uint8_t)def->corners},
                    def->landmarks,
                    def->label_bytes_per_cell,
                    &def->allocator,
                    def->jobs,
                    def->progress,
                    def->progress_user};
}

/* Makes a world of a baked image, which it then owns. */
static ovl_result adopt(ovl_world **world, ovi_image *image, ovl_fault *fault) {
  ovl_world *made = ovi_allocate(image->allocator, sizeof(ovl_world));
  if (made == NULL) {
    return OVL_NO_MEMORY;
  }
  memset(made, 0, sizeof(*made));
  made->allocator = *image->allocator;
  ovl_result result = ovi_world_check(made, image->bytes, image->used, fault);
  if (result != OVL_OK) {
    ovi_release(image->allocator, made, sizeof(ovl_world));
    return result;
  }
  made->owned = image->bytes;
  made->owned_bytes = image->capacity;
  *world = made;
  return OVL_OK;
}

ovl_result ovl_world_bake(const ovl_bake_def *def, ovl_world **world, ovl_fault *fault) {
  ovl_fault unused;
  fault = fault != NULL ? fault : &unused;
  *fault = (ovl_fault){.what = ""};
  *world = NULL;
  ovl_result result = check_bake_def(def, fault);
  if (result != OVL_OK) {
    return result;
  }
  ovi_bake bake = bake_of(def);
  ovi_image image = {.allocator = &def->allocator};
  result = ovi_bake_world(&bake, &image);
  if (result == OVL_OK) {
    result = adopt(world, &image, fault);
  }
  if (result != OVL_OK) {
    ovi_release(&def->allocator, image.bytes, image.capacity);
  }
  return result;
}

ovl_result ovl_world_open(const void *bytes, size_t byte_count, const ovl_allocator *allocator,
                          ovl_world **world, ovl_fault *fault) {
  ovl_fault unused;
  ovl_world opened = {0};
  fault = fault != NULL ? fault : &unused;
  *fault = (ovl_fault){.what = ""};
  *world = NULL;
  opened.allocator = allocator != NULL ? *allocator : *ovl_default_allocator();
  if (opened.allocator.allocate == NULL || opened.allocator.release == NULL) {
    return blame(fault, "allocator", 0, 1);
  }
  ovl_result result = ovi_world_check(&opened, bytes, byte_count, fault);
  if (result != OVL_OK) {
    return result;
  }
  *world = ovi_allocate(&opened.allocator, sizeof(ovl_world));
  if (*world == NULL) {
    return OVL_NO_MEMORY;
  }
  **world = opened;
  return OVL_OK;
}

void ovl_world_close(ovl_world *world) {
  if (world != NULL) {
    ovl_allocator allocator = world->allocator;
    ovi_release(&allocator, world->owned, world->owned_bytes);
    ovi_release(&allocator, world, sizeof(ovl_world));
  }
}

ovl_result ovl_world_save(const ovl_world *world, ovl_write_fn write, void *user) {
  const uint64_t part_bytes = 1u << 20;
  for (uint64_t at = 0; at < world->byte_count; at += part_bytes) {
    uint64_t left = world->byte_count - at;
    if (!write(user, world->bytes + at, (size_t)(left < part_bytes ? left : part_bytes))) {
      return OVL_WRITE_FAILED;
    }
  }
  return OVL_OK;
}

/* ---- Verify -------------------------------------------------------------- */

/* Where a world first differs from the image baked anew, from some place on. */
static uint64_t find_difference(const ovl_world *world, const ovi_image *image, uint64_t from) {
  uint64_t shorter = world->byte_count < image->used ? world->byte_count : image->used;
  uint64_t at = from < shorter ? from : shorter;
  while (at < shorter && world->bytes[at] == image->bytes[at]) {
    at++;
  }
  return at;
}

static bool are_over(const ovl_world *world, const ovi_image *image, uint64_t at) {
  return at == world->byte_count && at == image->used;
}

/* Names the first difference. The header holds checksums of all behind it, so it
 * differs with them and is named last. */
static ovl_result compare(const ovl_world *world, const ovi_image *image, ovl_fault *fault) {
  uint64_t at = find_difference(world, image, (uint64_t)(world->table - world->bytes));
  if (are_over(world, image, at)) {
    at = find_difference(world, image, 0);
  }
  if (are_over(world, image, at)) {
    return OVL_OK;
  }
  fault->what = at < (uint64_t)(world->table - world->bytes)     ? "header"
                : at < (uint64_t)(world->blocks - world->bytes)  ? "region table"
                : at < (uint64_t)(world->islands - world->bytes) ? "block of a region"
                : at < (uint64_t)(world->islands - world->bytes) + world->island_bytes ? "islands"
                : at < world->byte_count - world->label_bytes                          ? "landmarks"
                                                                                       : "labels";
  fault->where = at;
  fault->found = at < world->byte_count ? world->bytes[at] : 0;
  fault->expected = at < image->used ? image->bytes[at] : 0;
  return OVL_CORRUPT;
}

static ovl_result rebake(const ovl_world *world, const ovl_bake_def *def, ovl_fault *fault) {
  ovi_bake bake = bake_of(def);
  ovi_image image = {.allocator = &def->allocator};
  ovl_result result = ovi_bake_world(&bake, &image);
  if (result == OVL_OK) {
    result = compare(world, &image, fault);
  }
  ovi_release(&def->allocator, image.bytes, image.capacity);
  return result;
}

ovl_result ovl_world_verify(const ovl_world *world, const ovl_allocator *allocator,
                            ovl_progress_fn progress, void *progress_user, ovl_fault *fault) {
  ovl_fault unused;
  fault = fault != NULL ? fault : &unused;
  *fault = (ovl_fault){.what = ""};
  uint64_t cells = (uint64_t)world->width * (uint64_t)world->height;
  ovl_bake_def def = {.width = world->width,
                      .height = world->height,
                      .corners = (ovl_corners)world->corners,
                      .region_cells = world->region_cells,
                      .spacing_cells = ovi_get_u16(world->bytes + OVI_AT_SPACING),
                      .landmarks = (int32_t)world->mark_count,
                      .label_bytes_per_cell = world->label_budget,
                      .allocator = allocator != NULL ? *allocator : world->allocator,
                      .progress = progress,
                      .progress_user = progress_user};
  uint8_t *terrain = ovi_allocate(&def.allocator, cells);
  if (terrain == NULL) {
    return OVL_NO_MEMORY;
  }
  memcpy(def.weights, world->weights, sizeof(def.weights));
  def.terrain = terrain;
  ovl_world_read_terrain(world, 0, 0, world->width, world->height, terrain, (size_t)world->width);
  ovl_result result = rebake(world, &def, fault);
  ovi_release(&def.allocator, terrain, cells);
  return result;
}
