/* Chooses the size of regions, and whether labels are begun, by samples of the map. Labels of
 * 60,000 waypoints take a few seconds; where regions of 32 have more and those of 64 do not, the
 * latter are ahead in all but the fine tier's windows (bench/RESULTS.md). */
#include "bake/bake_choice.h"

#include "bake/bake_forecast.h"
#include "bake/bake_request.h"
#include "coarse/format/fault.h"
#include "common/argument.h"
#include "common/compiler.h"

enum {
  MOST_LABELLED = 60000,       /* waypoints; labels for more take most of a bake */
  MOST_IN_A_SMALL_REGION = 58, /* waypoints that a region of 32 cells has on any kind of ground */
  MOST_IN_A_LARGE_REGION = 12, /* waypoints; a region of 64 cells with more, as in mazes and on
                                  random terrain, takes longer to search than labels save */
  LARGE_REGION_CELLS = 64,
  SQUARE_REGIONS = 4, /* along the side of a square */
  MOST_SQUARES = 64,  /* of a sample of a large map */
  FEW_SQUARES = 9     /* of a sample that only estimates whether labels could exceed their limit */
};

/* A map of fewer regions has its labels in a second on any kind of ground. */
enum { LEAST_FORECAST_REGIONS = 512 };

/* No labels that were tried take more bytes a waypoint than so many times the root of all
 * waypoints: 4.5 on random terrain, 1 to 3.5 elsewhere. */
enum { MOST_LABEL_BYTES_A_ROOT = 5 };

/* ---- The size of regions --------------------------------------------------- */

static ovl_result count_waypoints(ovi_sample *sample, int32_t region_cells, int32_t squares,
                                  uint64_t *most) {
  const ovi_sample_task task = {.region_cells = region_cells,
                                .spacing_cells = sample->def->tuning.spacing_cells,
                                .square_regions = SQUARE_REGIONS,
                                .most_squares = squares};
  ovi_sample_counts counts;
  const ovl_result result = ovi_sample_take(sample, &task, &counts);
  *most = ovi_sample_most_waypoints(&counts);
  return result;
}

/* *waypoints: those with the chosen regions, 0 if they were not counted. */
static ovl_result choose_regions(ovi_sample *sample, int32_t *region_cells, uint64_t *waypoints) {
  uint64_t large = 0;
  ovl_result result = OVL_OK;
  *region_cells = OVI_USUAL_REGION_CELLS;
  *waypoints = 0;
  if (ovi_sample_regions(sample, OVI_USUAL_REGION_CELLS) * MOST_IN_A_SMALL_REGION > MOST_LABELLED) {
    result = count_waypoints(sample, OVI_USUAL_REGION_CELLS, MOST_SQUARES, waypoints);
  }
  /* A region of 64 cells has at least half as many waypoints as one of 32, on all ground that was
   * tried: where those have too many, the larger ones need not be counted. */
  if (result != OVL_OK || *waypoints <= MOST_LABELLED ||
      *waypoints >
          2 * MOST_IN_A_LARGE_REGION * ovi_sample_regions(sample, OVI_USUAL_REGION_CELLS)) {
    return result;
  }
  result = count_waypoints(sample, LARGE_REGION_CELLS, MOST_SQUARES, &large);
  if (result == OVL_OK && large <= MOST_LABELLED &&
      large <= MOST_IN_A_LARGE_REGION * ovi_sample_regions(sample, LARGE_REGION_CELLS)) {
    *region_cells = LARGE_REGION_CELLS;
    *waypoints = large;
  }
  return result;
}

/* ---- Labels that would not fit --------------------------------------------- */

/* Leaves labels out that would not fit; their waypoints are 0 if they were not counted. */
static ovl_result choose_labels(ovi_sample *sample, ovl_bake_tuning *tuning, uint64_t waypoints) {
  const uint64_t most = ovi_sample_cells(sample) * (uint64_t)ovi_label_bytes_of(tuning);
  uint64_t bytes = 0;
  ovl_result result = OVL_OK;
  if (!ovi_sample_is_plain(sample) || ovi_sample_profiles(sample) != 1 ||
      ovi_sample_regions(sample, tuning->region_cells) < LEAST_FORECAST_REGIONS) {
    return OVL_OK;
  }
  if (waypoints == 0) {
    result = count_waypoints(sample, tuning->region_cells, FEW_SQUARES, &waypoints);
  }
  const uint64_t a_waypoint = most / (waypoints != 0 ? waypoints : 1) / MOST_LABEL_BYTES_A_ROOT;
  if (result == OVL_OK && waypoints <= OVL_MAX_LABEL_WAYPOINTS &&
      a_waypoint * a_waypoint < waypoints) { /* they may take more */
    ovi_label_trend trend;
    result = ovi_label_trend_find(sample, tuning->region_cells, tuning->spacing_cells, &trend);
    bytes = ovi_label_trend_least(&trend, waypoints);
  }
  tuning->label_bytes_per_cell = bytes > most ? OVL_NO_LABELS : tuning->label_bytes_per_cell;
  return result;
}

/* ---- All ------------------------------------------------------------------- */

OVI_NOINLINE ovl_result ovi_choice_check(const ovl_bake_def *def, bool is_read, ovl_fault *fault) {
  static const ovl_part_rows no_rows = {.row_count = 0};
  ovl_bake_def checked = *def;
  ovi_bake_request *request;
  if (is_read) {
    const ovi_argument floors[] = {
        {"floors of a map that is read: one, of cells", ovi_bake_has_one_floor(def), 1, 1}};
    if (OVI_ARGUMENTS_CHECK(floors, 0, fault) != OVL_OK) {
      return OVL_BAD_ARGUMENT;
    }
    checked.more.links = NULL;
    checked.more.survey = NULL;
  }
  const ovl_result result =
      ovi_bake_request_make(&request, &checked, is_read ? &no_rows : NULL, fault);
  ovi_bake_request_release(request);
  return result;
}

ovl_result ovl_bake_choose(ovl_bake_def *def, ovl_read_rows_fn read, void *user, ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  ovl_bake_tuning tuning = def->tuning;
  ovl_result result = ovi_choice_check(def, read != NULL, fault);
  if (result == OVL_OK && tuning.region_cells == 0) {
    ovi_sample sample = {.def = def, .read = read, .read_user = user};
    uint64_t waypoints;
    tuning.region_cells = OVI_USUAL_REGION_CELLS;
    /* Costs within a large region fit 31 bits where there are neither heights nor a step rule. */
    if (ovi_sample_is_level(&sample) && ovi_sample_may_have_labels(&sample)) {
      result = choose_regions(&sample, &tuning.region_cells, &waypoints);
      tuning.spacing_cells = ovi_spacing_of(&tuning);
      result = result == OVL_OK ? choose_labels(&sample, &tuning, waypoints) : result;
    }
    ovi_sample_end(&sample);
  }
  if (result == OVL_OK) {
    tuning.spacing_cells = ovi_spacing_of(&tuning);
    def->tuning = tuning;
  }
  return result;
}
