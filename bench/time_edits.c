/* Times edits of a world, and tells the bytes of a planner. bench/side_by_side.sh compiles this
 * program against two commits of the library, so it calls only what is in the public headers of
 * both.
 *
 *     time_edits FILE.world EDITS REPEATS
 *
 * EDITS has a line `X Y W H` for each rectangle of the first floor that is closed with terrain `@`.
 * The first of them makes the version to which each of the others is applied, by itself, REPEATS
 * times. The output is `planner BYTES`, then for each of the others the least time of applying it
 * and closing the version, in microseconds. */
#include "overland.h"
#include "overland_edit.h"
#include "overland_query.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { CLOSED = '@' };

static double now_us(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static int fail(const char *what, const char *why) {
  fprintf(stderr, "time_edits: %s: %s\n", what, why);
  return 1;
}

/* All bytes of a file, which the caller frees; NULL if they can't be read. */
static void *read_file(const char *name, size_t *byte_count) {
  FILE *file = fopen(name, "rb");
  void *bytes = NULL;
  *byte_count = 0;
  if (file == NULL) {
    return NULL;
  }
  const long end = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
  if (end > 0 && fseek(file, 0, SEEK_SET) == 0) {
    *byte_count = (size_t)end;
    bytes = malloc(*byte_count);
  }
  if (bytes != NULL && fread(bytes, 1, *byte_count, file) != *byte_count) {
    free(bytes);
    bytes = NULL;
  }
  fclose(file);
  return bytes;
}

/* The next edit of the list; false at its end. */
static bool next_edit(FILE *list, ovl_edit *edit) {
  ovl_cell corner = {0, 0, 0};
  int32_t w = 0, h = 0;
  if (fscanf(list, "%d %d %d %d", &corner.x, &corner.y, &w, &h) != 4) {
    return false;
  }
  *edit = ovl_edit_rect(corner, w, h, CLOSED);
  return true;
}

/* The least time of `repeats`. */
static ovl_result time_edit(const ovl_world *base, const ovl_edit *edit, int repeats,
                            double *least_us) {
  ovl_result result = OVL_OK;
  for (int i = 0; i < repeats && result == OVL_OK; i++) {
    ovl_world *version = NULL;
    const double begin_us = now_us();
    result = ovl_world_apply(base, edit, 1, &version, NULL);
    ovl_world_close(version);
    const double us = now_us() - begin_us;
    *least_us = i == 0 || us < *least_us ? us : *least_us;
  }
  return result;
}

static ovl_result time_edits(const ovl_world *world, FILE *list, int repeats) {
  ovl_edit edit;
  ovl_world *base = NULL;
  ovl_result result = OVL_BAD_ARGUMENT;
  if (next_edit(list, &edit)) {
    result = ovl_world_apply(world, &edit, 1, &base, NULL);
  }
  while (result == OVL_OK && next_edit(list, &edit)) {
    double us = 0;
    result = time_edit(base, &edit, repeats, &us);
    printf("%.3f\n", us);
  }
  ovl_world_close(base);
  return result;
}

int main(int argc, char **argv) {
  size_t byte_count = 0;
  ovl_world *world = NULL;
  if (argc != 4) {
    return fail("usage", "time_edits FILE.world EDITS REPEATS");
  }
  void *bytes = read_file(argv[1], &byte_count);
  FILE *list = fopen(argv[2], "r");
  ovl_result result = bytes != NULL && list != NULL ? OVL_OK : OVL_READ_FAILED;
  if (result == OVL_OK) {
    result = ovl_world_open(bytes, byte_count, &world, NULL);
  }
  if (result == OVL_OK) {
    const ovl_planner_def def = {.world = world};
    printf("planner %zu\n", ovl_planner_bytes(&def));
    result = time_edits(world, list, atoi(argv[3]));
  }
  ovl_world_close(world);
  if (list != NULL) {
    fclose(list);
  }
  free(bytes);
  return result == OVL_OK ? 0 : fail(argv[1], ovl_result_text(result));
}
