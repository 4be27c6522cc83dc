/* Squares of a map, baked on their own. */
#include "bake/bake_sample.h"

#include "coarse/format/limits.h"
#include "common/arena.h"
#include "common/compiler.h"
#include "overland_inspect.h"

/* ---- The map --------------------------------------------------------------- */

/* A floor; the rows of one that is read are packed. */
static ovl_floor_def floor_of(const ovi_sample *sample, int32_t number) {
  const ovl_bake_def *def = sample->def;
  ovl_floor_def floor = {.width = def->width,
                         .height = def->height,
                         .terrain = def->terrain,
                         .row_bytes = def->row_bytes};
  floor = def->more.floors != NULL ? def->more.floors[number] : floor;
  floor.row_bytes = sample->read != NULL ? 0 : floor.row_bytes;
  return floor;
}

static int32_t floors_of(const ovi_sample *sample) {
  return sample->def->more.floors != NULL ? sample->def->more.floor_count : 1;
}

static uint64_t regions_along(int32_t cells, int32_t region_cells) {
  return (uint64_t)((cells + region_cells - 1) / region_cells);
}

uint64_t ovi_sample_regions(const ovi_sample *sample, int32_t region_cells) {
  uint64_t regions = 0;
  for (int32_t i = 0; i < floors_of(sample); i++) {
    const ovl_floor_def floor = floor_of(sample, i);
    regions += regions_along(floor.width, region_cells) * regions_along(floor.height, region_cells);
  }
  return regions;
}

int32_t ovi_sample_share(const ovi_sample *sample, int32_t region_cells, int32_t square_regions,
                         int32_t least, int32_t most) {
  const uint64_t square = (uint64_t)square_regions * (uint64_t)square_regions;
  const uint64_t share = ovi_sample_regions(sample, region_cells) / (8 * square);
  return share < (uint64_t)least ? least : share > (uint64_t)most ? most : (int32_t)share;
}

uint64_t ovi_sample_cells(const ovi_sample *sample) {
  uint64_t cells = 0;
  for (int32_t i = 0; i < floors_of(sample); i++) {
    const ovl_floor_def floor = floor_of(sample, i);
    cells += ovi_floor_cells(&floor);
  }
  return cells;
}

int32_t ovi_sample_profiles(const ovi_sample *sample) {
  return sample->def->more.profiles != NULL ? sample->def->more.profile_count : 1;
}

bool ovi_sample_is_level(const ovi_sample *sample) {
  bool is_level = sample->def->more.step_rule == NULL;
  for (int32_t i = 0; i < floors_of(sample); i++) {
    is_level = is_level && floor_of(sample, i).heights == NULL;
  }
  return is_level;
}

bool ovi_sample_is_plain(const ovi_sample *sample) {
  bool is_plain = ovi_sample_is_level(sample);
  for (int32_t i = 0; i < floors_of(sample); i++) {
    const ovl_floor_def floor = floor_of(sample, i);
    for (int32_t k = 0; floor.extra != NULL && k < ovi_sample_profiles(sample); k++) {
      is_plain = is_plain && floor.extra[k] == NULL;
    }
  }
  return is_plain;
}

bool ovi_sample_may_have_labels(const ovi_sample *sample) {
  const ovl_bake_tuning *tuning = &sample->def->tuning;
  return tuning->label_bytes_per_cell != OVL_NO_LABELS && tuning->overlays != OVL_OVERLAYS_ALWAYS &&
         ovi_sample_cells(sample) <= (uint64_t)OVL_MAX_CELLS_WITH_LABELS;
}

/* The length of all borders between regions of a rectangle of cells. */
static uint64_t border_cells_of(int32_t width, int32_t height, int32_t region_cells) {
  return (regions_along(width, region_cells) - 1) * (uint64_t)height +
         (regions_along(height, region_cells) - 1) * (uint64_t)width;
}

/* ---- A floor --------------------------------------------------------------- */

/* Counts of the squares of one floor. */
typedef struct floor_count {
  uint64_t waypoints[OVL_MAX_PROFILES];
  uint64_t border_cells; /* length of the borders between regions of the squares */
} floor_count;

static ovl_result count_square(const ovl_bake_def *square, floor_count *count,
                               ovi_sample_counts *counts) {
  ovl_world *world;
  const int32_t side = square->tuning.region_cells;
  const ovl_result result = ovl_world_bake(square, &world, NULL);
  if (result != OVL_OK) {
    return result;
  }
  ovl_profile_info info;
  for (int32_t i = 0; ovl_world_profile(world, i, &info); i++) {
    count->waypoints[i] += info.graph.waypoints;
    counts->inner_waypoints += info.graph.waypoints;
    counts->edges += info.graph.edges;
  }
  ovl_world_bytes bytes;
  ovl_world_count_bytes(world, &bytes);
  ovl_world_close(world);
  counts->label_bytes += bytes.labels;
  counts->block_bytes += bytes.cells + bytes.islands + bytes.other;
  counts->squares++;
  counts->regions += regions_along(square->width, side) * regions_along(square->height, side);
  count->border_cells += border_cells_of(square->width, square->height, side);
  return OVL_OK;
}

/* Finds the first of `count` rows from `first` on. */
static ovl_result read_band(ovi_sample *sample, const ovl_floor_def *floor, int32_t first,
                            int32_t count, const uint8_t **rows) {
  const size_t row_bytes = floor->row_bytes != 0 ? floor->row_bytes : (size_t)floor->width;
  if (sample->read == NULL) {
    *rows = floor->terrain + (size_t)first * row_bytes;
    return OVL_OK;
  }
  const uint64_t bytes = (uint64_t)count * (uint64_t)sample->def->width;
  if (bytes > sample->band_bytes) {
    ovi_sample_end(sample);
    sample->band = ovi_allocate(ovi_allocator_of(&sample->def->allocator), bytes);
    sample->band_bytes = sample->band != NULL ? bytes : 0;
  }
  if (sample->band == NULL) {
    return OVL_NO_MEMORY;
  }
  *rows = sample->band;
  return sample->read(sample->read_user, first, count, sample->band) ? OVL_OK : OVL_READ_FAILED;
}

/* The first cell of one of `count` squares that are spread evenly over a side. */
static int32_t begin_of(int32_t side, int32_t square, int32_t number, int32_t count) {
  return count == 1 ? 0 : (int32_t)((int64_t)(side - square) * number / (count - 1));
}

/* The definition of a square of a floor, at most as large as the floor, without its terrain. */
static ovl_bake_def sample_square(const ovi_sample *sample, const ovi_sample_task *task,
                                  const ovl_floor_def *floor) {
  const int32_t side = task->square_regions * task->region_cells;
  ovl_bake_def square = *sample->def;
  square.more.floors = NULL;
  square.more.links = NULL;
  square.more.step_rule = NULL; /* it would be asked for other cells */
  square.tuning = (ovl_bake_tuning){.region_cells = task->region_cells,
                                    .spacing_cells = task->spacing_cells,
                                    .label_bytes_per_cell = task->labels ? 255 : OVL_NO_LABELS};
  square.jobs = NULL;
  square.progress = NULL;
  square.width = floor->width < side ? floor->width : side;
  square.height = floor->height < side ? floor->height : side;
  square.row_bytes = floor->row_bytes != 0 ? floor->row_bytes : (size_t)floor->width;
  return square;
}

static ovl_result sample_floor(ovi_sample *sample, const ovi_sample_task *task,
                               const ovl_floor_def *floor, int32_t most_in_a_row,
                               floor_count *count, ovi_sample_counts *counts) {
  ovl_bake_def square = sample_square(sample, task, floor);
  const int32_t w = square.width, h = square.height;
  const int32_t columns = floor->width / w < most_in_a_row ? floor->width / w : most_in_a_row;
  const int32_t rows = floor->height / h < most_in_a_row ? floor->height / h : most_in_a_row;
  ovl_result result = OVL_OK;
  for (int32_t y = 0; result == OVL_OK && y < rows; y++) {
    const uint8_t *band = NULL;
    result = read_band(sample, floor, begin_of(floor->height, h, y, rows), h, &band);
    for (int32_t x = 0; result == OVL_OK && x < columns; x++) {
      square.terrain = band + begin_of(floor->width, w, x, columns);
      result = count_square(&square, count, counts);
    }
  }
  return result;
}

/* ---- All floors ------------------------------------------------------------ */

ovl_result ovi_sample_take(ovi_sample *sample, const ovi_sample_task *task,
                           ovi_sample_counts *counts) {
  /* The greatest number of squares along the sides of each floor that makes no more than are
   * allowed; 1 if there are only graph floors, which have no squares. */
  int32_t most_in_a_row = 1;
  int32_t floors = 0;
  for (int32_t i = 0; i < floors_of(sample); i++) {
    floors += floor_of(sample, i).graph ? 0 : 1;
  }
  while (floors != 0 && (most_in_a_row + 1) * (most_in_a_row + 1) * floors <= task->most_squares) {
    most_in_a_row++;
  }
  *counts = (ovi_sample_counts){.squares = 0};
  for (int32_t i = 0; i < floors_of(sample); i++) {
    const ovl_floor_def floor = floor_of(sample, i);
    floor_count count = {.border_cells = 0};
    const ovl_result result =
        floor.graph ? OVL_OK : sample_floor(sample, task, &floor, most_in_a_row, &count, counts);
    if (result != OVL_OK) {
      return result;
    }
    const uint64_t all = border_cells_of(floor.width, floor.height, task->region_cells);
    for (int32_t k = 0; count.border_cells != 0 && k < OVL_MAX_PROFILES; k++) {
      counts->waypoints[k] += count.waypoints[k] * all / count.border_cells;
    }
  }
  return OVL_OK;
}

uint64_t ovi_sample_most_waypoints(const ovi_sample_counts *counts) {
  uint64_t most = 0;
  for (int32_t i = 0; i < OVL_MAX_PROFILES; i++) {
    most = counts->waypoints[i] > most ? counts->waypoints[i] : most;
  }
  return most;
}

void ovi_sample_end(ovi_sample *sample) {
  ovi_release(ovi_allocator_of(&sample->def->allocator), sample->band, sample->band_bytes);
  sample->band = NULL;
  sample->band_bytes = 0;
}
