/* Makes edits region by region and row by row, and checks each value before it is set. Changes of a
 * site are found by comparing its rows with those of the version. */
#include "coarse/edit/edits.h"

#include "common/argument.h"
#include "common/compiler.h"
#include "common/hash64.h"
#include "overland_edit.h"

static ovl_result edit_fail(ovi_rebuild *work, size_t number, const char *what, uint64_t found,
                            uint64_t expected) {
  *work->input.fault = (ovl_fault){what, number, found, expected};
  return OVL_BAD_ARGUMENT;
}

/* ---- Cells ------------------------------------------------------------------- */

/* A cell of a site. */
typedef struct site_cell {
  ovi_site *site;
  uint32_t cell;
} site_cell;

/* The extra cost of a cell beside the weight of its terrain: a byte holds both together. Fails if
 * they do not fit, unless extra costs are lowered then. */
static ovl_result fit_extra(ovi_rebuild *work, size_t number, uint32_t weight, uint32_t *extra) {
  if (weight == 0 || weight + *extra <= UINT8_MAX) {
    return OVL_OK;
  }
  if (!work->input.is_difference) {
    return edit_fail(work, number, "weight and extra cost of a cell", weight + *extra, UINT8_MAX);
  }
  *extra = UINT8_MAX - weight;
  return OVL_OK;
}

/* Sets the terrain of a cell, whose extra costs have to fit beside its weight. */
static ovl_result set_terrain(ovi_rebuild *work, size_t number, site_cell at, uint32_t value) {
  at.site->cells.terrain[at.cell] = (uint8_t)value;
  ovl_result result = OVL_OK;
  for (uint32_t profile = 0; profile < work->sites.shared->profile_count && result == OVL_OK;
       profile++) {
    uint8_t *extras = at.site->cells.extra[profile];
    if (extras != NULL) {
      uint32_t extra = extras[at.cell];
      result = fit_extra(work, number, work->sites.layers[profile].profile.weights[value], &extra);
      extras[at.cell] = (uint8_t)extra;
    }
  }
  return result;
}

/* Sets the extra cost of a cell, or its weight, as an extra cost beyond its terrain. Where terrain
 * blocks the profile no weight is set. */
static ovl_result set_extra(ovi_rebuild *work, size_t number, site_cell at, uint32_t value,
                            bool is_weight) {
  const uint32_t profile = (uint32_t)work->input.edits[number].profile;
  const uint32_t weight =
      work->sites.layers[profile].profile.weights[at.site->cells.terrain[at.cell]];
  if (is_weight && value < weight) {
    return edit_fail(work, number, "weight of a cell: less than its terrain's", value, weight);
  }
  if (is_weight && weight == 0) {
    return OVL_OK;
  }
  value -= is_weight ? weight : 0;
  const ovl_result result = fit_extra(work, number, weight, &value);
  if (result != OVL_OK) {
    return result;
  }
  uint8_t **extra = &at.site->cells.extra[profile];
  if (*extra == NULL && value != 0 && !ovi_site_add_extra(&work->sites, at.site, profile)) {
    return OVL_NO_MEMORY;
  }
  if (*extra != NULL) {
    OVI_ASSERT(weight == 0 || weight + value <= UINT8_MAX);
    (*extra)[at.cell] = (uint8_t)value;
  }
  return OVL_OK;
}

/* Sets a property of a cell to a value. */
static ovl_result set_cell(ovi_rebuild *work, size_t number, site_cell at, uint32_t value) {
  const ovl_edit_kind kind = work->input.edits[number].kind;
  if (value > (kind == OVL_EDIT_HEIGHT ? UINT16_MAX : UINT8_MAX)) {
    return edit_fail(work, number, "value of an edit", value,
                     kind == OVL_EDIT_HEIGHT ? UINT16_MAX : UINT8_MAX);
  }
  switch (kind) {
  case OVL_EDIT_TERRAIN:
    return set_terrain(work, number, at, value);
  case OVL_EDIT_WEIGHT:
    return set_extra(work, number, at, value, true);
  case OVL_EDIT_EXTRA:
    return set_extra(work, number, at, value, false);
  default:
    break;
  }
  uint16_t **heights = &at.site->cells.heights;
  if (*heights == NULL && value != 0 && !ovi_site_add_heights(&work->sites, at.site)) {
    return OVL_NO_MEMORY;
  }
  if (*heights != NULL) {
    (*heights)[at.cell] = (uint16_t)value;
  }
  return OVL_OK;
}

/* ---- Rectangles --------------------------------------------------------------- */

/* Sets the cells of a site that lie in the rectangle of an edit; `box` is the rectangle in the
 * plane. */
static ovl_result set_site(ovi_rebuild *work, size_t number, ovi_site *site,
                           const ovi_rectangle *box) {
  const ovl_edit *edit = &work->input.edits[number];
  const ovi_region *place = &site->place;
  const ovi_rectangle part = ovi_rectangle_common(
      *box, (ovi_rectangle){place->x, place->y, place->x + place->w, place->y + place->h});
  OVI_ASSERT(site->edited && !ovi_rectangle_is_empty(part));
  ovl_result result = OVL_OK;
  for (int32_t y = part.y0; y < part.y1; y++) {
    for (int32_t x = part.x0; result == OVL_OK && x < part.x1; x++) {
      const size_t of_edit = (size_t)(y - box->y0) * (size_t)edit->w + (size_t)(x - box->x0);
      const site_cell at = {site, (uint32_t)((y - place->y) * place->w + x - place->x)};
      if (edit->mask == NULL || edit->mask[of_edit] != 0) {
        result =
            set_cell(work, number, at, edit->stamp != NULL ? edit->stamp[of_edit] : edit->value);
      }
    }
  }
  return result;
}

/* Checks that the rectangle of an edit lies on a floor of cells, and that there is its profile. */
static ovl_result check_place(ovi_rebuild *work, size_t number) {
  const ovl_edit *edit = &work->input.edits[number];
  const ovl_cell cell = edit->cell;
  const ovi_argument of_map[] = {
      {"floor of an edit", cell.floor, 0, (int64_t)work->map.floor_count - 1}};
  if (OVI_ARGUMENTS_CHECK(of_map, number, work->input.fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  const ovl_floor_def *floor = &work->map.floors[cell.floor].def;
  const ovi_plane *plane = &work->map.plane;
  if (floor->graph) {
    return edit_fail(work, number, "edit of a graph floor", 0, 0);
  }
  const bool has_profile = edit->kind == OVL_EDIT_WEIGHT || edit->kind == OVL_EDIT_EXTRA;
  const int64_t end_x = (int64_t)plane->origin_x + floor->width;
  const int64_t end_y = (int64_t)plane->origin_y + floor->height;
  const ovi_argument of_floor[] = {{"x of an edit", cell.x, plane->origin_x, end_x - 1},
                                   {"y of an edit", cell.y, plane->origin_y, end_y - 1},
                                   {"w of an edit", edit->w, 1, end_x - cell.x},
                                   {"h of an edit", edit->h, 1, end_y - cell.y},
                                   {"profile of an edit", has_profile ? edit->profile : 0, 0,
                                    (int64_t)work->map.profile_count - 1}};
  return OVI_ARGUMENTS_CHECK(of_floor, number, work->input.fault);
}

/* Makes an edit of cells, region by region. */
static ovl_result set_rectangle(ovi_rebuild *work, size_t number) {
  const ovl_edit *edit = &work->input.edits[number];
  ovl_result result = check_place(work, number);
  if (result != OVL_OK) {
    return result;
  }
  const ovl_cell at = ovi_map_to_plane(&work->map, edit->cell);
  const ovi_rectangle box = {at.x, at.y, at.x + edit->w, at.y + edit->h};
  const ovi_rectangle regions = ovi_sites_regions(&work->sites, box);
  for (uint32_t i = 0; result == OVL_OK && i < ovi_sites_count(regions); i++) {
    ovi_site *site = ovi_sites_make_nth(&work->sites, regions, i);
    result = site != NULL && ovi_site_begin_edits(&work->sites, site)
                 ? set_site(work, number, site, &box)
                 : OVL_NO_MEMORY;
  }
  return result;
}

/* ---- Links -------------------------------------------------------------------- */

/* Makes an edit that opens or closes a link. */
static ovl_result set_link(ovi_rebuild *work, size_t number) {
  const ovl_edit *edit = &work->input.edits[number];
  const ovi_shared *shared = work->sites.shared;
  if (shared->link_count == 0) {
    return edit_fail(work, number, "link of an edit: the world has none", edit->link, 0);
  }
  if (edit->link >= shared->link_count) {
    return edit_fail(work, number, "link of an edit", edit->link, shared->link_count - 1);
  }
  if (edit->value > 1) {
    return edit_fail(work, number, "value of an edit", edit->value, 1);
  }
  if (work->links == NULL) {
    work->links = ovi_scratch_take(&work->scratch, shared->link_count, OVI_LINK_BYTES);
    if (work->links == NULL) {
      return OVL_NO_MEMORY;
    }
    memcpy(work->links, shared->file.links, (size_t)shared->link_count * OVI_LINK_BYTES);
  }
  ovi_put_u32(work->links + (uint64_t)edit->link * OVI_LINK_BYTES + OVI_LINK_FLAGS,
              edit->value != 0 ? 0 : OVI_LINK_CLOSED);
  return OVL_OK;
}

ovl_result ovi_work_make_edits(ovi_rebuild *work) {
  ovl_result result = OVL_OK;
  for (size_t i = 0; result == OVL_OK && i < work->input.count; i++) {
    const uint32_t kind = (uint32_t)work->input.edits[i].kind;
    if (kind >= OVL_EDIT_COUNT) {
      return edit_fail(work, i, "kind of an edit", kind, OVL_EDIT_COUNT - 1);
    }
    result = kind == OVL_EDIT_LINK ? set_link(work, i) : set_rectangle(work, i);
  }
  return result;
}

/* ---- Changes ------------------------------------------------------------------- */

/* Returns whether `count` values of two arrays may differ; true if only one of the arrays is NULL.
 */
static bool values_differ(const void *a, const void *b, size_t first, size_t count, size_t size) {
  return a != NULL && b != NULL ? memcmp((const uint8_t *)a + first * size,
                                         (const uint8_t *)b + first * size, count * size) != 0
                                : a != b;
}

/* Returns whether terrain or heights of consecutive cells may differ. */
static bool ground_differs(const ovi_site *site, int32_t first, int32_t count) {
  const ovi_site_cells *before = &site->before;
  return values_differ(before->terrain, site->cells.terrain, (size_t)first, (size_t)count, 1) ||
         values_differ(before->heights, site->cells.heights, (size_t)first, (size_t)count,
                       sizeof(uint16_t));
}

static uint32_t height_of(const ovi_site_cells *cells, int32_t at) {
  return cells->heights != NULL ? cells->heights[at] : 0;
}

bool ovi_site_add_fingerprint(const ovi_sites *sites, const ovi_site *site, uint64_t *fingerprint) {
  const ovi_region *place = &site->place;
  bool differs = false;
  for (int32_t y = 0; y < place->h; y++) {
    const int32_t first = y * place->w;
    if (!ground_differs(site, first, place->w)) {
      continue;
    }
    for (int32_t at = first; at < first + place->w; at++) {
      const uint64_t x = (uint64_t)(place->x + at - first);
      const uint64_t cell = (uint64_t)(place->y + y) * (uint64_t)sites->shared->plane.width + x;
      /* The summands of a cell: see map_sections.c. */
      const uint64_t before = ovi_mix64(cell << 24 | (uint64_t)height_of(&site->before, at) << 8 |
                                        site->before.terrain[at]);
      const uint64_t now = ovi_mix64(cell << 24 | (uint64_t)height_of(&site->cells, at) << 8 |
                                     site->cells.terrain[at]);
      *fingerprint += now - before;
      differs = differs || now != before; /* the mix is a bijection */
    }
  }
  return differs;
}

/* The weight of a cell: that of its terrain plus, unless it blocks, the extra cost. */
static uint32_t weight_of(const uint8_t *weights, const ovi_site_cells *cells, uint32_t profile,
                          int32_t at) {
  const uint32_t weight = weights[cells->terrain[at]];
  const uint8_t *extra = cells->extra[profile];
  return weight != 0 && extra != NULL ? weight + extra[at] : weight;
}

ovi_site_changes ovi_site_find_changes(const ovi_sites *sites, const ovi_site *site,
                                       uint32_t profile) {
  const ovi_region *place = &site->place;
  const uint8_t *weights = sites->layers[profile].profile.weights;
  ovi_site_changes changes = {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
  for (int32_t y = 0; y < place->h; y++) {
    const int32_t first = y * place->w;
    if (!ground_differs(site, first, place->w) &&
        !values_differ(site->before.extra[profile], site->cells.extra[profile], (size_t)first,
                       (size_t)place->w, 1)) {
      continue;
    }
    for (int32_t x = 0; x < place->w; x++) {
      const uint32_t before = weight_of(weights, &site->before, profile, first + x);
      const uint32_t now = weight_of(weights, &site->cells, profile, first + x);
      const ovi_rectangle cell = ovi_rectangle_of_one(place->x + x, place->y + y);
      if ((before != 0) != (now != 0)) {
        changes.opened = ovi_rectangle_join(changes.opened, cell);
      }
      const bool is_raised =
          height_of(&site->before, first + x) != height_of(&site->cells, first + x);
      if (is_raised) {
        changes.raised = ovi_rectangle_join(changes.raised, cell);
      }
      if (before != now || is_raised) {
        changes.cells = ovi_rectangle_join(changes.cells, cell);
      }
    }
  }
  return changes;
}
