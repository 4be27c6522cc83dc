/* Real maps, if OVERLAND_MAPS names a folder of MovingAI maps/ and scenarios/:
 * the plain A* finds the published optimum, and paths are legal and cost little more. The readers
 * are the tests' own and read well-formed files only. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/fixture.h"
#include "tools/plain/heap_allocator.h"
#include "tools/plain/plain_search.h"

enum { PROBLEMS_PER_MAP = 25 };

/* Listed by name, since C has no portable way to list a folder. Maps that are not there are
 * skipped. */
static const char *const map_names[] = {
    "dao/arena",
    "dao/brc202d",
    "dao/orz103d",
    "dao/den520d",
    "dao/lak303d",
    "dao/ost100d",
    "dao/hrt000d",
    "dao/brc501d",
    "dao/orz900d",
    "dao/lak100d",
    "cities/Berlin_0_256",
    "cities/Moscow_2_256",
    "cities/London_1_512",
    "cities/Boston_0_1024",
    "cities/Paris_1_1024",
    "cities/Shanghai_2_1024",
    "random/random512-10-0",
    "random/random512-20-0",
    "random/random512-30-0",
    "random/random512-35-0",
    "random/random512-40-0",
};

static void file_name(char *name, size_t capacity, const char *folder, const char *kind,
                      const char *map, const char *ending) {
  snprintf(name, capacity, "%s/%s/%s.%s", folder, kind, map, ending);
}

static bool map_read(const char *folder, const char *name, test_map *map) {
  char path[1024];
  file_name(path, sizeof path, folder, "maps", name, "map");
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    return false;
  }
  char line[16384];
  int32_t row = -1;
  *map = (test_map){.kind = "real", .region_cells = 32, .spacing_cells = 8, .plain = true};
  while (fgets(line, sizeof line, file) != NULL && row < map->height) {
    if (strncmp(line, "height ", 7) == 0) {
      map->height = (int32_t)strtol(line + 7, NULL, 10);
    } else if (strncmp(line, "width ", 6) == 0) {
      map->width = (int32_t)strtol(line + 6, NULL, 10);
    } else if (strncmp(line, "map", 3) == 0 && map->width > 0 && map->height > 0) {
      map->terrain = calloc((size_t)map->width, (size_t)map->height);
      row = 0;
    } else if (row >= 0 && map->terrain != NULL) {
      memcpy(map->terrain + (size_t)row * (size_t)map->width, line, (size_t)map->width);
      row++;
    }
  }
  fclose(file);
  map->weights['.'] = map->weights['G'] = map->weights['S'] = OVL_PLAIN_WEIGHT;
  return map->terrain != NULL;
}

typedef struct problem {
  ovl_query query;
  double optimum;
} problem;

/* Reads a line of a scenario; false at its end. */
static bool problem_read(FILE *file, problem *p) {
  char line[1024];
  if (fgets(line, sizeof line, file) == NULL) {
    return false;
  }
  char *next = line;
  strtol(line, &next, 10);
  next += strspn(next, "\t ");
  next += strcspn(next, "\t ");
  long numbers[6];
  for (int i = 0; i < 6; i++) {
    numbers[i] = strtol(next, &next, 10);
  }
  p->query = (ovl_query){0};
  p->query.start = (ovl_cell){(int32_t)numbers[2], (int32_t)numbers[3], 0};
  p->query.goal = (ovl_cell){(int32_t)numbers[4], (int32_t)numbers[5], 0};
  p->optimum = strtod(next, NULL);
  return true;
}

static double octile_length(const ovl_path *path) {
  return (double)path->straight_steps + (double)path->diagonal_steps * sqrt(2.0);
}

static void check_problem(fixture *f, test_state *t, struct plain_search *plain, const problem *p) {
  fixture_context(f, t, &p->query);
  ovl_path path = fixture_path(f);
  ovl_result result = plain_search_find(plain, p->query.start, p->query.goal, &path, NULL);
  if (!CHECK(t, result == OVL_OK, "plain A*: %s", ovl_result_text(result))) {
    return;
  }
  double optimum = octile_length(&path);
  uint64_t least = path.cost;
  CHECK(t, fabs(optimum - p->optimum) < 0.006, "plain A* %.5f, published %.5f", optimum,
        p->optimum);
  path = fixture_path(f);
  result = ovl_find_path(f->planner, f->world, &p->query, &path);
  if (CHECK(t, result == OVL_OK, "answer: %s", ovl_result_text(result)) &&
      fixture_check_grid_path(f, t, &p->query, &path)) {
    CHECK(t, path.cost >= least, "cost %" PRIu64 " is below %" PRIu64, path.cost, least);
    CHECK(t, octile_length(&path) <= 1.04 * optimum + 1e-6, "length %.5f, optimum %.5f",
          octile_length(&path), optimum);
  }
}

static uint64_t count_lines(FILE *file) {
  uint64_t lines = 0;
  for (int c = getc(file); c != EOF; c = getc(file)) {
    lines += c == '\n' ? 1 : 0;
  }
  rewind(file);
  return lines;
}

static void check_scenario(fixture *f, test_state *t, FILE *scenario) {
  struct plain_search *plain = NULL;
  ovl_result result = plain_search_create(f->world, 0, &heap_allocator, &plain);
  uint64_t every = count_lines(scenario) / PROBLEMS_PER_MAP + 1;
  uint64_t first = test_random_next(&f->random) % every;
  char header[64];
  bool begun = fgets(header, sizeof header, scenario) != NULL;
  problem p;
  if (CHECK(t, result == OVL_OK && begun, "plain A*: %s", ovl_result_text(result))) {
    for (uint64_t i = 0; problem_read(scenario, &p); i++) {
      if (i % every == first) {
        check_problem(f, t, plain, &p);
      }
    }
  }
  plain_search_destroy(plain);
}

static void movingai_optima(test_state *t) {
  const char *folder = getenv("OVERLAND_MAPS");
  if (folder == NULL || folder[0] == '\0') {
    return;
  }
  size_t count = sizeof map_names / sizeof map_names[0];
  uint64_t checked = 0;
  size_t begin = (size_t)(t->seed % count);
  for (size_t i = 0; i < count && (t->is_long || checked < 4); i++) {
    const char *name = map_names[(begin + i * 5) % count];
    char path[1024];
    file_name(path, sizeof path, folder, "scenarios", name, "map.scen");
    FILE *scenario = fopen(path, "rb");
    test_map map;
    fixture f;
    test_begin_case(t, i);
    if (scenario != NULL && map_read(folder, name, &map)) {
      map.kind = name;
      if (fixture_make_from(&f, t, map)) {
        check_scenario(&f, t, scenario);
        fixture_free(&f);
        checked++;
      }
    }
    if (scenario != NULL) {
      fclose(scenario);
    }
  }
  CHECK(t, checked > 0, "OVERLAND_MAPS is set and holds no known map");
}

const test_entry test_movingai_table[] = {
    {"movingai_optima", movingai_optima},
    {NULL, NULL},
};
