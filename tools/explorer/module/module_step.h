/* The page's Step mode: a search that is run event by event, breakpoints, and looks at its lists.
 * The module has one such search. Going back is running again from the beginning. */
#ifndef OVERLAND_EXPLORER_MODULE_STEP_H
#define OVERLAND_EXPLORER_MODULE_STEP_H

#include <stdint.h>

enum { STEP_ROW_NUMBERS = 8 };

/* After those of node_state and NODE_FORMER: an unseen cell that jumps passed. */
enum { NODE_SCANNED = 4 };

/* A map of w x h cells. Returns the weights of its cells, eighths, row by row, to be filled in
 * before the search begins; NULL: no memory, and the search before is gone. */
uint8_t *module_step_map(uint32_t width, uint32_t height);

/* Sets, after module_step_map, whether its cells are hexagons, which are axial. */
void module_step_hexagons(int32_t hexagons);

/* Sets, after module_step_map, whether steps are legal and cost as in the world, with its heights
 * and rules; that is not for jump points. */
void module_step_by_world(int32_t by_world);

/* Rules of the next search, as classic_rules has them. module_step_order returns the eight
 * directions in which neighbours are looked at, to be filled in. */
void module_step_choices(int32_t method, int32_t heuristic, int32_t tie, int32_t corners);
void module_step_costs(uint32_t straight, uint32_t diagonal, uint32_t weight_percent,
                       int32_t reopens);
uint8_t *module_step_order(void);

/* Begins a search between two cells and runs it once to its end, so that its length is known; it
 * then stands before its first event. Returns 0; 1: the start is blocked; 2: the goal is; 3: a rule
 * is out of its range. */
int32_t module_step_begin(uint32_t start, uint32_t goal);

/* Begins the two tiers: finds the path of the present query (module_query.h) in the present world,
 * and keeps up to a million of its events. Needs module_step_map for the world's width and height,
 * whose weights are not used. Returns an ovl_result; OVL_OK even if there is no path, as long as
 * there are events. */
int32_t module_step_begin_tiers(void);

/* Goes forward up to `most` events. With `heeds`, stops at the first at which a breakpoint holds,
 * and returns its number; -1: none did. */
int32_t module_step_forward(double most, int32_t heeds);

/* Goes to where `number` events have happened. */
void module_step_to(double number);

/* Goes back to the last event before this one that expanded a node (what = 0) or at which a
 * breakpoint holds (1); to the beginning if there is none. Returns the breakpoint, or -1. */
int32_t module_step_back_to(int32_t what);

/* Numbers: 0 events so far, 1 events of the whole search, 2 open nodes, 3 closed, 4 whether the
 * search is over, 5 whether a path was found; then the last event: 6 kind (below 0: none yet), 7
 * node, 8 parent, 9 g, 10 h, 11 f; 12 the
 * node whose neighbours are looked at (below 0: none); 13 the last window of the two tiers (below
 * 0: none), 14 how many of their events were left out. */
void module_step_state(void);

/* ---- Breakpoints ---- */

/* Sets breakpoint `index`, as step_break has it. module_step_break_count drops those from `count`
 * on, and runs the search again up to where it was, so that all of them know it. */
void module_step_break(uint32_t index, int32_t kind, int32_t rule, int32_t field, int32_t compare,
                       double value);
void module_step_break_place(uint32_t index, int32_t left, int32_t top, int32_t right,
                             int32_t bottom);
void module_step_break_count(uint32_t count);

/* ---- Looks ---- */

/* The rectangle of cells that changed since this was asked last: numbers 0 to 3 are left, top,
 * width and height, 0 if none did. */
void module_step_changes(void);

/* The states of the cells of a rectangle, a byte each: node_state, NODE_FORMER or NODE_SCANNED;
 * NULL: no memory. */
const uint8_t *module_step_states(uint32_t left, uint32_t top, uint32_t width, uint32_t height);

/* Rows of STEP_ROW_NUMBERS numbers: node, parent, g, h, f, node_state, number of the event that
 * opened or improved it, position in its list. Number 0 is their count. NULL: no memory.
 * The nodes of a rectangle that were seen: */
const double *module_step_nodes(uint32_t left, uint32_t top, uint32_t width, uint32_t height);

/* Nodes `first` to `first` + `count` of a list: 0 the heap, 1 the open list sorted, 2 the closed
 * list, 3 the branch that was asked last. Number 1 is the length of the whole list. */
const double *module_step_list(int32_t list, uint32_t first, uint32_t count);

/* The nodes from where the search began to `node`, of which the last is `node`: at most the 65536
 * nearest to the beginning. Number 0 is their count; 0: the node was not seen. */
const uint32_t *module_step_branch(uint32_t node);

/* ---- The two tiers: nodes from the number of cells on are places of two cells ---- */

/* x, y of the first and of the second cell of each place. Number 0 is their count. */
const int32_t *module_step_places(void);

/* Rows of the places that were seen. Number 0 is their count. NULL: no memory. */
const double *module_step_seen_places(void);

/* The parent and the node of each event of a kind (step_kind) so far. Number 0 is the count of
 * both. NULL: no memory. */
const uint32_t *module_step_told(int32_t kind);

#endif
