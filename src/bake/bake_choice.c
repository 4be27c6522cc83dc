/* Chooses the size of regions, and whether labels are begun, by samples of the map. Labels of
 * 60,000 waypoints take a few seconds; where regions of 32 have more and those of 64 do not, the
 * latter are ahead in all but the fine tier's windows (bench/RESULTS.md).
 *
 * All of it is counted or calculated in integers, so that a choice is the same everywhere. */
#include "bake/bake_request.h"
#include "coarse/format/fault.h"
#include "coarse/format/limits.h"
#include "common/arena.h"
#include "common/argument.h"
#include "common/bits.h"
#include "common/compiler.h"
#include "overland_inspect.h"

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

/* ---- Samples ---------------------------------------------------------------- */

/* Samples a map before it is baked: bakes squares of regions that are spread evenly over its
 * floors, and counts what they have. Waypoints lie on borders between regions, so those that are
 * counted inside the squares stand for all borders of a floor. The squares are baked without
 * heights, extra costs and links. */

/* The map that is sampled: that of a definition that holds. To be ended, which returns its memory.
 */
typedef struct map_sample {
  const ovl_bake_def *def;
  ovl_read_rows_fn read; /* of a map of one floor; NULL: the floors hold their cells */
  void *read_user;
  uint8_t *band; /* holds rows that were read; NULL at first */
  uint64_t band_bytes;
} map_sample;

/* The squares that are baked, and their settings. */
typedef struct sample_task {
  int32_t region_cells;
  int32_t spacing_cells;  /* 0: by the size of regions */
  int32_t square_regions; /* regions along the side of a square */
  int32_t most_squares;   /* over all floors; one a floor at least */
  bool labels;            /* the squares have labels */
} sample_task;

/* The counts of a sample. */
typedef struct sample_counts {
  uint64_t waypoints; /* of all floors, estimated; of the profile that has most */
  uint64_t squares;   /* that were baked */
  uint64_t inner_waypoints, label_bytes; /* in all of them, of all profiles */
} sample_counts;

static int32_t count_floors(const map_sample *sample) {
  return sample->def->more.floors != NULL ? sample->def->more.floor_count : 1;
}

/* Returns a floor; the rows of one that is read are packed. */
static ovl_floor_def floor_of(const map_sample *sample, int32_t number) {
  const ovl_bake_def *def = sample->def;
  ovl_floor_def floor = {.width = def->width,
                         .height = def->height,
                         .terrain = def->terrain,
                         .row_bytes = def->row_bytes};
  floor = def->more.floors != NULL ? def->more.floors[number] : floor;
  floor.row_bytes =
      sample->read != NULL || floor.row_bytes == 0 ? (size_t)floor.width : floor.row_bytes;
  return floor;
}

static uint64_t regions_along(int32_t cells, int32_t region_cells) {
  return (uint64_t)((cells + region_cells - 1) / region_cells);
}

/* Returns the number of regions of all floors; a node of a graph floor is a cell. */
static uint64_t count_regions(const map_sample *sample, int32_t region_cells) {
  uint64_t regions = 0;
  for (int32_t i = 0; i < count_floors(sample); i++) {
    const ovl_floor_def floor = floor_of(sample, i);
    regions += regions_along(floor.width, region_cells) * regions_along(floor.height, region_cells);
  }
  return regions;
}

/* Returns the length of all borders between regions of a rectangle of cells. */
static uint64_t border_cells_of(int32_t width, int32_t height, int32_t region_cells) {
  return (regions_along(width, region_cells) - 1) * (uint64_t)height +
         (regions_along(height, region_cells) - 1) * (uint64_t)width;
}

static void end_sample(map_sample *sample) {
  ovi_release(ovi_allocator_of(&sample->def->allocator), sample->band, sample->band_bytes);
  sample->band = NULL;
  sample->band_bytes = 0;
}

/* Finds the first of `count` rows from `first` on. */
static ovl_result read_band(map_sample *sample, const ovl_floor_def *floor, int32_t first,
                            int32_t count, const uint8_t **rows) {
  if (sample->read == NULL) {
    *rows = floor->terrain + (size_t)first * floor->row_bytes;
    return OVL_OK;
  }
  const uint64_t bytes = (uint64_t)count * (uint64_t)sample->def->width;
  if (bytes > sample->band_bytes) {
    end_sample(sample);
    sample->band = ovi_allocate(ovi_allocator_of(&sample->def->allocator), bytes);
    sample->band_bytes = sample->band != NULL ? bytes : 0;
  }
  if (sample->band == NULL) {
    return OVL_NO_MEMORY;
  }
  *rows = sample->band;
  return sample->read(sample->read_user, first, count, sample->band) ? OVL_OK : OVL_READ_FAILED;
}

/* Returns the first cell of one of `count` squares that are spread evenly over a side. */
static int32_t begin_of(int32_t side, int32_t square, int32_t number, int32_t count) {
  OVI_ASSERT(number < count && square <= side);
  return count == 1 ? 0 : (int32_t)((int64_t)(side - square) * number / (count - 1));
}

/* Bakes squares of a floor, and adds what they have to the counts. `waypoints` gets those of each
 * profile; returns by *border_cells the length of the borders between the squares' regions. */
static ovl_result sample_floor(map_sample *sample, const sample_task *task,
                               const ovl_floor_def *floor, int32_t most_in_a_row,
                               sample_counts *counts, uint64_t *waypoints, uint64_t *border_cells) {
  const int32_t side = task->square_regions * task->region_cells;
  const int32_t w = floor->width < side ? floor->width : side;
  const int32_t h = floor->height < side ? floor->height : side;
  const int32_t columns = floor->width / w < most_in_a_row ? floor->width / w : most_in_a_row;
  const int32_t rows = floor->height / h < most_in_a_row ? floor->height / h : most_in_a_row;
  ovl_bake_def square = *sample->def;
  square.more.floors = NULL;
  square.more.floor_count = 0;
  square.more.links = NULL;
  square.more.link_count = 0;
  square.more.places = NULL;
  square.more.place_count = 0;
  square.more.survey = NULL;
  square.more.step_rule = NULL; /* it would be asked for other cells */
  square.tuning = (ovl_bake_tuning){.region_cells = task->region_cells,
                                    .spacing_cells = task->spacing_cells,
                                    .label_bytes_per_cell = task->labels ? 255 : OVL_NO_LABELS};
  square.jobs = NULL;
  square.progress = NULL;
  square.width = w;
  square.height = h;
  square.row_bytes = floor->row_bytes;
  const uint8_t *band = NULL;
  for (int32_t i = 0; i < rows * columns; i++) {
    ovl_world *world;
    ovl_result result = OVL_OK;
    if (i % columns == 0) { /* the first square of a row of squares */
      result = read_band(sample, floor, begin_of(floor->height, h, i / columns, rows), h, &band);
    }
    if (result == OVL_OK) {
      square.terrain = band + begin_of(floor->width, w, i % columns, columns);
      result = ovl_world_bake(&square, &world, NULL);
    }
    if (result != OVL_OK) {
      return result;
    }
    ovl_profile_info info;
    for (int32_t k = 0; ovl_world_profile(world, k, &info); k++) {
      waypoints[k] += info.graph.waypoints;
      counts->inner_waypoints += info.graph.waypoints;
    }
    ovl_world_bytes bytes;
    ovl_world_count_bytes(world, &bytes);
    ovl_world_close(world);
    counts->label_bytes += bytes.labels;
    counts->squares++;
    *border_cells += border_cells_of(w, h, task->region_cells);
  }
  return OVL_OK;
}

/* Bakes squares and counts. OVL_OK, OVL_READ_FAILED, OVL_NO_MEMORY. */
static ovl_result take_sample(map_sample *sample, const sample_task *task, sample_counts *counts) {
  uint64_t estimated[OVL_MAX_PROFILES] = {0};
  const int32_t floors = count_floors(sample);
  /* The greatest number of squares along the sides of each floor that makes no more than are
   * allowed; 1 if there are only graph floors, which have no squares. */
  int32_t most_in_a_row = 1;
  int32_t sampled = 0;
  for (int32_t i = 0; i < floors; i++) {
    sampled += floor_of(sample, i).graph ? 0 : 1;
  }
  while (sampled != 0 &&
         (most_in_a_row + 1) * (most_in_a_row + 1) * sampled <= task->most_squares) {
    most_in_a_row++;
  }
  OVI_ASSERT(most_in_a_row == 1 || most_in_a_row * most_in_a_row * sampled <= task->most_squares);
  *counts = (sample_counts){.squares = 0};
  for (int32_t i = 0; i < floors; i++) {
    const ovl_floor_def floor = floor_of(sample, i);
    uint64_t waypoints[OVL_MAX_PROFILES] = {0};
    uint64_t border_cells = 0;
    const ovl_result result = floor.graph ? OVL_OK
                                          : sample_floor(sample, task, &floor, most_in_a_row,
                                                         counts, waypoints, &border_cells);
    if (result != OVL_OK) {
      return result;
    }
    const uint64_t all = border_cells_of(floor.width, floor.height, task->region_cells);
    OVI_ASSERT(border_cells <= all);
    for (int32_t k = 0; border_cells != 0 && k < OVL_MAX_PROFILES; k++) {
      estimated[k] += waypoints[k] * all / border_cells;
      counts->waypoints = estimated[k] > counts->waypoints ? estimated[k] : counts->waypoints;
    }
  }
  return OVL_OK;
}

/* ---- The size of regions --------------------------------------------------- */

static ovl_result count_waypoints(map_sample *sample, int32_t region_cells, int32_t squares,
                                  uint64_t *most) {
  const sample_task task = {.region_cells = region_cells,
                            .spacing_cells = sample->def->tuning.spacing_cells,
                            .square_regions = SMALL_SQUARE,
                            .most_squares = squares};
  sample_counts counts;
  const ovl_result result = take_sample(sample, &task, &counts);
  *most = counts.waypoints;
  return result;
}

/* Chooses the size of regions. *waypoints: those with the chosen regions, 0 if they were not
 * counted. */
static ovl_result choose_regions(map_sample *sample, int32_t *region_cells, uint64_t *waypoints) {
  const uint64_t regions = count_regions(sample, OVI_USUAL_REGION_CELLS);
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
      large <= MOST_IN_A_LARGE_REGION * count_regions(sample, LARGE_REGION_CELLS)) {
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
static ovl_result sample_labels(map_sample *sample, const ovl_bake_tuning *tuning,
                                int32_t square_regions, uint64_t least, uint64_t most,
                                label_point *point) {
  const uint64_t square = (uint64_t)square_regions * (uint64_t)square_regions;
  const uint64_t share = count_regions(sample, tuning->region_cells) / (8 * square);
  const sample_task task = {.region_cells = tuning->region_cells,
                            .spacing_cells = tuning->spacing_cells,
                            .square_regions = square_regions,
                            .most_squares = (int32_t)(share < least  ? least
                                                      : share > most ? most
                                                                     : share),
                            .labels = true};
  sample_counts counts;
  const ovl_result result = take_sample(sample, &task, &counts);
  const uint64_t waypoints = counts.inner_waypoints;
  point->log_waypoints = counts.squares != 0 ? ovi_log2(waypoints / counts.squares) : 0;
  point->log_bytes = waypoints != 0 ? ovi_log2(counts.label_bytes * SIXTEENTHS / waypoints) : 0;
  return result;
}

/* Forecasts the least bytes of the labels of so many waypoints: labels grow as a power, whose
 * exponent is measured by squares of two sizes. No measured map had smaller labels. */
static ovl_result forecast_labels(map_sample *sample, const ovl_bake_tuning *tuning,
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
  OVI_ASSERT(exponent >= 0 && exponent <= MOST_EXPONENT);
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
static ovl_result choose_labels(map_sample *sample, uint64_t cells, ovl_bake_tuning *tuning,
                                uint64_t waypoints) {
  const uint64_t most = cells * (uint64_t)ovi_label_bytes_of(tuning);
  uint64_t bytes = 0;
  ovl_result result = OVL_OK;
  if (count_regions(sample, tuning->region_cells) < LEAST_FORECAST_REGIONS) {
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
    checked.more.link_count = 0;
    checked.more.survey = NULL;
  }
  const ovl_result result =
      ovi_bake_request_make(&request, &checked, is_read ? &no_rows : NULL, fault);
  ovi_bake_request_release(request);
  return result;
}

/* Chooses where no size of regions is given. */
static ovl_result choose_all(map_sample *sample, ovl_bake_tuning *tuning) {
  const ovl_bake_more *more = &sample->def->more;
  const int32_t profiles = more->profiles != NULL ? more->profile_count : 1;
  bool is_level = more->step_rule == NULL; /* costs within a large region fit 31 bits */
  bool has_extra = false;                  /* the costs of the map are not those of the squares */
  uint64_t cells = 0;                      /* of all floors, as limits in bytes a cell count them */
  for (int32_t i = 0; i < count_floors(sample); i++) {
    const ovl_floor_def floor = floor_of(sample, i);
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
  OVI_ASSERT(tuning->region_cells == OVI_USUAL_REGION_CELLS || waypoints <= MOST_LABELLED);
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
    map_sample sample = {.def = def, .read = read, .read_user = user};
    result = choose_all(&sample, &tuning);
    end_sample(&sample);
  }
  if (result == OVL_OK) {
    tuning.spacing_cells = ovi_spacing_of(&tuning);
    def->tuning = tuning;
  }
  return result;
}
