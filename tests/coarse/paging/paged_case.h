/* A world in memory, and the same file opened in another way: every query has the same answer. */
#ifndef OVERLAND_TESTS_COARSE_PAGING_PAGED_CASE_H
#define OVERLAND_TESTS_COARSE_PAGING_PAGED_CASE_H

#include "tests/query/trace_log.h"
#include "tests/support/paged_world.h"

typedef struct paged_case {
  model_fixture f;
  world_bytes bytes;
  paged_reader reader;
  ovl_world *world;
  ovl_planner *whole, *planner;
  task_answer expected, found;
  trace_log log; /* of queries over damage: an event is made only of what was got */
} paged_case;

/* Makes a case with a world of paged_world.h. */
typedef bool (*paged_maker)(model_fixture *f, test_state *t, uint64_t index, model_limits limits);
bool paged_case_begin(paged_case *p, test_state *t, paged_maker make, uint64_t index,
                      model_limits limits);
void paged_case_end(paged_case *p);

/* Opens the file by the case's reader; in place if it is to have no cache. */
bool paged_case_open(paged_case *p, test_state *t, size_t resident_bytes);
void paged_case_close(paged_case *p);

/* Asks both worlds questions of all kinds, and compares the answers. */
void paged_case_ask_all(paged_case *p, test_state *t);

/* Asks the opened world with a trace of all events. */
void paged_case_ask_traced(paged_case *p, const task_question *q);

#endif
