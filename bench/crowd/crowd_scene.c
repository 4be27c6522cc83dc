/* The scenes of bench/crowd.sh: see crowd_scene.h. */
#include "bench/crowd/crowd_scene.h"

#include <string.h>

static void begin(struct crowd_scene *scene, int32_t width, int32_t height) {
  *scene = (struct crowd_scene){.width = width, .height = height, .line = width, .line_back = -1};
  memset(scene->open, 1, (size_t)width * (size_t)height);
}

static void close_cells(struct crowd_scene *scene, int32_t x, int32_t y, int32_t w, int32_t h) {
  for (int32_t row = y; row < y + h; row++) {
    memset(&scene->open[row * scene->width + x], 0, (size_t)w);
  }
}

static void add(struct crowd_scene *scene, int32_t x, int32_t y, int32_t body, int32_t side) {
  scene->one[scene->count++] = (struct crowd_one){x, y, body, side};
}

static void send(struct crowd_scene *scene, int32_t side, int32_t x, int32_t y) {
  scene->place[side][0] = x;
  scene->place[side][1] = y;
}

void crowd_scene_doors(struct crowd_scene *scene, int32_t width, bool both, int32_t body,
                       int32_t count) {
  enum { W = 160, H = 80, THICK = 4 };
  const int32_t wall = W / 2 - THICK / 2, door = H / 2 - width / 2;
  const int32_t columns = 12, rows = (count + columns - 1) / columns;
  begin(scene, W, H);
  close_cells(scene, wall, 0, THICK, door);
  close_cells(scene, wall, door + width, THICK, H - door - width);
  for (int32_t side = 0; side <= (both ? 1 : 0); side++) {
    for (int32_t i = 0; i < count; i++) {
      const int32_t column = i % columns * body;
      add(scene, side == 0 ? 45 - column : W - 45 - body + column,
          H / 2 - rows * body / 2 + i / columns * body, body, side);
    }
    send(scene, side, side == 0 ? W - 40 : 39, H / 2);
  }
  scene->line = wall + THICK;
  scene->line_back = wall;
}

/* A block `side` units wide whose front is at x, going right. */
static void add_block(struct crowd_scene *scene, int32_t count, int32_t x, int32_t y,
                      int32_t of_side) {
  int32_t side = 1;
  while (side * side < count) {
    side++;
  }
  for (int32_t i = 0; i < count; i++) {
    add(scene, x + (of_side == 0 ? -(i % side) : i % side), y + i / side, 1, of_side);
  }
}

void crowd_scene_corner(struct crowd_scene *scene, int32_t count) {
  begin(scene, 300, 200);
  close_cells(scene, 140, 0, 6, 60);
  add_block(scene, count, 100, 10, 0);
  send(scene, 0, 250, 25);
  scene->line = 146;
}

bool crowd_scene_stands(const struct crowd_scene *scene, int32_t x, int32_t y, int32_t body) {
  bool stands = x >= 0 && y >= 0 && x + body <= scene->width && y + body <= scene->height;
  for (int32_t i = 0; stands && i < body * body; i++) {
    stands = scene->open[(y + i / body) * scene->width + x + i % body] != 0;
  }
  return stands;
}

static bool is_taken(const struct crowd_scene *scene, int32_t x, int32_t y, int32_t body) {
  for (int32_t i = 0; i < scene->count; i++) {
    const struct crowd_one *one = &scene->one[i];
    if (x < one->x + one->body && one->x < x + body && y < one->y + one->body &&
        one->y < y + body) {
      return true;
    }
  }
  return false;
}

static uint32_t draw(uint64_t *seed, uint32_t below) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*seed >> 33) % below;
}

/* Marks where a body can stand and from where it gets to x,y by straight steps. */
static void mark_reach(const struct crowd_scene *scene, int32_t x, int32_t y, int32_t body,
                       uint8_t *reached) {
  static const int32_t dx[4] = {1, 0, -1, 0}, dy[4] = {0, 1, 0, -1};
  static int32_t queue[CROWD_MOST_CELLS];
  int32_t begin = 0, end = 0;
  memset(reached, 0, CROWD_MOST_CELLS);
  reached[y * scene->width + x] = 1;
  queue[end++] = y * scene->width + x;
  while (begin < end) {
    const int32_t at = queue[begin++];
    for (int32_t i = 0; i < 4; i++) {
      const int32_t to_x = at % scene->width + dx[i], to_y = at / scene->width + dy[i];
      const int32_t to = to_y * scene->width + to_x;
      if (crowd_scene_stands(scene, to_x, to_y, body) && !reached[to]) {
        reached[to] = 1;
        queue[end++] = to;
      }
    }
  }
}

void crowd_scene_settle(struct crowd_scene *scene, int32_t count, int32_t body, int32_t rocks,
                        enum crowd_ground where, uint64_t seed) {
  static const int32_t places[3][2] = {{170, 60}, {250, 122}, {170, 123}};
  static uint8_t reached[CROWD_MOST_BODY][CROWD_MOST_CELLS];
  begin(scene, 256, 128);
  for (int32_t i = 0; i < scene->width * scene->height; i++) {
    scene->open[i] = draw(&seed, 100) >= (uint32_t)rocks;
  }
  /* The place is one where the largest body stands, with its ground cleared. */
  send(scene, 0, places[where][0], places[where][1]);
  const int32_t *place = scene->place[0];
  for (int32_t i = 0; i < CROWD_MOST_BODY; i++) {
    memset(&scene->open[(place[1] + i) * scene->width + place[0]], 1, CROWD_MOST_BODY);
  }
  for (int32_t i = 0; i < CROWD_MOST_BODY; i++) {
    mark_reach(scene, place[0], place[1], i + 1, reached[i]);
  }
  /* Row by row, each on the first cells that are free and from where there is a way. */
  for (int32_t y = 20; y < scene->height && scene->count < count; y++) {
    for (int32_t x = 90; x > 40 && scene->count < count; x--) {
      const int32_t size = body != 0 ? body : 1 + scene->count % CROWD_MOST_BODY;
      if (reached[size - 1][y * scene->width + x] && !is_taken(scene, x, y, size)) {
        add(scene, x, y, size, 0);
      }
    }
  }
}

void crowd_scene_armies(struct crowd_scene *scene, int32_t count) {
  begin(scene, 200, 80);
  add_block(scene, count, 45, 30, 0);
  add_block(scene, count, 155, 30, 1);
  send(scene, 0, 155, 40);
  send(scene, 1, 45, 40);
  scene->line = 100;
  scene->line_back = 100;
}

void crowd_scene_gate(struct crowd_scene *scene) {
  begin(scene, 300, 100);
  close_cells(scene, 100, 0, 1, 46);
  close_cells(scene, 100, 54, 1, 46);
  for (int32_t i = 0; i < 20; i++) {
    add(scene, 70 + i % 5, 45 + i / 5, 1, 0);
  }
  for (int32_t i = 0; i < 8; i++) {
    add(scene, 100, 46 + i, 1, 1);
  }
  send(scene, 0, 150, 50);
  scene->line = 101;
}

void crowd_scene_march(struct crowd_scene *scene, int32_t count) {
  begin(scene, 180, 60);
  close_cells(scene, 52, 0, 6, 22); /* a narrow of 10 cells */
  close_cells(scene, 52, 32, 6, 28);
  close_cells(scene, 84, 20, 10, 12); /* a rock beyond it */
  close_cells(scene, 124, 0, 5, 34);  /* the end of a wall */
  add_block(scene, count, 34, 20, 0);
  send(scene, 0, 155, 18);
}

bool crowd_scene_passed(const struct crowd_scene *scene, int32_t number, int32_t x) {
  const struct crowd_one *one = &scene->one[number];
  return one->side == 0 ? x >= scene->line : x + one->body <= scene->line_back;
}
