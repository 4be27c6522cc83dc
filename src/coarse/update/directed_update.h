/* Updates the islands of one directed layer after an edit. If the layer changed, all of its regions
 * are passed twice; the version keeps its islands in memory from then on. */
#ifndef OVERLAND_COARSE_UPDATE_DIRECTED_UPDATE_H
#define OVERLAND_COARSE_UPDATE_DIRECTED_UPDATE_H

#include "coarse/islands/directed_islands.h"
#include "coarse/update/update_input.h"

typedef struct ovi_directed_update {
  const ovi_update *update;
  uint32_t profile;
  ovi_blob *firsts; /* the first slots, while they are counted */
  uint32_t region;  /* whose slots are counted next */
  uint32_t slots;   /* of the regions before it */
  bool is_counted;
  ovi_directed_finding finding;
} ovi_directed_update;

/* Begins; allocates nothing yet. */
void ovi_directed_update_begin(ovi_directed_update *updater, const ovi_update *update,
                               uint32_t profile);

/* Updates the islands. OVL_OK or OVL_NO_MEMORY. The answer of a reader that is late or fails: the
 * next call goes on at the region that could not be read. */
ovl_result ovi_directed_update_run(ovi_directed_update *updater);

void ovi_directed_update_release(ovi_directed_update *updater);

#endif
