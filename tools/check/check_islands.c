/* Islands and their sizes: see check_islands.h. They are summed up from the local components of all
 * regions, which the world keeps, so that no cell is looked at for itself. */
#include "tools/check/check_islands.h"

#include "overland_inspect.h"
#include "tools/base/fail.h"

#include <stdlib.h>

/* Islands by their numbers, which edits may leave gaps between. */
struct numbered {
  struct check_island *list;
  size_t capacity;
};

static bool make_room(struct numbered *numbered, uint32_t number) {
  if (number < numbered->capacity) {
    return true;
  }
  const size_t capacity = (size_t)number + number / 2 + 64;
  struct check_island *list = realloc(numbered->list, capacity * sizeof *list);
  if (list == NULL) {
    return false;
  }
  for (size_t i = numbered->capacity; i < capacity; i++) {
    list[i] = (struct check_island){.cells = 0};
  }
  *numbered = (struct numbered){list, capacity};
  return true;
}

/* Adds the part of an island that a region holds. False: no memory. */
static bool add(struct numbered *numbered, const ovl_component *part) {
  if (!make_room(numbered, part->island)) {
    return false;
  }
  struct check_island *island = &numbered->list[part->island];
  island->cells += part->cells;
  if (part->cells > island->in_region) {
    island->in_region = part->cells;
    island->cell = part->cell;
  }
  return true;
}

/* The local components of a region, in a buffer that grows. */
static ovl_result read_region(const struct check_world *checked, int32_t profile, int32_t region,
                              ovl_component **parts, size_t *capacity, size_t *count) {
  ovl_result result =
      ovl_world_components(checked->world, profile, region, *parts, *capacity, count, NULL);
  if (result == OVL_MORE_ROOM) {
    ovl_component *larger = realloc(*parts, *count * sizeof *larger);
    if (larger == NULL) {
      return OVL_NO_MEMORY;
    }
    *parts = larger;
    *capacity = *count;
    result = ovl_world_components(checked->world, profile, region, *parts, *capacity, count, NULL);
  }
  return result;
}

static int compare(const void *a, const void *b) {
  const struct check_island *left = a, *right = b;
  return left->cells != right->cells             ? (left->cells > right->cells ? -1 : 1)
         : left->cell.floor != right->cell.floor ? (left->cell.floor < right->cell.floor ? -1 : 1)
         : left->cell.y != right->cell.y
             ? (left->cell.y < right->cell.y ? -1 : 1)
             : (left->cell.x > right->cell.x) - (left->cell.x < right->cell.x);
}

int check_islands_find(const struct check_world *checked, int32_t profile,
                       struct check_islands *islands) {
  ovl_world_info info;
  ovl_world_describe(checked->world, &info);
  const int32_t regions = info.partition.regions_x * info.partition.regions_y;
  struct numbered numbered = {NULL, 0};
  size_t capacity = 64, count = 0;
  ovl_component *parts = malloc(capacity * sizeof *parts);
  ovl_result result = parts != NULL ? OVL_OK : OVL_NO_MEMORY;
  *islands = (struct check_islands){0};
  for (int32_t region = 0; region < regions && result == OVL_OK; region++) {
    result = read_region(checked, profile, region, &parts, &capacity, &count);
    for (size_t i = 0; i < count && result == OVL_OK; i++) {
      result = add(&numbered, &parts[i]) ? OVL_OK : OVL_NO_MEMORY;
    }
  }
  free(parts);
  if (result != OVL_OK) {
    free(numbered.list);
    return command_fail_result(checked->file, result, NULL);
  }
  for (size_t i = 0; i < numbered.capacity; i++) {
    if (numbered.list[i].cells > 0) {
      numbered.list[islands->count++] = numbered.list[i];
    }
  }
  islands->list = numbered.list;
  if (islands->list != NULL && islands->count > 1) {
    qsort(islands->list, islands->count, sizeof *islands->list, compare);
  }
  return EXIT_DONE;
}

void check_islands_free(struct check_islands *islands) {
  free(islands->list);
  *islands = (struct check_islands){0};
}
