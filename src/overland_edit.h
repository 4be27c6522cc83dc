/* Overland: edits, versions and patches of worlds. Only ovl_world_retain, ovl_world_version and
 * ovl_world_rebuilt are in overland_runtime. */
#ifndef OVERLAND_EDIT_H
#define OVERLAND_EDIT_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Edits and versions ----------------------------------------------------------------- */

/* A world never changes. Edits make a new version of it: another world, which shares with the old
 * one everything that the edits did not touch.
 *
 *     ovl_edit edits[] = {ovl_edit_rect((ovl_cell){40, 50, 0}, 16, 16, 0), // a building
 *                         ovl_edit_door(3, true)};                         // opens link 3
 *     ovl_world *next;
 *     if (ovl_world_apply(world, edits, 2, &next, NULL) == OVL_OK) {
 *       ovl_world_close(world);
 *       world = next;
 *     }
 *
 * Close versions in any order. Bytes from which a world was opened must stay valid until all of its
 * versions are closed. A route continues in a later version up to the first region rebuilt since it
 * began; there ovl_route_next returns OVL_BEGIN_AGAIN. Segments do not: drop them.
 *
 * Apart from labels, an edited world is saved as the same bytes as a bake of the edited map. */

/* The property that an edit sets. */
typedef enum ovl_edit_kind {
  OVL_EDIT_TERRAIN = 0, /* the terrain of cells, 0 to 255 */
  OVL_EDIT_WEIGHT,      /* the weight of cells for a profile, in eighths, from the weight of their
                           terrain to 255; the difference becomes their extra cost */
  OVL_EDIT_EXTRA,  /* the extra cost of cells for a profile, in eighths; at most 255 together with
                      the weight */
  OVL_EDIT_HEIGHT, /* the height of cells, units of height, 0 to 65535 */
  OVL_EDIT_LINK,   /* a link: 1 opens it, 0 closes it */
  OVL_EDIT_COUNT
} ovl_edit_kind;

/* An edit of a rectangle of cells or of a link. Extra costs where the profile can't stand are
 * dropped once all edits of a call are applied. */
typedef struct ovl_edit {
  ovl_edit_kind kind;
  ovl_cell cell;         /* upper left cell of the rectangle */
  int32_t w, h;          /* sides of the rectangle, at least 1 cell; inside the floor */
  int32_t profile;       /* number of the profile, for weight and extra cost */
  uint32_t link;         /* number of the link */
  uint32_t value;        /* the value of the link, or of all cells if stamp is NULL */
  const uint16_t *stamp; /* NULL, or a value for each cell, row by row; read during the call */
  const uint8_t *mask;   /* NULL, or a byte for each cell, row by row: 0 leaves it unchanged */
} ovl_edit;

/* Returns an edit of the terrain of w x h cells, of which `cell` is the upper left. */
OVL_API ovl_edit ovl_edit_rect(ovl_cell cell, int32_t w, int32_t h, uint8_t terrain);

/* Returns an edit that opens or closes a link, such as a door. */
OVL_API ovl_edit ovl_edit_door(uint32_t link, bool open);

/* Whose value stays where two versions changed the same property. */
typedef enum ovl_keep {
  OVL_KEEP_FIRST = 0,  /* that of the version that is rebased */
  OVL_KEEP_DIFFERENCE, /* that of the difference */
  OVL_KEEP_COUNT
} ovl_keep;

/* Settings for applying edits. */
typedef struct ovl_apply_def {
  ovl_step_rule_fn step_rule; /* of the bake; called for the regions that are rebuilt */
  void *step_rule_user;
  const ovl_jobs *jobs;     /* not used for a world opened through a reader */
  ovl_keep keep;            /* for ovl_world_rebase alone */
  ovl_progress_fn progress; /* or NULL; counts regions and clusters of overlays; the total is of the
                               work known so far, and grows */
  void *progress_user;
} ovl_apply_def;

/* Makes the next version of a world by applying `count` edits in order. `world` is unchanged.
 * Without edits, *version is the same version again.
 *
 * Errors: OVL_BAD_ARGUMENT, with `where` the index of the edit (a cell outside; an unknown kind,
 * profile or link; a weight or height out of range; an edit of a graph floor), or the number of a
 * region ("bytes of a region": it would have too many waypoints; "answer of the step rule");
 * OVL_NEEDS_RULE, OVL_STOPPED, OVL_NO_MEMORY; through a reader also its errors, and
 * OVL_CACHE_TOO_SMALL with the bytes that it has and needs.
 *
 * Memory: from the world's allocator, in proportion to what was edited since the bake. Time: for
 * each region whose cells or borders change about 50 us on open land, up to 1 ms on random terrain.
 * If an edit cuts an island in two, also a search over the local components of the smaller part;
 * for a directed profile that an edit changes, a pass over all regions, some 60 ms for each million
 * cells with slopes, and a quarter more for one edit in a hundred. If an edit makes a profile
 * directed or undirected, gives a map its first height or takes its last, the whole world is baked
 * again, without labels, and *version holds it in memory.
 *
 * A world opened through a reader is read through its cache, which must hold the regions that are
 * rebuilt and those around them, and of overlays the parts of a cluster and of the eight around it
 * (up to 576 regions). */
OVL_API ovl_result ovl_world_apply(const ovl_world *world, const ovl_edit *edits, size_t count,
                                   ovl_world **version, ovl_fault *fault);

/* As ovl_world_apply, with settings; NULL, here and below: the defaults. */
OVL_API ovl_result ovl_world_apply_def(const ovl_world *world, const ovl_edit *edits, size_t count,
                                       const ovl_apply_def *def, ovl_world **version,
                                       ovl_fault *fault);

/* Makes another handle to a version, which stays open until both are closed. OVL_NO_MEMORY. May be
 * called from any thread. Time: a few ns. */
OVL_API ovl_result ovl_world_retain(const ovl_world *world, ovl_world **retained);

typedef struct ovl_version_info {
  uint64_t version;  /* calls of ovl_world_apply with edits, rebases and refreshes since the bake or
                        opening */
  uint64_t identity; /* hash of its history */
  uint64_t rebuilt_regions; /* regions rebuilt since the bake, opening or refresh */
  uint64_t bytes;           /* memory in addition to that of the bake or file */
  bool refreshed; /* no refresh is needed: labels are up to date, or the world was baked without */
} ovl_version_info;

/* Describes a version. */
OVL_API void ovl_world_version(const ovl_world *world, ovl_version_info *info);

/* Lists the regions rebuilt after version number `since` of the same history, in ascending order.
 * OVL_MORE_ROOM. Time: proportional to the regions rebuilt since the bake, opening or refresh. */
OVL_API ovl_result ovl_world_rebuilt(const ovl_world *world, uint64_t since, uint32_t *regions,
                                     size_t capacity, size_t *needed);

/* ---- Forks and patches ---------------------------------------------------------------------- */

/* A fork is a version that is edited beside its parent, for example the land that one player has
 * seen. To bring later edits of the parent into a fork, or those of a fork into its parent, the
 * difference of two versions is applied to a third one:
 *
 *     ovl_world_rebase(fork, base, parent, NULL, &rebased, NULL); // fork, with the parent's edits
 *     def.keep = OVL_KEEP_DIFFERENCE;
 *     ovl_world_rebase(parent, base, fork, &def, &next, NULL); // commit: parent, with the fork's
 *
 * where `base` is the version that was forked, or the parent of the last rebase. A difference has
 * terrain and height of each cell, its extra cost for each profile, and whether each link is open.
 * Extra costs are compared where the profile can stand in the second version; where it can't in the
 * first, it counts as 0 there. */

/* Applies to `fork` what differs between two versions: *rebased is the next version of its history.
 * Where `fork` and `new_base` both changed a property, compared with `old_base`, `keep` of `def`
 * says whose value stays. An extra cost that does not fit a byte beside the weight of its terrain
 * is lowered. The three worlds have the same origin, side of a region, floors, profiles and links,
 * open or closed; spacing and history may differ. The identity of *rebased follows from theirs and
 * `keep`.
 *
 * Errors: OVL_OTHER_WORLD (the worlds do not match), and those of ovl_world_apply, with the number
 * of a region in `where`. Time and memory: those of one edit of the cells that differ; versions of
 * different bakes, openings or refreshes are compared region by region, about 1 ms for 1024 x 1024
 * cells. */
OVL_API ovl_result ovl_world_rebase(const ovl_world *fork, const ovl_world *old_base,
                                    const ovl_world *new_base, const ovl_apply_def *def,
                                    ovl_world **rebased, ovl_fault *fault);

/* Writes the difference of two versions as a patch, with number and identity of both. Its progress
 * counts regions. Errors: OVL_OTHER_WORLD (the worlds do not match), OVL_BAD_ARGUMENT,
 * OVL_WRITE_FAILED, OVL_STOPPED, OVL_NO_MEMORY, and those of readers. Time: that of comparing the
 * versions, as in ovl_world_rebase. */
OVL_API ovl_result ovl_world_save_patch(const ovl_world *from, const ovl_world *to,
                                        const ovl_save_def *def, ovl_fault *fault);

/* Recreates the second version of a patch from `base`, which has number and identity of the first:
 * *version has those of the second, and its routes continue, and those of `base` if its number is
 * lower. The bytes are read during the call. Errors: OVL_NOT_A_WORLD (not a patch),
 * OVL_OTHER_VERSION (of the format), OVL_WRONG_LENGTH, OVL_WRONG_CHECKSUM, OVL_CORRUPT,
 * OVL_OTHER_WORLD (a patch of another version), and those of ovl_world_rebase. Time: that of one
 * edit of its cells. */
OVL_API ovl_result ovl_world_open_patch(const ovl_world *base, const void *bytes, size_t byte_count,
                                        const ovl_apply_def *def, ovl_world **version,
                                        ovl_fault *fault);

/* Would a building seal units in? */
typedef struct ovl_what_if {
  const ovl_edit *edits; /* the building */
  size_t edit_count;
  const ovl_world *version; /* NULL, or a version with the building: no `edits` are read */
  int32_t profile;          /* number of the units' profile */
  ovl_cell home;            /* the cell to reach */
  const ovl_cell *units;    /* their cells */
  size_t unit_count;
} ovl_what_if;

/* Finds the units that edits would cut off: those that can reach home now, but then could no longer
 * reach it or stand on their cell; for a directed profile a unit must also be able to come back.
 * Fills `cut` with their indices in `units`, in ascending order. The world is unchanged. A home
 * that is blocked or outside can't be reached. OVL_MORE_ROOM; other errors as for ovl_world_apply.
 * Time: that of the edits, and a few ns per unit, through a reader up to 1 us. */
OVL_API ovl_result ovl_world_what_if(const ovl_world *world, const ovl_what_if *what,
                                     const ovl_apply_def *def, uint32_t *cut, size_t capacity,
                                     size_t *needed, ovl_fault *fault);

/* ---- Refreshing labels --------------------------------------------------------- */

/* After edits overlays answer, which are always up to date, until a refresh makes labels anew, in
 * slices. */
typedef struct ovl_refresh ovl_refresh;

/* Begins a refresh of a version with the settings of its bake. The version may be closed meanwhile.
 * `allocator` NULL: the world's. OVL_NO_MEMORY. A world opened through a reader is read region by
 * region if it was baked for labels, and held in memory from then on; otherwise the refresh is done
 * at once. Time: a few ns. Memory: as much as a bake while it runs. */
OVL_API ovl_result ovl_refresh_create(const ovl_world *world, const ovl_allocator *allocator,
                                      ovl_refresh **refresh);

/* Destroys a refresh. */
OVL_API void ovl_refresh_destroy(ovl_refresh *refresh);

/* Continues for up to `budget` expansions; *done: the refresh can be applied. Errors, after which
 * it can only be destroyed: OVL_NO_MEMORY; of a world opened through a reader or in place,
 * OVL_READ_FAILED, OVL_WRONG_CHECKSUM, OVL_CORRUPT, and OVL_CACHE_TOO_SMALL if it does not
 * hold one region. Most steps take less than a millisecond beside their expansions;
 * a few pass over all regions: 3 ms for 1024 x 1024 cells, 8 ms for 4096 x 4096. */
OVL_API ovl_result ovl_refresh_step(ovl_refresh *refresh, uint64_t budget, bool *done);

/* Makes *refreshed, which is `world` with the new labels. `world` is the version with which the
 * refresh began, or a later one of its history; if regions were rebuilt between the two, labels
 * stay out of date. Can be called once. Routes that use labels must begin again. Errors:
 * OVL_BAD_ARGUMENT (not done, or already applied), OVL_OTHER_WORLD (another history),
 * OVL_NO_MEMORY; those of a reader, after which the call can be repeated. Time: that of edits to
 * the regions rebuilt between the two. */
OVL_API ovl_result ovl_refresh_apply(ovl_refresh *refresh, const ovl_world *world,
                                     ovl_world **refreshed);

/* Returns the fault of the last ovl_refresh_step or _apply. */
OVL_API const ovl_fault *ovl_refresh_fault(const ovl_refresh *refresh);

/* ---- Publishing versions to threads [RCU] ------------------------------------------------- */

/* Passes versions from one publishing thread to any number of readers, which never wait. */
typedef struct ovl_publisher ovl_publisher;

#define OVL_PUBLISHER_MAX_VERSIONS 64 /* versions open at once */

/* Creates a publisher, which owns its first version from then on. `allocator` NULL: the world's.
 * OVL_NO_MEMORY: the caller still owns the world. */
OVL_API ovl_result ovl_publisher_create(ovl_world *world, const ovl_allocator *allocator,
                                        ovl_publisher **publisher);

/* Destroys a publisher and closes its versions. No reader may still hold a version. */
OVL_API void ovl_publisher_destroy(ovl_publisher *publisher);

/* Enters: returns the current version, which stays open until the reader leaves it. From any
 * thread. Costs one atomic operation. */
OVL_API const ovl_world *ovl_publisher_enter(ovl_publisher *publisher);

/* Leaves a version that ovl_publisher_enter returned. From any thread. */
OVL_API void ovl_publisher_leave(ovl_publisher *publisher, const ovl_world *world);

/* Makes `version` current; the publisher owns it from then on, and closes versions without readers.
 * One thread at a time. OVL_FULL: readers hold OVL_PUBLISHER_MAX_VERSIONS - 1 older versions; the
 * caller still owns the version. */
OVL_API ovl_result ovl_publisher_publish(ovl_publisher *publisher, ovl_world *version);

/* Returns the current version, for the publishing thread to edit. */
OVL_API const ovl_world *ovl_publisher_current(const ovl_publisher *publisher);

/* Closes versions without readers and returns the number of older versions that are left. Only for
 * the publishing thread. */
OVL_API uint32_t ovl_publisher_collect(ovl_publisher *publisher);

#ifdef __cplusplus
}
#endif

#endif
