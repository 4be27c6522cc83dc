/* Example: an open world that is larger than the memory for it. The world file is opened through a
 * reader that never waits for the disk: it answers from memory, and where bytes are not there yet
 * it notes that and fails; the call is made again in the next tick. A loader thread fetches what
 * was missed and, before it is needed, what ovl_world_ranges lists for the unit's route. A unit
 * crosses the world while regions are loaded before it and dropped behind it.
 *
 *     example_streaming WORLD [KILOBYTES] */
#define _POSIX_C_SOURCE 200809L /* nanosleep */
#include "tests/examples/example_loader.h"
#include <overland_inspect.h>
#include <time.h>

enum {
  MOST_RANGES = 1024,
  MOST_POINTS = 256,
  MOST_CELLS = 1024,
  TICKS_A_LINE = 250,
  TICK_NANOSECONDS = 100000
};

/* The unit: the cells of the segment that it walks, and the one after it, which is planned
 * meanwhile, so that the regions for it can come later without the unit having to wait. */

typedef struct stretch {
  ovl_cell cells[MOST_CELLS];
  size_t count;
} stretch;

typedef struct walker {
  ovl_route route;
  stretch now, next;
  size_t at; /* it stands on now.cells[at] */
  bool has_route, has_next;
  bool is_ahead;              /* the loader has been asked for what the segment after these needs */
  int steps, waits, segments; /* of its whole way */
} walker;

/* One attempt to plan what is due. OVL_READ_FAILED: the same call is made in the next tick. */
static ovl_result plan(walker *w, ovl_planner *planner, const ovl_world *world,
                       const ovl_query *query) {
  if (!w->has_route) {
    const ovl_result result = ovl_route_begin(planner, world, query, &w->route);
    /* With `nearest` a route ends at the nearest cell, if there is no way to the goal. */
    w->has_route = result == OVL_OK || result == OVL_UNREACHABLE;
    if (!w->has_route) {
      return result;
    }
    w->now.cells[0] = w->route.position;
    w->now.count = 1;
  }
  if (w->has_next || w->route.done) {
    return OVL_OK;
  }
  ovl_cell points[MOST_POINTS];
  ovl_path segment = {.points = points, .capacity = MOST_POINTS};
  const ovl_result result = ovl_route_next(planner, world, &w->route, w->route.position, &segment);
  if (result == OVL_OK) {
    works(ovl_path_cells(&segment, w->next.cells, MOST_CELLS, &w->next.count, NULL), "its cells");
    w->has_next = true;
    w->segments++;
    w->is_ahead = false;
  }
  return result;
}

/* One step along the segment, or on to the next one. */
static void walk(walker *w) {
  if (w->at + 1 >= w->now.count && w->has_next) {
    w->now = w->next;
    w->at = 0;
    w->has_next = false;
  }
  if (w->at + 1 < w->now.count) {
    w->at++;
    w->steps++;
  } else {
    w->waits++;
  }
}

static bool has_arrived(const walker *w) {
  return w->has_route && w->route.done && !w->has_next && w->at + 1 >= w->now.count;
}

/* Asks the loader for what the next segment will read. */
static void look_ahead(walker *w, loader *l, const ovl_world *world) {
  static ovl_byte_range ranges[MOST_RANGES];
  const ovl_ranges_def def = {.route = &w->route};
  size_t count = 0;
  const ovl_result result = ovl_world_ranges(world, &def, ranges, MOST_RANGES, &count, NULL);
  if (result != OVL_READ_FAILED) { /* else the region table is not there yet: ask for it first */
    works(result, "the ranges");
    w->is_ahead = true;
  }
  pthread_mutex_lock(&l->lock);
  for (size_t i = 0; i < count; i++) {
    ask(l, ranges[i]);
  }
  pthread_mutex_unlock(&l->lock);
}

static uint64_t kb(uint64_t bytes) { return (bytes + 1023) / 1024; }

/* Crosses the world, a tick after the other. Returns the most bytes that were in memory. */
static uint64_t cross(walker *w, loader *l, ovl_planner *planner, const ovl_world *world,
                      const ovl_query *query) {
  uint64_t most = 0;
  printf(" tick      cell  in memory    fetched    reads  waits\n");
  for (int tick = 0; !has_arrived(w); tick++) {
    const ovl_result result = plan(w, planner, world, query);
    if (result != OVL_READ_FAILED) {
      works(result, "planning");
    }
    if (w->has_route && !w->is_ahead) {
      look_ahead(w, l, world);
    }
    walk(w);
    nanosleep(&(struct timespec){.tv_nsec = TICK_NANOSECONDS}, NULL);
    const ovl_residence planners = ovl_planner_residence(planner);
    const ovl_residence worlds = ovl_world_residence(world);
    const uint64_t resident = planners.resident_bytes + worlds.resident_bytes;
    most = resident > most ? resident : most;
    if (tick % TICKS_A_LINE == 0 || has_arrived(w)) {
      const ovl_cell cell = w->now.cells[w->at];
      printf("%5d %4d,%4d %7llu KB %7llu KB %8llu %6d\n", tick, (int)cell.x, (int)cell.y,
             (unsigned long long)kb(resident), (unsigned long long)kb(planners.fetched_bytes),
             (unsigned long long)planners.fetches, w->waits);
    }
  }
  return most;
}

int main(int argc, char **argv) {
  const int cache_kb = argc > 2 ? atoi(argv[2]) : 512;
  needs((argc == 2 || argc == 3) && cache_kb > 0, "usage: example_streaming WORLD [KILOBYTES]");
  static loader l;
  static walker w;
  start_loader(&l, argv[1]);
  ovl_open_def def = {0};
  def.read = read_world;
  def.read_user = &l;
  def.byte_count = l.file_bytes;
  def.resident_bytes = (size_t)cache_kb * 1024;

  ovl_world *world = NULL;
  works(ovl_world_open_def(&def, &world, NULL), "the world");
  set_loader(&l, false);
  ovl_world_info info;
  ovl_world_describe(world, &info);
  ovl_planner *planner = make_planner(world);
  ovl_query query = {0};
  query.start = (ovl_cell){0, 0, 0};
  query.goal = (ovl_cell){info.width - 1, info.height - 1, 0};
  query.move_start = query.move_goal = query.nearest = true;
  printf("world of %d x %d cells: %llu KB, caches of %llu KB\n", (int)info.width, (int)info.height,
         (unsigned long long)kb(def.byte_count), (unsigned long long)kb(def.resident_bytes));

  const uint64_t most = cross(&w, &l, planner, world, &query);
  const ovl_residence residence = ovl_planner_residence(planner);
  printf("%d steps in %d segments, %d ticks of waiting\n", w.steps, w.segments, w.waits);
  printf("at most %llu KB were in memory, %llu KB were fetched in %llu reads\n",
         (unsigned long long)kb(most), (unsigned long long)kb(residence.fetched_bytes),
         (unsigned long long)residence.fetches);

  ovl_planner_destroy(planner);
  ovl_world_close(world);
  set_loader(&l, true);
  pthread_join(l.thread, NULL);
  fclose(l.file);
  return 0;
}
