/* A world: what all profiles share, a layer for each, and who owns the bytes.
 *
 * A world is one version of a history. It refers to its base, the bytes that were baked,
 * opened or settled, and to what was replaced since; both are shared with the other versions.
 * Nothing in it changes but the count of its handles. */
#ifndef OVERLAND_WORLD_WORLD_H
#define OVERLAND_WORLD_WORLD_H

#include "coarse/paging/pager.h"
#include "coarse/search/goal_set.h"
#include "coarse/view/delta_tree.h"
#include "coarse/view/layer.h"
#include "common/atomic.h"
#include "overland_stream.h"
#include "world/edit_log.h"

/* The bytes under one or more versions. */
typedef struct ovi_base {
  ovi_references references;
  ovl_allocator allocator;
  uint8_t *owned; /* the bytes, if they were made by the library, or what was read; else NULL */
  uint64_t owned_bytes;
  ovi_paged_file *paged;   /* NULL: all was checked */
  ovi_pager pager;         /* of calls without a planner */
  uint64_t resident_bytes; /* of each cache, if it is read */
  uint64_t cache_bytes;    /* of the pager's, with all that it takes */
} ovi_base;

/* A version keeps the identities of so many versions before it. */
enum { OVI_HISTORY_VERSIONS = 1024 };

/* The lower bits of an identity are the number of its version. */
#define OVI_VERSION_NUMBER_MASK (((uint64_t)1 << 24) - 1)

/* The place of a version among those of its history. */
typedef struct ovi_history {
  ovi_blob *identities;  /* of the last versions, by number; NULL: this is the first */
  uint64_t version;      /* its number */
  uint64_t labels_since; /* the version that first used its labels */
  uint64_t routes_since; /* routes of versions before it end: all was rebuilt */
} ovi_history;

/* The edits of a fork. */
typedef struct ovi_fork {
  bool is_fork;
  uint64_t identity; /* of the version that was forked */
  ovi_edit_log *log; /* NULL: no edits */
} ovi_fork;

struct ovl_world {
  ovi_shared shared;
  ovi_references references; /* handles; what follows is written by a single thread only */
  ovi_base *base;
  const ovl_allocator *allocator; /* of the base */
  ovi_delta_tree delta;           /* replaced regions */
  ovi_delta_tree overlay_delta;   /* replaced clusters of all layers: see ovi_overlays */
  ovi_blob *links; /* the section of links, once one was opened or closed; NULL: the base's */
  const uint8_t *base_links;
  ovi_history history;
  ovi_fork fork;
  uint64_t object_bytes; /* of this struct, the layers and what follows them */
  ovi_own_islands *own;  /* one a profile, behind the layers */
  ovi_layer layers[];    /* one a profile; they keep the address of `shared` */
};

/* Copies a world over memory of `object_bytes`, with one handle and its layers pointing to its own
 * shared part. What it points to is not counted again. */
void ovi_world_copy(ovl_world *to, const ovl_world *from);

/* Whether a world is not what its base is. */
static inline bool ovi_world_is_edited(const ovl_world *world) {
  return world->delta.blocks != 0 || world->links != NULL;
}

/* Whether parts of it are fetched by a reader. */
static inline bool ovi_world_is_read(const ovl_world *world) {
  return world->base->pager.cache != NULL;
}

/* Whether it can be looked into only through a pager. */
static inline bool ovi_world_is_paged(const ovl_world *world) { return world->base->paged != NULL; }

/* Around a call without a planner that looks into a world: what was touched before may leave, and
 * whether its answer can be trusted. */
static inline void ovi_world_begin_call(const ovl_world *world) {
  if (world->layers[0].source != NULL) {
    ovi_pager_begin(&world->base->pager);
  }
}

/* An answer that came of a placeholder is none. */
static inline ovl_result ovi_paged_result(const ovi_pager *pager, ovl_result result) {
  const ovl_result outcome = ovi_pager_outcome(pager);
  return outcome != OVL_OK && result != OVL_BAD_ARGUMENT ? outcome : result;
}

static inline ovl_result ovi_world_end_call(const ovl_world *world, ovl_result result) {
  return ovi_world_is_paged(world) ? ovi_paged_result(&world->base->pager, result) : result;
}

/* The layer of a profile; NULL if there is no such profile. */
static inline const ovi_layer *ovi_world_layer(const ovl_world *world, int32_t profile) {
  return profile >= 0 && (uint32_t)profile < world->shared.profile_count ? &world->layers[profile]
                                                                         : NULL;
}

/* The number of the version that has an identity; UINT64_MAX if it is no version of the world's
 * history, or too long ago, or all was rebuilt since. */
uint64_t ovi_version_number(const ovl_world *world, uint64_t identity);

/* The first region from `from` on that was rebuilt after an older version of the same history;
 * UINT32_MAX: none. Costs what was rebuilt between the two. */
uint32_t ovi_version_next_rebuilt(const ovl_world *world, const ovl_world *before, uint32_t from);

/* The same where there are several floors, or places. */
ovl_cell ovi_floors_to_plane(const ovl_world *world, ovl_cell cell);
ovl_cell ovi_floors_from_plane(const ovl_world *world, ovl_cell cell);
bool ovi_floors_have(const ovl_world *world, ovl_cell cell);

/* As ovl_world_island, amid a call. */
uint32_t ovi_world_island(const ovl_world *world, int32_t profile, ovl_cell cell);

/* Whether a cell is one of its floor. */
static inline bool ovi_world_has(const ovl_world *world, ovl_cell cell) {
  return world->shared.is_one_floor
             ? cell.floor == 0 && ovi_plane_has(&world->layers[0], cell.x, cell.y)
             : ovi_floors_have(world, cell);
}

/* Where a floor lies in the plane, a floor of places row by row; false if there is none. */
bool ovi_world_floor_rectangle(const ovl_world *world, int32_t floor, ovi_rectangle *rectangle);

/* From a cell of the world to one of the plane, and back. */
static inline ovl_cell ovi_world_to_plane(const ovl_world *world, ovl_cell cell) {
  return world->shared.is_one_floor ? cell : ovi_floors_to_plane(world, cell);
}

static inline ovl_cell ovi_world_from_plane(const ovl_world *world, ovl_cell cell) {
  return world->shared.is_one_floor ? cell : ovi_floors_from_plane(world, cell);
}

#endif
