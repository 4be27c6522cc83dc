/* Checks the caller's definition of a world and turns it into the bake that the coarse tier does.
 */
#ifndef OVERLAND_BAKE_BAKE_REQUEST_H
#define OVERLAND_BAKE_BAKE_REQUEST_H

#include "coarse/blocks/directed.h"
#include "coarse/file/bake.h"
#include "overland.h"
#include "overland_bake.h"

/* The settings chosen for most maps. */
enum { OVI_USUAL_REGION_CELLS = 32, OVI_USUAL_SPACING_CELLS = 8, OVI_USUAL_LABEL_BYTES = 11 };

/* The side of a region: the given one, or that of most maps. */
static inline int32_t ovi_region_cells_of(const ovl_bake_tuning *tuning) {
  return tuning->region_cells != 0 ? tuning->region_cells : OVI_USUAL_REGION_CELLS;
}

/* The spacing of waypoints: the given one, or one by the size of regions. */
static inline int32_t ovi_spacing_of(const ovl_bake_tuning *tuning) {
  const int32_t quarter = ovi_region_cells_of(tuning) / 4;
  return tuning->spacing_cells != 0          ? tuning->spacing_cells
         : quarter > OVI_USUAL_SPACING_CELLS ? quarter
                                             : OVI_USUAL_SPACING_CELLS;
}

/* Most bytes of labels for each cell: the given ones, those of most maps, or 0. */
static inline int32_t ovi_label_bytes_of(const ovl_bake_tuning *tuning) {
  return tuning->label_bytes_per_cell == 0               ? OVI_USUAL_LABEL_BYTES
         : tuning->label_bytes_per_cell == OVL_NO_LABELS ? 0
                                                         : tuning->label_bytes_per_cell;
}

/* The facts of a map, and the stamp of the definition that they were found for. */
struct ovl_survey {
  ovl_allocator allocator;
  uint64_t stamp;
  ovi_survey facts;
};

/* Returns whether a definition has one floor, which is not a graph. Only then may its arrays hold a
 * part of the rows. */
bool ovi_bake_has_one_floor(const ovl_bake_def *def);

/* A hash of all that a survey depends on beside cells. The definition must be valid. */
uint64_t ovi_survey_stamp(const ovl_bake_def *def, const ovi_map *map);

/* Not to be copied: it keeps addresses of the definition, and of its own progress, profiles and
 * floors. */
typedef struct ovi_bake_request {
  ovi_bake bake;
  ovi_progress progress;
  ovl_profile_def profiles[OVL_MAX_PROFILES];
  ovi_map_floor floors[OVL_MAX_FLOORS];
} ovi_bake_request;

/* Allocates a request, which is too large for a stack, and checks all of a definition. `rows`:
 * NULL, or those that the arrays of a map with one floor hold, which may be none; cells are checked
 * as far as they are known. OVL_OK, OVL_NO_MEMORY, or OVL_BAD_ARGUMENT with the fault naming the
 * field that is out of range. */
ovl_result ovi_bake_request_make(ovi_bake_request **request, const ovl_bake_def *def,
                                 const ovl_part_rows *rows, ovl_fault *fault);

/* Returns the memory of a request that was made; NULL is allowed. */
void ovi_bake_request_release(ovi_bake_request *request);

#endif
