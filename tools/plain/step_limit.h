/* Limits of climbing and dropping as the command and the Explorer write them: -1 is no limit, and 0
 * no step up or down. The library has 0 and OVL_LEVEL for these. */
#ifndef OVERLAND_TOOLS_PLAIN_STEP_LIMIT_H
#define OVERLAND_TOOLS_PLAIN_STEP_LIMIT_H

#include "overland.h"
#include "overland_bake.h"

static inline int32_t step_limit_number(int32_t most) {
  return most == 0 ? -1 : most == OVL_LEVEL ? 0 : most;
}

static inline int32_t step_limit_of(int32_t number) {
  return number < 0 ? 0 : number == 0 ? OVL_LEVEL : number;
}

#endif
