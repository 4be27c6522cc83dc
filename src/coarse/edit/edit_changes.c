/* What edits changed: cells as they were beside cells as they are, of the rows that differ. */
#include "coarse/edit/edits.h"
#include "common/compiler.h"
#include "common/hash64.h"

static bool bytes_differ(const uint8_t *a, const uint8_t *b, int32_t first, int32_t count) {
  return a != NULL && b != NULL ? memcmp(a + first, b + first, (size_t)count) != 0 : a != b;
}

static bool heights_differ(const uint16_t *a, const uint16_t *b, int32_t first, int32_t count) {
  return a != NULL && b != NULL
             ? memcmp(a + first, b + first, (size_t)count * sizeof(uint16_t)) != 0
             : a != b;
}

/* Whether terrain or heights may differ in cells that follow each other. */
static bool ground_differs(const ovi_site *site, int32_t first, int32_t count) {
  return bytes_differ(site->before.terrain, site->cells.terrain, first, count) ||
         heights_differ(site->before.heights, site->cells.heights, first, count);
}

static uint32_t height_of(const ovi_site_cells *cells, int32_t at) {
  return cells->heights != NULL ? cells->heights[at] : 0;
}

/* What a cell adds to the fingerprint of the map: see map_sections. */
static uint64_t cell_print(uint64_t cell, const ovi_site_cells *cells, int32_t at) {
  return ovi_mix64(cell << 24 | (uint64_t)height_of(cells, at) << 8 | cells->terrain[at]);
}

bool ovi_site_find_print(const ovi_sites *sites, const ovi_site *site, uint64_t *print) {
  const ovi_region *place = &site->place;
  bool differs = false;
  for (int32_t y = 0; y < place->h; y++) {
    const int32_t first = y * place->w;
    if (!ground_differs(site, first, place->w)) {
      continue;
    }
    for (int32_t at = first; at < first + place->w; at++) {
      const uint64_t x = (uint64_t)(place->x + at - first);
      const uint64_t cell = (uint64_t)(place->y + y) * (uint64_t)sites->shared->width + x;
      const uint64_t before = cell_print(cell, &site->before, at);
      const uint64_t now = cell_print(cell, &site->cells, at);
      *print += now - before;
      differs = differs || now != before; /* different cells mix to different numbers */
    }
  }
  return differs;
}

static void add_cell(ovi_cell_box *box, int32_t x, int32_t y) {
  if (box->right < box->left) {
    *box = (ovi_cell_box){x, y, x, y};
  }
  box->left = x < box->left ? x : box->left;
  box->top = y < box->top ? y : box->top;
  box->right = x > box->right ? x : box->right;
  box->bottom = y > box->bottom ? y : box->bottom;
}

/* What a cell weighs: its terrain and, unless that blocks, what is beyond it. */
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
  ovi_site_changes changes = {{0, 0, -1, -1}, {0, 0, -1, -1}};
  for (int32_t y = 0; y < place->h; y++) {
    const int32_t first = y * place->w;
    if (!ground_differs(site, first, place->w) &&
        !bytes_differ(site->before.extra[profile], site->cells.extra[profile], first, place->w)) {
      continue;
    }
    for (int32_t x = 0; x < place->w; x++) {
      const uint32_t before = weight_of(weights, &site->before, profile, first + x);
      const uint32_t now = weight_of(weights, &site->cells, profile, first + x);
      if ((before != 0) != (now != 0)) {
        add_cell(&changes.opened, place->x + x, place->y + y);
      }
      if (before != now ||
          height_of(&site->before, first + x) != height_of(&site->cells, first + x)) {
        add_cell(&changes.cells, place->x + x, place->y + y);
      }
    }
  }
  return changes;
}
