/* Files that the command reads: pictures, compressed bytes, edits, scenarios. */
#include "tests/fuzz/fuzz_calls.h"
#include "tests/fuzz/fuzz_file.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tests/fuzz/fuzz_worlds.h"
#include "tools/codec/image_file.h"
#include "tools/codec/inflate.h"
#include "tools/game_map/edit_list.h"
#include "tools/map/scenario_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_INFLATED = 1 << 20 };

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
  const fuzz_file file = fuzz_file_make(bytes, count);
  if (edit_list_read(file.path, world, &names, &list) == EXIT_DONE) {
    ovl_world_apply(world, list.edits, list.count, &next, NULL);
    ovl_world_close(next);
    edit_list_free(&list);
  }
  close(file.handle);
}

void fuzz_scenario(const uint8_t *bytes, size_t count) {
  const fuzz_file file = fuzz_file_make(bytes, count);
  struct scenario_list scenarios;
  if (scenario_file_read(file.path, &scenarios) == EXIT_DONE) {
    scenario_file_free(&scenarios);
  }
  close(file.handle);
}
