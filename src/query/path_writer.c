/* The stages from legs to points, and the listing of a path's cells. */
#include "query/path_writer.h"

#include "coarse/format/fault.h"
#include "common/argument.h"
#include "common/cell.h"
#include "common/compiler.h"
#include "common/topology.h"

static bool find_tile(void *user, int32_t x, int32_t y, ovi_tile *tile) {
  const ovi_path_writer *writer = user;
  return ovi_layer_open_tile(writer->layer, x, y, tile);
}

/* Reports the run that ends at a point. No run ends where the path begins, at first or behind a
 * link.
 */
OVI_NOINLINE static void emit_run(const ovi_path_writer *writer, ovi_leg leg) {
  const ovl_cell to = ovi_leg_end(leg);
  if (writer->path->count != 0 && !ovi_same_cell(writer->last, to) &&
      writer->smoothing != OVL_SMOOTH_NONE) {
    ovi_trace_emit_piece(writer->trace, OVL_TRACE_STRING, writer->last, to, leg.cost);
  }
}

/* Writes the point where a leg of the caller's path ends. */
static inline void write_point(ovi_path_writer *writer, ovi_leg leg) {
  ovl_path *path = writer->path;
  const ovl_cell point = ovi_leg_end(leg);
  if (writer->trace != NULL) {
    emit_run(writer, leg);
  }
  if (path->count != 0) {
    path->length += ovi_line_length(writer->layer->profile.corners, point.x - writer->last.x,
                                    point.y - writer->last.y);
  }
  if (path->count < path->capacity) {
    path->points[path->count] = ovi_world_from_plane(writer->world, point);
  }
  path->count++;
  writer->last = point;
}

static void write_leg(void *user, ovi_leg leg, bool follows) {
  (void)follows;
  write_point(user, leg);
}

/* Passes the last run of the tally on. */
static inline void pass_run(ovi_path_writer *writer) {
  if (writer->smoothing == OVL_SMOOTH_ANY) {
    ovi_smoother_add(&writer->line, writer->run.leg);
  } else {
    write_point(writer, writer->run.leg);
  }
  writer->run.from = ovi_leg_end(writer->run.leg);
  writer->run.is_open = false;
}

/* A smoothed path does not go out and back: the cells that a leg goes back over are dropped from it
 * and from the last run. */
static void drop_way_back(ovi_path_writer *writer, ovi_leg leg) {
  ovl_path *path = writer->path;
  ovi_leg *run = &writer->run.leg;
  const int corners = writer->layer->profile.corners;
  bool is_long = ovi_is_long_between(corners, ovi_leg_end(*run), ovi_leg_end(leg));
  int32_t back = ovi_steps_between(corners, ovi_leg_end(*run), ovi_leg_end(leg));
  int32_t held = ovi_steps_between(corners, writer->run.from, ovi_leg_end(*run));
  uint64_t twice = 2 * (uint64_t)(back < held ? back : held);
  uint64_t left = back < held ? run->cost - leg.cost : leg.cost - run->cost;
  if (writer->ground.ground.steps != NULL) { /* a step may cost more in one direction */
    left = 0;
    for (ovl_cell at = writer->run.from; !ovi_same_cell(at, ovi_leg_end(leg));) {
      const ovl_cell next = ovi_cell_toward(at, ovi_leg_end(leg));
      left += ovi_layer_step(&writer->ground, at, next);
      at = next;
    }
  }
  path->cost -= run->cost + leg.cost - left;
  *(is_long ? &path->diagonal_steps : &path->straight_steps) -= twice;
  *run = (ovi_leg){leg.x, leg.y, left};
  writer->run.heading = back < held ? writer->run.heading : -writer->run.heading;
  writer->run.is_open = back != held;
}

/* Cuts a leg where the path reaches its cost limit. */
static ovi_leg cut_leg(ovi_path_writer *writer, ovl_cell from, ovi_leg leg) {
  const uint64_t room = writer->cost_limit - writer->path->cost;
  uint64_t cost = 0;
  while (!ovi_same_cell(from, ovi_leg_end(leg))) {
    const ovl_cell next = ovi_cell_toward(from, ovi_leg_end(leg));
    const uint64_t step = ovi_layer_step(&writer->ground, from, next);
    if (step > room - cost) {
      break;
    }
    cost += step;
    from = next;
  }
  OVI_ASSERT(cost <= room);
  return (ovi_leg){from.x, from.y, cost};
}

/* Joins a leg to the last run, or passes that on and begins a run with the leg. */
static void tally(void *user, ovi_leg leg, bool follows) {
  ovi_path_writer *writer = user;
  (void)follows;
  ovl_path *path = writer->path;
  ovl_cell from = writer->run.is_open ? ovi_leg_end(writer->run.leg) : writer->run.from;
  if (writer->is_cut) {
    return;
  }
  if (leg.cost > writer->cost_limit - path->cost) {
    writer->is_cut = true;
    leg = cut_leg(writer, from, leg);
  }
  const int32_t dx = leg.x - from.x;
  const int32_t dy = leg.y - from.y;
  const int32_t heading = 3 * ovi_sign(dy) + ovi_sign(dx);
  if (heading == 0) {
    return; /* the first point is written when the path begins */
  }
  path->cost += leg.cost;
  *(ovi_is_long_between(writer->layer->profile.corners, from, ovi_leg_end(leg))
        ? &path->diagonal_steps
        : &path->straight_steps) += (uint64_t)(uint32_t)ovi_magnitude(dx != 0 ? dx : dy);
  if (writer->run.is_open) {
    if (heading == writer->run.heading) {
      writer->run.leg = (ovi_leg){leg.x, leg.y, writer->run.leg.cost + leg.cost};
      return;
    }
    if (heading == -writer->run.heading && writer->smoothing != OVL_SMOOTH_NONE) {
      drop_way_back(writer, leg);
      return;
    }
    pass_run(writer);
  }
  writer->run.leg = leg;
  writer->run.heading = heading;
  writer->run.is_open = true;
}

static void string_take(void *user, ovi_leg leg, bool follows) {
  ovi_path_writer *writer = user;
  const ovl_cell end = ovi_leg_end(leg);
  ovi_string_add(&writer->string, &end, 1, follows);
}

static void grid_take(void *user, ovi_leg leg, bool follows) {
  ovi_path_writer *writer = user;
  (void)follows;
  ovi_smoother_add(&writer->grid, leg);
}

/* The stages begin at a point, which is written at once. */
static void writer_begin_stages(ovi_path_writer *writer, ovl_cell first) {
  writer->run.from = first;
  writer->run.is_open = false;
  if (writer->smoothing == OVL_SMOOTH_ANY) {
    ovi_smoother_begin(&writer->line, first);
  } else {
    write_leg(writer, (ovi_leg){first.x, first.y, 0}, false);
  }
  if (writer->stage == OVI_STAGE_STRING) {
    ovi_string_begin(&writer->string, first);
  } else if (writer->stage == OVI_STAGE_GRID) {
    ovi_smoother_begin(&writer->grid, first);
  }
}

/* Writes what the stages still hold. */
static void end_stages(ovi_path_writer *writer) {
  if (writer->stage == OVI_STAGE_STRING) {
    ovi_string_end(&writer->string);
  } else if (writer->stage == OVI_STAGE_GRID) {
    ovi_smoother_end(&writer->grid);
  }
  if (writer->run.is_open) {
    pass_run(writer);
  }
  if (writer->smoothing == OVL_SMOOTH_ANY) {
    ovi_smoother_end(&writer->line);
  }
}

ovl_result ovi_path_check(const ovl_path *path, ovl_fault *fault) {
  const ovi_argument buffers[] = {{"points", path->capacity == 0 || path->points != NULL, 1, 1},
                                  {"links", path->link_capacity == 0 || path->links != NULL, 1, 1}};
  return OVI_ARGUMENTS_CHECK(buffers, 0, fault);
}

void ovi_path_clear(ovl_path *path) {
  *path = (ovl_path){.points = path->points,
                     .capacity = path->capacity,
                     .links = path->links,
                     .link_capacity = path->link_capacity};
}

void ovi_path_begin(ovi_path_writer *writer, const ovl_world *world, const ovi_layer *layer,
                    ovl_smoothing smoothing, bool turns, ovi_ground_tiles *tiles, ovl_path *path,
                    ovl_cell first) {
  ovi_path_clear(path);
  writer->path = path;
  writer->trace = NULL;
  writer->world = world;
  writer->layer = layer;
  writer->smoothing = smoothing;
  const bool may_pull = smoothing != OVL_SMOOTH_NONE && ovi_layer_pulls_strings(layer);
  writer->stage = smoothing == OVL_SMOOTH_NONE || turns ? OVI_STAGE_NONE
                  : may_pull                            ? OVI_STAGE_STRING
                                                        : OVI_STAGE_GRID;
  const int corners = layer->profile.corners;
  /* Lines over hexagons read cells. */
  const bool has_bits = ovi_layer_pulls_strings(layer) && corners == OVI_SQUARES;
  ovi_layer_ground_begin(&writer->ground, layer, first, has_bits ? NULL : tiles);
  writer->ground.ground.bits = has_bits && may_pull ? &writer->string.bits : NULL;
  writer->grid.ground = &writer->ground.ground;
  writer->cost_limit = UINT64_MAX;
  writer->is_cut = false;
  writer->is_ended = false;
  writer->grid.sink = (ovi_leg_sink){tally, writer};
  writer->grid.lines = false;
  writer->line.ground = &writer->ground.ground;
  writer->line.sink = (ovi_leg_sink){write_leg, writer};
  writer->line.lines = true;
  writer->string.sink = writer->grid.sink;
  writer->string.weight = layer->profile.min_weight;
  writer->string.joins = smoothing == OVL_SMOOTH_GRID;
  ovi_open_bits_begin(&writer->string.bits, corners, find_tile, writer);
  writer_begin_stages(writer, first);
}

ovi_leg_sink ovi_path_sink(ovi_path_writer *writer) {
  return (ovi_leg_sink){writer->stage == OVI_STAGE_STRING ? string_take
                        : writer->stage == OVI_STAGE_GRID ? grid_take
                                                          : tally,
                        writer};
}

void ovi_path_runs(void *user, const ovl_cell *ends, uint32_t count, bool continues) {
  ovi_path_writer *writer = user;
  const ovi_path_run *run = &writer->run;
  const ovi_layer_profile *profile = &writer->layer->profile;
  if (writer->stage == OVI_STAGE_STRING) {
    ovi_string_add(&writer->string, ends, count, continues);
    return;
  }
  OVI_ASSERT(writer->stage == OVI_STAGE_NONE);
  for (uint32_t i = 0; i < count; i++) {
    const ovl_cell from = run->is_open ? ovi_leg_end(run->leg) : run->from;
    const uint64_t cost =
        ovi_distance(profile->corners, ends[i].x - from.x, ends[i].y - from.y, profile->min_weight);
    tally(writer, (ovi_leg){ends[i].x, ends[i].y, cost}, true);
  }
}

void ovi_path_link(void *user, ovl_cell to, uint64_t cost, uint32_t link, bool back) {
  ovi_path_writer *writer = user;
  ovl_path *path = writer->path;
  if (writer->is_cut) {
    return;
  }
  end_stages(writer); /* the limit may cut what they held */
  if (writer->is_cut || cost > writer->cost_limit - path->cost) {
    writer->is_cut = true;
    writer->is_ended = true;
    return;
  }
  if (path->links != NULL && path->link_count < path->link_capacity) {
    path->links[path->link_count] = (ovl_path_link){path->count, link, back};
  }
  path->link_count++;
  path->cost += cost;
  writer->last = to; /* a link has no length */
  writer_begin_stages(writer, to);
}

void ovi_segment_write(const ovi_refiner *refiner, ovi_path_writer *writer) {
  const ovl_cell *cells = refiner->local.cells;
  if (refiner->link == OVI_NO_LINK) {
    ovi_local_search_emit(&refiner->local, ovi_path_sink(writer));
  } else {
    ovi_path_link(writer, cells[1], refiner->link_cost, refiner->link, refiner->link_back);
  }
}

void ovi_path_unpin(ovi_path_writer *writer) {
  ovi_open_bits_begin(&writer->string.bits, writer->string.bits.topology, find_tile, writer);
  ovi_layer_ground_forget(&writer->ground);
  ovi_layer_unpin(writer->layer);
}

ovl_result ovi_path_end(ovi_path_writer *writer) {
  const ovl_path *path = writer->path;
  if (!writer->is_ended) {
    end_stages(writer);
  }
  OVI_ASSERT(path->cost <= writer->cost_limit);
  return path->count > path->capacity ||
                 (path->links != NULL && path->link_count > path->link_capacity)
             ? OVL_MORE_ROOM
             : OVL_OK;
}

/* Returns whether the leg that ends at a point is the path's next link, which is then passed. */
static bool is_link(const ovl_path *path, size_t point, size_t *next_link) {
  if (*next_link < path->link_count && path->links[*next_link].point == point) {
    ++*next_link;
    return true;
  }
  return false;
}

ovl_result ovl_path_cells(const ovl_path *path, ovl_cell *cells, size_t capacity, size_t *needed,
                          ovl_fault *fault) {
  size_t count = 0;
  size_t link = 0;
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  *needed = 0;
  if (ovi_path_check(path, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  if (path->count > path->capacity) {
    return ovi_argument_fail(fault, "path: points that did not fit", 0, path->capacity,
                             path->count);
  }
  if (path->link_count > path->link_capacity) {
    return ovi_argument_fail(fault, "path: links that did not fit or are not listed", 0,
                             path->link_capacity, path->link_count);
  }
  for (size_t i = 0; i < path->count; i++) {
    ovl_cell to = path->points[i];
    ovl_cell at = i == 0 || is_link(path, i, &link) ? to : path->points[i - 1];
    const int64_t most = OVL_MAX_SIDE_CELLS - 1; /* of a leg on a floor */
    const ovi_argument arguments[] = {
        {"path: x of a point", to.x, (int64_t)at.x - most, (int64_t)at.x + most},
        {"path: y of a point", to.y, (int64_t)at.y - most, (int64_t)at.y + most}};
    if (OVI_ARGUMENTS_CHECK(arguments, i, fault) != OVL_OK) {
      return OVL_BAD_ARGUMENT;
    }
    if (at.floor != to.floor || !ovi_is_run(OVI_SQUARES, at, to)) {
      return ovi_argument_fail(fault, "path: a leg that is neither straight nor diagonal", i, 0, 1);
    }
    int32_t dx = ovi_sign(to.x - at.x);
    int32_t dy = ovi_sign(to.y - at.y);
    int32_t steps = ovi_steps_between(OVI_SQUARES, at, to);
    bool begins = i == 0 || (link != 0 && path->links[link - 1].point == i);
    for (int32_t step = begins ? 0 : 1; step <= steps; step++, count++) {
      if (count < capacity) {
        cells[count] = (ovl_cell){at.x + dx * step, at.y + dy * step, at.floor};
      }
    }
  }
  *needed = count;
  return count > capacity
             ? ovi_check_fail_values(fault, OVL_MORE_ROOM, "capacity", 0, capacity, count)
             : OVL_OK;
}
