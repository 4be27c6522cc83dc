/* Small random maps with heights, exceptions and hops, and a judge of window searches. Both are
 * written from the words of the step rule and share nothing with the library but the window that a
 * map is put into. */
#ifndef OVERLAND_TESTS_MODEL_STEP_MAP_H
#define OVERLAND_TESTS_MODEL_STEP_MAP_H

#include "fine/local_search.h"
#include "tests/support/test_random.h"

enum { STEP_MAP_SIDE = 18, STEP_MAP_CELLS = STEP_MAP_SIDE * STEP_MAP_SIDE, STEP_MAP_HOPS = 8 };

#define STEP_UNREACHED UINT64_MAX

typedef struct step_hop {
  int32_t from, to; /* cells, row by row */
  uint32_t cost;
} step_hop;

typedef struct step_map {
  int32_t width, height;
  int corners;
  ovi_step_rule rule;
  uint8_t weights[STEP_MAP_CELLS];
  uint16_t heights[STEP_MAP_CELLS];
  uint32_t extras[STEP_MAP_CELLS][8];
  step_hop hops[STEP_MAP_HOPS];
  int32_t hop_count;
  /* Features left out of the map, so that windows of each kind occur. */
  bool level, plain;
} step_map;

/* Ground of many weights, heights, rules and exceptions; or, if it is to be `plain`,
 * of one weight without any of them, of squares under the strict corner rule or of hexagons. */
step_map step_map_make(test_random *random, bool plain);

/* Cost of a step; STEP_UNREACHED if it is not legal. */
uint64_t step_map_cost(const step_map *map, int32_t x, int32_t y, int direction);

/* A window and a search of it, large enough for any step map, where turns cost too. */
typedef struct step_room {
  ovi_window window;
  ovi_fine_search search;
  void *block;
} step_room;

step_room step_room_make(bool heights);
void step_room_free(step_room *room);

/* Puts a map into a window: as steps under its rule, or else by weights alone. */
void step_window_fill(ovi_window *window, const step_map *map, bool rule);
void step_room_fill(step_room *room, const step_map *map, bool rule);
/* Puts a plain map into a window's face of bits. */
void step_window_fill_bits(ovi_window *window, const step_map *map);
void step_room_fill_bits(step_room *room, const step_map *map);

/* A local search as large, where turns may cost; the caller frees the block. */
ovi_local_search step_local_search_make(bool heights, void **block);

typedef struct step_seed {
  int32_t x, y;
  uint64_t cost;
  int direction; /* that one comes from, or OVI_ANY_DIRECTION */
} step_seed;

/* The questions for the judge. */
typedef struct step_question {
  const step_seed *seeds;
  int32_t seed_count;
  bool reverse;       /* costs to the seeds */
  uint32_t turn_cost; /* forward only */
} step_question;

/* Least costs of all cells, row by row, by relaxing all steps until none helps. */
void step_judge(const step_map *map, step_question question, uint64_t distances[STEP_MAP_CELLS]);

/* Cost of the way that a search found to a node, summed step by step by the map's own
 * rule; STEP_UNREACHED if a step is not legal. */
uint64_t step_way_cost(const step_map *map, const step_room *room, uint32_t node,
                       step_question question);

/* A random open cell; there is always one. */
step_seed step_map_cell(const step_map *map, test_random *random);

#endif
