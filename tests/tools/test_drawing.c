/* Labels never cover each other or what is taken; a legend stays within its width; terrains without
 * a known name have colours of their own. */
#include "overland_bake.h"
#include "tests/support/test.h"
#include "tests/support/test_random.h"
#include "tools/draw/font.h"
#include "tools/draw/map_labels.h"
#include "tools/draw/map_terrain.h"
#include "tools/draw/map_view.h"
#include "tools/draw/picture_legend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 200 };

static const struct canvas_color WHITE = {255, 255, 255, 255};
static const struct canvas_color RED = {255, 0, 0, 255};

/* ---- Labels -------------------------------------------------------------- */

static int32_t count_taken(const struct map_labels *labels) {
  int32_t count = 0;
  for (int32_t i = 0; i < labels->rect.width * labels->rect.height; i++) {
    count += labels->taken[i];
  }
  return count;
}

/* A label takes as many pixels as it was not given before, or none if there is no room. */
static void write_random_label(test_state *t, struct map_labels *labels, test_random *random) {
  static const char *const TEXTS[] = {"1", "0,2", "12,13,14"};
  const char *text = TEXTS[test_random_between(random, 0, 2)];
  const int scale = (int)test_random_between(random, 1, 2);
  const struct canvas_point place = {(double)test_random_between(random, 0, SIDE - 1),
                                     (double)test_random_between(random, 0, SIDE - 1)};
  const int32_t before = count_taken(labels);
  const bool written = map_labels_write(labels, place, 5.0, scale, text, RED);
  const int32_t area = (canvas_text_width(text, scale) + 4) * (FONT_ASCENT * scale + 4);
  CHECK(t, count_taken(labels) == before + (written ? area : 0), "'%s' at %.0f,%.0f", text, place.x,
        place.y);
}

static void drawing_labels(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 20, 2000); i++) {
    test_random random = {test_begin_case(t, i)};
    struct canvas canvas;
    struct map_labels labels;
    const struct canvas_rect rect = {20, 10, SIDE - 30, SIDE - 20};
    if (!CHECK(t, canvas_create(&canvas, SIDE, SIDE, WHITE), "a canvas")) {
      return;
    }
    if (CHECK(t, map_labels_create(&labels, &canvas, rect), "labels")) {
      map_labels_take_line(&labels, (struct canvas_point){-50, 20}, (struct canvas_point){260, 190},
                           6.0);
      for (int32_t label = 0; label < 60; label++) {
        write_random_label(t, &labels, &random);
      }
      map_labels_destroy(&labels);
    }
    canvas_destroy(&canvas);
  }
}

/* ---- Legends ------------------------------------------------------------- */

static bool is_blank(const struct canvas *canvas, struct canvas_rect rect) {
  for (int32_t y = rect.top; y < rect.top + rect.height; y++) {
    for (int32_t x = rect.left; x < rect.left + rect.width; x++) {
      if (canvas_lightness(canvas, x, y) != 255) {
        return false;
      }
    }
  }
  return true;
}

static void drawing_legend(test_state *t) {
  static const int32_t WIDTHS[] = {200, 330, 500, 900};
  for (size_t i = 0; i < sizeof WIDTHS / sizeof WIDTHS[0]; i++) {
    struct canvas canvas;
    test_context(t, "%d pixels wide", (int)WIDTHS[i]);
    if (!CHECK(t, canvas_create(&canvas, 1000, 600, WHITE), "a canvas")) {
      return;
    }
    struct picture_legend legend = picture_legend_begin(&canvas, 10, 20, WIDTHS[i]);
    picture_legend_write(&legend, "a text that is longer than the narrow ones are wide", RED);
    for (int item = 0; item < 12; item++) {
      picture_legend_add_color(&legend, "a terrain (blocks)", RED);
    }
    const int32_t bottom = picture_legend_end(&legend);
    const int32_t right = 10 + WIDTHS[i];
    CHECK(t, bottom > 20 && bottom <= 20 + PICTURE_LEGEND_MOST_HEIGHT, "its height");
    CHECK(t, !is_blank(&canvas, (struct canvas_rect){10, 20, WIDTHS[i], bottom - 20}), "drawn");
    CHECK(t, is_blank(&canvas, (struct canvas_rect){right, 0, 1000 - right, 600}), "not wider");
    CHECK(t, is_blank(&canvas, (struct canvas_rect){0, bottom, 1000, 600 - bottom}), "not higher");
    canvas_crop(&canvas, bottom);
    CHECK(t, canvas.height == bottom && canvas.clip.height == bottom, "cropped");
    canvas_destroy(&canvas);
  }
}

/* ---- Terrains ------------------------------------------------------------ */

static int difference(struct canvas_color a, struct canvas_color b) {
  return abs(a.red - b.red) + abs(a.green - b.green) + abs(a.blue - b.blue);
}

/* Readers of pictures and Tiled maps give bytes from 1 on to terrains without a letter. */
static void drawing_terrains(test_state *t) {
  for (int a = 1; a <= 10; a++) {
    CHECK(t,
          difference(map_terrain_color(a, (uint8_t)a, 0), map_terrain_color(a, (uint8_t)a, 8)) >
              100,
          "%d blocks", a);
    for (int b = 1; b < a; b++) {
      CHECK(t,
            difference(map_terrain_color(a, (uint8_t)a, 8), map_terrain_color(b, (uint8_t)b, 8)) >=
                30,
            "%d and %d are open", a, b);
      CHECK(t,
            difference(map_terrain_color(a, (uint8_t)a, 0), map_terrain_color(b, (uint8_t)b, 0)) >=
                30,
            "%d and %d block", a, b);
    }
  }
}

/* Letters whose bytes are alike to the table of hues look different where a profile crosses both.
 */
static void drawing_terrains_of_a_world(test_state *t) {
  static const uint8_t terrain[4] = {'g', 'r', 'g', 'r'};
  ovl_bake_def def = {.width = 2, .height = 2, .terrain = terrain};
  uint8_t hues[256] = {0};
  ovl_world *world = NULL;
  def.weights['g'] = OVL_PLAIN_WEIGHT;
  def.weights['r'] = OVL_PLAIN_WEIGHT / 2;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  map_terrain_hues(world, hues);
  CHECK(t,
        difference(map_terrain_color('g', hues['g'], OVL_PLAIN_WEIGHT),
                   map_terrain_color('r', hues['r'], OVL_PLAIN_WEIGHT / 2)) >= 30,
        "a road has the colour of grass");
  ovl_world_close(world);
}

static void drawing_terrain_names(test_state *t) {
  static const struct {
    int terrain;
    uint8_t weight;
    const char *name;
  } ROWS[] = {
      {'.', 8, "ground"},      {'S', 16, "swamp (cost 2)"},     {'W', 0, "water (blocks)"},
      {'x', 8, "terrain 'x'"}, {3, 12, "terrain 3 (cost 1.5)"}, {0, 0, "terrain 0 (blocks)"}};
  for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
    char text[64];
    map_terrain_name(ROWS[i].terrain, ROWS[i].weight / 8.0, text, sizeof text);
    CHECK(t, strcmp(text, ROWS[i].name) == 0, "'%s' is '%s'", ROWS[i].name, text);
  }
}

/* A place on the canvas belongs to the hexagon whose middle is nearest, and neighbours lie a cell's
 * width apart. */
static void drawing_hexagons(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 300, 10000); i++) {
    test_random random = {test_begin_case(t, i)};
    struct map_view view = {
        .area = {-7, 12, 20, 20, 1}, .is_hexagonal = true, .is_flat = i % 2 == 1};
    view.shape = (struct map_shape){test_random_between(&random, -9, 9),
                                    test_random_between(&random, -9, 9), 30, 20};
    view.rect = (struct canvas_rect){test_random_between(&random, 0, 50), 3, 600, 400};
    view.scale = test_random_between(&random, 20, 200) / 10.0;
    const double x = test_random_between(&random, 0, 6000) / 10.0;
    const double y = test_random_between(&random, 0, 4000) / 10.0;
    const ovl_cell cell = map_view_cell(&view, x, y);
    const struct canvas_point middle = map_view_centre(&view, cell);
    const double far = hypot(x - middle.x, y - middle.y);
    CHECK(t, map_view_inside(&view, cell, x, y) > -1e-9, "%.1f,%.1f lies outside of its cell", x,
          y);
    for (int32_t k = 0; k < 9; k++) {
      const int32_t dx = k % 3 - 1, dy = k / 3 - 1;
      const ovl_cell beside = {cell.x + dx, cell.y + dy, 1};
      const struct canvas_point other = map_view_centre(&view, beside);
      CHECK(t, hypot(x - other.x, y - other.y) > far - 1e-6, "%d,%d is nearer", (int)dx, (int)dy);
      CHECK(t,
            dx * dy > 0 || (dx == 0 && dy == 0) ||
                fabs(hypot(middle.x - other.x, middle.y - other.y) - view.scale) < 1e-6,
            "%d,%d is no neighbour", (int)dx, (int)dy);
    }
  }
}

const test_entry test_drawing_table[] = {
    {"drawing_hexagons", drawing_hexagons},
    {"drawing_labels", drawing_labels},
    {"drawing_legend", drawing_legend},
    {"drawing_terrains", drawing_terrains},
    {"drawing_terrains_of_a_world", drawing_terrains_of_a_world},
    {"drawing_terrain_names", drawing_terrain_names},
    {NULL, NULL},
};
