/* Figures of a world that do not depend on its problems. */
#ifndef OVERLAND_BENCH_MEASURE_BENCH_WORLD_H
#define OVERLAND_BENCH_MEASURE_BENCH_WORLD_H

#include "bench/measure/bench_check.h"
#include "overland.h"

/* Time of a fresh bake in memory on one thread (NaN where the ground was not read), with the
 * settings of the world: the median of three, or of one where the map is large. */
ovl_result bench_world_build_ms(const struct bench_ground *ground, double *build_ms);

/* Median time of asking for a path between two islands: the two that most cells
 * belong to, as far as a sample tells. *asked is false where there are no two, or one may
 * reach the other all the same.
 * OVL_OK also where the library gave a path, which *wrong then says. */
ovl_result bench_world_unreachable_us(const struct bench_ground *ground, bool *asked, bool *wrong,
                                      double *unreachable_us);

#endif
