/* The check of a definition, shared by the calls that choose settings. */
#ifndef OVERLAND_BAKE_BAKE_CHOICE_H
#define OVERLAND_BAKE_BAKE_CHOICE_H

#include "overland_bake.h"

/* Checks whether a bake would take the definition, with usual regions where no size is given. Cells
 * of a map that is read are not looked at. OVL_OK or OVL_BAD_ARGUMENT, with the fault. */
ovl_result ovi_choice_check(const ovl_bake_def *def, bool is_read, ovl_fault *fault);

#endif
