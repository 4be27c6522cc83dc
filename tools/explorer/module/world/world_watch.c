/* See world_watch.h. */
#include "tools/explorer/module/world/world_watch.h"

#include "overland_edit.h"
#include "overland_watch.h"
#include "tools/explorer/module/module_memory.h"
#include "tools/explorer/module/module_world.h"
#include "tools/explorer/module/world/world_held.h"
#include "tools/explorer/module/world/world_route.h"

enum { ROUTES = WORLD_MOST_WATCHED + 1, MOST_REGIONS = 1 << 17 };

static struct {
  ovl_watch *watch;
  ovl_world *versions[ROUTES]; /* in which the routes were planned; NULL: none is watched */
} watched;

EXPLORER_CALL(world_watch_drop) void world_watch_drop(int32_t number) {
  if (number >= 0 && number < ROUTES && watched.versions[number] != NULL) {
    ovl_watch_drop(watched.watch, (uint32_t)number);
    ovl_world_close(watched.versions[number]);
    watched.versions[number] = NULL;
  }
}

EXPLORER_CALL(world_watch_end) void world_watch_end(void) {
  for (int32_t number = 0; number < ROUTES; number++) {
    world_watch_drop(number);
  }
  ovl_watch_destroy(watched.watch);
  watched.watch = NULL;
  world_route_end();
}

static ovl_result make_watch(void) {
  if (watched.watch != NULL) {
    return OVL_OK;
  }
  ovl_watch_def def = ovl_watch_def_default(world_at(0));
  def.allocator = *module_allocator();
  def.routes = ROUTES;
  def.regions = MOST_REGIONS;
  return ovl_watch_create(&def, &watched.watch, NULL);
}

EXPLORER_CALL(world_watch_route) int32_t world_watch_route(int32_t number) {
  const world_planned_route planned = world_route_planned();
  world_begin_call();
  if (planned.route == NULL || number < 0 || number >= ROUTES) {
    return OVL_BAD_ARGUMENT;
  }
  world_watch_drop(number);
  ovl_result result = make_watch();
  if (result != OVL_OK) {
    return (int32_t)result;
  }
  result = ovl_watch_route(watched.watch, planned.planner, world_at(0), (uint32_t)number,
                           planned.route, planned.stops, planned.stop_capacity);
  return (int32_t)(result == OVL_OK ? ovl_world_retain(world_at(0), &watched.versions[number])
                                    : result);
}

/* What the edits since a route was planned did to it, as bits. */
static ovl_result find_change(int32_t number, int32_t *bits) {
  ovl_watch_change changes[ROUTES];
  size_t count = 0;
  *bits = -1;
  if (watched.versions[number] == NULL) {
    return OVL_OK;
  }
  const ovl_result result = ovl_watch_changes(watched.watch, watched.versions[number], world_at(0),
                                              changes, ROUTES, &count);
  *bits = result == OVL_OTHER_WORLD ? WATCHED_UNDONE : 0;
  for (size_t i = 0; result == OVL_OK && i < count; i++) {
    if (changes[i].number == (uint32_t)number) {
      *bits = (changes[i].broken ? WATCHED_BROKEN : 0) |
              (changes[i].improvable ? WATCHED_IMPROVABLE : 0);
    }
  }
  return result == OVL_OTHER_WORLD ? OVL_OK : result;
}

EXPLORER_CALL(world_watch_changes) int32_t world_watch_changes(void) {
  int32_t bits[ROUTES];
  ovl_result result = OVL_OK;
  world_begin_call();
  for (int32_t number = 0; number < ROUTES && result == OVL_OK; number++) {
    result = find_change(number, &bits[number]);
  }
  for (int32_t number = 0; number < ROUTES && result == OVL_OK; number++) {
    module_numbers()[number] = bits[number];
  }
  return (int32_t)result;
}
