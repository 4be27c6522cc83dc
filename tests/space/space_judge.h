/* The right answer to a query, from the words of overland.h and the model alone. */
#ifndef OVERLAND_TESTS_SPACE_SPACE_JUDGE_H
#define OVERLAND_TESTS_SPACE_SPACE_JUDGE_H

#include "tests/model/model_fixture.h"

typedef struct space_expected {
  ovl_result result; /* without limits */
  bool is_nearest;   /* the path leads to the reachable cell nearest to `near` */
  ovl_cell start;    /* where the path begins */
  ovl_cell near;     /* see is_nearest */
  ovl_cell goal;     /* of a query for one cell: where it was moved to */
  bool has_one_goal;
  uint64_t least; /* units: of the cheapest path to any goal; MODEL_UNREACHED if there is none */
} space_expected;

/* Judges a query; distances from the start are left in the judge of its profile. */
space_expected space_judge(model_fixture *f, const ovl_query *query);

/* The result of a call that uses the start of a query alone, and where it begins. */
ovl_result space_judge_start(model_fixture *f, const ovl_query *query, ovl_cell *start);

/* Whether a path to the nearest cell ends where it should. */
bool space_is_nearest(const model_fixture *f, const ovl_query *query,
                      const space_expected *expected, ovl_cell end);

/* Returns whether paths over waypoints may make detours beyond those of weights and spacing: by
 * links, slopes, a step rule or free corners. */
bool space_has_detours(const model_fixture *f, int32_t profile);

#endif
