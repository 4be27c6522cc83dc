/* The world object: the shared part and the layers of a world, and the owners of its bytes.
 *
 * A world is one version of a history. It refers to its base, the file that was baked, opened or
 * refreshed, and to the regions that were replaced since; both are shared with other versions.
 *
 * Invariant: once a world is made, only the count of its handles changes. */
#ifndef OVERLAND_WORLD_WORLD_H
#define OVERLAND_WORLD_WORLD_H

#include "coarse/paging/pager.h"
#include "coarse/view/delta_tree.h"
#include "coarse/view/layer.h"
#include "common/atomic.h"
#include "common/cell.h"
#include "common/topology.h"
#include "overland_stream.h"

/* The file under one or more versions. */
typedef struct ovi_base {
  ovi_references references;
  ovl_allocator allocator;
  uint8_t *owned; /* the file that the library wrote, or the parts that were fetched; or NULL */
  uint64_t owned_bytes;
  ovi_paged_file *paged;   /* NULL: everything was checked */
  ovi_pager pager;         /* for calls without a planner */
  uint64_t resident_bytes; /* of each cache, if the file is read by a reader */
  uint64_t cache_bytes;    /* of the pager's cache, with its head and buckets */
} ovi_base;

/* A version keeps the identities of so many versions before it. */
enum { OVI_HISTORY_VERSIONS = 1024 };

/* The lower bits of an identity are the number of its version. */
#define OVI_VERSION_NUMBER_MASK (((uint64_t)1 << 24) - 1)

/* The place of a version among those of its history. */
typedef struct ovi_history {
  ovi_blob *identities;  /* of the last versions, by number; NULL: this is the first */
  uint64_t version;      /* its number */
  uint64_t labels_since; /* the version that first had its base, with the labels of that; 0: the
                            base is that of the bake, or was opened */
  uint64_t routes_since; /* routes of versions before it end */
  bool all_was_rebuilt;  /* by an edit, and no refresh has followed it */
} ovi_history;

struct ovl_world {
  ovi_shared shared;
  ovi_references references; /* handles */
  ovi_base *base;
  const ovl_allocator *allocator; /* of the base */
  ovi_delta_tree delta;           /* replaced regions */
  ovi_delta_tree overlay_delta;   /* replaced clusters of all layers: see ovi_overlays */
  ovi_blob *links; /* the section of links, once one was opened or closed; NULL: the base's */
  const uint8_t *base_links;
  ovi_history history;
  uint64_t object_bytes; /* of this struct, the layers and what follows them */
  ovi_own_islands *own;  /* one a profile, behind the layers */
  ovi_layer layers[];    /* one a profile; they keep the address of `shared` */
};

/* Copies a world over memory of `object_bytes`, with one handle and its layers pointing to its own
 * shared part. What it points to is not counted again. */
void ovi_world_copy(ovl_world *to, const ovl_world *from);

/* Returns whether a world differs from its base. */
static inline bool ovi_world_is_edited(const ovl_world *world) {
  return world->delta.blocks != 0 || world->links != NULL;
}

/* Returns whether the file is fetched by a reader. */
static inline bool ovi_world_is_read(const ovl_world *world) {
  return world->base->pager.cache != NULL;
}

/* Returns whether regions are checked when they are first touched, in memory or by a reader. */
static inline bool ovi_world_is_paged(const ovl_world *world) { return world->base->paged != NULL; }

/* Returns whether the bake of a world made labels, or tried to: then a refresh makes them again. */
static inline bool ovi_world_wants_labels(const ovl_world *world) {
  return world->shared.has_labels && world->shared.file.bytes[OVI_AT_LABEL_BUDGET] != 0;
}

/* Begins a call without a planner: what was read before may leave the cache. */
static inline void ovi_world_begin_call(const ovl_world *world) {
  if (world->layers[0].store.source != NULL) {
    ovi_pager_begin(&world->base->pager);
  }
}

/* The result of a call that read through a pager: an error of the pager takes the place of the
 * result, which may have come of a placeholder. */
static inline ovl_result ovi_paged_result(const ovi_pager *pager, ovl_result result) {
  const ovl_result outcome = ovi_pager_outcome(pager);
  return outcome != OVL_OK && result != OVL_BAD_ARGUMENT ? outcome : result;
}

/* The fault of a call that ended with the outcome of a pager: the one that the pager recorded, or
 * else one that names the world. */
static inline ovl_fault ovi_paged_fault(const ovi_pager *pager) {
  const ovl_fault fault = ovi_pager_fault(pager);
  return fault.what[0] != 0 ? fault : (ovl_fault){.what = "world"};
}

/* Ends a call without a planner. */
static inline ovl_result ovi_world_end_call(const ovl_world *world, ovl_result result) {
  return ovi_world_is_paged(world) ? ovi_paged_result(&world->base->pager, result) : result;
}

/* Does the same for a call with a fault of its own. */
static inline ovl_result ovi_world_end_faulty_call(const ovl_world *world, ovl_result result,
                                                   ovl_fault *fault) {
  const ovl_result end = ovi_world_end_call(world, result);
  const bool is_outcome =
      end != OVL_OK && ovi_world_is_paged(world) && end == ovi_pager_outcome(&world->base->pager);
  if (end != result || (is_outcome && fault->what[0] == 0)) {
    *fault = ovi_paged_fault(&world->base->pager);
  }
  return end;
}

/* The layer of a profile; NULL if there is no such profile. */
static inline const ovi_layer *ovi_world_layer(const ovl_world *world, int32_t profile) {
  return profile >= 0 && (uint32_t)profile < world->shared.profile_count ? &world->layers[profile]
                                                                         : NULL;
}

/* The number of the version that has an identity; UINT64_MAX if it is no version of the world's
 * history, or too long ago, or all was rebuilt since. */
uint64_t ovi_version_number(const ovl_world *world, uint64_t identity);

/* Returns whether a route, whose profile the world has, can go on in this version: OVL_OK,
 * OVL_BEGIN_AGAIN or OVL_OTHER_WORLD. *since: the number of the version that it was begun in;
 * UINT64_MAX: this one.
 */
ovl_result ovi_world_route_version(const ovl_world *world, const ovl_route *route, uint64_t *since);

/* Does what ovl_world_island does, within a call. */
uint32_t ovi_world_island(const ovl_world *world, int32_t profile, ovl_cell cell);

/* Returns whether a cell lies on its floor. */
bool ovi_world_has(const ovl_world *world, ovl_cell cell);

/* The rectangle of a floor in the plane. False: there is no such floor, or it is a graph, whose
 * places form no rectangle. */
bool ovi_world_floor_rectangle(const ovl_world *world, int32_t floor, ovi_rectangle *rectangle);

/* Returns whether the cells of a world are hexagons. */
static inline bool ovi_world_is_hexagonal(const ovl_world *world) {
  return world->layers[0].profile.corners == OVI_HEXAGONS;
}

/* Checks that the rectangle of w x h cells from `corner` on lies on a floor, and that its sides are
 * at least `least`, 0 or 1: OVL_OK, or OVL_BAD_ARGUMENT with the fault. */
ovl_result ovi_world_check_rectangle(const ovl_world *world, ovl_cell corner, int32_t w, int32_t h,
                                     int32_t least, ovl_fault *fault);

/* The cell of the plane for a cell of the world, and back. These two know the world's origin. */
ovl_cell ovi_world_to_plane(const ovl_world *world, ovl_cell cell);
ovl_cell ovi_world_from_floors(const ovl_world *world, ovl_cell cell); /* of floors or places */
static inline ovl_cell ovi_world_from_plane(const ovl_world *world, ovl_cell cell) {
  const ovi_plane *plane = &world->shared.plane;
  return world->shared.is_one_floor
             ? (ovl_cell){cell.x + plane->origin_x, cell.y + plane->origin_y, 0}
             : ovi_world_from_floors(world, cell);
}

#endif
