/* Planners and worlds that are fetched: the world as a planner sees it, and what it holds of it. */
#include <stddef.h>

#include "common/compiler.h"
#include "overland_stream.h"
#include "query/planner.h"

/* A copy that nobody else has a handle of: all that it points to stays the world's. */
static void copy_world(ovl_world *view, const ovl_world *world, ovi_pager *pager) {
  const size_t counted = offsetof(ovl_world, base); /* other threads may count handles */
  view->shared = world->shared;
  memcpy((uint8_t *)view + counted, (const uint8_t *)world + counted,
         (size_t)world->object_bytes - counted);
  for (uint32_t i = 0; i < view->shared.profile_count; i++) {
    view->layers[i].shared = &view->shared;
    ovi_layer_show(&view->layers[i], world->layers[i].delta, pager);
  }
}

const ovl_world *ovi_planner_enter_world(ovl_planner *planner, const ovl_world *world) {
  planner->pager = ovi_world_is_paged(world) ? &world->base->pager : NULL;
  if (!ovi_world_is_read(world)) {
    return world;
  }
  planner->pager = NULL;
  if (world->object_bytes > planner->view_bytes) {
    return NULL;
  }
  planner->own_pager = (ovi_pager){world->base->paged, &planner->cache};
  planner->pager = &planner->own_pager;
  copy_world(planner->view, world, planner->pager);
  ovi_pager_begin(planner->pager);
  return planner->view;
}

ovl_result ovi_planner_leave_world(ovl_planner *planner, ovl_result result) {
  if (ovi_planner_has_all(planner)) {
    return result;
  }
  planner->refiner.direct_kept = false; /* what was found amid placeholders prepares nothing */
  planner->overlay.is_held = false;
  ovi_overlay_planning_abandon(&planner->overlay);
  return ovi_paged_result(planner->pager, result);
}

ovl_residence ovl_planner_residence(const ovl_planner *planner) {
  return planner->view_bytes != 0 ? ovi_page_cache_residence(&planner->cache)
                                  : (ovl_residence){0, 0, 0};
}

ovl_residence ovl_world_residence(const ovl_world *world) {
  return ovi_world_is_read(world) ? ovi_page_cache_residence(world->base->pager.cache)
                                  : (ovl_residence){0, 0, 0};
}

size_t ovl_planner_needs(const ovl_planner *planner, uint32_t *regions, size_t capacity) {
  size_t count = 0;
  if (planner->pager == NULL || planner->pager->cache == NULL) {
    return 0;
  }
  const ovi_page_cache *cache = planner->pager->cache;
  for (uint32_t i = 0; i < cache->missing_count; i++) {
    uint32_t before = 0;
    while (before < i && cache->missing[before].region != cache->missing[i].region) {
      before++;
    }
    if (before < i) {
      continue;
    }
    if (count < capacity) {
      regions[count] = cache->missing[i].region;
    }
    count++;
  }
  return count;
}
