/* Chooses the size of regions: counts the waypoints of a sample of the map for regions of 32 and of
 * 64 cells. Labels of 60,000 waypoints take a few seconds; where regions of 32 have more and those
 * of 64 do not, the latter are ahead in all but the fine tier's windows (bench/RESULTS.md).
 *
 * The sample is squares of regions, spread evenly over the floors. Waypoints lie on borders between
 * regions, so those that are counted inside the squares stand for all borders of a floor. */
#include "bake/bake_request.h"
#include "coarse/format/fault.h"
#include "common/arena.h"
#include "common/compiler.h"
#include "overland_bake.h"
#include "overland_inspect.h"

enum {
  MOST_LABELLED = 60000,       /* waypoints; labels for more take most of a bake */
  MOST_IN_A_SMALL_REGION = 58, /* waypoints that a region of 32 cells has on any kind of ground */
  MOST_IN_A_LARGE_REGION = 12, /* waypoints; a region of 64 cells with more, as in mazes and on
                                  random terrain, takes longer to search than labels save */
  LARGE_REGION_CELLS = 64,
  MOST_SQUARES = 64, /* of a sample, over all floors */
  SQUARE_REGIONS = 4 /* along the side of a square */
};

/* The map that is sampled. */
typedef struct choice_sample {
  const ovl_bake_def *def;
  ovl_read_rows_fn read; /* NULL: the floors hold their cells */
  void *read_user;
  uint8_t *band;         /* holds rows that were read */
  int32_t most_in_a_row; /* squares along a side of a floor, at most */
} choice_sample;

/* Counts of one floor, for one size of regions. */
typedef struct choice_count {
  uint64_t waypoints[OVL_MAX_PROFILES]; /* inside the squares */
  uint64_t border_cells;                /* length of the borders between regions of the squares */
} choice_count;

/* The floors, or the one whose rows are read, which are packed. */
static ovl_floor_def floor_of(const choice_sample *sample, int32_t number) {
  const ovl_bake_def *def = sample->def;
  return def->more.floors != NULL && sample->read == NULL
             ? def->more.floors[number]
             : (ovl_floor_def){.width = def->width,
                               .height = def->height,
                               .terrain = def->terrain,
                               .row_bytes = sample->read != NULL ? 0 : def->row_bytes};
}

static int32_t floors_of(const choice_sample *sample) {
  return sample->def->more.floors != NULL && sample->read == NULL ? sample->def->more.floor_count
                                                                  : 1;
}

static uint64_t regions_along(int32_t cells, int32_t region_cells) {
  return (uint64_t)((cells + region_cells - 1) / region_cells);
}

static uint64_t regions_of(const choice_sample *sample, int32_t region_cells) {
  uint64_t regions = 0;
  for (int32_t i = 0; i < floors_of(sample); i++) {
    const ovl_floor_def floor = floor_of(sample, i);
    regions += regions_along(floor.width, region_cells) * regions_along(floor.height, region_cells);
  }
  return regions;
}

/* The length of all borders between regions of a rectangle of cells. */
static uint64_t border_cells_of(int32_t width, int32_t height, int32_t region_cells) {
  return (regions_along(width, region_cells) - 1) * (uint64_t)height +
         (regions_along(height, region_cells) - 1) * (uint64_t)width;
}

/* ---- Counting -------------------------------------------------------------- */

/* Bakes a square of cells without heights, extra costs and links, and counts its waypoints. */
static ovl_result count_square(const ovl_bake_def *square, choice_count *count) {
  ovl_world *world;
  const ovl_result result = ovl_world_bake(square, &world, NULL);
  ovl_profile_info info;
  for (int32_t i = 0; result == OVL_OK && ovl_world_profile(world, i, &info); i++) {
    count->waypoints[i] += info.graph.waypoints;
  }
  ovl_world_close(world);
  count->border_cells +=
      border_cells_of(square->width, square->height, square->tuning.region_cells);
  return result;
}

/* The first of `count` rows from `first` on; NULL if they can't be read. */
static const uint8_t *read_band(const choice_sample *sample, const ovl_floor_def *floor,
                                int32_t first, int32_t count) {
  if (sample->read == NULL) {
    const size_t row_bytes = floor->row_bytes != 0 ? floor->row_bytes : (size_t)floor->width;
    return floor->terrain + (size_t)first * row_bytes;
  }
  return sample->read(sample->read_user, first, count, sample->band) ? sample->band : NULL;
}

/* The first cell of one of `count` squares that are spread evenly over a side. */
static int32_t begin_of(int32_t side, int32_t square, int32_t number, int32_t count) {
  return count == 1 ? 0 : (int32_t)((int64_t)(side - square) * number / (count - 1));
}

/* The definition of a square of a floor, at most so large, but for its terrain. */
static ovl_bake_def choice_square(const choice_sample *sample, const ovl_floor_def *floor,
                                  int32_t region_cells) {
  const int32_t side = SQUARE_REGIONS * region_cells;
  ovl_bake_def square = *sample->def;
  square.more.floors = NULL;
  square.more.links = NULL;
  square.tuning = (ovl_bake_tuning){.region_cells = region_cells,
                                    .spacing_cells = sample->def->tuning.spacing_cells,
                                    .overlays = OVL_OVERLAYS_NEVER};
  square.jobs = NULL;
  square.progress = NULL;
  square.width = floor->width < side ? floor->width : side;
  square.height = floor->height < side ? floor->height : side;
  square.row_bytes = floor->row_bytes != 0 ? floor->row_bytes : (size_t)floor->width;
  return square;
}

static ovl_result count_floor(const choice_sample *sample, const ovl_floor_def *floor,
                              int32_t region_cells, choice_count *count) {
  ovl_bake_def square = choice_square(sample, floor, region_cells);
  const int32_t most = sample->most_in_a_row;
  const int32_t w = square.width, h = square.height;
  const int32_t columns = floor->width / w < most ? floor->width / w : most;
  const int32_t rows = floor->height / h < most ? floor->height / h : most;
  ovl_result result = OVL_OK;
  for (int32_t y = 0; result == OVL_OK && y < rows; y++) {
    const uint8_t *band = read_band(sample, floor, begin_of(floor->height, h, y, rows), h);
    result = band != NULL ? OVL_OK : OVL_READ_FAILED;
    for (int32_t x = 0; result == OVL_OK && x < columns; x++) {
      square.terrain = band + begin_of(floor->width, w, x, columns);
      result = count_square(&square, count);
    }
  }
  return result;
}

/* Estimates the waypoints of the profile that has most. */
static ovl_result estimate(const choice_sample *sample, int32_t region_cells, uint64_t *most) {
  uint64_t sums[OVL_MAX_PROFILES] = {0};
  *most = 0;
  for (int32_t i = 0; i < floors_of(sample); i++) {
    const ovl_floor_def floor = floor_of(sample, i);
    choice_count count = {.border_cells = 0};
    const ovl_result result =
        floor.graph ? OVL_OK : count_floor(sample, &floor, region_cells, &count);
    if (result != OVL_OK) {
      return result;
    }
    const uint64_t all = border_cells_of(floor.width, floor.height, region_cells);
    for (int32_t k = 0; count.border_cells != 0 && k < OVL_MAX_PROFILES; k++) {
      sums[k] += count.waypoints[k] * all / count.border_cells;
      *most = sums[k] > *most ? sums[k] : *most;
    }
  }
  return OVL_OK;
}

/* ---- Choosing -------------------------------------------------------------- */

/* Whether labels would decide the size of regions, as far as it is known without a sample. Costs
 * within a large region fit 31 bits where there are neither heights nor a step rule. */
static bool may_have_large_regions(const choice_sample *sample) {
  const ovl_bake_def *def = sample->def;
  uint64_t cells = 0;
  bool is_plain = def->more.step_rule == NULL && def->tuning.label_bytes_per_cell != 0 &&
                  def->tuning.overlays != OVL_OVERLAYS_ALWAYS;
  for (int32_t i = 0; i < floors_of(sample); i++) {
    const ovl_floor_def floor = floor_of(sample, i);
    cells += (uint64_t)floor.width * (uint64_t)floor.height;
    is_plain = is_plain && floor.heights == NULL;
  }
  return is_plain && cells <= (uint64_t)OVL_MAX_CELLS_WITH_LABELS &&
         regions_of(sample, OVI_USUAL_REGION_CELLS) * MOST_IN_A_SMALL_REGION > MOST_LABELLED;
}

static ovl_result choose_by_sample(const choice_sample *sample, int32_t *region_cells) {
  uint64_t small;
  uint64_t large = 0;
  ovl_result result = estimate(sample, OVI_USUAL_REGION_CELLS, &small);
  if (result == OVL_OK && small > MOST_LABELLED) {
    result = estimate(sample, LARGE_REGION_CELLS, &large);
  }
  if (result == OVL_OK && small > MOST_LABELLED && large <= MOST_LABELLED &&
      large <= MOST_IN_A_LARGE_REGION * regions_of(sample, LARGE_REGION_CELLS)) {
    *region_cells = LARGE_REGION_CELLS;
  }
  return result;
}

/* The greatest number of squares along the sides of all floors that makes no more than
 * MOST_SQUARES. */
static int32_t squares_in_a_row(const choice_sample *sample) {
  int32_t floors = 0;
  for (int32_t i = 0; i < floors_of(sample); i++) {
    floors += floor_of(sample, i).graph ? 0 : 1;
  }
  int32_t most = 1;
  while ((most + 1) * (most + 1) * floors <= MOST_SQUARES) {
    most++;
  }
  return most;
}

static ovl_result choose_regions(choice_sample *sample, int32_t *region_cells) {
  *region_cells = OVI_USUAL_REGION_CELLS;
  if (!may_have_large_regions(sample)) {
    return OVL_OK;
  }
  const ovl_bake_def *def = sample->def;
  const uint64_t bytes = sample->read != NULL
                             ? (uint64_t)SQUARE_REGIONS * LARGE_REGION_CELLS * (uint64_t)def->width
                             : 0;
  sample->most_in_a_row = squares_in_a_row(sample);
  sample->band = bytes != 0 ? ovi_allocate(&def->allocator, bytes) : NULL;
  const ovl_result result =
      bytes != 0 && sample->band == NULL ? OVL_NO_MEMORY : choose_by_sample(sample, region_cells);
  ovi_release(&def->allocator, sample->band, bytes);
  return result;
}

/* Whether a bake would take the definition, with small regions where no size is given. Cells of a
 * map that is read are not looked at. */
static ovl_result check_definition(const ovl_bake_def *def, bool is_read, ovl_fault *fault) {
  static const uint8_t unread = 0;
  ovl_bake_def checked = *def;
  ovi_bake_request request;
  if (def->tuning.region_cells == 0) {
    checked.tuning.region_cells = OVI_USUAL_REGION_CELLS;
  }
  if (is_read) {
    checked.terrain = &unread;
    checked.row_bytes = 0;
    checked.more.floors = NULL;
    checked.more.links = NULL;
  }
  return ovi_bake_request_make(&request, &checked, fault);
}

ovl_result ovl_bake_choose(ovl_bake_def *def, ovl_read_rows_fn read, void *user, ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  choice_sample sample = {.def = def, .read = read, .read_user = user};
  ovl_bake_tuning tuning = def->tuning;
  ovl_result result = check_definition(def, read != NULL, fault);
  if (result == OVL_OK && tuning.region_cells == 0) {
    result = choose_regions(&sample, &tuning.region_cells);
  }
  if (result == OVL_OK) {
    tuning.spacing_cells = ovi_spacing_of(&tuning);
    def->tuning = tuning;
  }
  return result;
}
