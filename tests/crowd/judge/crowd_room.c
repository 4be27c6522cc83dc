/* Places are taken greedily, the largest bodies' first and nearest first; then a maximum flow by
 * Dinic's algorithm assigns members to them. So room is found where there is plenty of it, and what
 * is found is room. */
#include "tests/crowd/judge/crowd_room.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/test_allocate.h"

/* ---- Dinic's algorithm ---- */

enum { SOURCE = 0, SINK = 1, FIRST = 2 };

typedef struct flow_edge {
  int32_t to, next; /* node; the node's next edge, -1: none */
  int32_t room;     /* an edge's reverse has its number with the lowest bit turned */
} flow_edge;

typedef struct flow_net {
  flow_edge *edges;
  int32_t edge_count, node_count;
  int32_t *head, *at, *level, *queue; /* of each node */
} flow_net;

static flow_net make_net(int32_t nodes, size_t edges) {
  flow_net net = {.node_count = nodes};
  net.edges = test_allocate(2 * edges + 1, sizeof *net.edges);
  net.head = test_allocate((size_t)nodes, sizeof *net.head);
  net.at = test_allocate((size_t)nodes, sizeof *net.at);
  net.level = test_allocate((size_t)nodes, sizeof *net.level);
  net.queue = test_allocate((size_t)nodes, sizeof *net.queue);
  for (int32_t i = 0; i < nodes; i++) {
    net.head[i] = -1;
  }
  return net;
}

static void free_net(flow_net *net) {
  free(net->edges);
  free(net->head);
  free(net->at);
  free(net->level);
  free(net->queue);
}

static void join(flow_net *net, int32_t from, int32_t to) {
  net->edges[net->edge_count] = (flow_edge){to, net->head[from], 1};
  net->head[from] = net->edge_count++;
  net->edges[net->edge_count] = (flow_edge){from, net->head[to], 0};
  net->head[to] = net->edge_count++;
}

static bool find_levels(flow_net *net) {
  int32_t count = 0;
  for (int32_t i = 0; i < net->node_count; i++) {
    net->level[i] = -1;
    net->at[i] = net->head[i];
  }
  net->level[SOURCE] = 0;
  net->queue[count++] = SOURCE;
  for (int32_t i = 0; i < count; i++) {
    for (int32_t e = net->head[net->queue[i]]; e >= 0; e = net->edges[e].next) {
      const flow_edge *edge = &net->edges[e];
      if (edge->room > 0 && net->level[edge->to] < 0) {
        net->level[edge->to] = net->level[net->queue[i]] + 1;
        net->queue[count++] = edge->to;
      }
    }
  }
  return net->level[SINK] >= 0;
}

/* One unit of flow along the levels, by a stack of edges in `queue`. */
static bool push_one(flow_net *net) {
  int32_t depth = 0, node = SOURCE;
  while (node != SINK) {
    int32_t *e = &net->at[node];
    while (*e >= 0 &&
           !(net->edges[*e].room > 0 && net->level[net->edges[*e].to] == net->level[node] + 1)) {
      *e = net->edges[*e].next;
    }
    if (*e >= 0) {
      net->queue[depth++] = *e;
      node = net->edges[*e].to;
    } else if (depth == 0) {
      return false;
    } else {
      net->level[node] = -1;
      node = net->edges[net->queue[--depth] ^ 1].to;
    }
  }
  for (int32_t i = 0; i < depth; i++) {
    net->edges[net->queue[i]].room--;
    net->edges[net->queue[i] ^ 1].room++;
  }
  return true;
}

static int32_t most_flow(flow_net *net) {
  int32_t flow = 0;
  while (find_levels(net)) {
    while (push_one(net)) {
      flow++;
    }
  }
  return flow;
}

/* ---- Places ---- */

typedef struct crowd_places {
  ovl_cell *cells;
  int32_t *profiles;
  int32_t count;
} crowd_places;

static bool is_free(const crowd_model *model, const ovl_cell *covered, int32_t count,
                    const uint8_t *shut) {
  for (int32_t i = 0; i < count; i++) {
    if (shut[crowd_model_number(model, covered[i])] != 0) {
      return false;
    }
  }
  return true;
}

/* Up to `most` places for a profile, nearest first; their cells are shut. */
static void take_places(const crowd_model *model, int32_t profile, ovl_cell place, int32_t most,
                        uint8_t *shut, crowd_places *places) {
  ovl_cell covered[MODEL_BODY];
  uint8_t *to = test_allocate(model->cells, 1), *from = test_allocate(model->cells, 1);
  ovl_cell *list = test_allocate(model->cells, sizeof *list);
  crowd_model_reach(model, profile, place, false, NULL, from, list);
  const size_t near = crowd_model_reach(model, profile, place, true, NULL, to, list);
  for (size_t i = 0; i < near && most > 0; i++) {
    const ovl_cell cell = list[i];
    const int32_t count = crowd_model_body(model, profile, cell, covered);
    if (from[crowd_model_number(model, cell)] && is_free(model, covered, count, shut)) {
      places->cells[places->count] = cell;
      places->profiles[places->count++] = profile;
      most--;
      for (int32_t k = 0; k < count; k++) {
        shut[crowd_model_number(model, covered[k])] = 1;
      }
    }
  }
  free(to);
  free(from);
  free(list);
}

/* Closes the cells from which a body would cover locked ones. */
static void close_around(const crowd_model *model, int32_t profile, const uint8_t *locked,
                         uint8_t *closed) {
  ovl_cell covered[MODEL_BODY];
  for (size_t i = 0; i < model->cells; i++) {
    const ovl_cell cell = crowd_model_cell(model, i);
    const int32_t count = crowd_model_stands(model, profile, cell)
                              ? crowd_model_body(model, profile, cell, covered)
                              : 0;
    closed[i] = !is_free(model, covered, count, locked);
  }
}

int32_t crowd_room_count(const crowd_model *model, const crowd_member *members, int32_t count,
                         ovl_cell place, const uint8_t *locked, uint8_t *shut) {
  crowd_places places = {.count = 0};
  places.cells = test_allocate(model->cells, sizeof *places.cells);
  places.profiles = test_allocate(model->cells, sizeof *places.profiles);
  for (int32_t body = 16; body >= 1; body--) {
    for (int32_t profile = 0; profile < model->profile_count; profile++) {
      int32_t wanted = 0;
      for (int32_t i = 0; i < count; i++) {
        wanted += members[i].profile == profile;
      }
      if (model->profiles[profile].body_cells == body && wanted > 0 &&
          crowd_model_stands(model, profile, place)) {
        take_places(model, profile, place, wanted, shut, &places);
      }
    }
  }
  flow_net net = make_net(FIRST + count + places.count,
                          (size_t)(count + places.count) + (size_t)count * (size_t)places.count);
  uint8_t *reached = test_allocate(model->cells, 1), *closed = test_allocate(model->cells, 1);
  ovl_cell *list = test_allocate(model->cells, sizeof *list);
  for (int32_t i = 0; i < count; i++) {
    join(&net, SOURCE, FIRST + i);
    close_around(model, members[i].profile, locked, closed);
    crowd_model_reach(model, members[i].profile, members[i].cell, false, closed, reached, list);
    for (int32_t k = 0; k < places.count; k++) {
      if (places.profiles[k] == members[i].profile &&
          reached[crowd_model_number(model, places.cells[k])]) {
        join(&net, FIRST + i, FIRST + count + k);
      }
    }
  }
  for (int32_t k = 0; k < places.count; k++) {
    join(&net, FIRST + count + k, SINK);
  }
  const int32_t flow = most_flow(&net);
  free_net(&net);
  free(reached);
  free(closed);
  free(list);
  free(places.cells);
  free(places.profiles);
  return flow;
}
