/* Files that the command reads: pictures, compressed bytes, Tiled maps, maps, legends, edits,
 * scenarios. Those that are read by name alone lie in memory (memfd). */
#define _GNU_SOURCE
#include "tests/fuzz/fuzz_calls.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tests/fuzz/fuzz_worlds.h"
#include "tools/codec/image_file.h"
#include "tools/codec/inflate.h"
#include "tools/game_map/edit_list.h"
#include "tools/game_map/read/game_map_read.h"
#include "tools/map/scenario_file.h"
#include "tools/tiled/tiled_map.h"
#include "tools/tiled/tiled_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST_INFLATED = 1 << 20, PATH_BYTES = 64 };

/* A file in memory that has a name. */
typedef struct memory_file {
  int handle;
  char path[PATH_BYTES];
} memory_file;

static memory_file memory_file_make(const uint8_t *bytes, size_t count) {
  memory_file file = {.handle = memfd_create("fuzz", 0)};
  FUZZ_CHECK(file.handle >= 0);
  FUZZ_CHECK(write(file.handle, bytes, count) == (ssize_t)count);
  FUZZ_CHECK(lseek(file.handle, 0, SEEK_SET) == 0);
  snprintf(file.path, sizeof file.path, "/proc/self/fd/%d", file.handle);
  return file;
}

static void hear(void *user, const char *line) {
  (void)user;
  FUZZ_CHECK(line[0] != '\0');
}

static const struct reader_talk quiet = {hear, hear, NULL};

void fuzz_picture(const uint8_t *bytes, size_t count) {
  struct image image;
  if (image_file_read_bytes("fuzz.png", bytes, count, &quiet, &image) == EXIT_DONE) {
    image_free(&image);
  }
}

void fuzz_inflate(const uint8_t *bytes, size_t count) {
  uint8_t *out = NULL;
  size_t out_bytes = 0;
  if (count == 0) {
    return;
  }
  const char *fault = inflate_bytes(bytes + 1, count - 1, (inflate_format)(bytes[0] % 3),
                                    MOST_INFLATED, &out, &out_bytes);
  FUZZ_CHECK((fault == NULL) == (out != NULL));
  FUZZ_CHECK(out_bytes <= MOST_INFLATED);
  free(out);
}

void fuzz_tiled(const uint8_t *bytes, size_t count) {
  struct tiled_map map;
  if (tiled_map_read_bytes("fuzz.tmx", (const char *)bytes, count, &quiet, &map) == EXIT_DONE) {
    tiled_map_free(&map);
  }
}

/* Reads a map and a legend, and bakes what they make if it is small. */
static void read_map(const char *path, const char *legend) {
  struct game_map map;
  if (game_map_read(&(struct map_files){.map = path, .legend = legend}, &map) != EXIT_DONE) {
    return;
  }
  ovl_bake_def def = {0};
  ovl_world *world = NULL;
  int64_t cells = 0;
  for (int32_t i = 0; i < map.floor_count; i++) {
    cells += (int64_t)map.floors[i].width * map.floors[i].height;
  }
  if (cells <= 4096 && game_map_fill_def(&map, &def)) {
    ovl_world_bake(&def, &world, NULL);
    ovl_world_close(world);
  }
  game_map_free(&map);
}

void fuzz_map(const uint8_t *bytes, size_t count) {
  const memory_file file = memory_file_make(bytes, count);
  read_map(file.path, NULL);
  close(file.handle);
}

void fuzz_legend(const uint8_t *bytes, size_t count) {
  static const char map[] = "type octile\nheight 4\nwidth 6\nmap\n..GT@@\n.SSW..\n......\n@@....\n";
  const memory_file ground = memory_file_make((const uint8_t *)map, sizeof map - 1);
  const memory_file legend = memory_file_make(bytes, count);
  read_map(ground.path, legend.path);
  close(legend.handle);
  close(ground.handle);
}

void fuzz_edit_list(const uint8_t *bytes, size_t count) {
  static ovl_world *world;
  static struct game_map names;
  struct edit_list list;
  ovl_world *next = NULL;
  if (world == NULL) {
    const world_bytes *base = fuzz_base_world(5);
    FUZZ_CHECK(ovl_world_open(base->bytes, base->count, &world, NULL) == OVL_OK);
    game_map_begin(&names);
  }
  const memory_file file = memory_file_make(bytes, count);
  if (edit_list_read(file.path, world, &names, &list) == EXIT_DONE) {
    ovl_world_apply(world, list.edits, list.count, &next, NULL);
    ovl_world_close(next);
    edit_list_free(&list);
  }
  close(file.handle);
}

void fuzz_scenario(const uint8_t *bytes, size_t count) {
  const memory_file file = memory_file_make(bytes, count);
  struct scenario_list scenarios;
  if (scenario_file_read(file.path, &scenarios) == EXIT_DONE) {
    scenario_file_free(&scenarios);
  }
  close(file.handle);
}
