/* Calls that a fuzzer chooses, made in any world, and what every answer must keep. */
#ifndef OVERLAND_TESTS_FUZZ_FUZZ_CALLS_H
#define OVERLAND_TESTS_FUZZ_FUZZ_CALLS_H

#include "overland.h"
#include "tests/fuzz/fuzz_input.h"

/* Ends the program with a line if a promise does not hold. */
#define FUZZ_CHECK(condition) fuzz_check((condition), #condition, __FILE__, __LINE__)
void fuzz_check(bool holds, const char *condition, const char *file, int line);

/* A world and a planner for it. */
typedef struct fuzz_session {
  const ovl_world *world;
  ovl_planner *planner;
  /* The file was not forged: paths are legal, and cost what their steps and links cost. Of a forged
   * one an answer may be wrong, but every call ends and keeps to its buffers. */
  bool is_honest;
  bool is_failing; /* a reader may fail: steps and costs can't be asked for one by one */
} fuzz_session;

/* A cell of a floor of the world, or just outside of it. */
ovl_cell fuzz_cell(const fuzz_session *session, fuzz_input *input);

/* A planner with turn costs; NULL if the world is refused. The caller destroys it. */
ovl_planner *fuzz_planner(const ovl_world *world);

/* Makes `calls` calls, fewer if the input ends. */
void fuzz_make_calls(const fuzz_session *session, fuzz_input *input, int calls);

/* A step rule for worlds that were baked with one. */
uint32_t fuzz_step_rule(void *user, const struct ovl_step *step);

#endif
