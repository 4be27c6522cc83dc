/* From the caller's definition of a world to what the baker works from. */
#ifndef OVERLAND_BAKE_BAKE_REQUEST_H
#define OVERLAND_BAKE_BAKE_REQUEST_H

#include "coarse/file/bake.h"
#include "overland.h"

/* It keeps the address of what was given, and of its own profile: it is not copied. */
typedef struct ovi_bake_request {
  ovi_bake bake;
  ovl_profile_def profile; /* where only weights and corners were given */
} ovi_bake_request;

/* Checks all that was given. OVL_OK, or OVL_BAD_ARGUMENT with the fault naming what is out
 * of its range. */
ovl_result ovi_bake_request_make(ovi_bake_request *request, const ovl_bake_def *def,
                                 ovl_fault *fault);

/* The same with cells from a source: the floors of the definition have sizes alone. */
ovl_result ovi_bake_request_make_from(ovi_bake_request *request, const ovl_bake_def *def,
                                      const ovi_cell_source *source, ovl_fault *fault);

#endif
