/* Tiled maps: every form of a map gives the same tiles, floors, goals and links. */
#include "tools/tiled/tiled_map.h"
#include "tools/tiled/tiled_reader.h"
#include "tools/tiled/tiled_world.h"

#include "tests/support/test.h"
#include "tests/support/test_random.h"
#include "tests/tools/map_text.h"
#include "tests/tools/reader_check.h"
#include "tools/base/fail.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Forms --------------------------------------------------------------- */

enum { MOST_SIDE = 24 };

typedef struct random_model {
  map_model model;
  uint32_t gids[MAP_LAYERS][MOST_SIDE * MOST_SIDE];
} random_model;

/* Sides are multiples of `step`. Some tiles are turned, some places are empty, and
 * the last place of each floor has a tile, so that no floor is cut. */
static void make_model(random_model *made, int32_t step, test_random *random) {
  map_model *model = &made->model;
  model->width = step * test_random_between(random, (3 + step) / step, MOST_SIDE / step);
  model->height = step * test_random_between(random, (3 + step) / step, MOST_SIDE / step);
  const int32_t count = model->width * model->height;
  for (int layer = 0; layer < MAP_LAYERS; layer++) {
    model->gids[layer] = made->gids[layer];
    for (int32_t i = 0; i < count; i++) {
      uint32_t gid = test_random_percent(random, 30) ? 0 : 1;
      gid *= (uint32_t)test_random_between(random, 1, test_random_percent(random, 70) ? 3 : 40);
      if (gid != 0 && test_random_percent(random, 20)) {
        gid |= (uint32_t)test_random_between(random, 1, 15) << 28;
      }
      made->gids[layer][i] = gid;
    }
    made->gids[layer][count - 1] = 1;
  }
}

static const char *form_name(const map_form *form) {
  static const char *const names[MAP_ENCODING_COUNT] = {"listed", "CSV", "base64", "zlib", "gzip"};
  return names[form->encoding];
}

static void check_cell(test_state *t, const char *what, ovl_cell cell, ovl_cell wanted) {
  CHECK(t, cell.x == wanted.x && cell.y == wanted.y && cell.floor == wanted.floor,
        "%s is at %d,%d on floor %d, not at %d,%d on %d", what, (int)cell.x, (int)cell.y,
        (int)cell.floor, (int)wanted.x, (int)wanted.y, (int)wanted.floor);
}

static void check_objects(test_state *t, const struct tiled_map *map) {
  if (!CHECK(t, map->object_count == 5 && map->link_count == 3, "%zu objects, %zu links",
             map->object_count, map->link_count)) {
    return;
  }
  const struct tiled_object *goal = &map->objects[0];
  CHECK(t, strcmp(goal->class_name, "goal") == 0 && strcmp(goal->name, "shop") == 0,
        "the goal is '%s' of class '%s'", goal->name, goal->class_name);
  CHECK(t, goal->tiles_x == 2 && goal->tiles_y == 1, "the goal has %d x %d tiles",
        (int)goal->tiles_x, (int)goal->tiles_y);
  check_cell(t, "the goal", goal->corner, (ovl_cell){1, 1, 0});
  const struct tiled_link *links = map->links;
  check_cell(t, "the line's beginning", links[0].from, (ovl_cell){0, 0, 0});
  check_cell(t, "the line's end", links[0].to, (ovl_cell){2, 1, 0});
  CHECK(t, links[0].oneway && links[0].cost == 2.5 && strcmp(links[0].cost_text, "2.5") == 0,
        "the line costs %s", links[0].cost_text);
  CHECK(t, links[0].profiles != NULL && strcmp(links[0].profiles, "foot boat") == 0,
        "the line has no profiles, or others");
  check_cell(t, "the point", links[1].from, (ovl_cell){3, 2, 0});
  check_cell(t, "the object that it leads to", links[1].to, (ovl_cell){1, 0, 1});
  CHECK(t, !links[1].oneway && links[1].cost == 1 && links[1].profiles == NULL,
        "what the point does not say is %g", links[1].cost);
  check_cell(t, "the rectangle", links[2].from, (ovl_cell){0, 2, 0});
  check_cell(t, "the text", links[2].to, (ovl_cell){3, 2, 1});
}

static void check_tiles(test_state *t, const struct tiled_map *map, const map_model *model) {
  const size_t count = (size_t)model->width * (size_t)model->height;
  CHECK(t,
        map->grid.width == model->width && map->grid.height == model->height &&
            map->floor_count == 2,
        "%d x %d tiles, %d floors", (int)map->grid.width, (int)map->grid.height,
        (int)map->floor_count);
  CHECK(t, map->layer_count == MAP_LAYERS && map->layers[2].floor == 1, "%zu layers",
        map->layer_count);
  for (size_t layer = 0; layer < map->layer_count && t->failures == 0; layer++) {
    for (size_t i = 0; i < count; i++) {
      const uint32_t wanted = model->gids[layer][i] & 0x0FFFFFFF;
      if (!CHECK(t, map->layers[layer].gids[i] == wanted,
                 "layer %zu: tile %zu is %" PRIu32 ", not %" PRIu32, layer, i,
                 map->layers[layer].gids[i], wanted)) {
        break;
      }
    }
  }
  const struct tiled_tile *grass = tiled_find_tile(map, 1);
  const struct tiled_tile *water = tiled_find_tile(map, 2);
  CHECK(t, grass != NULL && strcmp(grass->terrain, "grass & \"moss\"") == 0, "tile 1 is '%s'",
        grass != NULL ? grass->terrain : "gone");
  CHECK(t, water != NULL && strcmp(water->terrain, "water") == 0, "tile 2 is '%s'",
        water != NULL ? water->terrain : "gone");
  CHECK(t, tiled_find_tile(map, 3) == NULL, "tile 3 has a name");
}

static void check_form(test_state *t, const map_model *model, const map_form *form,
                       map_text *text) {
  heard h;
  const struct reader_talk talk = heard_talk(&h);
  struct tiled_map map;
  test_context(t, "%s, %s, chunks of %d from %d,%d, %d x %d", form->is_json ? "JSON" : "XML",
               form_name(form), (int)form->chunk, (int)form->origin_x, (int)form->origin_y,
               (int)model->width, (int)model->height);
  map_text_write(text, model, form);
  const int code = tiled_map_read_bytes("a.map", text->bytes, text->length, &talk, &map);
  if (CHECK(t, code == EXIT_DONE, "code %d: %s", code, h.fail)) {
    CHECK(t, map.grid.origin_x == form->origin_x && map.grid.origin_y == form->origin_y,
          "the origin is %d,%d", (int)map.grid.origin_x, (int)map.grid.origin_y);
    check_tiles(t, &map, model);
    check_objects(t, &map);
    tiled_map_free(&map);
  }
}

static void every_form(test_state *t) {
  map_text text = {0};
  for (uint64_t i = 0; test_more(t, i, 40, 1000); i++) {
    test_random random = {test_begin_case(t, i)};
    const int32_t chunk = test_random_between(&random, 0, 8);
    random_model made;
    make_model(&made, chunk > 0 ? chunk : 1, &random);
    map_form form = {.chunk = chunk};
    if (chunk > 0) {
      form.origin_x = test_random_between(&random, -100, 100);
      form.origin_y = test_random_between(&random, -100, 100);
    }
    for (int kind = 0; kind < 2 * MAP_ENCODING_COUNT; kind++) {
      form.is_json = kind % 2 == 1;
      form.encoding = (map_encoding)(kind / 2);
      if (!form.is_json || form.encoding != MAP_CSV) {
        check_form(t, &made.model, &form, &text);
      }
    }
  }
  map_text_free(&text);
}

/* ---- Floors -------------------------------------------------------------- */

static bool read_text(test_state *t, const char *text, struct tiled_map *map) {
  heard h;
  const struct reader_talk talk = heard_talk(&h);
  const int code = tiled_map_read_bytes("a.map", text, strlen(text), &talk, map);
  return CHECK(t, code == EXIT_DONE, "%s", h.fail);
}

/* Tile 1 and 2 have terrain, 3 is decoration, 4 and 5 are heights. */
static const char floors_map[] =
    "<map orientation='orthogonal' width='4' height='3' tilewidth='8' tileheight='8'>"
    "<tileset firstgid='1' tilecount='5'><tile id='0' type='ground'/><tile id='1' type='water'/>"
    "<tile id='3'><properties><property name='height' value='7'/></properties></tile>"
    "<tile id='4'><properties><property name='height' value='-2'/></properties></tile></tileset>"
    "<group name='above'><properties><property name='floor' type='int' value='1'/></properties>"
    " <group><layer name='attic'><data encoding='csv'>3,1,0,0, 0,3,0,0, 0,0,0,0</data></layer>"
    " </group></group>"
    "<layer name='ground'><data encoding='csv'>1,1,1,0, 1,2,0,1, 0,0,0,0</data></layer>"
    "<layer name='upon'><data encoding='csv'>3,2,0,3, 0,3,3,0, 0,1,0,0</data></layer>"
    "<layer name='hills' class='heights' width='3' height='3'><data encoding='csv'>"
    "4,0,5, 0,0,0, 4,4,0</data></layer>"
    "</map>";

static void floors(test_state *t) {
  static const int32_t hills[12] = {7, 0, -2, 0, 0, 0, 0, 0, 7, 7, 0, 0};
  struct tiled_map map;
  int32_t heights[12];
  if (!read_text(t, floors_map, &map)) {
    return;
  }
  CHECK(t, map.floor_count == 2 && map.floors[0].width == 4 && map.floors[0].height == 3,
        "%d floors, the lower one %d x %d", (int)map.floor_count, (int)map.floors[0].width,
        (int)map.floors[0].height);
  CHECK(t, map.floors[1].width == 2 && map.floors[1].height == 2,
        "a floor ends with its last tile, not at %d x %d", (int)map.floors[1].width,
        (int)map.floors[1].height);
  CHECK(t, strcmp(map.floors[0].name, "ground") == 0 && strcmp(map.floors[1].name, "attic") == 0,
        "the floors are '%s' and '%s'", map.floors[0].name, map.floors[1].name);
  CHECK(t, tiled_floor_heights(&map, 0, heights), "floor 0 has no heights");
  for (int i = 0; i < 12; i++) {
    CHECK(t, heights[i] == hills[i], "tile %d has height %d", i, (int)heights[i]);
  }
  CHECK(t, !tiled_floor_heights(&map, 1, heights), "floor 1 has heights");
  tiled_map_free(&map);
}

/* ---- Objects ------------------------------------------------------------- */

/* A tile hangs from its foot, a layer may be moved, a middle on a border is the
 * tile to the right of it. */
static void places_of_objects(test_state *t) {
  static const char text[] =
      "{\"orientation\":\"orthogonal\",\"width\":4,\"height\":3,\"tilewidth\":8,\"tileheight\":8,"
      "\"layers\":[{\"type\":\"tilelayer\",\"name\":\"g\","
      "\"data\":[1,1,1,1,1,1,1,1,1,1,1,1]},"
      "{\"type\":\"group\",\"offsetx\":8,\"layers\":["
      "{\"type\":\"objectgroup\",\"offsety\":-8,\"objects\":["
      "{\"id\":7,\"type\":\"goal\",\"gid\":1,\"x\":0,\"y\":24,\"width\":8,\"height\":8},"
      "{\"id\":8,\"type\":\"link\",\"x\":0,\"y\":8,\"width\":16,\"height\":16,"
      "\"properties\":{\"to\":\"3,2\",\"oneway\":true}},"
      "{\"id\":9,\"type\":\"goal\",\"point\":true,\"x\":23.9,\"y\":31.9}"
      "]}]}],\"tilesets\":[{\"firstgid\":1,\"tilecount\":1}]}";
  struct tiled_map map;
  if (!read_text(t, text, &map)) {
    return;
  }
  if (CHECK(t, map.object_count == 3 && map.link_count == 1, "%zu objects", map.object_count)) {
    check_cell(t, "the tile", map.objects[0].corner, (ovl_cell){1, 1, 0});
    check_cell(t, "the rectangle's middle", map.links[0].from, (ovl_cell){2, 1, 0});
    check_cell(t, "its goal", map.links[0].to, (ovl_cell){3, 2, 0});
    CHECK(t, map.links[0].oneway, "a property of the old kind is not read");
    check_cell(t, "the point", map.objects[2].corner, (ovl_cell){3, 2, 0});
    CHECK(t, map.objects[2].tiles_x == 1 && map.objects[2].tiles_y == 1,
          "a point covers %d x %d tiles", (int)map.objects[2].tiles_x, (int)map.objects[2].tiles_y);
  }
  tiled_map_free(&map);
}

/* ---- The project's own maps ---------------------------------------------- */

static void own_maps(test_state *t) {
  heard h;
  const struct reader_talk talk = heard_talk(&h);
  struct tiled_map map;
  if (CHECK(t, tiled_world_read(TEST_MAPS "/mall.tmx", &talk, false, &map) == EXIT_DONE,
            "no mall")) {
    CHECK(t, map.floor_count == 5 && map.link_count > 10 && map.object_count > 30,
          "the mall has %d floors, %zu links, %zu objects", (int)map.floor_count, map.link_count,
          map.object_count);
    tiled_map_free(&map);
  }
  if (CHECK(t, tiled_world_read(TEST_MAPS "/jetty.tmj", &talk, false, &map) == EXIT_DONE,
            "no jetty")) {
    const struct tiled_tile *water = tiled_find_tile(&map, 2);
    CHECK(t, water != NULL && water->terrain != NULL && strcmp(water->terrain, "water") == 0,
          "a tileset in a file of its own is not read");
    CHECK(t, map.link_count == 1 && map.links[0].cost == 12, "%zu links", map.link_count);
    tiled_map_free(&map);
  }
  CHECK(t, h.warnings == 0, "%d warnings: %s", h.warnings, h.warning);
}

const test_entry test_tiled_map_table[] = {
    {"tiled_every_form", every_form},
    {"tiled_floors", floors},
    {"tiled_places_of_objects", places_of_objects},
    {"tiled_own_maps", own_maps},
    {NULL, NULL},
};
