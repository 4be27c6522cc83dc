/* Surveys a map band by band: the range of its heights, the first step of each profile that heights
 * decide about, and the cells at the ends of links. Sorts link ends by region with a counting sort.
 */
#include "coarse/blocks/directed.h"

#include "coarse/blocks/map_steps.h"
#include "common/arena.h"
#include "common/compiler.h"
#include "fine/body.h"

/* ---- Bands of a survey --------------------------------------------------- */

/* A survey in the making; not to be moved. */
typedef struct surveyor {
  ovi_survey *survey;
  ovi_survey_rows rows;
  ovi_memory memory;
  ovi_map map; /* of rows that are read: those of the present band */
  ovi_map_floor floor;
  ovi_height_range range; /* of the rows so far */
  uint32_t undecided;     /* a bit for each profile of which no such step was found yet */
  ovi_directed links;     /* ends and begins, once they are sorted */
  ovi_window window;
  uint8_t *terrain;
  uint16_t *heights;
} surveyor;

/* The cell of the plane at the beginning of a link, or at its end. */
static ovl_cell end_cell(const ovi_map *map, uint32_t link, bool is_from) {
  return ovi_map_to_plane(map, is_from ? map->links[link].from : map->links[link].to);
}

/* The first end of a link in a band or a later one. */
static uint32_t first_end(const surveyor *s, int32_t band) {
  const int32_t region = band * s->map.plane.regions_x;
  return s->links.begins != NULL ? s->links.begins[region] : 0;
}

/* The most rows above a band that bodies in it cover. */
static int32_t rows_over_band(const ovi_map *map) {
  return ovi_body_before((int)map->profiles[0].corners, OVL_MAX_BODY_CELLS);
}

/* Number of rows that are read for a band: its own, those around it, and as many more as a body
 * covers. */
static int32_t rows_of_band(const ovi_map *map) {
  const int32_t rows = map->plane.region_cells + 2 + rows_over_band(map) + OVL_MAX_BODY_CELLS;
  return rows < map->plane.height ? rows : map->plane.height;
}

/* Reads the rows of a band, as far as they matter. False: they could not be read. */
static bool read_band_rows(surveyor *s, int32_t band) {
  const int32_t y = band * s->map.plane.region_cells;
  const int32_t above = 1 + rows_over_band(&s->map);
  const int32_t first = y > above ? y - above : 0;
  const int32_t left = s->map.plane.height - first;
  const int32_t count = left < rows_of_band(&s->map) ? left : rows_of_band(&s->map);
  const bool needs_terrain = s->undecided != 0 || first_end(s, band) != first_end(s, band + 1);
  s->floor.first_row = first;
  s->floor.rows = count;
  if ((needs_terrain || s->heights != NULL) &&
      !s->rows.read(s->rows.user, first, count, needs_terrain ? s->terrain : NULL, s->heights)) {
    return false;
  }
  ovi_map_widen_range(&s->map, &s->floor, &s->range);
  s->map.most_rise = ovi_height_rise(&s->range);
  s->map.has_heights = s->range.most != 0;
  return true;
}

/* Surveys a band, of which rows are read first where the map does not hold them. */
static ovl_result survey_band(surveyor *s, int32_t band) {
  const ovi_map *map = &s->map;
  const uint64_t regions = (uint64_t)map->plane.regions_x;
  const ovi_layer partition = {.partition = map->plane};
  if (s->rows.read != NULL && !read_band_rows(s, band)) {
    return OVL_READ_FAILED;
  }
  for (int32_t profile = 0; profile < map->profile_count; profile++) {
    const uint32_t bit = (uint32_t)1 << profile;
    const bool is_sought = (s->undecided & bit) != 0 && ovi_map_may_have_steps(map, profile);
    for (int32_t rx = 0; is_sought && rx < map->plane.regions_x; rx++) {
      const ovi_region place =
          ovi_region_place(&partition, (uint32_t)(band * map->plane.regions_x + rx));
      if (ovi_map_has_steps(&s->window, map, profile, &place)) {
        s->survey->stepped |= bit;
        s->undecided &= ~bit;
        break;
      }
    }
  }
  for (uint32_t i = first_end(s, band); i < first_end(s, band + 1); i++) {
    const ovi_link_end *end = &s->links.ends[i];
    const ovl_link_def *link = &map->links[end->link];
    const ovl_cell at = end_cell(map, end->link, end->is_from != 0);
    uint32_t *open = &s->survey->open_ends[2 * (uint64_t)end->link + (end->is_from != 0 ? 0 : 1)];
    *open = 0;
    for (int32_t profile = 0; profile < map->profile_count; profile++) {
      const bool is_meant = link->profiles == 0 || (link->profiles >> profile & 1u) != 0;
      const bool is_open = is_meant && ovi_map_is_open(map, profile, at.x, at.y);
      *open |= (uint32_t)is_open << profile;
    }
  }
  s->survey->has_heights = map->has_heights;
  s->survey->most_rise = map->most_rise;
  return s->rows.progress == NULL ||
                 s->rows.progress(s->rows.progress_user, regions * (uint64_t)(band + 1),
                                  regions * (uint64_t)map->plane.regions_y)
             ? OVL_OK
             : OVL_STOPPED;
}

/* ---- The survey ----------------------------------------------------------- */

/* Returns whether some height may not be 0, as far as is known before rows are read. */
static bool may_have_heights(const surveyor *s) {
  return s->rows.read != NULL ? s->floor.def.heights != NULL : s->map.has_heights;
}

static void reserve_facts(void *user, ovi_arena *arena) {
  const surveyor *s = user;
  s->survey->open_ends = ovi_arena_take(arena, 2 * (uint64_t)s->map.link_count, sizeof(uint32_t));
}

/* Reserves the ends of links by region; none if there are no links. */
static void reserve_links(ovi_directed *directed, ovi_arena *arena) {
  const uint64_t links = (uint64_t)directed->map->link_count;
  directed->begins = NULL;
  if (links != 0) {
    directed->ends = ovi_arena_take(arena, 2 * links, sizeof(ovi_link_end));
    directed->begins = ovi_arena_take(arena, (uint64_t)ovi_plane_regions(&directed->map->plane) + 2,
                                      sizeof(uint32_t));
  }
}

static void reserve_survey(void *user, ovi_arena *arena) {
  surveyor *s = user;
  const ovi_plane *plane = &s->map.plane;
  const uint64_t cells = (uint64_t)rows_of_band(&s->map) * (uint64_t)plane->width;
  s->links.map = &s->map;
  reserve_links(&s->links, arena);
  if (may_have_heights(s)) {
    ovi_map_steps_reserve(&s->window, arena, plane->region_cells);
  }
  if (s->rows.read != NULL) {
    s->terrain = ovi_arena_take(arena, cells, sizeof(uint8_t));
    s->heights = may_have_heights(s) ? ovi_arena_take(arena, cells, sizeof(uint16_t)) : NULL;
  }
}

/* Begins with the map's own floors, or with one whose rows are those of a band. */
static ovl_result begin_survey(surveyor *s, const ovi_map *map, const ovl_allocator *allocator) {
  const bool reads = s->rows.read != NULL;
  s->map = *map;
  s->range = ovi_height_range_none();
  if (reads) {
    s->floor = map->floors[0];
    s->map.floors = &s->floor;
  }
  for (int32_t profile = 0; profile < map->profile_count && may_have_heights(s); profile++) {
    s->undecided |= ovi_map_has_rule(map, profile) ? 0 : (uint32_t)1 << profile;
  }
  if (!ovi_memory_take(&s->survey->memory, allocator, reserve_facts, s) ||
      !ovi_memory_take(&s->memory, allocator, reserve_survey, s)) {
    return OVL_NO_MEMORY;
  }
  if (reads) {
    s->floor.def.terrain = s->terrain;
    s->floor.def.heights = s->heights;
    s->floor.def.row_bytes = 0;
    s->floor.def.extra = NULL; /* it blocks no cell */
  }
  if (map->link_count != 0) {
    ovi_directed_sort_ends(&s->links);
  }
  return OVL_OK;
}

ovl_result ovi_survey_make(ovi_survey *survey, const ovi_map *map, const ovi_survey_rows *rows,
                           const ovl_allocator *allocator) {
  surveyor s = {.survey = survey, .rows = *rows};
  *survey = (ovi_survey){.stepped = 0};
  ovl_result result = begin_survey(&s, map, allocator);
  OVI_ASSERT(result != OVL_OK ||
             first_end(&s, map->plane.regions_y) == 2 * (uint32_t)map->link_count);
  for (int32_t band = 0; band < map->plane.regions_y && result == OVL_OK; band++) {
    result = survey_band(&s, band);
  }
  ovi_memory_release(&s.memory);
  return result;
}

/* ---- Links ---------------------------------------------------------------- */

/* Ends where links begin come first in a region, so they are put first. */
void ovi_directed_sort_ends(ovi_directed *directed) {
  const ovi_map *map = directed->map;
  const ovi_layer partition = {.partition = map->plane};
  const uint32_t links = (uint32_t)map->link_count;
  const uint32_t regions = ovi_region_count(&partition);
  memset(directed->begins, 0, ((size_t)regions + 2) * sizeof(uint32_t));
  for (uint32_t i = 0; i < 2 * links; i++) {
    const ovl_cell at = end_cell(map, i < links ? i : i - links, i < links);
    directed->begins[ovi_region_at(&partition, at.x, at.y) + 2]++;
  }
  for (uint32_t region = 0; region < regions; region++) {
    directed->begins[region + 2] += directed->begins[region + 1];
  }
  /* Each begin moves to its end, which is the next begin. */
  for (uint32_t i = 0; i < 2 * links; i++) {
    const uint32_t link = i < links ? i : i - links;
    const ovl_cell at = end_cell(map, link, i < links);
    const uint32_t region = ovi_region_at(&partition, at.x, at.y);
    directed->ends[directed->begins[region + 1]++] =
        (ovi_link_end){link, (uint8_t)(at.x % map->plane.region_cells),
                       (uint8_t)(at.y % map->plane.region_cells), i < links};
  }
  OVI_ASSERT(directed->begins[regions] == 2 * links);
}

const ovi_link_end *ovi_directed_next_end(const ovi_directed *directed, int32_t profile,
                                          uint32_t region, uint32_t *at) {
  if (directed->begins == NULL) {
    return NULL;
  }
  const ovi_link_end *ends = directed->ends + directed->begins[region];
  const uint32_t count = directed->begins[region + 1] - directed->begins[region];
  while (*at < count) {
    const ovi_link_end *end = &ends[(*at)++];
    if ((directed->served[end->link] >> profile & 1u) != 0) {
      return end;
    }
  }
  return NULL;
}

uint32_t ovi_directed_count_ends(const ovi_directed *directed, int32_t profile, uint32_t region) {
  uint32_t count = 0;
  uint32_t at = 0;
  while (ovi_directed_next_end(directed, profile, region, &at) != NULL) {
    count++;
  }
  return count;
}

/* ---- All ------------------------------------------------------------------- */

static void directed_reserve(void *user, ovi_arena *arena) {
  ovi_directed *directed = user;
  directed->served = ovi_arena_take(arena, (uint64_t)directed->map->link_count, sizeof(uint32_t));
  reserve_links(directed, arena);
}

ovl_result ovi_directed_find(ovi_directed *directed, const ovi_map *map,
                             const ovl_allocator *allocator, ovl_fault *fault) {
  const ovi_survey_rows all_held = {.read = NULL};
  ovi_survey own = {.stepped = 0};
  ovl_result result = OVL_OK;
  *directed = (ovi_directed){.map = map};
  if (!ovi_memory_take(&directed->memory, allocator, directed_reserve, directed)) {
    return OVL_NO_MEMORY;
  }
  if (map->survey == NULL) {
    result = ovi_survey_make(&own, map, &all_held, allocator);
  }
  if (result == OVL_OK) {
    const ovi_survey *survey = map->survey != NULL ? map->survey : &own;
    directed->profiles = survey->stepped;
    for (int32_t profile = 0; profile < map->profile_count; profile++) {
      directed->profiles |= (uint32_t)ovi_map_has_rule(map, profile) << profile;
    }
    for (uint64_t link = 0; link < (uint64_t)map->link_count; link++) {
      /* Those that the link is meant for that can stand on both of its ends. */
      const uint32_t served = survey->open_ends[2 * link] & survey->open_ends[2 * link + 1];
      directed->served[link] = map->links[link].closed ? 0 : served;
      directed->profiles |= served;
    }
  }
  ovi_memory_release(&own.memory);
  if (result != OVL_OK || directed->begins == NULL) {
    return result;
  }
  ovi_directed_sort_ends(directed);
  for (uint32_t region = 0; region < ovi_plane_regions(&map->plane); region++) {
    const uint32_t ends = directed->begins[region + 1] - directed->begins[region];
    if (ends > OVI_MOST_LINK_PORTS) {
      *fault = (ovl_fault){"links that end in one region", region, ends, OVI_MOST_LINK_PORTS};
      return OVL_BAD_ARGUMENT;
    }
  }
  return OVL_OK;
}
