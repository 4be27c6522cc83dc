/* Chooses the size of regions, and whether labels are begun, by samples of the map. Labels of
 * 60,000 waypoints take a few seconds; where regions of 32 have more and those of 64 do not, the
 * latter are ahead in all but the fine tier's windows (bench/RESULTS.md).
 *
 * All of it is counted or calculated in integers, so that a choice is the same everywhere. */
#include "bake/bake_request.h"
#include "bake/bake_sample.h"
#include "coarse/format/fault.h"
#include "coarse/format/limits.h"
#include "common/argument.h"
#include "common/bits.h"
#include "common/compiler.h"

enum {
  MOST_LABELLED = 60000,       /* waypoints; labels for more take most of a bake */
  MOST_IN_A_SMALL_REGION = 58, /* waypoints that a region of 32 cells has on any kind of ground */
  MOST_IN_A_LARGE_REGION = 12, /* waypoints; a region of 64 cells with more, as in mazes and on
                                  random terrain, takes longer to search than labels save */
  LARGE_REGION_CELLS = 64,
  SMALL_SQUARE = 4, /* regions along the side of a square */
  LARGE_SQUARE = 8,
  MOST_SQUARES = 64, /* of a sample of a large map */
  FEW_SQUARES = 9    /* of a sample that only estimates whether labels could exceed their limit */
};

/* ---- The size of regions --------------------------------------------------- */

static ovl_result count_waypoints(ovi_sample *sample, int32_t region_cells, int32_t squares,
                                  uint64_t *most) {
  const ovi_sample_task task = {.region_cells = region_cells,
                                .spacing_cells = sample->def->tuning.spacing_cells,
                                .square_regions = SMALL_SQUARE,
                                .most_squares = squares};
  ovi_sample_counts counts;
  const ovl_result result = ovi_sample_take(sample, &task, &counts);
  *most = counts.waypoints;
  return result;
}

/* Chooses the size of regions. *waypoints: those with the chosen regions, 0 if they were not
 * counted. */
static ovl_result choose_regions(ovi_sample *sample, int32_t *region_cells, uint64_t *waypoints) {
  const uint64_t regions = ovi_sample_regions(sample, OVI_USUAL_REGION_CELLS);
  uint64_t large = 0;
  ovl_result result = OVL_OK;
  *region_cells = OVI_USUAL_REGION_CELLS;
  *waypoints = 0;
  if (regions * MOST_IN_A_SMALL_REGION > MOST_LABELLED) {
    result = count_waypoints(sample, OVI_USUAL_REGION_CELLS, MOST_SQUARES, waypoints);
  }
  /* A region of 64 cells has at least half as many waypoints as one of 32, on all ground that was
   * tried: where those have too many, the larger ones need not be counted. */
  if (result != OVL_OK || *waypoints <= MOST_LABELLED ||
      *waypoints > 2 * MOST_IN_A_LARGE_REGION * regions) {
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

enum {
  LEAST_FORECAST_REGIONS = 512, /* a map of fewer has its labels in a second on any ground */
  /* No labels that were tried take more bytes a waypoint than so many times the root of all
   * waypoints: 4.5 on random terrain, 1 to 3.5 elsewhere. */
  MOST_LABEL_BYTES_A_ROOT = 5,
  LEAST_SMALL = 9, /* small squares of a sample with labels */
  MOST_SMALL = 36,
  LEAST_LARGE = 4, /* and large ones */
  MOST_LARGE = 16,
  MOST_EXPONENT = 614,  /* 0.6 */
  USUAL_EXPONENT = 307, /* 0.3, where a map is too small for squares of two sizes */
  SIXTEENTHS = 16       /* of a byte */
};

/* A point of the curve by which the labels of a waypoint grow with the number of waypoints.
 * Logarithms are to base 2, in thousand-and-twenty-fourths. */
typedef struct label_point {
  int64_t log_waypoints; /* of a square */
  int64_t log_bytes;     /* of labels for each waypoint there, in sixteenths of a byte */
} label_point;

/* Bakes squares with labels that hold an eighth of the map, within two bounds of their number. */
static ovl_result sample_labels(ovi_sample *sample, const ovl_bake_tuning *tuning,
                                int32_t square_regions, uint64_t least, uint64_t most,
                                label_point *point) {
  const uint64_t square = (uint64_t)square_regions * (uint64_t)square_regions;
  const uint64_t share = ovi_sample_regions(sample, tuning->region_cells) / (8 * square);
  const ovi_sample_task task = {.region_cells = tuning->region_cells,
                                .spacing_cells = tuning->spacing_cells,
                                .square_regions = square_regions,
                                .most_squares = (int32_t)(share < least  ? least
                                                          : share > most ? most
                                                                         : share),
                                .labels = true};
  ovi_sample_counts counts;
  const ovl_result result = ovi_sample_take(sample, &task, &counts);
  const uint64_t waypoints = counts.inner_waypoints;
  point->log_waypoints = counts.squares != 0 ? ovi_log2(waypoints / counts.squares) : 0;
  point->log_bytes = waypoints != 0 ? ovi_log2(counts.label_bytes * SIXTEENTHS / waypoints) : 0;
  return result;
}

/* Forecasts the least bytes of the labels of so many waypoints: labels grow as a power, whose
 * exponent is measured by squares of two sizes. No measured map had smaller labels. */
static ovl_result forecast_labels(ovi_sample *sample, const ovl_bake_tuning *tuning,
                                  uint64_t waypoints, uint64_t *bytes) {
  label_point small = {0}, large = {0};
  ovl_result result = sample_labels(sample, tuning, SMALL_SQUARE, LEAST_SMALL, MOST_SMALL, &small);
  if (result == OVL_OK) {
    result = sample_labels(sample, tuning, LARGE_SQUARE, LEAST_LARGE, MOST_LARGE, &large);
  }
  if (result != OVL_OK) {
    return result;
  }
  const int64_t run = large.log_waypoints - small.log_waypoints;
  int64_t exponent = USUAL_EXPONENT;
  if (run > OVI_LOG_ONE / 2) {
    exponent = (large.log_bytes - small.log_bytes) * OVI_LOG_ONE / run;
    exponent = exponent < 0 ? 0 : exponent > MOST_EXPONENT ? MOST_EXPONENT : exponent;
  }
  const int64_t beyond = ovi_log2(waypoints) - large.log_waypoints;
  const int64_t log = large.log_bytes + (beyond > 0 ? beyond * exponent / OVI_LOG_ONE : 0);
  uint64_t number = 0; /* the greatest below 2^40 with at most that logarithm */
  for (uint64_t bit = UINT64_C(1) << 39; bit != 0; bit /= 2) {
    number |= ovi_log2(number | bit) <= log ? bit : 0;
  }
  *bytes = waypoints * number / SIXTEENTHS / 10 * 9; /* a tenth below what is expected */
  return OVL_OK;
}

/* Leaves labels out that would not fit; their waypoints are 0 if they were not counted. */
static ovl_result choose_labels(ovi_sample *sample, uint64_t cells, ovl_bake_tuning *tuning,
                                uint64_t waypoints) {
  const uint64_t most = cells * (uint64_t)ovi_label_bytes_of(tuning);
  uint64_t bytes = 0;
  ovl_result result = OVL_OK;
  if (ovi_sample_regions(sample, tuning->region_cells) < LEAST_FORECAST_REGIONS) {
    return OVL_OK;
  }
  if (waypoints == 0) {
    result = count_waypoints(sample, tuning->region_cells, FEW_SQUARES, &waypoints);
  }
  const uint64_t a_waypoint = most / (waypoints != 0 ? waypoints : 1) / MOST_LABEL_BYTES_A_ROOT;
  if (result == OVL_OK && waypoints <= OVL_MAX_LABEL_WAYPOINTS &&
      a_waypoint * a_waypoint < waypoints) { /* they may take more */
    result = forecast_labels(sample, tuning, waypoints, &bytes);
  }
  tuning->label_bytes_per_cell = bytes > most ? OVL_NO_LABELS : tuning->label_bytes_per_cell;
  return result;
}

/* ---- All ------------------------------------------------------------------- */

/* Checks that a bake would take the definition, with usual regions where no size is given. Cells of
 * a map that is read are not looked at. */
OVI_NOINLINE static ovl_result check_choice(const ovl_bake_def *def, bool is_read,
                                            ovl_fault *fault) {
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

/* Chooses where no size of regions is given. */
static ovl_result choose_all(ovi_sample *sample, ovl_bake_tuning *tuning) {
  const ovl_bake_more *more = &sample->def->more;
  const int32_t profiles = more->profiles != NULL ? more->profile_count : 1;
  bool is_level = more->step_rule == NULL; /* costs within a large region fit 31 bits */
  bool has_extra = false;                  /* the costs of the map are not those of the squares */
  uint64_t cells = 0;                      /* of all floors, as limits in bytes a cell count them */
  for (int32_t i = 0; i < ovi_sample_floors(sample); i++) {
    const ovl_floor_def floor = ovi_sample_floor(sample, i);
    is_level = is_level && floor.heights == NULL;
    has_extra = has_extra || (floor.extra != NULL && floor.extra[0] != NULL);
    cells += ovi_floor_cells(&floor);
  }
  tuning->region_cells = OVI_USUAL_REGION_CELLS;
  /* Labels would decide nothing where there are none in any case. */
  if (!is_level || tuning->label_bytes_per_cell == OVL_NO_LABELS ||
      tuning->overlays == OVL_OVERLAYS_ALWAYS || cells > (uint64_t)OVL_MAX_CELLS_WITH_LABELS) {
    return OVL_OK;
  }
  uint64_t waypoints;
  const ovl_result result = choose_regions(sample, &tuning->region_cells, &waypoints);
  tuning->spacing_cells = ovi_spacing_of(tuning);
  return result == OVL_OK && profiles == 1 && !has_extra
             ? choose_labels(sample, cells, tuning, waypoints)
             : result;
}

ovl_result ovl_bake_choose(ovl_bake_def *def, ovl_read_rows_fn read, void *user, ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  ovl_bake_tuning tuning = def->tuning;
  ovl_result result = check_choice(def, read != NULL, fault);
  if (result == OVL_OK && tuning.region_cells == 0) {
    ovi_sample sample = {.def = def, .read = read, .read_user = user};
    result = choose_all(&sample, &tuning);
    ovi_sample_end(&sample);
  }
  if (result == OVL_OK) {
    tuning.spacing_cells = ovi_spacing_of(&tuning);
    def->tuning = tuning;
  }
  return result;
}
