/* What reports of edits and of patches have in common: the plans in each state. */
#ifndef OVERLAND_BENCH_EDITS_BENCH_STATES_REPORT_H
#define OVERLAND_BENCH_EDITS_BENCH_STATES_REPORT_H

#include "bench/edits/bench_states.h"
#include "bench/measure/bench_check.h"
#include "tools/text/json.h"

enum { BENCH_STATES_DIGITS = 3 }; /* of times in JSON */

/* The first members of an object: map and profile. */
void bench_states_put_world(struct json *json, const struct bench_ground *ground, const char *map);

/* The members of an object that describe the states. */
void bench_states_put(struct json *json, const struct bench_states *states);

/* The head of a table and its first lines. */
void bench_states_print_head(const struct bench_states *states, const struct bench_ground *ground,
                             const char *map);

/* The lines of a table that describe the states. */
void bench_states_print(const struct bench_states *states);

/* The sentences below the table, after one that says what was edited. */
void bench_states_print_end(const struct bench_states *states);

#endif
