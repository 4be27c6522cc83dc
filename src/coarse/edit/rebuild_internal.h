/* A rebuild under way: what its parts share. */
#ifndef OVERLAND_COARSE_EDIT_REBUILD_INTERNAL_H
#define OVERLAND_COARSE_EDIT_REBUILD_INTERNAL_H

#include "coarse/blocks/directed.h"
#include "coarse/edit/edits.h"
#include "coarse/edit/rebuild.h"

typedef struct ovi_rebuild_work {
  ovi_rebuild *rebuild;
  ovi_sites sites;
  ovi_cell_source source;
  ovi_map map; /* the edited one, as far as it was read */
  ovi_directed directed;
  ovi_edits edits;
  ovi_site_layer *pending; /* drafts to be made */
  uint32_t pending_count;
  ovi_draft_room *rooms; /* one a worker; NULL: none yet */
  int32_t workers;
} ovi_rebuild_work;

static inline const ovi_layer *ovi_work_layer(const ovi_rebuild_work *work, uint32_t profile) {
  return &work->rebuild->layers[profile];
}

static inline uint32_t ovi_work_profiles(const ovi_rebuild_work *work) {
  return work->rebuild->shared->profile_count;
}

/* Takes memory that lives until the rebuild is released. */
static inline void *ovi_work_take(ovi_rebuild_work *work, uint64_t count, uint64_t size) {
  return ovi_scratch_take(&work->rebuild->scratch, count, size);
}

/* Runs a job for each of `count` numbers. */
static inline void ovi_work_run(const ovi_rebuild_work *work, void *context, uint32_t count,
                                void (*job)(void *context, int32_t index, int32_t worker)) {
  const ovl_jobs *jobs = work->rebuild->jobs;
  if (jobs != NULL && count > 1) {
    jobs->run(jobs->user, (int32_t)count, job, context);
    return;
  }
  for (uint32_t i = 0; i < count; i++) {
    job(context, (int32_t)i, 0);
  }
}

/* ---- Drafts and waypoints: rebuild_drafts.c ---- */

/* Asks for the draft of a site for a profile, unless it has one; false: no memory. */
bool ovi_work_want_draft(ovi_rebuild_work *work, ovi_site *site, uint32_t profile);

/* Makes all drafts that were asked for. OVL_OK, OVL_NO_MEMORY, or OVL_BAD_ARGUMENT if a rule
 * answers what is no cost. */
ovl_result ovi_work_make_drafts(ovi_rebuild_work *work);

/* Makes the drafts of the sites that moved. */
ovl_result ovi_work_move_drafts(ovi_rebuild_work *work);

/* Chooses the waypoints that may be others now that these moved. Sites whose waypoints are others
 * become stale. */
ovl_result ovi_work_choose(ovi_rebuild_work *work);

/* ---- Links and directedness: rebuild_links.c ---- */

/* Reads the links of the map, if there are any; false: no memory. */
bool ovi_work_read_links(ovi_rebuild_work *work);

/* Makes those sites stale in which a link begins or ends to serve; and tells the layers that are
 * directed after the edits, which have their drafts where sites moved. */
ovl_result ovi_work_find_directed(ovi_rebuild_work *work, uint32_t *directed);

/* Finds the links of stale sites. */
ovl_result ovi_work_place_links(ovi_rebuild_work *work);

/* ---- Blocks: rebuild_blocks.c ---- */

/* Writes the blocks of stale sites, and gives those that are others. */
ovl_result ovi_work_write(ovi_rebuild_work *work);

/* Writes all blocks of the world. */
ovl_result ovi_work_write_all(ovi_rebuild_work *work);

#endif
