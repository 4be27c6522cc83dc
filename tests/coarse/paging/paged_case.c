/* Compares the answers of a world in memory with those of its file that is read in pieces. */
#include "tests/coarse/paging/paged_case.h"

#include <stdlib.h>
#include <string.h>

bool paged_case_begin(paged_case *p, test_state *t, paged_maker make, uint64_t index,
                      model_limits limits) {
  memset(p, 0, sizeof *p);
  if (!make(&p->f, t, index, limits)) {
    return false;
  }
  p->bytes = fixture_save(t, p->f.world);
  p->reader = paged_reader_of(&p->bytes, t->case_seed);
  p->whole = fixture_turn_planner(t, p->f.world);
  task_answer_make(&p->expected, &p->f);
  task_answer_make(&p->found, &p->f);
  return true;
}

bool paged_case_open(paged_case *p, test_state *t, size_t resident_bytes) {
  const ovl_result result = resident_bytes != 0
                                ? paged_open_read(&p->reader, resident_bytes, &p->world)
                                : paged_open_in_place(&p->bytes, &p->world);
  if (!CHECK(t, result == OVL_OK, "open: %s", ovl_result_text(result))) {
    return false;
  }
  p->planner = fixture_turn_planner(t, p->world);
  return true;
}

void paged_case_close(paged_case *p) {
  ovl_planner_destroy(p->planner);
  ovl_world_close(p->world);
  p->planner = NULL;
  p->world = NULL;
}

void paged_case_end(paged_case *p) {
  paged_case_close(p);
  task_answer_free(&p->expected);
  task_answer_free(&p->found);
  ovl_planner_destroy(p->whole);
  model_fixture_free(&p->f);
  trace_log_free(&p->log);
  free(p->bytes.bytes);
}

void paged_case_ask_traced(paged_case *p, const task_question *q) {
  task_question traced = *q;
  traced.query.more = &traced.more;
  traced.more.trace = trace_log_take;
  traced.more.trace_user = &p->log;
  trace_log_clear(&p->log);
  task_ask(&p->found, &traced, p->planner, p->world);
}

static void ask_both(void *user, test_state *t, const task_question *q) {
  paged_case *p = user;
  model_fixture_context(&p->f, t, &q->query);
  task_ask(&p->expected, q, p->whole, p->f.world);
  task_ask(&p->found, q, p->planner, p->world);
  const char *difference = task_difference(&p->expected, &p->found);
  CHECK(t, difference == NULL, "%s: kind %d in memory '%s', paged '%s'", difference, (int)q->kind,
        ovl_result_text(p->expected.result), ovl_result_text(p->found.result));
}

void paged_case_ask_all(paged_case *p, test_state *t) {
  for (int k = 0; k < 8 && t->failures == 0; k++) {
    task_question q;
    const task_kind kind = (task_kind)(k % TASK_KINDS);
    task_question_draw(&q, kind == TASK_NEXT ? TASK_ROUTE : kind, &p->f, true);
    ask_both(p, t, &q);
    if (q.kind == TASK_ROUTE && p->expected.result == OVL_OK) {
      task_segments(t, &q, &p->expected, ask_both, p);
    }
  }
}
