/* Example: a game that ships baked worlds. It opens a world file, walks a route segment by segment
 * and finds the whole path; liboverland_runtime.a holds all that it needs.
 *
 *     example_runtime WORLD X Y TO_X TO_Y */
#include <overland.h>

#include <stdio.h>
#include <stdlib.h>

enum { MOST_POINTS = 4096 };

static void works(ovl_result result, const char *what) {
  if (result != OVL_OK) {
    printf("FAIL %s: %s\n", what, ovl_result_text(result));
    exit(1);
  }
}

/* The bytes of a file, which malloc aligns to 8. */
static void *read_file(const char *path, size_t *count) {
  FILE *file = fopen(path, "rb");
  long length = -1;
  if (file != NULL && fseek(file, 0, SEEK_END) == 0) {
    length = ftell(file);
    rewind(file);
  }
  void *bytes = length > 0 ? malloc((size_t)length) : NULL;
  if (bytes == NULL || fread(bytes, 1, (size_t)length, file) != (size_t)length) {
    printf("FAIL the file can't be read\n");
    exit(1);
  }
  fclose(file);
  *count = (size_t)length;
  return bytes;
}

/* Returns what was walked, in units of cost; *promised: what the route cost at first. */
static uint64_t walk(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                     uint64_t *promised) {
  ovl_cell points[MOST_POINTS];
  ovl_route route;
  uint64_t walked = 0;
  works(ovl_route_begin(planner, world, query, &route), "the route");
  *promised = route.cost_to_go;
  while (!route.done) {
    ovl_path segment = {.points = points, .capacity = MOST_POINTS};
    works(ovl_route_next(planner, world, &route, route.position, &segment), "a segment");
    walked += segment.cost;
  }
  return walked;
}

int main(int argc, char **argv) {
  if (argc != 6) {
    printf("usage: example_runtime WORLD X Y TO_X TO_Y\n");
    return 2;
  }
  size_t count;
  void *bytes = read_file(argv[1], &count);
  ovl_world *world;
  works(ovl_world_open(bytes, count, &world, NULL), "the world");
  const ovl_planner_def def = {.world = world};
  ovl_planner *planner;
  works(ovl_planner_create(&def, &planner, NULL), "the planner");

  ovl_query query = {0};
  query.start = (ovl_cell){atoi(argv[2]), atoi(argv[3]), 0};
  query.goal = (ovl_cell){atoi(argv[4]), atoi(argv[5]), 0};
  ovl_cell points[MOST_POINTS];
  ovl_path path = {.points = points, .capacity = MOST_POINTS};
  works(ovl_find_path(planner, world, &query, &path), "the path");
  uint64_t promised;
  const uint64_t walked = walk(planner, world, &query, &promised);
  printf("path %llu walked %llu\n", (unsigned long long)path.cost, (unsigned long long)walked);

  ovl_planner_destroy(planner);
  ovl_world_close(world);
  free(bytes);
  return path.cost != 0 && path.cost <= promised && walked != 0 && walked <= promised ? 0 : 1;
}
