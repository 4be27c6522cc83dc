/* The lists of a search that is watched: what is known of each node, the open list as a binary
 * heap, and the closed list in the order in which nodes were expanded. All of it may be read
 * between two events.
 *
 * Nodes are numbers: of cells, row by row, and of waypoints after them. */
#ifndef OVERLAND_EXPLORER_SEARCH_LISTS_H
#define OVERLAND_EXPLORER_SEARCH_LISTS_H

#include <stdbool.h>
#include <stdint.h>

#define LISTS_NONE UINT32_MAX /* no node */

/* Of two open nodes with the same f, the one that is taken first. */
typedef enum lists_tie {
  LISTS_NEWEST = 0, /* opened or improved last */
  LISTS_OLDEST,
  LISTS_LARGER_G /* then the newest */
} lists_tie;

typedef enum node_state { NODE_UNSEEN = 0, NODE_OPEN, NODE_CLOSED } node_state;

/* Costs are in whatever unit the search counts. */
typedef struct search_node {
  uint64_t g, h, f;
  uint32_t parent;   /* the node itself where a search began */
  uint32_t position; /* in the heap if it is open, in the closed list if it is closed */
  uint32_t number;   /* of the event that opened or improved it: ties */
  uint8_t state;     /* node_state */
  bool was_expanded; /* at least once */
  bool was_scanned;  /* by a jump that passed or ended there */
  uint8_t unused;
} search_node;

/* Memory of the caller's, with an entry for each node. */
typedef struct lists_room {
  search_node *nodes;
  uint32_t *heap, *closed;
  uint32_t node_count;
} lists_room;

typedef struct search_lists {
  lists_room room;
  lists_tie tie;
  uint32_t open_count;
  uint32_t closed_end;   /* entries of room.closed in use, of which some are LISTS_NONE */
  uint32_t closed_count; /* nodes that are closed now */
} search_lists;

/* Empties the lists. Time: O(nodes). */
void lists_begin(search_lists *lists, lists_room room, lists_tie tie);

/* Opens a node, or gives it a new parent and costs; a closed one is open again. `number` is that of
 * the event. Time: O(log open). */
void lists_reach(search_lists *lists, uint32_t node, const search_node *costs);

/* Takes a node from the open list into the closed one. Time: O(log open). */
void lists_close(search_lists *lists, uint32_t node);

/* Whether one open node is taken before another. */
bool lists_comes_before(const search_lists *lists, uint32_t a, uint32_t b);

/* Writes the open nodes in the order in which they would be taken. `sorted` and `spare` have room
 * for open_count. Time: O(open log open). */
void lists_sort(const search_lists *lists, uint32_t *sorted, uint32_t *spare);

/* The closed nodes, closed_count of them, in the order in which they were expanded last. */
const uint32_t *lists_closed(search_lists *lists);

/* Lists the nodes from where the search began to `node`, which has been seen, and returns their
 * number, which may be more than `capacity`: the rest is left out. Ends also if parents form a
 * cycle. */
uint32_t lists_branch(const search_lists *lists, uint32_t node, uint32_t *branch,
                      uint32_t capacity);

/* Whether the parents of a node lead back to it. */
bool lists_has_cycle(const search_lists *lists, uint32_t node);

#endif
