/* Example: your own search, timed beside Overland's on the problems of a scenario file (the .map
 * and .scen files of MovingAI). A solver is three functions; put yours in place of the A* below,
 * and see how long it takes and what its paths cost.
 *
 *     example_benchmark MAP SCEN */
#include "tests/examples/example.h"

#include <time.h>

enum { MOST_PROBLEMS = 10000, MOST_POINTS = 20000 };

typedef struct grid {
  int32_t width, height;
  uint8_t *open; /* a byte per cell, row by row: 1 is open */
  ovl_world *world;
} grid;

typedef struct problem {
  ovl_cell start, goal;
  double optimum; /* straight steps, as the file says */
} problem;

/* A solver: `begin` makes what it needs for a map, which is not timed; `find` returns the cost of
 * a path in units of Overland (1120 a straight step, 1584 a diagonal one), or UINT64_MAX. */
typedef struct solver {
  const char *name;
  void *(*begin)(const grid *map);
  uint64_t (*find)(void *self, const grid *map, const problem *p);
  void (*end)(void *self);
} solver;

/* ---- A solver of one's own: A* with the octile heuristic and a binary heap. No corner is cut. */

typedef struct entry {
  uint64_t f;
  uint32_t cell;
} entry;

typedef struct own_search {
  entry *heap; /* a cell is there once for each time that its g fell, at most 8 times */
  uint64_t *g;
  size_t count;
} own_search;

static void *own_begin(const grid *map) {
  const size_t cells = (size_t)map->width * (size_t)map->height;
  own_search *own = malloc(sizeof *own + cells * (8 * sizeof(entry) + sizeof(uint64_t)));
  needs(own != NULL, "memory for your own search");
  own->heap = (entry *)(own + 1);
  own->g = (uint64_t *)(own->heap + 8 * cells);
  return own;
}

static void push(own_search *own, entry e) {
  size_t i = own->count++;
  for (; i > 0 && own->heap[(i - 1) / 2].f > e.f; i = (i - 1) / 2) {
    own->heap[i] = own->heap[(i - 1) / 2];
  }
  own->heap[i] = e;
}

static entry pop(own_search *own) {
  const entry least = own->heap[0], last = own->heap[--own->count];
  size_t i = 0;
  for (size_t child = 1; child < own->count; child = 2 * i + 1) {
    child += child + 1 < own->count && own->heap[child + 1].f < own->heap[child].f;
    if (own->heap[child].f >= last.f) {
      break;
    }
    own->heap[i] = own->heap[child];
    i = child;
  }
  own->heap[i] = last;
  return least;
}

static uint64_t octile(int32_t x, int32_t y, ovl_cell goal) {
  const int64_t dx = abs(x - goal.x), dy = abs(y - goal.y);
  const int64_t diagonal = dx < dy ? dx : dy, straight = dx + dy - 2 * diagonal;
  return (uint64_t)(straight * OVL_STRAIGHT_COST + diagonal * OVL_DIAGONAL_COST);
}

static bool is_open(const grid *map, int32_t x, int32_t y) {
  return x >= 0 && y >= 0 && x < map->width && y < map->height && map->open[y * map->width + x];
}

static void expand(own_search *own, const grid *map, int32_t x, int32_t y, ovl_cell goal) {
  const uint64_t g_here = own->g[y * map->width + x];
  for (int32_t i = 0; i < 9; i++) {
    const int32_t dx = i % 3 - 1, dy = i / 3 - 1;
    const uint32_t to = (uint32_t)((y + dy) * map->width + x + dx);
    if (is_open(map, x + dx, y + dy) && is_open(map, x + dx, y) && is_open(map, x, y + dy)) {
      const uint64_t g = g_here + (dx && dy ? OVL_DIAGONAL_COST : OVL_STRAIGHT_COST);
      if (g < own->g[to]) {
        own->g[to] = g;
        push(own, (entry){g + octile(x + dx, y + dy, goal), to});
      }
    }
  }
}

static uint64_t own_find(void *self, const grid *map, const problem *p) {
  own_search *own = self;
  memset(own->g, 0xff, (size_t)map->width * (size_t)map->height * sizeof *own->g);
  const uint32_t start = (uint32_t)(p->start.y * map->width + p->start.x);
  own->g[start] = 0;
  own->count = 0;
  push(own, (entry){octile(p->start.x, p->start.y, p->goal), start});
  while (own->count > 0) {
    const entry e = pop(own);
    const int32_t x = (int32_t)e.cell % map->width, y = (int32_t)e.cell / map->width;
    if (x == p->goal.x && y == p->goal.y) {
      return own->g[e.cell];
    }
    if (e.f == own->g[e.cell] + octile(x, y, p->goal)) { /* else g fell since: it is out of date */
      expand(own, map, x, y, p->goal);
    }
  }
  return UINT64_MAX;
}

/* ---- Overland: the whole path, and the first segment alone, with which a unit can walk. */

static ovl_cell points[MOST_POINTS];

static void *overland_begin(const grid *map) { return make_planner(map->world); }
static void overland_end(void *self) { ovl_planner_destroy(self); }

static uint64_t overland_find(void *self, const grid *map, const problem *p) {
  ovl_query query = {0};
  query.start = p->start, query.goal = p->goal;
  ovl_path path = {.points = points, .capacity = MOST_POINTS};
  return ovl_find_path(self, map->world, &query, &path) == OVL_OK ? path.cost : UINT64_MAX;
}

static uint64_t first_step(void *self, const grid *map, const problem *p) {
  ovl_query query = {0};
  query.start = p->start, query.goal = p->goal;
  ovl_route route;
  ovl_path segment = {.points = points, .capacity = MOST_POINTS};
  if (ovl_route_begin(self, map->world, &query, &route) != OVL_OK) {
    return UINT64_MAX;
  }
  works(ovl_route_next(self, map->world, &route, p->start, &segment), "the first segment");
  return segment.cost + route.cost_to_go; /* the whole walk costs no more */
}

static const solver solvers[] = {
    {"your A*", own_begin, own_find, free},
    {"Overland, whole path", overland_begin, overland_find, overland_end},
    {"Overland, first step", overland_begin, first_step, overland_end},
};

/* ---- The files */

static FILE *open_file(const char *path) {
  FILE *file = fopen(path, "r");
  needs(file != NULL, path);
  return file;
}

static grid read_map(const char *path) {
  grid map = {0};
  FILE *file = open_file(path);
  needs(fscanf(file, "type octile height %d width %d map", &map.height, &map.width) == 2 &&
            map.width > 0 && map.height > 0,
        "the head of the map");
  map.open = malloc((size_t)map.width * (size_t)map.height);
  needs(map.open != NULL, "memory for the map");
  for (size_t i = 0; i < (size_t)map.width * (size_t)map.height; i++) {
    char letter;
    needs(fscanf(file, " %c", &letter) == 1, "the rows of the map: there are too few");
    map.open[i] = letter == '.' || letter == 'G' || letter == 'S';
  }
  fclose(file);
  return map;
}

static size_t read_problems(const char *path, const grid *map, problem *problems) {
  FILE *file = open_file(path);
  size_t count = 0;
  needs(fscanf(file, "version %*s") == 0, "the head of the scenario");
  for (problem p = {0};
       count < MOST_PROBLEMS && fscanf(file, "%*d %*s %*d %*d %d %d %d %d %lf", &p.start.x,
                                       &p.start.y, &p.goal.x, &p.goal.y, &p.optimum) == 5;) {
    needs(is_open(map, p.start.x, p.start.y) && is_open(map, p.goal.x, p.goal.y),
          "the scenario: a problem that does not begin and end on open cells of the map");
    problems[count++] = p;
  }
  fclose(file);
  needs(count > 0, "the scenario: it has no problems");
  return count;
}

/* ---- The table */

static double now_us(void) {
  struct timespec t;
  timespec_get(&t, TIME_UTC);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* One row of the table. Costs have 99/70 for the square root of 2, hence the tolerance. */
static void measure(const solver *s, const grid *map, const problem *problems, size_t count) {
  static double times[MOST_PROBLEMS];
  double sum = 0, ratio = 0;
  size_t failed = 0, optimal = 0;
  void *self = s->begin(map);
  for (size_t i = 0; i < count; i++) {
    const double began = now_us();
    const uint64_t cost = s->find(self, map, &problems[i]);
    sum += times[i] = now_us() - began;
    const double steps = (double)cost / OVL_STRAIGHT_COST, optimum = problems[i].optimum;
    failed += cost == UINT64_MAX;
    optimal += steps <= optimum * 1.0001;
    ratio += cost == UINT64_MAX ? 0 : optimum > 0 ? steps / optimum : 1;
  }
  s->end(self);
  qsort(times, count, sizeof *times, by_size);
  printf("%-22s %9.1f %9.1f %9.1f %9.4f %8d %7d\n", s->name, sum / (double)count, times[count / 2],
         times[count - 1 - count / 100], ratio / (double)(count - failed), (int)optimal,
         (int)failed);
}

int main(int argc, char **argv) {
  static problem problems[MOST_PROBLEMS];
  needs(argc == 3, "usage: example_benchmark MAP SCEN");
  grid map = read_map(argv[1]);
  const size_t count = read_problems(argv[2], &map, problems);
  ovl_bake_def def = {0};
  def.width = map.width, def.height = map.height, def.terrain = map.open;
  const double began = now_us();
  works(ovl_world_bake(&def, &map.world, NULL), "the bake");
  printf("%d problems on %d x %d cells, baked in %.0f ms\n", (int)count, (int)map.width,
         (int)map.height, (now_us() - began) / 1000);
  printf("%-22s %9s %9s %9s %9s %8s %7s\n", "microseconds", "mean", "median", "p99", "cost/opt",
         "optimal", "failed");
  for (size_t i = 0; i < sizeof solvers / sizeof solvers[0]; i++) {
    measure(&solvers[i], &map, problems, count);
  }
  ovl_world_close(map.world);
  free(map.open);
  return 0;
}
