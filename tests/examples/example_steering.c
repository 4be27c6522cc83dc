/* Example: 600 units of three radii and speeds that the game moves itself, two armies that pass
 * each other in one corridor. Each army has a flow; a unit steers at the corner in sight, on the
 * right of the free ground there, and units push each other apart. Points are in 1/256 of a cell,
 * and all numbers whole. `example_steering UNITS WORLD` writes two files, of which
 * `overland render WORLD -o FILE.png --frames UNITS` makes pictures. */
#include "tests/examples/example.h"
#include <overland_move.h>

enum {
  WIDTH = 112,
  HEIGHT = 56,
  UNITS = 600,
  ARMY = UNITS / 2,
  UNIT = OVL_POINT_UNIT,
  GAP = 16, /* that units keep, if they can */
  MOST_TICKS = 6000,
  TICKS_A_FRAME = 20
};

typedef struct unit {
  ovl_point at;
  int32_t radius, speed; /* speed: in a tick */
  int32_t lane;          /* 0 to 255, from the left of the free ground to the right */
  int32_t army, slot;    /* slot: its place in the goal; -1 on its way */
  int32_t next;          /* in the same cell; -1: none */
} unit;

static uint8_t map[HEIGHT * WIDTH]; /* 1: open */
static int32_t first_in[HEIGHT * WIDTH];
static unit units[UNITS];
static int32_t arrived[2];
static ovl_world *world;
static ovl_flow *flows[2];
static const ovl_cell starts[2] = {{5, 36, 0}, {87, 5, 0}}, goals[2] = {{90, 30, 0}, {6, 5, 0}};
static const int32_t boxes[10][5] = {
    {2, 2, 28, 52, 1},  {30, 6, 34, 15, 1}, {48, 6, 16, 44, 1}, {48, 34, 36, 16, 1},
    {82, 2, 28, 52, 1}, {39, 12, 3, 3, 0},  {55, 26, 3, 2, 0},  {70, 40, 2, 3, 0},
    {24, 26, 3, 8, 0},  {86, 22, 3, 7, 0}}; /* x, y, width, height; the last five are rocks */

static int64_t root(int64_t square) {
  int64_t found = 0;
  for (int64_t bit = 1 << 20; bit != 0; bit >>= 1) {
    found += (found + bit) * (found + bit) <= square ? bit : 0;
  }
  return found;
}

static int32_t cell_of(int64_t x, int64_t y) { return (int32_t)(y / UNIT * WIDTH + x / UNIT); }

static ovl_point middle(int32_t x, int32_t y) {
  return (ovl_point){x * UNIT + UNIT / 2, y * UNIT + UNIT / 2, 0};
}

static bool write_file(void *file, const void *bytes, size_t count) {
  return fwrite(bytes, 1, count, file) == count;
}

static void begin(void) {
  static const int32_t radii[3] = {56, 80, 112}, speeds[3] = {44, 36, 28};
  for (int i = 0; i < 10; i++) {
    for (int32_t y = 0; y < boxes[i][3]; y++) {
      memset(map + (boxes[i][1] + y) * WIDTH + boxes[i][0], boxes[i][4], (size_t)boxes[i][2]);
    }
  }
  const ovl_bake_def def = {.width = WIDTH, .height = HEIGHT, .terrain = map};
  works(ovl_world_bake(&def, &world, NULL), "the bake");
  for (int army = 0; army < 2; army++) {
    const ovl_query_more more = {.goal_kind = OVL_GOAL_RECT, .goal_w = 16, .goal_h = 20};
    const ovl_query query = {.goal = goals[army], .more = &more};
    const ovl_flow_def flow = {.world = world};
    works(ovl_flow_create(&flow, &flows[army], NULL), "a flow");
    works(ovl_flow_begin(flows[army], world, &query), "its goal");
  }
  for (int32_t i = 0; i < UNITS; i++) {
    const ovl_cell start = starts[i / ARMY];
    units[i] = (unit){.at = middle(start.x + i % 20, start.y + i % ARMY / 20),
                      .radius = radii[i % 3],
                      .speed = speeds[i % 3],
                      .lane = 136 + i * 37 % 112,
                      .army = i / ARMY,
                      .slot = -1};
  }
}

/* Where a unit steers: at its slot once it has come to the goal, else at its lane by the corner. */
static ovl_point find_target(unit *u) {
  const ovl_mover mover = {.world = world, .radius = u->radius, .side_cells = 14};
  ovl_ahead ahead = {.cost_to_go = 0};
  if (u->slot < 0) {
    works(ovl_flow_ahead(flows[u->army], &mover, u->at, &ahead, NULL), "the way ahead");
    u->slot = ahead.cost_to_go == 0 && ahead.distance < 3 * UNIT ? arrived[u->army]++ : -1;
  }
  if (u->slot >= 0) { /* the first ones go to the far side */
    const int32_t column = u->army == 0 ? 15 - u->slot / 20 : u->slot / 20;
    return middle(goals[u->army].x + column, goals[u->army].y + u->slot % 20);
  }
  const int32_t wide = ahead.corner_left + ahead.corner_right;
  for (int64_t aside = wide * u->lane / 256 - ahead.corner_left; aside != 0; aside /= 2) {
    const ovl_point to = {ahead.corner.x - ahead.dy * aside / UNIT,
                          ahead.corner.y + ahead.dx * aside / UNIT, 0};
    ovl_ray ray;
    works(ovl_world_ray(&mover, u->at, to, &ray, NULL), "a look at the lane");
    if (ray.stop == OVL_RAY_FREE) {
      return to;
    }
  }
  return ahead.corner;
}

/* Adds how others push a unit: the more, the closer they are. */
static void push(const unit *u, int64_t *x, int64_t *y) {
  for (int i = 0; i < 9; i++) {
    const int32_t cell = cell_of(u->at.x, u->at.y) + (i / 3 - 1) * WIDTH + i % 3 - 1;
    for (int32_t k = first_in[cell]; k >= 0; k = units[k].next) {
      const int64_t dx = u->at.x - units[k].at.x, dy = u->at.y - units[k].at.y;
      const int64_t apart = root(dx * dx + dy * dy), room = u->radius + units[k].radius + GAP;
      if (&units[k] != u && apart < room) {
        *x += apart != 0 ? dx * (room - apart) / (2 * apart) : k % 7 - 3;
        *y += apart != 0 ? dy * (room - apart) / (2 * apart) : k % 5 - 2;
      }
    }
  }
}

static void shorten(int64_t *x, int64_t *y, int64_t most) {
  const int64_t length = root(*x * *x + *y * *y);
  *x = length > most ? *x * most / length : *x;
  *y = length > most ? *y * most / length : *y;
}

/* Moves as far as the walls allow, then slides along x and y. */
static void move(unit *u, int64_t dx, int64_t dy) {
  const ovl_mover mover = {.world = world, .radius = u->radius};
  const ovl_point to = {u->at.x + dx, u->at.y + dy, 0};
  for (int i = 0; i < 3; i++) {
    const ovl_point end = {i == 2 ? u->at.x : to.x, i == 1 ? u->at.y : to.y, 0};
    ovl_ray ray;
    works(ovl_world_ray(&mover, u->at, end, &ray, NULL), "a move");
    u->at = ray.end;
  }
}

static void tick(void) {
  static ovl_cell cells[UNITS];
  bool done;
  memset(first_in, -1, sizeof first_in);
  for (int32_t i = 0; i < UNITS; i++) {
    const int32_t cell = cell_of(units[i].at.x, units[i].at.y);
    cells[i] = (ovl_cell){cell % WIDTH, cell / WIDTH, 0};
    units[i].next = first_in[cell];
    first_in[cell] = i;
  }
  for (int army = 0; army < 2; army++) {
    works(ovl_flow_prepare(flows[army], cells + army * ARMY, ARMY, UINT64_MAX, &done), "tiles");
  }
  for (unit *u = units; u < units + UNITS; u++) {
    const ovl_point to = find_target(u);
    int64_t x = to.x - u->at.x, y = to.y - u->at.y;
    shorten(&x, &y, u->speed);
    push(u, &x, &y);
    shorten(&x, &y, u->speed * 3 / 2);
    move(u, x, y);
  }
}

/* Whether a unit's square covers no wall of the map. */
static bool stands_free(const unit *u) {
  const int64_t x = u->at.x - u->radius, y = u->at.y - u->radius, side = 2 * u->radius - 1;
  return map[cell_of(x, y)] + map[cell_of(x + side, y)] + map[cell_of(x, y + side)] +
             map[cell_of(x + side, y + side)] ==
         4;
}

int main(int argc, char **argv) {
  FILE *frames = argc > 2 ? fopen(argv[1], "w") : NULL;
  FILE *file = argc > 2 ? fopen(argv[2], "wb") : NULL;
  bool are_free = true;
  int ticks = 0;
  begin();
  for (; arrived[0] + arrived[1] < UNITS && ticks < MOST_TICKS; ticks++) {
    tick();
    for (const unit *u = units; u < units + UNITS; u++) {
      are_free = are_free && stands_free(u);
      if (frames != NULL && ticks % TICKS_A_FRAME == 0) {
        fprintf(frames, "%d %d %d %d%s", (int)u->at.x, (int)u->at.y, (int)u->radius, (int)u->army,
                u + 1 < units + UNITS ? "\n" : "\n\n");
      }
    }
  }
  printf("%d units crossed in %d ticks\n", (int)(arrived[0] + arrived[1]), ticks);
  holds(are_free, "no unit was in a wall");
  holds(arrived[0] + arrived[1] == UNITS, "all have arrived");
  if (frames != NULL && file != NULL) {
    const ovl_save_def def = {.write = write_file, .write_user = file};
    works(ovl_world_save(world, &def, NULL), "the world's file");
    holds(fclose(frames) == 0 && fclose(file) == 0, "both files are written");
  }
  ovl_flow_destroy(flows[0]);
  ovl_flow_destroy(flows[1]);
  ovl_world_close(world);
  return 0;
}
