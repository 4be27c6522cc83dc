/* The summary of a world: see check_survey.h. Rows of cells are looked at in bands, each by a job
 * of its own; the bands' counts are added up in their order, so that the threads change nothing. */
#include "tools/check/check_survey.h"

#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/base/platform.h"
#include "tools/path/path_answer.h"
#include "tools/plain/cell_shear.h"

#include <stdlib.h>
#include <string.h>

/* Cells around those that are judged; rows of a band; and the islands whose ways are compared. */
enum { BORDER = 2, BAND_ROWS = 64, MOST_COMPARED = 1000 };

/* ---- Rows ---------------------------------------------------------------- */

/* Marks each cell of a row by a bit for each kind that it is of. `open` has its first cell at x = 0
 * of five rows, `stride` apart, with a border to all sides. */
static void mark_row(const uint8_t *open, size_t stride, int32_t width, uint8_t *marks) {
  const uint8_t *up2 = open - 2 * stride, *up = open - stride;
  const uint8_t *down = open + stride, *down2 = open + 2 * stride;
  for (int32_t x = 0; x < width; x++) {
    const unsigned left = open[x - 1], right = open[x + 1], above = up[x], below = down[x];
    const unsigned is_dead_end = left + right + above + below == 1;
    const unsigned is_one = (unsigned)((left | right) == 0) & above & below;
    const unsigned is_other_one = (unsigned)((above | below) == 0) & left & right;
    /* Of two cells beside each other, this is the first or the second. */
    const unsigned leads_down = above & below;
    const unsigned is_left =
        leads_down & right & up[x + 1] & down[x + 1] & (unsigned)((left | open[x + 2]) == 0);
    const unsigned is_right =
        leads_down & left & up[x - 1] & down[x - 1] & (unsigned)((right | open[x - 2]) == 0);
    const unsigned leads_across = left & right;
    const unsigned is_upper =
        leads_across & below & down[x - 1] & down[x + 1] & (unsigned)((above | down2[x]) == 0);
    const unsigned is_lower =
        leads_across & above & up[x - 1] & up[x + 1] & (unsigned)((below | up2[x]) == 0);
    marks[x] = (uint8_t)(open[x] * (is_dead_end << CHECK_DEAD_END |
                                    (is_one | is_other_one) << CHECK_ONE_WIDE |
                                    (is_left | is_right | is_upper | is_lower) << CHECK_TWO_WIDE));
  }
}

/* Marks passages over hexagons, but none two cells wide: a cell of a passage has two
 * open neighbours, which are none of each other. */
static void mark_hexagons(const uint8_t *open, size_t stride, int32_t width, uint8_t *marks) {
  const uint8_t *up = open - stride, *down = open + stride;
  for (int32_t x = 0; x < width; x++) {
    const unsigned ring[6] = {open[x + 1], down[x], down[x - 1], open[x - 1], up[x], up[x + 1]};
    unsigned count = 0, pairs = 0;
    for (int i = 0; i < 6; i++) {
      count += ring[i];
      pairs += ring[i] & ring[(i + 1) % 6];
    }
    const unsigned is_dead_end = count == 1, is_one = count == 2 && pairs == 0;
    marks[x] = (uint8_t)(open[x] * (is_dead_end << CHECK_DEAD_END | is_one << CHECK_ONE_WIDE));
  }
}

static void count_row(const uint8_t *marks, int32_t width, ovl_cell begin,
                      struct check_spots spots[CHECK_SPOTS]) {
  for (int kind = 0; kind < CHECK_SPOTS; kind++) {
    struct check_spots *counted = &spots[kind];
    uint32_t cells = 0;
    for (int32_t x = 0; x < width; x++) {
      cells += marks[x] >> kind & 1;
    }
    counted->cells += cells;
    for (int32_t x = 0; x < width && cells > 0 && counted->told < CHECK_SPOTS_TOLD; x++) {
      if ((marks[x] >> kind & 1) != 0) {
        counted->first[counted->told++] = (ovl_cell){begin.x + x, begin.y, begin.floor};
        cells--;
      }
    }
  }
}

/* ---- Bands --------------------------------------------------------------- */

/* The data that the jobs of a floor share. */
struct bands {
  const ovl_world *world;
  int32_t profile, floor;
  enum cell_kind kind;
  ovl_floor_info info;
  struct band {
    ovl_result result;
    struct check_spots spots[CHECK_SPOTS];
  } * list;
};

/* Reads which cells of a row of the floor, from 0 on, are open into one with a border; a row
 * outside has none. */
static ovl_result read_row(const struct bands *bands, int32_t y, uint32_t *islands, uint8_t *open) {
  const int32_t width = bands->info.width;
  memset(open - BORDER, 0, (size_t)width + 2 * BORDER);
  if (y < 0 || y >= bands->info.height) {
    return OVL_OK;
  }
  const ovl_result result =
      ovl_world_read_cells(bands->world, bands->profile, OVL_CELLS_ISLAND,
                           (ovl_cell){bands->info.corner.x, bands->info.corner.y + y, bands->floor},
                           width, 1, islands, (size_t)width, NULL);
  for (int32_t x = 0; x < width && result == OVL_OK; x++) {
    open[x] = islands[x] != 0;
  }
  return result;
}

static void band_job(void *context, int32_t index, int32_t worker) {
  const struct bands *bands = context;
  struct band *band = &bands->list[index];
  const int32_t width = bands->info.width, first = index * BAND_ROWS;
  const int32_t left = bands->info.height - first;
  const int32_t rows = left < BAND_ROWS ? left : BAND_ROWS;
  const ovl_cell corner = bands->info.corner;
  const size_t stride = (size_t)width + 2 * BORDER;
  uint32_t *islands = malloc((size_t)width * sizeof *islands);
  uint8_t *open = malloc(stride * (size_t)(rows + 2 * BORDER));
  uint8_t *marks = malloc((size_t)width);
  (void)worker;
  band->result = islands != NULL && open != NULL && marks != NULL ? OVL_OK : OVL_NO_MEMORY;
  for (int32_t row = 0; row < rows + 2 * BORDER && band->result == OVL_OK; row++) {
    band->result =
        read_row(bands, first + row - BORDER, islands, open + stride * (size_t)row + BORDER);
  }
  for (int32_t row = 0; row < rows && band->result == OVL_OK; row++) {
    const uint8_t *first_cell = open + stride * (size_t)(row + BORDER) + BORDER;
    if (bands->kind == CELL_HEXAGONS) {
      mark_hexagons(first_cell, stride, width, marks);
    } else {
      mark_row(first_cell, stride, width, marks);
    }
    count_row(marks, width, (ovl_cell){corner.x, corner.y + first + row, bands->floor},
              band->spots);
  }
  free(islands);
  free(open);
  free(marks);
}

static void add_band(const struct band *band, struct check_spots spots[CHECK_SPOTS]) {
  for (int kind = 0; kind < CHECK_SPOTS; kind++) {
    struct check_spots *sum = &spots[kind];
    sum->cells += band->spots[kind].cells;
    for (int32_t i = 0; i < band->spots[kind].told && sum->told < CHECK_SPOTS_TOLD; i++) {
      sum->first[sum->told++] = band->spots[kind].first[i];
    }
  }
}

static int take_floor(const struct check_world *checked, struct bands *bands, const ovl_jobs *jobs,
                      struct check_spots spots[CHECK_SPOTS]) {
  const int32_t count = (bands->info.height + BAND_ROWS - 1) / BAND_ROWS;
  bands->list = calloc((size_t)count, sizeof *bands->list);
  ovl_result result = bands->list != NULL ? OVL_OK : OVL_NO_MEMORY;
  if (result == OVL_OK) {
    jobs->run(jobs->user, count, band_job, bands);
  }
  for (int32_t i = 0; i < count && result == OVL_OK; i++) {
    result = bands->list[i].result;
    add_band(&bands->list[i], spots);
  }
  free(bands->list);
  return result == OVL_OK ? EXIT_DONE : command_fail_result(checked->file, result, NULL);
}

static int find_spots(const struct check_world *checked, int32_t profile, int32_t threads,
                      struct check_spots spots[CHECK_SPOTS]) {
  struct platform_pool *pool = platform_pool_create(threads);
  struct bands bands = {
      .world = checked->world, .profile = profile, .kind = cell_kind_of_world(checked->world)};
  int code = pool != NULL ? EXIT_DONE : command_fail_memory("the threads");
  for (; code == EXIT_DONE && ovl_world_floor(checked->world, bands.floor, &bands.info);
       bands.floor++) {
    if (!bands.info.graph) {
      code = take_floor(checked, &bands, platform_pool_jobs(pool), spots);
    }
  }
  platform_pool_destroy(pool);
  return code;
}

/* ---- Ways between islands ------------------------------------------------ */

/* Finds whether a way leads from one cell to another. An exit code. */
static int reaches(const struct check_world *checked, int32_t profile, ovl_cell start,
                   ovl_cell goal, bool *is_reached) {
  const ovl_query query = {.start = start, .goal = goal, .profile = profile};
  const ovl_result result = ovl_reaches(checked->planner, checked->world, &query);
  *is_reached = result == OVL_OK;
  return result == OVL_OK || path_answer_is_no(result)
             ? EXIT_DONE
             : command_fail_result(checked->file, result, ovl_planner_fault(checked->planner));
}

/* Finds the islands that the largest leads to or is reached from, one way. Where a profile goes
 * back by each way that it came there are none; of many islands the largest are compared. */
static int find_traps(const struct check_world *checked, int32_t profile,
                      struct check_survey *survey) {
  ovl_profile_info info = {.directed = false};
  const struct check_islands *islands = &survey->islands;
  const size_t most = islands->count < MOST_COMPARED ? islands->count : MOST_COMPARED;
  ovl_world_profile(checked->world, profile, &info);
  if (!info.directed || most < 2) {
    return EXIT_DONE;
  }
  survey->traps.list = malloc(most * sizeof *survey->traps.list);
  survey->sources.list = malloc(most * sizeof *survey->sources.list);
  if (survey->traps.list == NULL || survey->sources.list == NULL) {
    return command_fail_memory("the islands");
  }
  const ovl_cell main = islands->list[0].cell;
  int code = EXIT_DONE;
  for (size_t i = 1; i < most && code == EXIT_DONE; i++) {
    const struct check_island *island = &islands->list[i];
    bool is_trap, is_source = false;
    code = reaches(checked, profile, main, island->cell, &is_trap);
    if (code == EXIT_DONE && !is_trap) { /* never both: they are two islands */
      code = reaches(checked, profile, island->cell, main, &is_source);
    }
    if (is_trap) {
      survey->traps.list[survey->traps.count++] = *island;
    } else if (is_source) {
      survey->sources.list[survey->sources.count++] = *island;
    }
  }
  return code;
}

int check_survey_find(const struct check_world *checked, int32_t profile, int32_t threads,
                      struct check_survey *survey) {
  *survey = (struct check_survey){.islands = {0}};
  int code = check_islands_find(checked, profile, &survey->islands);
  if (code == EXIT_DONE) {
    code = find_traps(checked, profile, survey);
  }
  if (code == EXIT_DONE) {
    code = find_spots(checked, profile, threads, survey->spots);
  }
  return code;
}

void check_survey_free(struct check_survey *survey) {
  check_islands_free(&survey->islands);
  check_islands_free(&survey->traps);
  check_islands_free(&survey->sources);
}
