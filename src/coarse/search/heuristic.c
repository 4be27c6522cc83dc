/* Bounds by octile distance and by landmarks, of undirected and of directed layers. */
#include "coarse/search/heuristic.h"

#include "common/compiler.h"

void ovi_heuristic_none(ovi_heuristic *heuristic, const ovi_layer *layer) {
  heuristic->layer = layer;
  heuristic->weight = 0;
  heuristic->landmark_count = 0;
  heuristic->octile = 0;
  heuristic->directed_landmarks = 0;
}

/* ---- Landmarks ----------------------------------------------------------- */

static ovi_landmark_costs waypoint_costs(const ovi_layer *layer, const ovi_region *owner,
                                         uint32_t number) {
  return ovi_landmark_costs_at(layer, owner, number, number);
}

/* Lowers the cost to each landmark to that by way of a port. */
static inline void lower_by_port(const ovi_layer *layer, const ovi_landmark_costs *landmark_costs,
                                 int32_t link, ovi_landmark_form form, int32_t *costs) {
  const uint32_t count = layer->landmarks.count;
  const uint32_t shift = layer->landmarks.base_shift;
  for (uint32_t landmark = 0; landmark < count; landmark++) {
    int32_t most = costs[landmark] - link;
    int32_t cost = ovi_landmark_cost(landmark_costs, shift, landmark, form);
    costs[landmark] = (cost < most ? cost : most) + link;
  }
}

/* Finds the costs from the attached cell to each landmark, by way of the best port. The bits that
 * the shift drops are the same in all costs of one island. */
static void measure_attachment(const ovi_layer *layer, const ovi_attachment *attachment,
                               int32_t costs[OVL_MAX_LANDMARKS]) {
  ovi_region region = ovi_region_view(layer, attachment->region);
  ovi_region owner = region;
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  for (uint32_t landmark = 0; landmark < layer->landmarks.count; landmark++) {
    costs[landmark] = OVI_NO_LANDMARK;
  }
  for (uint32_t port = 0; port < groups.begins[OVI_GROUP_COUNT]; port++) {
    if (attachment->costs[port] == OVI_UNREACHED) {
      continue;
    }
    ovl_stop waypoint = ovi_waypoint_of_port(layer, &region, &groups, port);
    if (waypoint.region != owner.id) {
      owner = ovi_region_view(layer, waypoint.region);
    }
    ovi_landmark_costs landmark_costs = waypoint_costs(layer, &owner, waypoint.number);
    int32_t link = (int32_t)(attachment->costs[port] >> layer->landmarks.shift & OVI_NO_LANDMARK);
    if (layer->landmarks.is_wide) {
      lower_by_port(layer, &landmark_costs, link, OVI_LANDMARKS_32, costs);
    } else {
      lower_by_port(layer, &landmark_costs, link, OVI_LANDMARKS_16, costs);
    }
  }
}

/* Finds near and far of the attached cell in a directed layer. Costs are not below 0, so far may be
 * raised to 0. */
static void measure_directed(ovi_heuristic *heuristic, const ovi_attachment *attachment) {
  const ovi_layer *layer = heuristic->layer;
  ovi_region region = ovi_region_view(layer, attachment->region);
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  for (uint32_t landmark = 0; landmark < layer->landmarks.count; landmark++) {
    heuristic->costs[landmark] = OVI_NO_LANDMARK;
    heuristic->far[landmark] = 0;
  }
  for (uint32_t port = 0; port < attachment->count; port++) {
    if (attachment->costs[port] == OVI_UNREACHED) {
      continue;
    }
    ovl_stop waypoint = ovi_waypoint_of_port(layer, &region, &groups, port);
    ovi_region owner = ovi_region_view(layer, waypoint.region);
    const ovi_port_groups owner_groups = ovi_port_groups_of(&owner);
    ovi_landmark_costs costs = ovi_landmark_costs_at(layer, &owner, waypoint.number,
                                                     ovi_own_port(&owner_groups, waypoint.number));
    const uint32_t cost = attachment->costs[port] >> layer->landmarks.shift;
    const int32_t link = (int32_t)(cost < OVI_NO_LANDMARK ? cost : OVI_NO_LANDMARK);
    const ovi_landmark_form form = ovi_landmark_form_of(layer);
    lower_by_port(layer, &costs, link, form, heuristic->costs);
    for (uint32_t landmark = 0; landmark < layer->landmarks.count; landmark++) {
      const int32_t far =
          ovi_landmark_cost(&costs, layer->landmarks.base_shift, landmark, form) - link;
      heuristic->far[landmark] = far > heuristic->far[landmark] ? far : heuristic->far[landmark];
    }
  }
}

static uint64_t directed_from(const ovi_heuristic *heuristic, const ovi_landmark_costs *costs) {
  const ovi_layer *layer = heuristic->layer;
  const ovi_landmark_form form = ovi_landmark_form_of(layer);
  int32_t most = 0;
  for (uint32_t landmark = 0; landmark < heuristic->directed_landmarks; landmark++) {
    const int32_t cost = ovi_landmark_cost(costs, layer->landmarks.base_shift, landmark, form);
    const int32_t near = heuristic->costs[landmark] - cost;
    const int32_t far = cost - heuristic->far[landmark];
    most = near > most ? near : most;
    most = far > most ? far : most;
  }
  return (uint64_t)most << layer->landmarks.shift;
}

/* The difference of costs to a landmark. */
OVI_FORCE_INLINE int32_t apart_by(const ovi_heuristic *heuristic, const ovi_landmark_costs *costs,
                                  uint32_t landmark, ovi_landmark_form form) {
  const ovi_layer *layer = heuristic->layer;
  const int32_t cost = ovi_landmark_cost(costs, layer->landmarks.base_shift, landmark, form);
  const int32_t apart = cost - heuristic->costs[landmark];
  return apart < 0 ? -apart : apart;
}

/* The greatest difference of costs. Start and waypoint are on one island, so no cost is missing. */
OVI_FORCE_INLINE int32_t most_apart(const ovi_heuristic *heuristic, const ovi_landmark_costs *costs,
                                    ovi_landmark_form form) {
  const uint32_t count = heuristic->landmark_count;
  int32_t most = 0;
  for (uint32_t landmark = 0; landmark < count; landmark++) {
    const int32_t apart = apart_by(heuristic, costs, landmark, form);
    most = apart > most ? apart : most;
  }
  return most;
}

/* ---- By landmarks ------------------------------------------------------------- */

static uint64_t landmarks_from(const ovi_heuristic *heuristic, const ovi_region *owner,
                               uint32_t number) {
  const ovi_layer *layer = heuristic->layer;
  ovi_landmark_costs costs = waypoint_costs(layer, owner, number);
  const int32_t most = layer->landmarks.is_wide ? most_apart(heuristic, &costs, OVI_LANDMARKS_32)
                                                : most_apart(heuristic, &costs, OVI_LANDMARKS_16);
  return (uint64_t)most << layer->landmarks.shift;
}

/* ---- All ----------------------------------------------------------------- */

void ovi_heuristic_aim(ovi_heuristic *heuristic, const ovi_layer *layer, ovl_cell start,
                       const ovi_attachment *attachment, bool landmarks) {
  heuristic->layer = layer;
  heuristic->weight = layer->profile.min_weight;
  heuristic->landmark_count = landmarks ? layer->landmarks.count : 0;
  heuristic->x = start.x;
  heuristic->y = start.y;
  if (heuristic->landmark_count != 0) {
    measure_attachment(layer, attachment, heuristic->costs);
  }
}

static void aim_directed(ovi_heuristic *heuristic, const ovi_layer *layer, ovl_cell start,
                         const ovi_attachment *attachment, bool landmarks) {
  ovi_heuristic_none(heuristic, layer);
  heuristic->octile = layer->profile.has_links ? 0 : layer->profile.min_weight;
  heuristic->directed_landmarks = landmarks ? layer->landmarks.count : 0;
  heuristic->x = start.x;
  heuristic->y = start.y;
  if (heuristic->directed_landmarks != 0) {
    measure_directed(heuristic, attachment);
  }
}

void ovi_heuristic_to(ovi_heuristic *heuristic, const ovi_layer *layer, ovl_cell start,
                      const ovi_attachment *attachment, bool landmarks) {
  if (layer->profile.is_directed) {
    aim_directed(heuristic, layer, start, attachment, landmarks);
  } else {
    ovi_heuristic_aim(heuristic, layer, start, attachment, landmarks);
  }
}

/* Octile distance between the start and the middle of a port's crossing, counted in half cells. */
static uint64_t octile_from(const ovi_heuristic *heuristic, const ovi_region *region, ovi_port port,
                            uint32_t weight) {
  uint32_t cell = ovi_port_cell(region, port.port);
  int32_t dx;
  int32_t dy;
  ovi_port_step(port.group, cell, &dx, &dy);
  int64_t x = 2 * (int64_t)(region->x + ovi_port_x(cell)) + dx;
  int64_t y = 2 * (int64_t)(region->y + ovi_port_y(cell)) + dy;
  return ovi_octile_halves(2 * (int64_t)heuristic->x - x, 2 * (int64_t)heuristic->y - y, weight);
}

static uint32_t capped(uint64_t heuristic) {
  return heuristic < UINT32_MAX ? (uint32_t)heuristic : UINT32_MAX;
}

uint32_t ovi_heuristic_from(const ovi_heuristic *heuristic, const ovi_region *owner,
                            ovi_port port) {
  if (heuristic->weight == 0) {
    return 0;
  }
  uint64_t most = octile_from(heuristic, owner, port, heuristic->weight);
  if (heuristic->landmark_count != 0) {
    uint64_t landmarks = landmarks_from(heuristic, owner, port.port);
    most = landmarks > most ? landmarks : most;
  }
  return capped(most);
}

uint32_t ovi_heuristic_directed(const ovi_heuristic *heuristic, const ovi_region *owner,
                                uint32_t number, ovi_port port) {
  uint64_t most = 0;
  if (heuristic->octile != 0) {
    most = octile_from(heuristic, owner, port, heuristic->octile);
  }
  if (heuristic->directed_landmarks != 0) {
    ovi_landmark_costs costs = ovi_landmark_costs_at(heuristic->layer, owner, number, port.port);
    uint64_t landmarks = directed_from(heuristic, &costs);
    most = landmarks > most ? landmarks : most;
  }
  return capped(most);
}
