/* The hash of all units, which lockstep compares: everything that decides what they will do, and no
 * address. The state of a lane's task follows from when it began, in which version, and how much it
 * has spent. */
#include "crowd/units/unit_hash.h"

#include "common/compiler.h"
#include "common/hash64.h"
#include "crowd/units/unit_internal.h"
#include "overland_edit.h"
#include "overland_inspect.h"
#include "overland_units.h"

static uint64_t fold(uint64_t hash, uint64_t value) { return ovi_mix64(hash ^ value) + value; }

static uint64_t fold_two(uint64_t hash, uint32_t high, uint32_t low) {
  return fold(hash, (uint64_t)high << 32 | low);
}

static uint64_t fold_cell(uint64_t hash, ovl_cell cell) {
  return fold(hash, ovi_cell_key(cell, 0));
}

static uint64_t fold_bytes(uint64_t hash, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  return fold(hash, (uint64_t)a << 48 | (uint64_t)b << 32 | (uint64_t)c << 16 | d);
}

static uint64_t hash_unit(uint64_t hash, const ovi_unit *unit) {
  hash = fold_cell(fold_cell(fold_cell(hash, unit->cell), unit->goal), unit->order.place);
  hash =
      fold_bytes(hash, unit->kind.profile, unit->kind.side, unit->kind.priority, unit->kind.body);
  hash = fold(hash, (uint64_t)(unit->queued ? 1 : 0) | (uint64_t)(unit->order.has_goal ? 2 : 0) |
                        (uint64_t)(unit->plan.routed ? 4 : 0) |
                        (uint64_t)(unit->order.returning ? 8 : 0) |
                        (uint64_t)(unit->order.alone ? 16 : 0) | (uint64_t)(unit->inside ? 32 : 0) |
                        (uint64_t)unit->flow << 24 | (uint64_t)unit->state << 8 |
                        (uint64_t)unit->ask << 16);
  hash = fold_two(hash, unit->order.order, unit->order.since);
  hash = fold_two(hash, unit->patience.blocked, unit->patience.detour_at);
  hash = fold_two(hash, unit->patience.near_tick, unit->patience.retry_tick);
  hash = fold_two(hash, unit->patience.escape_from, unit->patience.escape_until);
  hash = fold_two(hash, unit->patience.delay, unit->order.rank);
  hash = fold(hash, unit->plan.claimed);
  hash = fold(hash, unit->patience.least_left);
  const ovi_way *way = &unit->plan.way;
  for (uint32_t i = 0; i < way->count; i++) {
    hash = fold(hash, (uint64_t)ovi_way_step(way, i));
  }
  if (ovi_way_ends_in_link(way)) {
    hash = fold(fold_cell(hash, way->link_to), way->link);
  }
  if (unit->plan.routed) {
    hash = fold(fold_cell(hash, unit->plan.way_end), unit->plan.skipped);
    const ovl_route *route = &unit->plan.route;
    const uint32_t *state = route->state;
    hash = fold_cell(fold_cell(hash, route->goal), route->position);
    hash = fold(fold(hash, route->cost_to_go), route->world);
    hash = fold_two(hash, state[4], state[0]);
    hash = fold_two(hash, state[1], state[2]);
    hash = fold_bytes(hash, state[3] & 0xffff, state[3] >> 16 & 0xff, state[3] >> 24, route->kind);
    hash = fold_bytes(hash, route->profile, route->smoothing, route->done, 0);
  }
  return hash;
}

uint64_t ovl_units_hash(const ovl_units *units) {
  uint64_t hash = fold_two(units->stats.units, units->tick, units->placing.orders);
  for (uint32_t index = 0; index < units->high; index++) {
    const ovi_unit *unit = &units->unit[index];
    hash = fold(fold_two(hash, unit->plan.serial, unit->generation), unit->used ? 1 : 0);
    if (unit->used) {
      hash = hash_unit(hash, unit);
    }
  }
  for (uint32_t i = 0; i < units->asks.queue_count; i++) {
    hash = fold(hash, units->asks.queue[(units->asks.queue_begin + i) % units->capacity]);
  }
  for (uint32_t i = 0; i < units->turns.sorted_count && !units->turns.unsorted; i++) {
    hash = fold(hash, units->turns.sorted[i]);
  }
  for (uint32_t i = 0; i < units->planning.tasks.count; i++) {
    const ovi_unit_lane *lane = &units->planning.lanes[i];
    const ovi_task_lane *task = lane->task;
    if (task->request == OVI_LANE_FREE) {
      hash = fold(hash, 0);
      continue;
    }
    hash = fold_two(hash, task->request, lane->serial);
    hash = fold(fold_cell(hash, lane->start), (uint64_t)lane->ask);
    hash = fold(fold(hash, lane->total), task->world != NULL ? ovi_world_identity(task->world) : 0);
  }
  for (uint32_t i = 0; i < units->sharing.flow_count; i++) {
    const ovi_shared_flow *shared = &units->sharing.flows[i];
    if (shared->world == NULL) {
      hash = fold(hash, 0);
      continue;
    }
    hash = fold(fold_cell(hash, shared->place), shared->profile);
    hash = fold(fold(hash, shared->work), ovi_world_identity(shared->world));
    hash = fold(hash, shared->next != NULL ? ovi_world_identity(shared->next) : 0);
  }
  return hash;
}

/* ---- Worlds that these units can walk ---- */

/* A hash of the places and sizes of all floors and of the numbers of the profiles with our names.
 */
static uint64_t walkable_shape(const ovl_units *units, const ovl_world *world) {
  uint64_t hash = 0;
  ovl_floor_info floor;
  for (int32_t number = 0; ovl_world_floor(world, number, &floor); number++) {
    hash = ovi_mix64(ovi_mix64(hash + (uint64_t)floor.width) + (uint64_t)floor.height);
    hash = ovi_mix64(hash + (floor.graph ? 1 : 0));
    hash = fold_two(hash, (uint32_t)floor.corner.x, (uint32_t)floor.corner.y);
  }
  for (int32_t profile = 0; profile < units->walked.profiles; profile++) {
    const int32_t number = ovl_world_find_profile(world, units->walked.names[profile]);
    hash = ovi_mix64(hash + (uint64_t)number);
  }
  return hash;
}

uint64_t ovi_world_identity(const ovl_world *world) {
  ovl_version_info info;
  ovl_world_version(world, &info);
  return info.identity;
}

void ovi_units_learn_world(ovl_units *units, const ovl_world *world) {
  for (int32_t profile = 0; profile < units->walked.profiles; profile++) {
    ovl_profile_info about;
    ovl_world_profile(world, profile, &about);
    memcpy(units->walked.names[profile], about.def.name, OVL_NAME_BYTES);
  }
  ovl_floor_info floor;
  for (int32_t number = 0; ovl_world_floor(world, number, &floor); number++) {
    units->walked.graphs |= (uint64_t)(floor.graph ? 1 : 0) << number;
  }
  units->walked.shape = walkable_shape(units, world);
  units->walked.identity = ovi_world_identity(world);
}

bool ovi_units_serve(ovl_units *units, const ovl_world *world) {
  const uint64_t identity = ovi_world_identity(world);
  if (identity != units->walked.identity && walkable_shape(units, world) != units->walked.shape) {
    return false;
  }
  units->walked.identity = identity;
  return true;
}
