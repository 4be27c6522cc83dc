/* All cells within a budget of cost: those of the zones around the start, zone by zone, and those
 * of far regions, region by region. */
#include "coarse/view/region_cells.h"
#include "query/cost_calls.h"
#include "query/task.h"

/* Lists the cells of a box of regions that cost no more than the budget, region by region, from a
 * place of the list on. Returns their number. */
static uint64_t list_reached_box(ovi_task *task, ovi_rectangle box, uint64_t at) {
  ovi_range_task *range = &task->as.range;
  const ovi_layer *layer = range->spreading.from_start.layer;
  const uint64_t first = at;
  for (int32_t i = 0; i < (box.x1 - box.x0) * (box.y1 - box.y0); i++) {
    const ovi_rectangle one =
        ovi_rectangle_of_one(box.x0 + i % (box.x1 - box.x0), box.y0 + i / (box.x1 - box.x0));
    const ovi_rectangle cells = ovi_box_cells(layer, one);
    for (int32_t y = cells.y0; y < cells.y1; y++) {
      for (int32_t x = cells.x0; x < cells.x1; x++) {
        const uint64_t cost =
            ovi_dijkstra_cell_cost(&range->spreading.from_start, (ovl_cell){x, y, 0});
        if (cost > range->budget) {
          continue;
        }
        if (at < range->capacity) {
          const ovl_cell cell = ovi_world_from_plane(task->world, (ovl_cell){x, y, 0});
          range->reached[at] = (ovl_range_cell){cell, cost};
        }
        at++;
      }
    }
  }
  return at - first;
}

/* Counts the cells of a box that cost no more than the budget. */
static uint64_t count_reached_box(const ovi_range_task *range, ovi_rectangle box) {
  const ovi_rectangle cells = ovi_box_cells(range->spreading.from_start.layer, box);
  uint64_t count = 0;
  for (int32_t y = cells.y0; y < cells.y1; y++) {
    for (int32_t x = cells.x0; x < cells.x1; x++) {
      count += ovi_dijkstra_cell_cost(&range->spreading.from_start, (ovl_cell){x, y, 0}) <=
               range->budget;
    }
  }
  return count;
}

/* Moves what the list has from a place on, to make room for more cells there. */
static void move_list(ovi_range_task *range, uint64_t from, uint64_t by) {
  const ovi_zones *zones = &range->spreading.zones;
  const uint64_t end = range->count + by < range->capacity ? range->count + by : range->capacity;
  if (by != 0 && from + by < end) {
    memmove(range->reached + from + by, range->reached + from,
            (size_t)(end - from - by) * sizeof(*range->reached));
  }
  for (uint32_t zone = 0; by != 0 && zone < ovi_zones_count(zones); zone++) {
    ovi_zone *later = &zones->room->zones[zone];
    later->at += later->at >= from && later->listed != 0 ? by : 0;
  }
  range->count += by;
}

/* Lists the cells of the zone that was searched, instead of what it listed before: costs only
 * fall, so there are no fewer. */
static void list_zone(ovi_task *task) {
  ovi_range_task *range = &task->as.range;
  const ovi_zones *zones = &range->spreading.zones;
  ovi_zone *zone = &zones->room->zones[zones->under_way];
  const ovi_rectangle box = ovi_zones_box(zones);
  const uint64_t count = count_reached_box(range, box);
  const uint64_t at = zone->listed != 0 ? zone->at : range->count;
  OVI_ASSERT(count >= zone->listed);
  move_list(range, at + zone->listed, count - zone->listed);
  zone->at = at;
  zone->listed = list_reached_box(task, box, at);
  OVI_ASSERT(zone->listed == count);
}

static ovi_status begin_range(void *work) {
  ovl_planner *planner = work;
  ovi_range_task *range = &planner->task.as.range;
  return ovi_spreading_begin(planner, &range->spreading, range->budget + 1);
}

/* Spreads costs over waypoints as far as the budget, if that is enough for a path that leaves the
 * zones or takes a link. */
static ovi_status spread_in_budget(void *work) {
  ovl_planner *planner = work;
  ovi_spreading *spreading = &planner->task.as.range.spreading;
  if (spreading->zones.bound <= ovi_zones_cost_out(&spreading->zones)) {
    return OVI_DONE;
  }
  const ovi_status status = ovi_spreading_run(planner, spreading, spreading->zones.bound, NULL);
  return status == OVI_DONE ? ovi_spreading_enter(spreading) : status;
}

static ovi_status search_zone_cells(void *work) {
  ovl_planner *planner = work;
  ovi_task *task = &planner->task;
  ovi_status status;
  while ((status = ovi_zones_search(&task->as.range.spreading.zones)) == OVI_DONE) {
    list_zone(task);
  }
  return status == OVI_PAUSED ? status : OVI_DONE;
}

/* Searches all regions outside of the zones that costs have spread to. */
static ovi_status search_region_cells(void *work) {
  ovl_planner *planner = work;
  ovi_task *task = &planner->task;
  ovi_range_task *range = &task->as.range;
  ovi_spreading *spreading = &range->spreading;
  ovi_dijkstra *from_start = &spreading->from_start;
  uint64_t next = spreading->at;
  uint32_t id;
  while (ovi_spreading_next(from_start, &next, &id)) {
    if (!ovi_zones_have(&spreading->zones, id) && ovi_part_open(from_start, id, true)) {
      if (ovi_fine_resume(&from_start->local->search) == OVI_PAUSED) {
        return OVI_PAUSED;
      }
      range->count +=
          list_reached_box(task, ovi_box_of_region(from_start->layer, id), range->count);
    }
    spreading->at = next;
  }
  *range->needed = range->count;
  return ovi_dijkstra_status(from_start);
}

static ovl_result range_result(ovl_planner *planner) {
  const ovi_range_task *range = &planner->task.as.range;
  return range->count > range->capacity
             ? ovi_planner_refuse(planner, OVL_MORE_ROOM, "capacity", range->capacity, range->count)
             : OVL_OK;
}

enum { RANGE_BEGIN, RANGE_SPREAD, RANGE_ZONES, RANGE_REGIONS, RANGE_STAGES };
static const ovi_stage range_stages[RANGE_STAGES] = {
    [RANGE_BEGIN] = {"check the start", begin_range},
    [RANGE_SPREAD] = {"spread costs in the budget", spread_in_budget},
    [RANGE_ZONES] = {"search zones", search_zone_cells},
    [RANGE_REGIONS] = {"search the far regions that costs have spread to", search_region_cells}};
static const ovi_task_kind range_task = {
    .stages = range_stages, .stage_count = RANGE_STAGES, .result = range_result};

ovl_result ovl_task_begin_range(ovl_planner *planner, const ovl_world *world,
                                const ovl_query *query, uint64_t budget, ovl_range_cell *reached,
                                size_t capacity, size_t *needed) {
  const ovl_result result = ovi_task_begin(planner, world, query, &range_task);
  if (result == OVL_OK) {
    planner->task.as.range =
        (ovi_range_task){.budget = budget < OVI_COSTS_END ? budget : OVI_COSTS_END,
                         .reached = reached,
                         .capacity = capacity,
                         .needed = needed};
    *needed = 0;
  }
  return result;
}

ovl_result ovl_find_range(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                          uint64_t budget, ovl_range_cell *reached, size_t capacity,
                          size_t *needed) {
  return ovi_task_finish(
      planner, ovl_task_begin_range(planner, world, query, budget, reached, capacity, needed));
}
