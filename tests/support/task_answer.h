/* The complete answer of a query of any kind, in buffers that can be compared byte by byte. */
#ifndef OVERLAND_TESTS_SUPPORT_TASK_ANSWER_H
#define OVERLAND_TESTS_SUPPORT_TASK_ANSWER_H

#include "tests/model/model_fixture.h"

typedef enum task_kind {
  TASK_PATH = 0,
  TASK_ROUTE, /* and a segment of it by TASK_NEXT */
  TASK_NEXT,
  TASK_REACHES,
  TASK_COSTS,
  TASK_REACH,
  TASK_KINDS
} task_kind;

enum { TASK_MOST_CELLS = 120, TASK_MOST_REACHED = 4000 };

/* The query. */
typedef struct task_question {
  task_kind kind;
  ovl_query query;
  ovl_query_more more;             /* of the query, if it was drawn */
  ovl_cell cells[TASK_MOST_CELLS]; /* goals of a set, and what costs are asked to */
  size_t cell_count;
  uint64_t budget;        /* of reach */
  const ovl_route *route; /* that TASK_NEXT goes on with */
} task_question;

typedef struct task_answer {
  ovl_result result;
  ovl_stats stats;
  ovl_path path;
  ovl_route route;
  size_t needed;
  uint64_t costs[TASK_MOST_CELLS];
  ovl_range_cell *reached;
  ovl_cell *points;
  ovl_path_link *links;
  size_t capacity; /* of points and links */
} task_answer;

void task_answer_make(task_answer *a, const model_fixture *f);
void task_answer_free(task_answer *a);

/* Draws a question of a kind, with every setting that a query has. It points into itself. */
void task_question_draw(task_question *q, task_kind kind, model_fixture *f, bool turn_costs);

/* Asks it in one go. */
void task_ask(task_answer *a, const task_question *q, ovl_planner *planner, const ovl_world *world);

/* Begins it as a task. */
ovl_result task_begin(task_answer *a, const task_question *q, ovl_planner *planner,
                      const ovl_world *world);

/* Notes the result of a task that is done. */
void task_take(task_answer *a, const ovl_planner *planner);

/* Asks a question of a test's own, and leaves what is right in the answer of task_segments. */
typedef void (*task_asker)(void *user, test_state *t, const task_question *q);

/* Asks for some segments of the route that the answer to `q` found, one after the other. */
void task_segments(test_state *t, const task_question *q, const task_answer *answer, task_asker ask,
                   void *user);

/* NULL, or what differs. */
const char *task_difference(const task_answer *a, const task_answer *b);

#endif
