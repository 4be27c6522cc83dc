/* Chooses settings by limits for the file, the work of the bake and first steps: forecasts the
 * figures of some candidates by samples of the map, and compares them. */
#include "bake/bake_choice.h"
#include "bake/bake_forecast.h"
#include "bake/bake_request.h"
#include "coarse/format/fault.h"
#include "common/argument.h"
#include "common/compiler.h"

enum { SQUARE_SIDE = 4, LEAST_SQUARES = 9, MOST_STEER_SQUARES = 36 }; /* in regions; of a sample */

/* Settings that may be chosen. */
typedef struct steer_candidate {
  int32_t region_cells, spacing_cells;
  int32_t label_bytes; /* for each cell, at most; 0: no labels */
  ovl_bake_figures figures;
} steer_candidate;

typedef struct steer_choice {
  const ovl_bake_figures *limits;
  steer_candidate best;
  bool has_best;
} steer_choice;

/* ---- Comparing ------------------------------------------------------------- */

/* How far figures are beyond the limits: the one that is farthest, in thousandths of its limit,
 * 1000 at least. */
static uint64_t worst_excess(const ovl_bake_figures *figures, const ovl_bake_figures *limits) {
  const uint64_t each[][2] = {{figures->file_bytes, limits->file_bytes},
                              {figures->bake_us, limits->bake_us},
                              {figures->first_step_ns, limits->first_step_ns}};
  uint64_t worst = 1000;
  for (int i = 0; i < 3; i++) {
    const uint64_t figure = each[i][0];
    const uint64_t limit = each[i][1];
    if (limit != 0 && figure > limit) {
      const bool is_huge = figure / limit > 1000000;
      const uint64_t excess = is_huge ? UINT64_C(1000000000) : figure * 1000 / limit;
      worst = excess > worst ? excess : worst;
    }
  }
  return worst;
}

/* Keeps a candidate if it is better than the best so far; of equal ones the first stays. Of those
 * that stay within all limits the ones with the faster first step are better, or with a limit of
 * first steps those of less work. Of those that exceed one, the ones that do by less are better,
 * unless the others do by less than half as much again: then those of less work. */
static void consider(steer_choice *choice, const steer_candidate *candidate) {
  const ovl_bake_figures *now = &candidate->figures;
  const ovl_bake_figures *best = &choice->best.figures;
  const uint64_t excess = worst_excess(now, choice->limits);
  const uint64_t best_excess = worst_excess(best, choice->limits);
  const bool is_close = 3 * excess >= 2 * best_excess && 3 * best_excess >= 2 * excess;
  bool is_better = now->bake_us < best->bake_us;
  if (excess == 1000 && best_excess == 1000 && choice->limits->first_step_ns == 0) {
    is_better = now->first_step_ns < best->first_step_ns;
  } else if (excess != best_excess && (excess == 1000 || best_excess == 1000 || !is_close)) {
    is_better = excess < best_excess;
  }
  if (!choice->has_best || is_better) {
    choice->best = *candidate;
    choice->has_best = true;
  }
}

/* ---- Candidates ------------------------------------------------------------ */

/* Considers settings without and with labels. */
static ovl_result consider_pair(ovi_sample *sample, int32_t region_cells, int32_t spacing_cells,
                                ovi_label_trend *trend, steer_choice *choice) {
  const int32_t squares =
      ovi_sample_share(sample, region_cells, SQUARE_SIDE, LEAST_SQUARES, MOST_STEER_SQUARES);
  const ovi_sample_task task = {region_cells, spacing_cells, SQUARE_SIDE, squares, true};
  ovi_sample_counts counts;
  const ovl_result result = ovi_sample_take(sample, &task, &counts);
  if (result != OVL_OK) {
    return result;
  }
  steer_candidate candidate = {.region_cells = region_cells, .spacing_cells = spacing_cells};
  candidate.figures = ovi_forecast(sample, &task, &counts, 0);
  consider(choice, &candidate);
  if (!ovi_sample_may_have_labels(sample) ||
      ovi_sample_most_waypoints(&counts) > OVL_MAX_LABEL_WAYPOINTS) {
    return OVL_OK;
  }
  const uint64_t rest = candidate.figures.file_bytes;
  ovi_label_trend_move(trend, &counts);
  uint64_t bytes = 0;
  for (int32_t i = 0; i < ovi_sample_profiles(sample); i++) {
    bytes += ovi_label_trend_bytes(trend, counts.waypoints[i]);
  }
  /* Bytes a cell that labels may take: what the file may have beside the rest; without a limit of
   * the file three times what is expected, for labels of open land are often twice that, and at
   * least as many as usual. */
  const uint64_t cells = ovi_sample_cells(sample);
  const uint64_t usual = OVI_USUAL_LABEL_BYTES;
  const uint64_t most = choice->limits->file_bytes;
  const uint64_t thrice = 3 * bytes / cells + 1;
  const uint64_t limit = most == 0     ? (thrice < usual ? usual : thrice)
                         : most > rest ? (most - rest) / cells
                                       : 1;
  candidate.label_bytes = limit < 1 ? 1 : limit > 255 ? 255 : (int32_t)limit;
  candidate.figures = ovi_forecast(sample, &task, &counts, bytes);
  /* Labels that turn out to be larger than they may are work for nothing: a quarter is spare. */
  if (bytes + bytes / 4 <= (uint64_t)candidate.label_bytes * cells) {
    consider(choice, &candidate);
  }
  return OVL_OK;
}

/* Considers all settings that a definition leaves open. */
static ovl_result consider_all(ovi_sample *sample, steer_choice *choice) {
  static const int32_t pairs[][2] = {{32, 8}, {32, 12}, {64, 16}, {16, 8}};
  const ovl_bake_tuning *given = &sample->def->tuning;
  const int32_t first = given->region_cells != 0 ? given->region_cells : OVI_USUAL_REGION_CELLS;
  ovi_label_trend trend = {.exponent = 0};
  ovl_result result = OVL_OK;
  if (ovi_sample_may_have_labels(sample)) {
    result = ovi_label_trend_find(sample, first, given->spacing_cells, &trend);
  }
  if (given->region_cells != 0) {
    return result == OVL_OK
               ? consider_pair(sample, given->region_cells, ovi_spacing_of(given), &trend, choice)
               : result;
  }
  for (size_t i = 0; result == OVL_OK && i < sizeof pairs / sizeof pairs[0]; i++) {
    const int32_t spacing = given->spacing_cells != 0 ? given->spacing_cells : pairs[i][1];
    /* Costs within larger regions may not fit where there are heights or a step rule. */
    if (pairs[i][0] <= OVI_USUAL_REGION_CELLS || ovi_sample_is_level(sample)) {
      result = consider_pair(sample, pairs[i][0], spacing, &trend, choice);
    }
  }
  return result;
}

/* ---- The call -------------------------------------------------------------- */

ovl_result ovl_bake_steer(ovl_bake_def *def, const ovl_bake_figures *limits, ovl_read_rows_fn read,
                          void *user, ovl_bake_figures *expected, ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  *expected = (ovl_bake_figures){.file_bytes = 0};
  ovi_sample sample = {.def = def, .read = read, .read_user = user};
  steer_choice choice = {.limits = limits};
  ovl_result result = ovi_choice_check(def, read != NULL, fault);
  if (result == OVL_OK) {
    result = consider_all(&sample, &choice);
    ovi_sample_end(&sample);
  }
  if (result == OVL_OK) {
    def->tuning.region_cells = choice.best.region_cells;
    def->tuning.spacing_cells = choice.best.spacing_cells;
    def->tuning.label_bytes_per_cell =
        choice.best.label_bytes != 0 ? choice.best.label_bytes : OVL_NO_LABELS;
    *expected = choice.best.figures;
  }
  return result;
}
