/* The checks of the sections that describe what was given to a bake: profiles, floors, links. */
#ifndef OVERLAND_COARSE_CHECK_GIVEN_CHECK_H
#define OVERLAND_COARSE_CHECK_GIVEN_CHECK_H

#include "coarse/view/layer.h"

/* Whether the settings of a profile are in their ranges. */
bool ovi_given_profile_is_valid(const ovi_shared *shared, uint32_t number, ovl_fault *fault);

/* Checks that floors lie in the plane where a bake puts them, and records in `shared` whether one
 * of them is the whole plane. */
ovl_result ovi_given_floors_check(ovi_shared *shared, ovl_fault *fault);

/* Checks that links join cells of the plane at costs in their range. */
ovl_result ovi_given_links_check(const ovi_shared *shared, ovl_fault *fault);

#endif
