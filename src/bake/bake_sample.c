/* Squares of a map, baked on their own. */
#include "bake/bake_sample.h"

#include "coarse/format/limits.h"
#include "common/arena.h"
#include "common/compiler.h"
#include "overland_inspect.h"

/* ---- The map --------------------------------------------------------------- */

int32_t ovi_sample_floors(const ovi_sample *sample) {
  return sample->def->more.floors != NULL ? sample->def->more.floor_count : 1;
}

ovl_floor_def ovi_sample_floor(const ovi_sample *sample, int32_t number) {
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

uint64_t ovi_sample_regions(const ovi_sample *sample, int32_t region_cells) {
  uint64_t regions = 0;
  for (int32_t i = 0; i < ovi_sample_floors(sample); i++) {
    const ovl_floor_def floor = ovi_sample_floor(sample, i);
    regions += regions_along(floor.width, region_cells) * regions_along(floor.height, region_cells);
  }
  return regions;
}

/* Returns the length of all borders between regions of a rectangle of cells. */
static uint64_t border_cells_of(int32_t width, int32_t height, int32_t region_cells) {
  return (regions_along(width, region_cells) - 1) * (uint64_t)height +
         (regions_along(height, region_cells) - 1) * (uint64_t)width;
}

/* ---- A floor --------------------------------------------------------------- */

/* Finds the first of `count` rows from `first` on. */
static ovl_result read_band(ovi_sample *sample, const ovl_floor_def *floor, int32_t first,
                            int32_t count, const uint8_t **rows) {
  if (sample->read == NULL) {
    *rows = floor->terrain + (size_t)first * floor->row_bytes;
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

/* Returns the first cell of one of `count` squares that are spread evenly over a side. */
static int32_t begin_of(int32_t side, int32_t square, int32_t number, int32_t count) {
  OVI_ASSERT(number < count && square <= side);
  return count == 1 ? 0 : (int32_t)((int64_t)(side - square) * number / (count - 1));
}

/* Bakes squares of a floor, and adds what they have to the counts. `waypoints` gets those of each
 * profile; returns by *border_cells the length of the borders between the squares' regions. */
static ovl_result sample_floor(ovi_sample *sample, const ovi_sample_task *task,
                               const ovl_floor_def *floor, int32_t most_in_a_row,
                               ovi_sample_counts *counts, uint64_t *waypoints,
                               uint64_t *border_cells) {
  const int32_t side = task->square_regions * task->region_cells;
  const int32_t w = floor->width < side ? floor->width : side;
  const int32_t h = floor->height < side ? floor->height : side;
  const int32_t columns = floor->width / w < most_in_a_row ? floor->width / w : most_in_a_row;
  const int32_t rows = floor->height / h < most_in_a_row ? floor->height / h : most_in_a_row;
  ovl_bake_def square = *sample->def;
  square.more.floors = NULL;
  square.more.links = NULL;
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

/* ---- All floors ------------------------------------------------------------ */

ovl_result ovi_sample_take(ovi_sample *sample, const ovi_sample_task *task,
                           ovi_sample_counts *counts) {
  uint64_t estimated[OVL_MAX_PROFILES] = {0};
  const int32_t floors = ovi_sample_floors(sample);
  /* The greatest number of squares along the sides of each floor that makes no more than are
   * allowed; 1 if there are only graph floors, which have no squares. */
  int32_t most_in_a_row = 1;
  int32_t sampled = 0;
  for (int32_t i = 0; i < floors; i++) {
    sampled += ovi_sample_floor(sample, i).graph ? 0 : 1;
  }
  while (sampled != 0 &&
         (most_in_a_row + 1) * (most_in_a_row + 1) * sampled <= task->most_squares) {
    most_in_a_row++;
  }
  *counts = (ovi_sample_counts){.squares = 0};
  for (int32_t i = 0; i < floors; i++) {
    const ovl_floor_def floor = ovi_sample_floor(sample, i);
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

void ovi_sample_end(ovi_sample *sample) {
  ovi_release(ovi_allocator_of(&sample->def->allocator), sample->band, sample->band_bytes);
  sample->band = NULL;
  sample->band_bytes = 0;
}
