/* A small world as the words of the headers have it, and nothing of the library's: terrain,
 * heights, floors, links, profiles with bodies, steps, and what is reached by them. */
#ifndef OVERLAND_TESTS_CROWD_JUDGE_CROWD_MODEL_H
#define OVERLAND_TESTS_CROWD_JUDGE_CROWD_MODEL_H

#include "overland_bake.h"
#include "tests/support/test_random.h"

enum { MODEL_PROFILES = 4, MODEL_LINKS = 6, MODEL_FLOORS = 2, MODEL_BODY = 36 };

typedef struct crowd_model {
  bool hexagons; /* else squares */
  int32_t width, height, floors;
  size_t cells;      /* of all floors */
  uint8_t *terrain;  /* 0 is blocked */
  uint16_t *heights; /* NULL: all are level */
  ovl_profile_def profiles[MODEL_PROFILES];
  int32_t profile_count;
  ovl_link_def links[MODEL_LINKS];
  int32_t link_count;
  int32_t region_cells;
} crowd_model;

crowd_model crowd_model_make(test_random *random);
void crowd_model_free(crowd_model *model);
ovl_world *crowd_model_bake(const crowd_model *model);

size_t crowd_model_number(const crowd_model *model, ovl_cell cell);
ovl_cell crowd_model_cell(const crowd_model *model, size_t number);

/* Lists the cells of a profile's body at a cell, at most MODEL_BODY; how many. */
int32_t crowd_model_body(const crowd_model *model, int32_t profile, ovl_cell cell,
                         ovl_cell *covered);
/* Returns whether a body of the profile can stand with its upper left cell there, of hexagons with
 * its middle. */
bool crowd_model_stands(const crowd_model *model, int32_t profile, ovl_cell cell);
/* Whether a step or a link leads from one cell to another. */
bool crowd_model_leads(const crowd_model *model, int32_t profile, ovl_cell from, ovl_cell to);

/* Lists cells that are reached from `from` (or, backward, from which it is reached), nearest first,
 * and marks them in `reached`, a byte a cell. Cells marked in `shut` (or NULL) are not entered. How
 * many. */
size_t crowd_model_reach(const crowd_model *model, int32_t profile, ovl_cell from, bool backward,
                         const uint8_t *shut, uint8_t *reached, ovl_cell *list);

#endif
