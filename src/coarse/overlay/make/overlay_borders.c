/* Thins the waypoints on the borders of clusters. The comparison of two versions shows how far the
 * effects of an edit reach. */
#include "coarse/overlay/make/overlay_borders.h"

#include "coarse/overlay/make/part_border.h"
#include "coarse/view/region_cells.h"
#include "common/compiler.h"

/* Of a window further crossings of light runs are kept if they are not heavier than its lightest
 * one by more than an eighth. */
enum { LIGHT_OF = 8, LIGHT_MOST = 9 };

/* ---- Thinning --------------------------------------------------------------------- */

/* Finds the window of the border in which a waypoint lies, and how far from its middle. */
static void find_window(const ovi_cluster_border *border, const ovi_below *below, uint32_t port,
                        ovi_kept_waypoint *kept) {
  const ovi_layer *layer = border->contents->layer;
  const uint32_t level = border->contents->level;
  const bool is_east = border->group == OVI_GROUP_E;
  kept->window = 0;
  kept->distance = 0;
  if (!is_east && border->group != OVI_GROUP_S) {
    return;
  }
  int32_t offset; /* along the border, in cells */
  if (below->is_region) {
    const uint32_t at = ovi_port_cell(&below->region, port);
    offset = is_east ? below->region.y + ovi_port_y(at) : below->region.x + ovi_port_x(at);
  } else {
    const ovi_half_cells at = ovi_below_middle(layer, below, port);
    offset = (int32_t)((is_east ? at.y : at.x) / 2);
  }
  const int32_t side = ovi_overlay_side(level) * layer->partition.region_cells;
  /* Windows along the side: those of low levels are paid for at every place of the map; of high
   * levels, whose routes pass few borders, many are cheap. */
  const int32_t wide = side / (level == 1 ? 8 : level == 2 ? 16 : 32);
  const int32_t at = offset % side;
  const int32_t from_middle = 2 * (at % wide) + 1 - wide;
  kept->window = (uint32_t)(at / wide);
  kept->distance = (uint32_t)(from_middle < 0 ? -from_middle : from_middle);
}

uint32_t ovi_border_way(const ovi_layer *layer, ovi_overlay_port at) {
  const ovi_region region = ovi_region_view(layer, at.cluster);
  if (at.port >= region.ports.count) {
    return OVI_NO_BORDER_WAY; /* a placeholder */
  }
  const uint32_t linked = ovi_port_component(&region, at.port);
  const ovi_clique clique = ovi_region_clique(&region, linked);
  const uint32_t cell = ovi_port_cell(&region, at.port);
  const uint32_t out = ovi_square_exit(&clique, ovi_port_place(&region, at.port, linked));
  return 2 * ovi_region_component(&region, ovi_port_x(cell), ovi_port_y(cell)) +
         (out != OVI_NO_COST_32 ? 1 : 0);
}

/* Finds in which directions a waypoint of a directed layer can be crossed, and its components. */
static void find_ways(const ovi_cluster_border *border, const ovi_below *const parts[2],
                      ovi_kept_waypoint *kept) {
  const ovi_layer *layer = border->contents->layer;
  const uint32_t level = border->contents->level - 1;
  const bool is_held = level != 0 && layer->overlay.made.ways != NULL;
  kept->ways = 0;
  for (int side = 0; side < 2; side++) {
    const ovi_overlay_port port = {parts[side]->id, kept->below[side] & 0xffffu};
    const ovi_overlay_port low = ovi_overlay_port_on(layer, level, port, is_held ? 1 : 0);
    const ovi_overlay_port at = ovi_overlay_port_on(layer, is_held ? 1 : 0, low, 0);
    const uint32_t way =
        is_held ? layer->overlay.made.ways[low.cluster][low.port] : ovi_border_way(layer, at);
    if (way != OVI_NO_BORDER_WAY) {
      kept->ways |= (way & 1) << side;
      kept->strong[side] = (uint64_t)at.cluster << 16 | way >> 1;
    }
  }
}

/* Returns whether two candidates between the same parts lie in one window and join the same
 * components; in a directed layer they must also be crossed in the same directions, and on each
 * side the cells or the ports must reach each other. */
static bool join_the_same(const ovi_cluster_border *border, const ovi_below *const parts[2],
                          const ovi_kept_waypoint *one, const ovi_kept_waypoint *other) {
  const bool is_directed = border->contents->layer->profile.is_directed;
  bool same = one->window == other->window && one->cliques[0] == other->cliques[0] &&
              one->cliques[1] == other->cliques[1] && (!is_directed || one->ways == other->ways);
  for (int side = 0; same && is_directed && side < 2; side++) {
    if (one->strong[side] != other->strong[side]) {
      const ovi_overlay_port_clique here =
          ovi_below_clique_of(parts[side], one->below[side] & 0xffffu);
      const ovi_overlay_port_clique there =
          ovi_below_clique_of(parts[side], other->below[side] & 0xffffu);
      same = here.here != UINT32_MAX && there.here != UINT32_MAX &&
             ovi_clique_way(&here.clique, here.here, there.here) != OVI_NO_COST_32 &&
             ovi_clique_way(&here.clique, there.here, here.here) != OVI_NO_COST_32;
    }
  }
  return same;
}

/* Keeps those of the candidates between two parts, which were added from `from` on, that others do
 * not make needless: of each window the lightest, and further crossings of light runs. */
static void keep_lightest(ovi_cluster_border *border, const ovi_below *const parts[2],
                          uint32_t from) {
  const ovi_kept_waypoint *all = border->kept;
  for (uint32_t i = from; i < border->count; i++) {
    ovi_kept_waypoint *at = &border->kept[i];
    uint32_t lightest = at->lightness >> 1;
    at->is_needless = false;
    for (uint32_t k = from; k < border->count; k++) {
      if (k == i || !join_the_same(border, parts, at, &all[k])) {
        continue;
      }
      const uint32_t weight = all[k].lightness >> 1;
      const bool is_as_light = weight == at->lightness >> 1;
      lightest = weight < lightest ? weight : lightest;
      at->is_needless = at->is_needless || weight < at->lightness >> 1 ||
                        (is_as_light && (all[k].distance < at->distance ||
                                         (all[k].distance == at->distance && k < i)));
    }
    if ((at->lightness & 1) != 0 && (at->lightness >> 1) * LIGHT_OF <= lightest * LIGHT_MOST) {
      at->is_needless = false;
    }
  }
  uint32_t kept = from;
  for (uint32_t i = from; i < border->count; i++) {
    if (!border->kept[i].is_needless) {
      border->kept[kept++] = border->kept[i];
    }
  }
  border->count = kept;
}

/* Adds the waypoints that lead from a part of the owner in one direction, and thins them. */
static void add_waypoints(ovi_cluster_border *border, const ovi_below *from, uint32_t part,
                          int group) {
  const int32_t fan = ovi_overlay_fan(border->contents->level);
  const int32_t row = border->boxes[0].row;
  if (row <= 0) {
    return; /* a layer without clusters has no borders */
  }
  const int32_t x = (int32_t)from->id % row + ovi_group_x(group) - border->boxes[1].x;
  const int32_t y = (int32_t)from->id / row + ovi_group_y(group) - border->boxes[1].y;
  if (from->groups.begins[group + 1] == from->groups.begins[group] || x < 0 || y < 0 ||
      x >= border->boxes[1].w || y >= border->boxes[1].h) {
    return;
  }
  ovi_below to;
  ovi_below_view(&to, border->contents->layer, border->contents->level - 1,
                 ovi_below_id(&border->boxes[1], x, y));
  const uint32_t first = border->count;
  const uint32_t count = ovi_below_shared(from, &to, group);
  const uint32_t beside = (uint32_t)(y * fan + x);
  const ovi_below *const parts[2] = {from, &to};
  ovi_part_border crossed;
  ovi_part_border_begin(&crossed, border->contents->layer, from, &to, group);
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t here = from->groups.begins[group] + i;
    const uint32_t there = to.groups.begins[ovi_group_opposite(group)] + i;
    const uint32_t port[2] = {border->labels[0]->begins[part] + here,
                              border->labels[1]->begins[beside] + there};
    const uint32_t lightness = ovi_part_border_lightness(&crossed, here);
    const uint32_t light = lightness << 20;
    ovi_kept_waypoint candidate = {
        .below = {light | part << 16 | here, light | beside << 16 | there}, .lightness = lightness};
    for (int side = 0; side < 2; side++) {
      candidate.labels[side] = border->labels[side]->labels[port[side]];
      candidate.cliques[side] = border->labels[side]->cliques_of[port[side]];
    }
    find_window(border, from, here, &candidate);
    if (border->contents->layer->profile.is_directed) {
      find_ways(border, parts, &candidate);
    }
    border->kept[border->count++] = candidate;
  }
  keep_lightest(border, parts, first);
}

/* Visits the parts of the owner at the border: counts their ports if `counts`, else adds their
 * waypoints. A window lies within one part, so waypoints of different parts do not compete. */
static uint32_t visit_border_parts(ovi_cluster_border *border, bool counts) {
  const ovi_below_box *box = &border->boxes[0];
  const int32_t fan = ovi_overlay_fan(border->contents->level);
  const int32_t dx = ovi_group_x(border->group);
  const int32_t dy = ovi_group_y(border->group);
  const int32_t x0 = dx > 0 ? box->w - 1 : 0;
  const int32_t y0 = dy > 0 ? box->h - 1 : 0;
  const int32_t steps = dx == 0 ? box->w : dy == 0 ? box->h : 1;
  uint32_t ports = 0;
  for (int32_t i = 0; i < steps; i++) {
    const int32_t x = x0 + (dx == 0 ? i : 0);
    const int32_t y = y0 + (dy == 0 ? i : 0);
    ovi_below from;
    ovi_below_view(&from, border->contents->layer, border->contents->level - 1,
                   ovi_below_id(box, x, y));
    ports += from.ports;
    for (int group = 0; !counts && group < OVI_GROUP_COUNT; group++) {
      add_waypoints(border, &from, (uint32_t)(y * fan + x), group);
    }
  }
  return ports;
}

bool ovi_border_thin(ovi_cluster_border *border, ovi_overlay_contents *contents, uint32_t id,
                     int group, ovi_scratch *scratch) {
  const int32_t clusters_x = ovi_clusters_x(contents->layer, contents->level);
  *border = (ovi_cluster_border){.contents = contents, .group = group};
  border->ids[0] = id;
  border->ids[1] = (uint32_t)((int32_t)id + ovi_group_y(group) * clusters_x + ovi_group_x(group));
  for (int side = 0; side < 2; side++) {
    border->boxes[side] = ovi_below_box_of(contents->layer, contents->level, border->ids[side]);
    border->labels[side] = ovi_overlay_labels(contents, border->ids[side]);
    if (border->labels[side] == NULL) {
      return false;
    }
  }
  const uint32_t most = visit_border_parts(border, true);
  border->kept = ovi_scratch_take(scratch, (uint64_t)most + 1, sizeof(ovi_kept_waypoint));
  if (border->kept == NULL) {
    return false;
  }
  visit_border_parts(border, false);
  OVI_ASSERT(border->count <= most);
  return true;
}

/* A cluster in two versions; arrays have an entry for each. */
typedef struct two_versions {
  ovi_overlay_contents *contents[2];
  const ovi_cluster_labels *labels[2];
  ovi_below below[2];
  uint32_t *pairs[2][2]; /* [0] for labels, [1] for linked components of parts: for each number in
                            one version the number in the other; UINT32_MAX: none yet */
  uint64_t *strong[2];   /* of a directed layer, for each port of a part: where it lies */
} two_versions;

/* Begins a group of a part in one of the versions. `beside` becomes the part on the other side.
 * False: there is none, so the file is corrupt. */
static bool begin_compared(const two_versions *versions, int side, int group, ovi_below *beside,
                           ovi_part_border *border) {
  const ovi_layer *layer = versions->contents[side]->layer;
  const uint32_t level = versions->contents[side]->level - 1;
  const ovi_below *part = &versions->below[side];
  const int32_t columns = ovi_clusters_x(layer, level);
  const int32_t x = (int32_t)part->id % columns + ovi_group_x(group);
  const int32_t y = (int32_t)part->id / columns + ovi_group_y(group);
  if (x < 0 || y < 0 || x >= columns || y >= ovi_clusters_y(layer, level)) {
    return false;
  }
  ovi_below_view(beside, layer, level, (uint32_t)(y * columns + x));
  if (group < OVI_OWN_GROUPS) {
    ovi_part_border_begin(border, layer, part, beside, group);
  } else {
    ovi_part_border_begin(border, layer, beside, part, ovi_group_opposite(group));
  }
  return true;
}

/* Returns whether a waypoint, by its place in the group, is as light in both versions. */
static bool lightness_is_equal(ovi_part_border borders[2], uint32_t place) {
  uint32_t lightness[2];
  for (int side = 0; side < 2; side++) {
    const ovi_port_groups *groups = &borders[side].parts[0]->groups;
    lightness[side] =
        ovi_part_border_lightness(&borders[side], groups->begins[borders[side].group] + place);
  }
  return lightness[0] == lightness[1];
}

/* Returns whether the labels of a port of a part, and its components, match one to one. */
static bool labels_match(two_versions *versions, uint32_t part, uint32_t port) {
  uint32_t numbers[2][2];
  bool match = true;
  for (int side = 0; side < 2; side++) {
    const uint32_t at = versions->labels[side]->begins[part] + port;
    numbers[0][side] = versions->labels[side]->labels[at];
    numbers[1][side] = versions->labels[side]->cliques_of[at];
  }
  for (int i = 0; i < 4; i++) { /* matches each number of a version with one of the other */
    const uint32_t other = numbers[i / 2][1 - i % 2];
    uint32_t *pair = &versions->pairs[i / 2][i % 2][numbers[i / 2][i % 2]];
    *pair = *pair == UINT32_MAX ? other : *pair;
    match = match && *pair == other;
  }
  return match;
}

/* Returns whether two ports of a part of a directed layer reach each other in a version, or lie in
 * cells that do: see join_the_same. */
static bool reach_each_other(const two_versions *versions, int side, uint32_t one, uint32_t other) {
  const ovi_below *part = &versions->below[side];
  if (versions->strong[side][one] == versions->strong[side][other]) {
    return true;
  }
  const ovi_overlay_port_clique here = ovi_below_clique_of(part, one);
  const ovi_overlay_port_clique there = ovi_below_clique_of(part, other);
  return here.here != UINT32_MAX && there.here != UINT32_MAX &&
         here.clique.begin == there.clique.begin &&
         ovi_clique_way(&here.clique, here.here, there.here) != OVI_NO_COST_32 &&
         ovi_clique_way(&here.clique, there.here, here.here) != OVI_NO_COST_32;
}

/* Returns whether the waypoints of a group of a part of a directed layer can be left by as before,
 * and the same of them reach each other. */
static bool ways_are_equal(const two_versions *versions, int group) {
  const uint32_t *begins = versions->below[0].groups.begins;
  bool equal = true;
  for (uint32_t port = begins[group]; equal && port < begins[group + 1]; port++) {
    uint32_t ways[2];
    for (int side = 0; side < 2; side++) {
      const ovi_layer *layer = versions->contents[side]->layer;
      const ovi_overlay_port here = {versions->below[side].id, port};
      const ovi_overlay_port at =
          ovi_overlay_port_on(layer, versions->contents[side]->level - 1, here, 0);
      ways[side] = ovi_border_way(layer, at);
      versions->strong[side][port] = (uint64_t)at.cluster << 16 | ways[side] >> 1;
    }
    equal = (ways[0] & 1) == (ways[1] & 1) && ways[0] != OVI_NO_BORDER_WAY &&
            ways[1] != OVI_NO_BORDER_WAY;
    for (uint32_t other = begins[group]; equal && other < port; other++) {
      equal =
          reach_each_other(versions, 0, port, other) == reach_each_other(versions, 1, port, other);
    }
  }
  return equal;
}

/* Returns whether a part has the ends of the same links in both versions, whose labels and
 * components match one to one. */
static bool links_are_equal(two_versions *versions, uint32_t part) {
  const ovi_below *below = versions->below;
  const uint32_t first = below[0].groups.begins[OVI_GROUP_COUNT];
  bool equal = first == below[1].groups.begins[OVI_GROUP_COUNT] && below[0].ports == below[1].ports;
  for (uint32_t port = first; equal && port < below[0].ports; port++) {
    bool begins_here[2];
    equal = ovi_below_link(&below[0], port, &begins_here[0]) ==
                ovi_below_link(&below[1], port, &begins_here[1]) &&
            begins_here[0] == begins_here[1] && labels_match(versions, part, port);
  }
  return equal;
}

/* Returns whether the waypoints of one group of a part have the same cells in both versions, are as
 * light, and their labels and components match one to one. */
OVI_NOINLINE static bool group_is_equal(two_versions *versions, uint32_t part, int group) {
  const uint32_t *begins = versions->below[0].groups.begins;
  if (begins[group] == begins[group + 1] &&
      versions->below[1].groups.begins[group] == versions->below[1].groups.begins[group + 1]) {
    return true;
  }
  if (begins[group] != versions->below[1].groups.begins[group] ||
      begins[group + 1] != versions->below[1].groups.begins[group + 1]) {
    return false;
  }
  ovi_below beside[2];
  ovi_part_border borders[2];
  for (int side = 0; side < 2; side++) {
    if (!begin_compared(versions, side, group, &beside[side], &borders[side])) {
      return false;
    }
  }
  for (uint32_t port = begins[group]; port < begins[group + 1]; port++) {
    uint32_t places[2]; /* on the border */
    for (int side = 0; side < 2; side++) {
      const ovi_below *below = &versions->below[side];
      places[side] = below->is_region ? ovi_port_cell(&below->region, port)
                                      : ovi_get_u32(below->cluster.middles + 4 * (uint64_t)port);
    }
    if (places[0] != places[1] || !lightness_is_equal(borders, port - begins[group]) ||
        !labels_match(versions, part, port)) {
      return false;
    }
  }
  return !versions->contents[0]->layer->profile.is_directed || ways_are_equal(versions, group);
}

ovl_result ovi_cluster_borders_are_equal(ovi_overlay_contents *before, ovi_overlay_contents *after,
                                         uint32_t id, ovi_scratch *scratch, bool *equal) {
  two_versions versions = {
      .contents = {before, after},
      .labels = {ovi_overlay_labels(before, id), ovi_overlay_labels(after, id)}};
  if (versions.labels[0] == NULL || versions.labels[1] == NULL) {
    return ovi_overlay_contents_fault(versions.labels[0] == NULL ? before : after);
  }
  for (int i = 0; i < 4; i++) {
    const uint32_t count = versions.labels[i % 2]->components;
    uint32_t *pairs = ovi_scratch_take(scratch, (uint64_t)count + 1, sizeof(uint32_t));
    if (pairs == NULL) {
      return OVL_NO_MEMORY;
    }
    memset(pairs, 0xff, count * sizeof(*pairs));
    versions.pairs[i / 2][i % 2] = pairs;
  }
  const bool is_directed = after->layer->profile.is_directed;
  for (int side = 0; is_directed && side < 2; side++) {
    const uint32_t ports = versions.labels[side]->begins[OVI_CLUSTER_MOST_PARTS];
    versions.strong[side] = ovi_scratch_take(scratch, (uint64_t)ports + 1, sizeof(uint64_t));
    if (versions.strong[side] == NULL) {
      return OVL_NO_MEMORY;
    }
  }
  const bool has_links = is_directed && after->layer->shared->link_count != 0;
  const ovi_below_box box = ovi_below_box_of(after->layer, after->level, id);
  const int32_t fan = ovi_overlay_fan(after->level);
  *equal = true;
  for (int32_t part = 0; *equal && part < box.w * box.h; part++) {
    const int32_t x = part % box.w;
    const int32_t y = part / box.w;
    const bool is_at_border = x == 0 || y == 0 || x == box.w - 1 || y == box.h - 1;
    if (!is_at_border && !has_links) {
      continue;
    }
    for (int side = 0; side < 2; side++) {
      ovi_below_view(&versions.below[side], versions.contents[side]->layer, after->level - 1,
                     ovi_below_id(&box, x, y));
    }
    *equal = !has_links || links_are_equal(&versions, (uint32_t)(y * fan + x));
    for (int group = 0; *equal && is_at_border && group < OVI_GROUP_COUNT; group++) {
      const int32_t to_x = x + ovi_group_x(group);
      const int32_t to_y = y + ovi_group_y(group);
      if (to_x < 0 || to_y < 0 || to_x >= box.w || to_y >= box.h) {
        *equal = group_is_equal(&versions, (uint32_t)(y * fan + x), group);
      }
    }
  }
  return OVL_OK;
}
