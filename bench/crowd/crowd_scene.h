/* Scenes in which crowds are measured: open and closed cells, who stands where, and where each side
 * is sent. Plain numbers, so that the units of Overland and those of others begin in the same. */
#ifndef OVERLAND_BENCH_CROWD_CROWD_SCENE_H
#define OVERLAND_BENCH_CROWD_CROWD_SCENE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  CROWD_MOST_CELLS = 300 * 200,
  CROWD_MOST_UNITS = 1024,
  CROWD_SIDES = 2,
  CROWD_MOST_BODY = 4
};

struct crowd_one {
  int32_t x, y; /* upper left cell */
  int32_t body; /* side of its body, cells */
  int32_t side;
};

struct crowd_scene {
  int32_t width, height;
  uint8_t open[CROWD_MOST_CELLS];
  struct crowd_one one[CROWD_MOST_UNITS];
  int32_t count;
  int32_t place[CROWD_SIDES][2]; /* where each side is sent */
  int32_t line;                  /* a unit that is wholly beyond this column has passed */
  int32_t line_back;             /* the same for side 1, which goes the other way */
};

/* A wall 4 thick with a door, and `count` units on one side of it, or on both. */
void crowd_scene_doors(struct crowd_scene *scene, int32_t width, bool both, int32_t body,
                       int32_t count);

/* The end of a wall, round which a block of units goes. */
void crowd_scene_corner(struct crowd_scene *scene, int32_t count);

enum crowd_ground { CROWD_FIELD, CROWD_CORNER, CROWD_BORDER };

/* A block of bodies of `body` cells, or 0: of 1 to 4 mixed, that is sent over 60 cells to a place
 * in a field, in its corner or at its border; `rocks` percent of the cells are closed. */
void crowd_scene_settle(struct crowd_scene *scene, int32_t count, int32_t body, int32_t rocks,
                        enum crowd_ground where, uint64_t seed);

/* Two blocks that are each sent to where the other one stands. */
void crowd_scene_armies(struct crowd_scene *scene, int32_t count);

/* A wall with a gate of 8 cells, 8 guards of side 1 in it, and 20 of side 0 that are sent through.
 */
void crowd_scene_gate(struct crowd_scene *scene);

/* A block that is sent through a narrow of 10 cells, past a rock and round the end of a wall. */
void crowd_scene_march(struct crowd_scene *scene, int32_t count);

/* Returns whether a body fits with its upper left cell at x,y. */
bool crowd_scene_stands(const struct crowd_scene *scene, int32_t x, int32_t y, int32_t body);

/* Returns whether a unit whose upper left cell is in column x has passed the scene's line. */
bool crowd_scene_passed(const struct crowd_scene *scene, int32_t number, int32_t x);

#ifdef __cplusplus
}
#endif

#endif
