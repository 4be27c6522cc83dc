/* Ports in plain sight of the cell, and a search inside its region that ends when the last other
 * one of its component is settled. */
#include "coarse/search/attach.h"

#include "coarse/view/layer_steps.h"
#include "coarse/view/ports.h"
#include "coarse/view/region_box.h"
#include "coarse/view/region_cells.h"
#include "common/compiler.h"

/* An attachment while it is made. */
typedef struct attach_task {
  ovi_attachment *attachment;
  ovi_local_search *local;
  ovi_region region;
  ovi_clique clique;
  int32_t x, y; /* the cell, in the region */
  bool is_directed;
  bool is_even;     /* nothing but links depends on the direction */
  bool has_targets; /* the ports are targets; of more than the border has cells all are reached */
} attach_task;

/* Notes the costs inside the region of the ports that are seen, and searches until all others are
 * reached, in a directed layer those that can be. False: the search is paused, or a port of an
 * undirected layer cannot be reached. */
static bool attach_search(const attach_task *task, bool back) {
  ovi_fine_search *search = &task->local->search;
  ovi_window *window = &task->local->window;
  if (!search->progress.is_paused) {
    ovi_fine_begin(search, window, task->x, task->y);
    if (back) {
      ovi_fine_reverse(search);
    }
    for (uint32_t place = 0; task->has_targets && place < task->clique.count; place++) {
      const uint32_t port = ovi_clique_port(&task->clique, place);
      const uint32_t cell = ovi_port_cell(&task->region, port);
      const int32_t x = ovi_port_x(cell);
      const int32_t y = ovi_port_y(cell);
      if (ovi_fine_sees(search, x, y, true)) {
        task->attachment->costs[port] =
            (uint32_t)ovi_distance(window->corners, x - task->x, y - task->y, window->min_weight);
      } else {
        ovi_window_add_target(window, x, y);
      }
    }
  }
  if (task->has_targets && ovi_fine_settle(search, window)) {
    return true;
  }
  if (!task->has_targets) {
    ovi_fine_resume(search);
  }
  return task->is_directed && !search->progress.is_paused;
}

/* Finds the costs of the ports: those inside the region, and the region's part of the step when it
 * is left over the port, or entered there. False: the search is paused, or a cost does not fit. */
static bool attach_costs(const attach_task *task, const ovi_layer *layer, bool back) {
  const ovi_window *window = &task->local->window;
  const ovi_fine_search *search = &task->local->search;
  const ovi_port_groups groups = ovi_port_groups_of(&task->region);
  ovi_layer_ground ground;
  int group = 0;
  if (!attach_search(task, back)) {
    return false;
  }
  bool is_free = false; /* all steps are legal by heights and exceptions */
  if (task->is_directed) {
    ovi_layer_ground_begin(&ground, layer, (ovl_cell){task->region.x, task->region.y, 0}, NULL);
    is_free = ground.ground.steps != NULL && ground.steps.is_free;
  }
  for (uint32_t place = 0; place < task->clique.count; place++) {
    const uint32_t port = ovi_clique_port(&task->clique, place);
    const uint32_t cell = ovi_port_cell(&task->region, port);
    const uint32_t node = ovi_window_cell(window, ovi_port_x(cell), ovi_port_y(cell));
    const uint32_t seen = task->attachment->costs[port];
    const uint64_t inner = seen != OVI_UNREACHED                ? seen
                           : ovi_fine_has_reached(search, node) ? ovi_fine_cost(search, node)
                                                                : OVI_UNREACHED;
    OVI_ASSERT(inner == OVI_UNREACHED ||
               inner >= ovi_distance(window->corners, ovi_port_x(cell) - task->x,
                                     ovi_port_y(cell) - task->y, window->min_weight));
    const uint32_t weight =
        window->bits.in_use ? window->min_weight : (uint32_t)window->weights[node];
    uint64_t half = OVI_NO_STEP;
    if (!task->is_directed) {
      while (port >= groups.begins[group + 1]) { /* the ports of a component are in order */
        group++;
      }
      half = ovi_step_cost(weight, ovi_port_is_long(layer->profile.corners, group, cell));
    } else if (inner != OVI_UNREACHED && back && is_free && !ovi_port_is_link(&groups, port)) {
      half = ovi_step_cost(
          weight, ovi_port_is_long(layer->profile.corners, ovi_port_group(&groups, port), cell));
    } else if (inner != OVI_UNREACHED && back &&
               (!task->is_even || ovi_port_is_link(&groups, port))) {
      half = ovi_port_half(&ground, &task->region, &groups, port, false);
    } else if (inner != OVI_UNREACHED) { /* on even ground entering costs as much as leaving */
      const uint32_t leave = ovi_square_exit(&task->clique, place);
      half = leave != OVI_NO_COST_32 ? leave : OVI_NO_STEP;
    }
    if (half != OVI_NO_STEP && inner + half >= OVI_UNREACHED) {
      return false;
    }
    task->attachment->costs[port] = half != OVI_NO_STEP ? (uint32_t)(inner + half) : OVI_UNREACHED;
  }
  return true;
}

/* ---- Attaching ------------------------------------------------------------------ */

/* Reports the ports that the end was attached to. */
OVI_NOINLINE static void emit_attached(const attach_task *task, const ovi_layer *layer,
                                       ovl_cell cell) {
  const ovi_attachment *attachment = task->attachment;
  const ovi_port_groups groups = ovi_port_groups_of(&task->region);
  for (uint32_t port = 0; port < attachment->count; port++) {
    if (attachment->costs[port] != OVI_UNREACHED) {
      const ovi_stop stop = ovi_waypoint_of_port(layer, &task->region, &groups, port);
      const ovl_waypoint at = ovi_waypoint_cells(layer, stop.region, stop.number);
      ovi_trace_emit_outside(task->local->search.trace,
                             (ovl_trace_event){.kind = OVL_TRACE_ATTACH,
                                               .tier = OVL_TIER_COARSE,
                                               .node = {at.first, at.second},
                                               .parent = {cell, cell},
                                               .g = attachment->costs[port],
                                               .f = attachment->costs[port]});
    }
  }
}

bool ovi_attach(ovi_attachment *attachment, const ovi_layer *layer, ovi_local_search *local,
                ovl_cell cell, bool back) {
  attach_task task = {.attachment = attachment,
                      .local = local,
                      .is_directed = layer->profile.is_directed,
                      .is_even = ovi_layer_walks_evenly(layer)};
  task.region = ovi_region_view(layer, ovi_region_at(layer, cell.x, cell.y));
  task.x = cell.x - task.region.x;
  task.y = cell.y - task.region.y;
  attachment->region = task.region.id;
  attachment->count = task.region.ports.count;
  attachment->component =
      ovi_region_clique_of(&task.region, ovi_region_component(&task.region, task.x, task.y));
  const bool begins = !ovi_local_search_is_paused(local);
  for (uint32_t port = 0; begins && port < attachment->count; port++) {
    attachment->costs[port] = OVI_UNREACHED;
  }
  if (attachment->component >= task.region.components.linked) {
    return true; /* a component without ports */
  }
  task.clique = ovi_region_clique(&task.region, attachment->component);
  task.has_targets =
      !task.is_directed || task.clique.count <= 2 * (uint32_t)(task.region.w + task.region.h);
  if (begins) {
    const uint8_t *block = task.region.layer_block;
    const ovi_window_ground ground = {block[OVI_LAYER_MIN_WEIGHT],
                                      ovi_has_jump_points(layer->profile.corners) &&
                                          task.has_targets && ovi_layer_block_is_even(block),
                                      (task.region.flags & OVI_FLAG_STEPPED) != 0};
    ovi_region_open(layer, &task.region, &local->window, &ground);
  }
  const bool is_done = attach_costs(&task, layer, back);
  if (is_done && local->search.trace != NULL) {
    emit_attached(&task, layer, cell);
  }
  return is_done;
}
