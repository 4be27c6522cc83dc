/* Chooses the size of regions: counts the waypoints of a sample of the map for regions of 32 and of
 * 64 cells. Labels of 60,000 waypoints take a few seconds; where regions of 32 have more and those
 * of 64 do not, the latter are ahead in all but the fine tier's windows (bench/RESULTS.md). */
#include "bake/bake_request.h"
#include "coarse/format/fault.h"
#include "common/arena.h"
#include "common/compiler.h"
#include "overland_bake.h"
#include "overland_inspect.h"

/* Labels for more waypoints than that take most of a bake. */
enum { MOST_LABELLED = 60000 };

/* No kind of ground has more waypoints in a region of 32 cells. */
enum { MOST_A_REGION = 58 };

/* Where a region of 64 cells has more, as in mazes and on random terrain, searching one takes
 * longer than labels save. */
enum { MOST_A_LARGE_REGION = 12 };

/* A sample has up to SQUARES in a row, each of SQUARE_REGIONS x SQUARE_REGIONS regions. Of the
 * borders of its regions, three of four lie inside a square. */
enum { SQUARES = 8, SQUARE_REGIONS = 4 };

/* Side of a region and spacing of waypoints, in cells. */
typedef struct choice_pair {
  int32_t region_cells, spacing_cells;
} choice_pair;

static const choice_pair small_regions = {OVI_USUAL_REGION_CELLS, OVI_USUAL_SPACING_CELLS};
static const choice_pair large_regions = {64, 16};

/* Rows of a map that no floor holds. */
typedef struct choice_rows {
  ovl_read_rows_fn read;
  void *user;
} choice_rows;

/* The map that is sampled. */
typedef struct choice_sample {
  const ovl_bake_def *def;
  const choice_rows *rows; /* NULL: the floors hold their cells */
  choice_pair regions;
  uint8_t *band; /* of rows that were read */
  uint64_t waypoints[OVL_MAX_PROFILES];
  uint64_t squares; /* of the present floor */
} choice_sample;

/* The floors, or the one whose rows are read. */
static ovl_floor_def floor_of(const ovl_bake_def *def, int32_t number) {
  return def->more.floors != NULL ? def->more.floors[number]
                                  : (ovl_floor_def){.width = def->width,
                                                    .height = def->height,
                                                    .terrain = def->terrain,
                                                    .row_bytes = def->row_bytes};
}

static int32_t floors_of(const ovl_bake_def *def) {
  return def->more.floors != NULL ? def->more.floor_count : 1;
}

static uint64_t regions_of(const ovl_floor_def *floor, int32_t side) {
  return (uint64_t)((floor->width + side - 1) / side) *
         (uint64_t)((floor->height + side - 1) / side);
}

/* ---- Counting -------------------------------------------------------------- */

/* Bakes a square of cells without heights, extra costs and links, and counts its waypoints. */
static ovl_result count_square(choice_sample *sample, const ovl_bake_def *square) {
  ovl_world *world;
  const ovl_result result = ovl_world_bake(square, &world, NULL);
  ovl_profile_info info;
  for (int32_t i = 0; result == OVL_OK && ovl_world_profile(world, i, &info); i++) {
    sample->waypoints[i] += info.graph.waypoints;
  }
  ovl_world_close(world);
  sample->squares++;
  return result;
}

/* The first row of `count` from `first` on: NULL if they can't be read. */
static const uint8_t *read_band(choice_sample *sample, const ovl_floor_def *floor, int32_t first,
                                int32_t count) {
  if (sample->rows == NULL) {
    const size_t row_bytes = floor->row_bytes != 0 ? floor->row_bytes : (size_t)floor->width;
    return floor->terrain + (size_t)first * row_bytes;
  }
  return sample->rows->read(sample->rows->user, first, count, sample->band) ? sample->band : NULL;
}

/* The first cell of one of so many squares that are spread evenly over a side. */
static int32_t begin_of(int32_t side, int32_t square, int32_t number, int32_t count) {
  return count == 1 ? 0 : (int32_t)((int64_t)(side - square) * number / (count - 1));
}

static ovl_result count_floor(choice_sample *sample, const ovl_floor_def *floor) {
  const int32_t side = SQUARE_REGIONS * sample->regions.region_cells;
  const int32_t w = floor->width < side ? floor->width : side;
  const int32_t h = floor->height < side ? floor->height : side;
  const int32_t columns = floor->width / w < SQUARES ? floor->width / w : SQUARES;
  const int32_t rows = floor->height / h < SQUARES ? floor->height / h : SQUARES;
  ovl_bake_def square = *sample->def;
  square.more.floors = NULL;
  square.more.links = NULL;
  square.tuning = (ovl_bake_tuning){.region_cells = sample->regions.region_cells,
                                    .spacing_cells = sample->regions.spacing_cells,
                                    .overlays = OVL_OVERLAYS_NEVER};
  square.jobs = NULL;
  square.progress = NULL;
  square.width = w;
  square.height = h;
  square.row_bytes = floor->row_bytes != 0 ? floor->row_bytes : (size_t)floor->width;
  ovl_result result = OVL_OK;
  for (int32_t y = 0; result == OVL_OK && y < rows; y++) {
    const uint8_t *band = read_band(sample, floor, begin_of(floor->height, h, y, rows), h);
    result = band != NULL ? OVL_OK : OVL_READ_FAILED;
    for (int32_t x = 0; result == OVL_OK && x < columns; x++) {
      square.terrain = band + begin_of(floor->width, w, x, columns);
      result = count_square(sample, &square);
    }
  }
  return result;
}

/* Estimates the waypoints of the profile that has most. */
static ovl_result estimate(const ovl_bake_def *def, const choice_rows *rows, uint8_t *band,
                           choice_pair regions, uint64_t *most) {
  uint64_t sums[OVL_MAX_PROFILES] = {0};
  *most = 0;
  for (int32_t i = 0; i < floors_of(def); i++) {
    const ovl_floor_def floor = floor_of(def, i);
    choice_sample sample = {.def = def, .rows = rows, .regions = regions, .band = band};
    const ovl_result result = floor.graph ? OVL_OK : count_floor(&sample, &floor);
    if (result != OVL_OK) {
      return result;
    }
    const uint64_t sampled = sample.squares * SQUARE_REGIONS * SQUARE_REGIONS;
    for (int32_t profile = 0; sampled != 0 && profile < OVL_MAX_PROFILES; profile++) {
      sums[profile] += sample.waypoints[profile] * regions_of(&floor, regions.region_cells) *
                       SQUARE_REGIONS / ((SQUARE_REGIONS - 1) * sampled);
      *most = sums[profile] > *most ? sums[profile] : *most;
    }
  }
  return OVL_OK;
}

/* ---- Choosing -------------------------------------------------------------- */

/* Whether labels would decide the size of regions, as far as it is known without a sample. */
static bool may_have_large_regions(const ovl_bake_def *def) {
  uint64_t cells = 0;
  uint64_t regions = 0;
  bool is_plain = def->more.step_rule == NULL && def->tuning.label_bytes_per_cell != 0 &&
                  def->tuning.overlays != OVL_OVERLAYS_ALWAYS;
  for (int32_t i = 0; i < floors_of(def); i++) {
    const ovl_floor_def floor = floor_of(def, i);
    cells += (uint64_t)floor.width * (uint64_t)floor.height;
    regions += regions_of(&floor, small_regions.region_cells);
    is_plain = is_plain && floor.heights == NULL;
  }
  return is_plain && cells <= (uint64_t)OVL_MAX_CELLS_WITH_LABELS &&
         regions * MOST_A_REGION > MOST_LABELLED;
}

static uint64_t large_regions_of(const ovl_bake_def *def) {
  uint64_t regions = 0;
  for (int32_t i = 0; i < floors_of(def); i++) {
    const ovl_floor_def floor = floor_of(def, i);
    regions += regions_of(&floor, large_regions.region_cells);
  }
  return regions;
}

static ovl_result choose_by_sample(const ovl_bake_def *def, const choice_rows *rows, uint8_t *band,
                                   choice_pair *choice) {
  uint64_t small;
  uint64_t large = 0;
  ovl_result result = estimate(def, rows, band, small_regions, &small);
  if (result == OVL_OK && small > MOST_LABELLED) {
    result = estimate(def, rows, band, large_regions, &large);
  }
  if (result == OVL_OK && small > MOST_LABELLED && large <= MOST_LABELLED &&
      large <= MOST_A_LARGE_REGION * large_regions_of(def)) {
    *choice = large_regions;
  }
  return result;
}

/* Chooses the size of regions of a definition that holds with small ones. */
static ovl_result choose_regions(const ovl_bake_def *def, const choice_rows *rows,
                                 choice_pair *choice) {
  if (!may_have_large_regions(def)) {
    return OVL_OK;
  }
  const uint64_t bytes =
      rows != NULL
          ? (uint64_t)SQUARE_REGIONS * (uint64_t)large_regions.region_cells * (uint64_t)def->width
          : 0;
  uint8_t *band = bytes != 0 ? ovi_allocate(&def->allocator, bytes) : NULL;
  const ovl_result result =
      bytes != 0 && band == NULL ? OVL_NO_MEMORY : choose_by_sample(def, rows, band, choice);
  ovi_release(&def->allocator, band, bytes);
  return result;
}

/* Whether a bake would take the definition with regions of that size. Of a map that is not held no
 * cell is asked for. */
static ovl_result choice_check(const ovl_bake_def *def, bool is_held, choice_pair choice,
                               ovl_fault *fault) {
  static const uint8_t unread = 0;
  ovl_bake_def chosen = *def;
  ovi_bake_request request;
  chosen.tuning.region_cells = choice.region_cells;
  chosen.tuning.spacing_cells = choice.spacing_cells;
  if (!is_held) {
    chosen.terrain = &unread;
    chosen.more.floors = NULL;
    chosen.more.links = NULL;
  }
  return ovi_bake_request_make(&request, &chosen, fault);
}

ovl_result ovl_bake_choose(ovl_bake_def *def, ovl_read_rows_fn read, void *user, ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  const choice_rows rows = {read, user};
  ovl_bake_tuning *tuning = &def->tuning;
  choice_pair choice = {tuning->region_cells, tuning->spacing_cells};
  if (choice.region_cells == 0) {
    choice = small_regions;
    ovl_result result = choice_check(def, read == NULL, choice, fault);
    if (result == OVL_OK) {
      ovl_bake_def read_def = *def; /* rows that are read are packed, and of one floor */
      read_def.more.floors = read != NULL ? NULL : def->more.floors;
      read_def.row_bytes = read != NULL ? 0 : def->row_bytes;
      result = choose_regions(&read_def, read != NULL ? &rows : NULL, &choice);
    }
    if (result != OVL_OK) {
      return result;
    }
    const bool fits = choice_check(def, read == NULL, choice, NULL) == OVL_OK;
    tuning->region_cells = fits ? choice.region_cells : small_regions.region_cells;
  }
  tuning->spacing_cells = ovi_spacing_of(tuning);
  return OVL_OK;
}
