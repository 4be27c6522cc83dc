/* Example: an open world that is larger than the memory for it. The world file is opened through a
 * reader. Once it is open the reader never waits for the disk: it fails where bytes are not in
 * memory yet, and a loader fetches them between the ticks; then the call is made again. A unit
 * crosses the world while regions are loaded before it and dropped behind it.
 *
 *     example_streaming WORLD [KILOBYTES] */
#include "tests/examples/example.h"
#include <overland_stream.h>

enum {
  MOST_REQUESTS = 64,
  READS_A_TICK = 2, /* what this disk manages */
  MOST_POINTS = 256,
  MOST_CELLS = 1024,
  TICKS_A_LINE = 250
};

/* ---- The loader: requests that are waiting, and bytes that have come but were not fetched yet. In
 * a game load_some runs in a thread of its own, and a lock guards the list. */

typedef struct request {
  uint64_t offset;
  size_t count;
  void *bytes; /* NULL: it is waiting */
} request;

typedef struct loader {
  FILE *file;
  request requests[MOST_REQUESTS];
  size_t count;
  bool is_open; /* the world; before, the reader waits for the disk */
} loader;

static bool read_bytes(loader *l, uint64_t offset, void *bytes, size_t count) {
  /* fseek takes a long: use the system's own call for files of more than 2 GB on Windows. */
  return fseek(l->file, (long)offset, SEEK_SET) == 0 && fread(bytes, 1, count, l->file) == count;
}

/* The reader. A call that is made again asks again for the same bytes, with the same offset and
 * count.
 */
static bool read_world(void *user, uint64_t offset, void *bytes, size_t count) {
  loader *l = user;
  if (!l->is_open) {
    return read_bytes(l, offset, bytes, count);
  }
  for (size_t i = 0; i < l->count; i++) {
    request *r = &l->requests[i];
    if (r->offset == offset && r->count == count) {
      if (r->bytes == NULL) {
        return false;
      }
      memcpy(bytes, r->bytes, count);
      free(r->bytes);
      *r = l->requests[--l->count];
      return true;
    }
  }
  if (l->count < MOST_REQUESTS) { /* if the list is full, it is asked for once more */
    l->requests[l->count++] = (request){offset, count, NULL};
  }
  return false;
}

/* Reads some of what is waiting. */
static void load_some(loader *l) {
  int reads = READS_A_TICK;
  for (size_t i = 0; i < l->count && reads > 0; i++) {
    request *r = &l->requests[i];
    if (r->bytes == NULL) {
      r->bytes = malloc(r->count);
      needs(r->bytes != NULL, "memory for the loader");
      needs(read_bytes(l, r->offset, r->bytes, r->count), "the disk: bytes that can not be read");
      reads--;
    }
  }
}

/* ---- The unit: the cells of the segment that it walks, and the one after it, which is planned
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

static uint64_t kb(uint64_t bytes) { return (bytes + 1023) / 1024; }

/* Crosses the world, a tick after the other. Returns the most bytes that were in memory. */
static uint64_t cross(walker *w, loader *l, ovl_planner *planner, const ovl_world *world,
                      const ovl_query *query) {
  uint64_t most = 0;
  printf(" tick      cell  in memory    fetched    reads  waits\n");
  for (int tick = 0; !has_arrived(w); tick++) {
    load_some(l);
    const ovl_result result = plan(w, planner, world, query);
    if (result != OVL_READ_FAILED) {
      works(result, "planning");
    }
    walk(w);
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
  l.file = fopen(argv[1], "rb");
  needs(l.file != NULL && fseek(l.file, 0, SEEK_END) == 0, argv[1]);
  ovl_open_def def = ovl_open_def_default();
  def.read = read_world;
  def.read_user = &l;
  def.byte_count = (uint64_t)ftell(l.file);
  def.resident_bytes = (size_t)cache_kb * 1024;

  ovl_world *world = NULL;
  works(ovl_world_open_def(&def, &world, NULL), "the world");
  l.is_open = true;
  ovl_world_info info;
  ovl_world_describe(world, &info);
  ovl_planner *planner = make_planner(world);
  ovl_query query = ovl_query_default();
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

  for (size_t i = 0; i < l.count; i++) {
    free(l.requests[i].bytes);
  }
  ovl_planner_destroy(planner);
  ovl_world_close(world);
  fclose(l.file);
  return 0;
}
