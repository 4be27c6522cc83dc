/* See world_survey.h. */
#include "tools/explorer/module/world/world_survey.h"

#include "tools/explorer/module/module_memory.h"
#include "tools/explorer/module/module_world.h"
#include "tools/explorer/module/world/world_held.h"

enum {
  UNKNOWN = 255,
  MOST_SHARE = 254,
  FINE_SIDE = 4,
  MOST_FINE_REGIONS = 1 << 20, /* of more, a region is one part */
  MOST_ISLANDS = 1 << 22,
  SPARE_ISLANDS = 4096,
  MOST_REGION_CELLS = 128,
  MOST_COMPONENTS = MOST_REGION_CELLS * MOST_REGION_CELLS,
  MOST_LISTED = 512,
  ISLAND_NUMBERS = 8
};

typedef struct island_size {
  double cells;
  int32_t x, y;                      /* a place of it in the plane */
  uint16_t left, top, right, bottom; /* the regions that it is in */
} island_size;

static struct {
  uint32_t regions;
  int32_t side; /* parts along the side of a region's picture */
  uint8_t *terrain, *share;
  uint8_t *counted; /* a byte a region */
  uint32_t *bytes, *island;
  island_size *islands;
  uint32_t island_count; /* for which there is room */
  uint32_t largest, known;
  uint8_t weights[256]; /* of the profile */
  uint32_t former;      /* the largest island before this survey; 0: none */
} survey;

static ovl_component components[MOST_COMPONENTS];
static uint32_t cells[MOST_REGION_CELLS * MOST_REGION_CELLS];
static double listed[ISLAND_NUMBERS * MOST_LISTED];

static void *take(size_t count, size_t size, int byte) {
  void *memory = module_allocate((uint32_t)(count * size));
  if (memory != NULL) {
    memset(memory, byte, count * size);
  }
  return memory;
}

EXPLORER_CALL(world_survey_end) void world_survey_end(void) {
  const uint32_t parts = survey.regions * (uint32_t)(survey.side * survey.side);
  module_release(survey.terrain, parts);
  module_release(survey.share, parts);
  module_release(survey.counted, survey.regions);
  module_release(survey.bytes, 4 * survey.regions);
  module_release(survey.island, 4 * survey.regions);
  module_release(survey.islands, survey.island_count * (uint32_t)sizeof *survey.islands);
  memset(&survey, 0, sizeof survey);
}

static bool allocate_regions(uint32_t regions) {
  survey.regions = regions;
  survey.side = regions <= MOST_FINE_REGIONS ? FINE_SIDE : 1;
  const uint32_t parts = regions * (uint32_t)(survey.side * survey.side);
  survey.terrain = take(parts, 1, 0);
  survey.share = take(parts, 1, UNKNOWN);
  survey.counted = take(regions, 1, 0);
  survey.bytes = take(regions, 4, 0);
  survey.island = take(regions, 4, 0);
  return survey.terrain != NULL && survey.share != NULL && survey.counted != NULL &&
         survey.bytes != NULL && survey.island != NULL;
}

/* Room for the islands of the profile, and some that edits add. */
static bool begin_islands(void) {
  ovl_profile_info info;
  module_release(survey.islands, survey.island_count * (uint32_t)sizeof *survey.islands);
  survey.former = world_largest_island();
  survey.island_count = 0;
  survey.islands = NULL;
  survey.largest = 0;
  if (!ovl_world_profile(world_shown(), world_profile(), &info)) {
    return false;
  }
  memcpy(survey.weights, info.def.weights, sizeof survey.weights);
  if (info.islands > MOST_ISLANDS) {
    return true;
  }
  const uint32_t count = (uint32_t)info.islands + SPARE_ISLANDS;
  survey.islands = take(count, sizeof *survey.islands, 0);
  survey.island_count = survey.islands != NULL ? count : 0;
  return survey.islands != NULL;
}

/* Begins a survey of the world in slot 0 for its profile; pictures of regions stay until they are
 * read anew if `keep` is set. Whether there is memory. */
EXPLORER_CALL(world_survey_begin) int32_t world_survey_begin(int32_t keep) {
  const ovl_partition_info *partition = world_partition();
  const uint32_t regions = (uint32_t)partition->regions_x * (uint32_t)partition->regions_y;
  if (world_shown() == NULL || partition->regions_x > (int32_t)UINT16_MAX ||
      partition->regions_y > (int32_t)UINT16_MAX) {
    return 0;
  }
  if (keep == 0 || survey.regions != regions) {
    world_survey_end();
    if (!allocate_regions(regions)) {
      world_survey_end();
      return 0;
    }
  }
  memset(survey.counted, 0, regions);
  survey.known = 0;
  return begin_islands();
}

void world_survey_forget(uint32_t region) {
  if (region < survey.regions) {
    survey.counted[region] = 0;
  }
}

/* ---- Reading a region ------------------------------------------------------------------------ */

/* The terrain of each part of a region, and the share of its cells that the weights of the profile
 * leave open. */
static ovl_result read_picture(uint32_t region, const ovl_region_info *info) {
  const int32_t side = world_partition()->region_cells;
  const size_t row = (size_t)info->w;
  ovl_result result = ovl_world_read_cells(world_shown(), world_profile(), OVL_CELLS_TERRAIN,
                                           info->corner, info->w, info->h, cells, row, NULL);
  if (result != OVL_OK) {
    return result;
  }
  const int32_t parts = survey.side;
  for (int32_t part = 0; part < parts * parts; part++) {
    const int32_t x0 = part % parts * side / parts;
    const int32_t y0 = part / parts * side / parts;
    const int32_t x1 = (part % parts + 1) * side / parts;
    const int32_t y1 = (part / parts + 1) * side / parts;
    int32_t open = 0;
    int32_t all = 0;
    uint32_t terrain = 0;
    for (int32_t y = y0; y < y1 && y < info->h; y++) {
      for (int32_t x = x0; x < x1 && x < info->w; x++) {
        const size_t at = (size_t)y * row + (size_t)x;
        all++;
        if (survey.weights[cells[at] & 255] != 0) {
          open++;
          terrain = cells[at]; /* a sample: the last open cell */
        } else if (open == 0) {
          terrain = cells[at];
        }
      }
    }
    const uint32_t at = region * (uint32_t)(parts * parts) + (uint32_t)part;
    survey.terrain[at] = (uint8_t)terrain;
    survey.share[at] = (uint8_t)(all == 0 ? 0 : open * MOST_SHARE / all);
  }
  return OVL_OK;
}

/* The regions that an island is in grow by one. */
static void widen(island_size *size, uint32_t region) {
  const uint32_t columns = (uint32_t)world_partition()->regions_x;
  const uint16_t x = (uint16_t)(region % columns);
  const uint16_t y = (uint16_t)(region / columns);
  const bool is_first = size->cells == 0;
  size->left = is_first || x < size->left ? x : size->left;
  size->top = is_first || y < size->top ? y : size->top;
  size->right = is_first || x > size->right ? x : size->right;
  size->bottom = is_first || y > size->bottom ? y : size->bottom;
}

static void count_component(const ovl_component *component, uint32_t region) {
  if (component->island >= survey.island_count) {
    return;
  }
  island_size *size = &survey.islands[component->island];
  widen(size, region);
  if (size->cells == 0) {
    const ovl_cell place = world_place_of(component->cell);
    size->x = place.x;
    size->y = place.y;
  }
  size->cells += component->cells;
  if (size->cells > survey.islands[survey.largest].cells) {
    survey.largest = component->island;
  }
}

static ovl_result read_region(uint32_t region) {
  ovl_region_info info;
  size_t needed = 0;
  ovl_result result =
      ovl_world_region(world_shown(), world_profile(), (int32_t)region, &info, NULL);
  if (result == OVL_OK && info.w > 0 && info.h > 0) {
    result = read_picture(region, &info);
  }
  if (result == OVL_OK) {
    result = ovl_world_components(world_shown(), world_profile(), (int32_t)region, components,
                                  MOST_COMPONENTS, &needed, NULL);
  }
  if (result != OVL_OK) {
    return result;
  }
  uint32_t most = 0;
  survey.island[region] = 0;
  for (size_t i = 0; i < needed; i++) {
    count_component(&components[i], region);
    if (components[i].cells > most) {
      most = components[i].cells;
      survey.island[region] = components[i].island;
    }
  }
  survey.bytes[region] = (uint32_t)info.bytes.file;
  survey.counted[region] = 1;
  survey.known++;
  return OVL_OK;
}

int32_t world_survey_sample(int32_t at, int32_t stride, int32_t count) {
  const int32_t middle = at / stride * stride + stride / 2;
  return middle < count ? middle : count - 1;
}

/* Where to write a box. */
EXPLORER_CALL(world_survey_box) int32_t *world_survey_box(void) {
  static int32_t box[4];
  return box;
}

/* Reads regions that are not known yet, up to `budget` of them, of a rectangle of regions: `box` is
 * the left, top, right and bottom one, the first two multiples of `stride`. Of each square of
 * `stride` regions a side one is read, row by row, beginning with square `from`. Number 0: where to
 * go on, 1: how many are left from there, 2: how many regions of the world are known. An
 * ovl_result. */
EXPLORER_CALL(world_survey_run)
int32_t world_survey_run(const int32_t *box, int32_t stride, uint32_t from, int32_t budget) {
  const ovl_partition_info *partition = world_partition();
  const int32_t regions_x = partition->regions_x;
  const int32_t right = box[2] < regions_x ? box[2] : regions_x - 1;
  const int32_t bottom = box[3] < partition->regions_y ? box[3] : partition->regions_y - 1;
  const uint32_t columns = right < box[0] ? 0 : (uint32_t)((right - box[0]) / stride) + 1;
  const uint32_t rows = bottom < box[1] ? 0 : (uint32_t)((bottom - box[1]) / stride) + 1;
  ovl_result result = OVL_OK;
  int32_t count = 0;
  uint32_t at = from;
  while (result == OVL_OK && at < columns * rows && count < budget) {
    const int32_t x = box[0] + (int32_t)(at % columns) * stride;
    const int32_t y = box[1] + (int32_t)(at / columns) * stride;
    const uint32_t region =
        (uint32_t)world_survey_sample(y, stride, partition->regions_y) * (uint32_t)regions_x +
        (uint32_t)world_survey_sample(x, stride, regions_x);
    if (survey.counted != NULL && survey.counted[region] == 0) {
      result = read_region(region);
      count++;
    }
    at += result == OVL_OK;
  }
  module_numbers()[0] = at;
  module_numbers()[1] = columns * rows - at;
  module_numbers()[2] = survey.known;
  return (int32_t)result;
}

/* ---- Answers ---- */

uint32_t world_survey_bytes(uint32_t region) {
  return region < survey.regions && survey.counted[region] != 0 ? survey.bytes[region] : 0;
}

uint32_t world_survey_island(uint32_t region) {
  return region < survey.regions ? survey.island[region] : 0;
}

int32_t world_survey_side(void) { return survey.side; }

uint8_t world_survey_terrain(uint32_t region, int32_t part) {
  return survey.terrain[region * (uint32_t)(survey.side * survey.side) + (uint32_t)part];
}

uint8_t world_survey_share(uint32_t region, int32_t part) {
  if (region >= survey.regions) {
    return UNKNOWN;
  }
  return survey.share[region * (uint32_t)(survey.side * survey.side) + (uint32_t)part];
}

uint32_t world_largest_island(void) {
  return survey.former != 0 && survey.known < survey.regions ? survey.former : survey.largest;
}

/* Keeps the greatest of what is offered, in falling order: `width` doubles each, of which number 1
 * counts. Returns how many there are. */
static int32_t keep_greatest(int32_t count, int32_t most, int32_t width, const double *offered) {
  int32_t at = count < most ? count : most;
  while (at > 0 && listed[width * (at - 1) + 1] < offered[1]) {
    at--;
  }
  if (at >= most) {
    return count;
  }
  const int32_t end = count < most ? count : most - 1;
  for (int32_t i = width * end - 1; i >= width * at; i--) {
    listed[i + width] = listed[i];
  }
  for (int32_t i = 0; i < width; i++) {
    listed[width * at + i] = offered[i];
  }
  return count < most ? count + 1 : most;
}

/* The largest islands, up to `most`: number, cells, the place of its first cell, and the
 * first and last column and row of the regions that it is in (left, top, right, bottom), eight
 * doubles each. Number 1: how many islands are known, 2: whether all regions are known. */
EXPLORER_CALL(world_islands) const double *world_islands(int32_t most) {
  int32_t count = 0;
  uint32_t all = 0;
  const int32_t room = most < MOST_LISTED ? most : (int32_t)MOST_LISTED;
  for (uint32_t number = 1; number < survey.island_count; number++) {
    const island_size *size = &survey.islands[number];
    if (size->cells == 0) {
      continue;
    }
    const double entry[ISLAND_NUMBERS] = {number,     size->cells, size->x,     size->y,
                                          size->left, size->top,   size->right, size->bottom};
    count = keep_greatest(count, room, ISLAND_NUMBERS, entry);
    all++;
  }
  module_numbers()[0] = count;
  module_numbers()[1] = all;
  module_numbers()[2] = survey.known == survey.regions;
  return listed;
}

/* The regions with the most bytes: number and bytes, two doubles each. Number 1: bytes of all. */
EXPLORER_CALL(world_heaviest) const double *world_heaviest(int32_t most) {
  int32_t count = 0;
  double sum = 0;
  const int32_t room = most < MOST_LISTED ? most : (int32_t)MOST_LISTED;
  for (uint32_t region = 0; region < survey.regions; region++) {
    const double entry[] = {region, survey.counted[region] != 0 ? survey.bytes[region] : 0};
    sum += entry[1];
    count = entry[1] > 0 ? keep_greatest(count, room, 2, entry) : count;
  }
  module_numbers()[0] = count;
  module_numbers()[1] = sum;
  return listed;
}
