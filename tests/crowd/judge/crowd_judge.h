/* Units in a modelled world, judged from outside: each move is a step or a link of the model, from
 * where the unit stood onto cells that are free then; no diagonals cross; nobody is pushed, or
 * goes, to where the way back or on is lost; no budget is exceeded. */
#ifndef OVERLAND_TESTS_CROWD_JUDGE_CROWD_JUDGE_H
#define OVERLAND_TESTS_CROWD_JUDGE_CROWD_JUDGE_H

#include "overland_units.h"
#include "tests/crowd/judge/crowd_model.h"
#include "tests/support/test.h"

enum { JUDGED_UNITS = 128, JUDGED_VERSIONS = 128 };

typedef struct judged_unit {
  ovl_unit unit;       /* OVL_NO_UNIT: it was removed */
  ovl_cell cell, home; /* where it stands, and where it was without an order first */
  int32_t profile;
  uint8_t side;
  uint8_t hold;   /* an ovl_unit_hold */
  bool ordered;   /* its last order was to go somewhere */
  int32_t moved;  /* tick of its last move */
  int32_t jumped; /* tick in which it used a link or left a closed cell; 0: never */
  int32_t speed;  /* 1/256 straight steps a tick */
  int32_t x, y;   /* where it was drawn after the last tick, 1/256 cells */
} judged_unit;

/* The workspace of a search, a place a cell. */
typedef struct judge_reach {
  uint8_t *reached;
  ovl_cell *list;
} judge_reach;

typedef struct crowd_judge {
  test_state *t;
  crowd_model model;
  ovl_world *world; /* the last of `versions` */
  ovl_world *versions[JUDGED_VERSIONS];
  int32_t version_count;
  ovl_units *units;
  ovl_units_def def; /* of the units */
  judged_unit unit[JUDGED_UNITS];
  int32_t count, tick;
  uint64_t budget, moves;
  uint16_t *taken;  /* number of the unit, from 1, on each cell */
  int32_t *crossed; /* tick of the last diagonal step over each corner of four cells */
  judge_reach reach;
} crowd_judge;

/* Bakes the model, which is the judge's from then on. */
void crowd_judge_begin(crowd_judge *judge, test_state *t, crowd_model model);
void crowd_judge_end(crowd_judge *judge);

/* Creates the units: all of `def` but the world. */
void crowd_judge_create(crowd_judge *judge, ovl_units_def def);

/* Saves the units and goes on with others that are restored from that. */
void crowd_judge_restore(crowd_judge *judge);

/* Whether a body of a profile may be added there. */
bool crowd_judge_is_free(const crowd_judge *judge, int32_t profile, ovl_cell cell);
void crowd_judge_add(crowd_judge *judge, const ovl_unit_def *def);
void crowd_judge_remove(crowd_judge *judge, int32_t number);

/* Sets the cells of a rectangle in model and world. */
void crowd_judge_edit(crowd_judge *judge, ovl_cell cell, int32_t w, int32_t h, uint8_t terrain);

/* A tick and its moves. */
void crowd_judge_tick(crowd_judge *judge, const ovl_jobs *jobs);

/* The map with its units, on standard output: letters are units on their goals, digits sides. */
void crowd_judge_print(const crowd_judge *judge);

#endif
