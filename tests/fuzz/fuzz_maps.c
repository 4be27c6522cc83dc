/* Maps of all formats, and legends: each is surveyed, drafted, read and baked if it is small. Files
 * that a map names lie in a folder of the process. */
#define _GNU_SOURCE
#include "tests/fuzz/fuzz_calls.h"
#include "tests/fuzz/fuzz_file.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tools/game_map/read/game_map_read.h"
#include "tools/game_map/read/legend_draft.h"
#include "tools/game_map/read/map_survey.h"
#include "tools/tiled/tiled_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void hear(void *user, const char *line) {
  (void)user;
  FUZZ_CHECK(line[0] != '\0');
}

static const struct reader_talk quiet = {hear, hear, NULL};

/* Reads a map and a legend, and bakes what they make if it is small. An exit code. */
static int read_map(const char *path, const char *legend) {
  struct game_map map;
  const int code = game_map_read(&(struct map_files){.map = path, .legend = legend}, &map);
  if (code != EXIT_DONE) {
    return code;
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
  return EXIT_DONE;
}

/* Reads a map without a legend, and with the draft of one, which is a legend. */
static void read_drafted(const char *path) {
  const struct map_files files = {.map = path};
  struct map_survey survey;
  read_map(path, NULL);
  if (map_survey_take(&files, &survey) != EXIT_DONE) {
    return;
  }
  char *draft = legend_draft_write(path, &survey);
  FUZZ_CHECK(draft != NULL);
  const fuzz_file legend = fuzz_file_make((const uint8_t *)draft, strlen(draft));
  const int code = read_map(path, legend.path);
  FUZZ_CHECK(code == EXIT_DONE || survey.count > OVL_MAX_PROFILES);
  close(legend.handle);
  free(draft);
  map_survey_free(&survey);
}

void fuzz_tiled(const uint8_t *bytes, size_t count) {
  struct tiled_map map;
  if (tiled_map_read_bytes("fuzz.tmx", (const char *)bytes, count, &quiet, &map) == EXIT_DONE) {
    tiled_map_free(&map);
  }
}

void fuzz_map(const uint8_t *bytes, size_t count) {
  const fuzz_file file = fuzz_file_make(bytes, count);
  read_drafted(file.path);
  close(file.handle);
}

void fuzz_legend(const uint8_t *bytes, size_t count) {
  static const char map[] = "type octile\nheight 4\nwidth 6\nmap\n..GT@@\n.SSW..\n......\n@@....\n";
  const fuzz_file ground = fuzz_file_make((const uint8_t *)map, sizeof map - 1);
  const fuzz_file legend = fuzz_file_make(bytes, count);
  read_map(ground.path, legend.path);
  close(legend.handle);
  close(ground.handle);
}

/* ---- Maps that name files ------------------------------------------------ */

static char folder[64];

static void remove_folder(void) {
  static const char *const names[] = {"a.tmx", "t.tsx", "o.tx", "l.ldtkl", "r.pgm", "input"};
  char path[128];
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    unlink(path);
  }
  rmdir(folder);
}

static void write_file(const char *name, const void *bytes, size_t count, char path[128]) {
  snprintf(path, 128, "%s/%s", folder, name);
  FILE *file = fopen(path, "wb");
  FUZZ_CHECK(file != NULL);
  FUZZ_CHECK(fwrite(bytes, 1, count, file) == count);
  FUZZ_CHECK(fclose(file) == 0);
}

static const char layered[] =
    "<map orientation='orthogonal' width='3' height='2' tilewidth='8' tileheight='8'>"
    "<tileset firstgid='1' source='t.tsx'/>"
    "<layer name='ground'><data encoding='csv'>1,1,1,1,2,1</data></layer>"
    "<group name='top'><layer name='wall'><data encoding='csv'>0,2,0,0,3,0</data></layer></group>"
    "<objectgroup name='things'><object id='1' name='door' template='o.tx' x='0' y='0'/>"
    "<object id='2' class='exit' x='16' y='8'><point/></object></objectgroup></map>";

/* The files that inputs may name; the input itself lies beside them. Its path. */
static const char *place_input(const uint8_t *bytes, size_t count, char path[128]) {
  static const char tiles[] = "<tileset name='t' tilecount='4' tilewidth='8' tileheight='8'><tile "
                              "id='1'><properties><property name='collides' value='true'/>"
                              "</properties></tile><tile id='2' class='mud'/></tileset>";
  static const char object[] =
      "<template><object width='8' height='8'><properties><property "
      "name='to_' type='object' value='2'/></properties></object></template>";
  static const char level[] = "{\"layerInstances\":[{\"__identifier\":\"G\",\"__cWid\":2,\"__cHei"
                              "\":1,\"__gridSize\":8,\"intGridCsv\":[1,0]}]}";
  static const char picture[] = "P5\n2 2\n255\n\xfe\x01\xcd\xfe";
  if (folder[0] == '\0') {
    snprintf(folder, sizeof folder, "/tmp/overland-fuzz-XXXXXX");
    FUZZ_CHECK(mkdtemp(folder) != NULL);
    atexit(remove_folder);
    write_file("a.tmx", layered, sizeof layered - 1, path);
    write_file("t.tsx", tiles, sizeof tiles - 1, path);
    write_file("o.tx", object, sizeof object - 1, path);
    write_file("l.ldtkl", level, sizeof level - 1, path);
    write_file("r.pgm", picture, sizeof picture - 1, path);
  }
  write_file("input", bytes, count, path);
  return path;
}

void fuzz_ldtk(const uint8_t *bytes, size_t count) {
  char path[128];
  read_drafted(place_input(bytes, count, path));
}

void fuzz_grid(const uint8_t *bytes, size_t count) { fuzz_ldtk(bytes, count); }

void fuzz_tiled_world(const uint8_t *bytes, size_t count) {
  static const char floors[] =
      "levels floors\nterrain ground = other\nprofile p ground=1 empty=1\n";
  char path[128];
  const fuzz_file legend = fuzz_file_make((const uint8_t *)floors, sizeof floors - 1);
  read_drafted(place_input(bytes, count, path));
  read_map(path, legend.path);
  close(legend.handle);
}

void fuzz_layer_legend(const uint8_t *bytes, size_t count) {
  char path[128], map[128];
  place_input(bytes, count, path);
  snprintf(map, sizeof map, "%s/a.tmx", folder);
  read_map(map, path);
}
