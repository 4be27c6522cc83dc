/* See search_lists.h. Invariants: heap[nodes[n].position] is n for each open node, and no node of
 * the heap comes before the one above it; closed[nodes[n].position] is n for each closed node. */
#include "tools/explorer/module/search_lists.h"

#include "tools/explorer/module/module_memory.h"

void lists_begin(search_lists *lists, lists_room room, lists_tie tie) {
  memset(room.nodes, 0, (size_t)room.node_count * sizeof *room.nodes);
  *lists = (search_lists){.room = room, .tie = tie};
}

/* ---- The heap ---- */

bool lists_comes_before(const search_lists *lists, uint32_t a, uint32_t b) {
  const search_node *one = &lists->room.nodes[a];
  const search_node *other = &lists->room.nodes[b];
  if (one->f != other->f) {
    return one->f < other->f;
  }
  if (lists->tie == LISTS_LARGER_G && one->g != other->g) {
    return one->g > other->g;
  }
  return lists->tie == LISTS_OLDEST ? one->number < other->number : one->number > other->number;
}

static void put_at(search_lists *lists, uint32_t position, uint32_t node) {
  lists->room.heap[position] = node;
  lists->room.nodes[node].position = position;
}

static void move_up(search_lists *lists, uint32_t position) {
  const uint32_t node = lists->room.heap[position];
  while (position > 0) {
    const uint32_t above = (position - 1) / 2;
    if (!lists_comes_before(lists, node, lists->room.heap[above])) {
      break;
    }
    put_at(lists, position, lists->room.heap[above]);
    position = above;
  }
  put_at(lists, position, node);
}

static void move_down(search_lists *lists, uint32_t position) {
  const uint32_t *heap = lists->room.heap;
  const uint32_t node = heap[position];
  for (;;) {
    uint32_t below = 2 * position + 1;
    if (below >= lists->open_count) {
      break;
    }
    if (below + 1 < lists->open_count && lists_comes_before(lists, heap[below + 1], heap[below])) {
      below++;
    }
    if (!lists_comes_before(lists, heap[below], node)) {
      break;
    }
    put_at(lists, position, heap[below]);
    position = below;
  }
  put_at(lists, position, node);
}

/* ---- Changes ---- */

void lists_reach(search_lists *lists, uint32_t node, const search_node *costs) {
  search_node *known = &lists->room.nodes[node];
  if (known->state == NODE_CLOSED) {
    lists->room.closed[known->position] = LISTS_NONE;
    lists->closed_count--;
  }
  if (known->state != NODE_OPEN) {
    known->state = NODE_OPEN;
    known->position = lists->open_count++;
    lists->room.heap[known->position] = node;
  }
  known->g = costs->g;
  known->h = costs->h;
  known->f = costs->f;
  known->parent = costs->parent;
  known->number = costs->number;
  move_up(lists, known->position);
  move_down(lists, known->position);
}

/* Leaves out the holes of the closed list. */
static void close_up(search_lists *lists) {
  uint32_t *closed = lists->room.closed;
  uint32_t count = 0;
  for (uint32_t i = 0; i < lists->closed_end; i++) {
    if (closed[i] != LISTS_NONE) {
      lists->room.nodes[closed[i]].position = count;
      closed[count++] = closed[i];
    }
  }
  lists->closed_end = count;
}

void lists_close(search_lists *lists, uint32_t node) {
  search_node *known = &lists->room.nodes[node];
  if (known->state == NODE_OPEN) {
    const uint32_t position = known->position;
    const uint32_t last = lists->room.heap[--lists->open_count];
    if (last != node) {
      put_at(lists, position, last);
      move_up(lists, position);
      move_down(lists, lists->room.nodes[last].position);
    }
  }
  if (lists->closed_end == lists->room.node_count) {
    close_up(lists);
  }
  known->state = NODE_CLOSED;
  known->was_expanded = true;
  known->position = lists->closed_end;
  lists->room.closed[lists->closed_end++] = node;
  lists->closed_count++;
}

/* ---- Looks ---- */

/* Merges the ordered runs [first, middle) and [middle, end) of `from` into `to`. */
static void merge(const search_lists *lists, const uint32_t *from, uint32_t *to,
                  const uint32_t bounds[3]) {
  uint32_t left = bounds[0];
  uint32_t right = bounds[1];
  for (uint32_t at = bounds[0]; at < bounds[2]; at++) {
    const bool takes_right =
        left == bounds[1] ||
        (right < bounds[2] && lists_comes_before(lists, from[right], from[left]));
    to[at] = takes_right ? from[right++] : from[left++];
  }
}

void lists_sort(const search_lists *lists, uint32_t *sorted, uint32_t *spare) {
  const uint32_t count = lists->open_count;
  uint32_t *from = sorted;
  uint32_t *to = spare;
  memcpy(from, lists->room.heap, (size_t)count * sizeof *from);
  for (uint64_t run = 1; run < count; run *= 2) {
    for (uint64_t first = 0; first < count; first += 2 * run) {
      const uint64_t middle = first + run < count ? first + run : count;
      const uint64_t end = middle + run < count ? middle + run : count;
      merge(lists, from, to, (uint32_t[]){(uint32_t)first, (uint32_t)middle, (uint32_t)end});
    }
    uint32_t *const swapped = from;
    from = to;
    to = swapped;
  }
  if (from != sorted) {
    memcpy(sorted, from, (size_t)count * sizeof *from);
  }
}

const uint32_t *lists_closed(search_lists *lists) {
  if (lists->closed_end != lists->closed_count) {
    close_up(lists);
  }
  return lists->room.closed;
}

uint32_t lists_branch(const search_lists *lists, uint32_t node, uint32_t *branch,
                      uint32_t capacity) {
  const search_node *nodes = lists->room.nodes;
  uint32_t count = 1;
  for (uint32_t at = node; nodes[at].parent != at && count < lists->room.node_count; count++) {
    at = nodes[at].parent;
  }
  uint32_t at = node;
  for (uint32_t i = count; i > 0; i--) {
    if (i - 1 < capacity) {
      branch[i - 1] = at;
    }
    at = nodes[at].parent;
  }
  return count;
}

bool lists_has_cycle(const search_lists *lists, uint32_t node) {
  const search_node *nodes = lists->room.nodes;
  uint32_t at = node;
  for (uint32_t left = lists->room.node_count; left > 0 && nodes[at].parent != at; left--) {
    at = nodes[at].parent;
    if (at == node) {
      return true;
    }
  }
  return nodes[at].parent != at;
}
