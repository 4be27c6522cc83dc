/* The input of the bake of a world, read back from it.
 *
 * Invariant: it says all that a bake of the map says, but for cells, which are read as bands need
 * them, and for facts about all cells, which are found beforehand. */
#ifndef OVERLAND_BAKE_VERIFY_INPUT_H
#define OVERLAND_BAKE_VERIFY_INPUT_H

#include "bake/bake_request.h"
#include "bake/verify_cells.h"
#include "common/scratch.h"
#include "world/world.h"

typedef struct ovi_verify_input {
  const ovl_world *world;
  ovl_bake_def def; /* the caller sets allocator, progress and step rule */
  ovi_scratch scratch;
  ovi_verify_cells cells;
  ovi_cell_source source; /* of the cells */
  ovi_height_range range; /* of the bands that were read for it */
  ovi_bake_request request;
} ovi_verify_input;

/* Reads settings, floors, profiles and links, of a world whose call has begun, into an input whose
 * `world` and `def` are set. OVL_OK, OVL_NO_MEMORY, or OVL_BAD_ARGUMENT with the fault: a bake
 * would refuse them. To be released in any case. */
ovl_result ovi_verify_input_begin(ovi_verify_input *input, ovl_fault *fault);

/* Widens the range of heights by those of a band whose cells are loaded. */
void ovi_verify_input_widen(ovi_verify_input *input, int32_t band);

/* Makes the request once the range of all heights is known. OVL_OK, OVL_NO_MEMORY, or
 * OVL_BAD_ARGUMENT with the fault. */
ovl_result ovi_verify_input_end(ovi_verify_input *input, ovl_fault *fault);

void ovi_verify_input_release(ovi_verify_input *input);

#endif
