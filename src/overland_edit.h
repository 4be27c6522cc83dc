/* Overland: edits, versions, forks and patches of worlds, and handing versions to threads. Of this
 * header ovl_world_retain, ovl_world_version and ovl_world_rebuilt alone are in overland_runtime.
 */
#ifndef OVERLAND_EDIT_H
#define OVERLAND_EDIT_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Edits and versions ----------------------------------------------------------------- */

/* A world never changes. Edits make a new version of it: a world of its own, which shares with the
 * old one everything that the edits did not touch.
 *
 *     ovl_edit edits[] = {ovl_edit_rect((ovl_cell){40, 50, 0}, 16, 16, 0), // a building
 *                         ovl_edit_door(3, true)};                         // opens link 3
 *     ovl_world *next;
 *     if (ovl_world_apply(world, edits, 2, NULL, &next, NULL) == OVL_OK) {
 *       ovl_world_close(world);
 *       world = next;
 *     }
 *
 * Versions are closed one by one, in any order; the memory that they share is released with the
 * last of them. The bytes of a world that was opened must stay until all of its versions are
 * closed. Planners of a world serve all of its versions. A route continues in a later version up to
 * the first region that was rebuilt since it began: OVL_BEGIN_AGAIN then (see overland_watch.h).
 *
 * But for landmarks and labels, an edited world is what a bake of the edited map would be:
 * ovl_world_save writes the same primary bytes. */

/* What an edit sets. */
typedef enum ovl_edit_kind {
  OVL_EDIT_TERRAIN = 0, /* the terrain of cells, 0 to 255 */
  OVL_EDIT_WEIGHT,      /* the weight of cells for a profile, in eighths, from the weight of their
                           terrain to 255; the difference becomes their extra cost */
  OVL_EDIT_EXTRA,  /* the extra cost of cells for a profile, in eighths; with the weight at most
                      255 */
  OVL_EDIT_HEIGHT, /* the height of cells, units of height, 0 to 65535 */
  OVL_EDIT_LINK,   /* a link: 1 opens it, 0 closes it */
  OVL_EDIT_COUNT
} ovl_edit_kind;

/* An edit of a rectangle of cells or of a link. A profile keeps extra costs only where it can
 * stand: once all edits of a call are made, others are dropped. Weight and extra cost of a blocked
 * cell can be set if edits of the same call open it. */
typedef struct ovl_edit {
  ovl_edit_kind kind;
  ovl_cell cell;         /* upper left cell of the rectangle */
  int32_t w, h;          /* sides of the rectangle, cells, 1 and up; all inside the floor */
  int32_t profile;       /* number of the profile, for weight and extra cost */
  uint32_t link;         /* number of the link */
  uint32_t value;        /* the value of the link, or of all cells if stamp is NULL */
  const uint16_t *stamp; /* NULL, or a value for each cell, row by row; read during the call */
  const uint8_t *mask;   /* NULL, or a byte for each cell, row by row: 0 leaves the cell as it is */
  uint64_t reserved[2];  /* 0 */
} ovl_edit;

/* Returns an edit of the terrain of one cell. */
OVL_API ovl_edit ovl_edit_set(ovl_cell cell, uint8_t terrain);

/* Returns an edit of the terrain of w x h cells, with `cell` as the upper left one. */
OVL_API ovl_edit ovl_edit_rect(ovl_cell cell, int32_t w, int32_t h, uint8_t terrain);

/* Returns an edit that opens or closes a link. */
OVL_API ovl_edit ovl_edit_door(uint32_t link, bool open);

/* How edits are applied. */
typedef struct ovl_apply_def {
  ovl_step_rule_fn step_rule; /* of a world that was baked with one: called for the regions that are
                                 rebuilt */
  void *step_rule_user;       /* passed to step_rule */
  const ovl_jobs *jobs;       /* NULL: the calling thread does all */
  uint64_t reserved[2];       /* 0 */
} ovl_apply_def;

/* Returns a definition without rule and jobs. */
OVL_API ovl_apply_def ovl_apply_def_default(void);

/* Makes the next version of a world, with `count` edits applied in their order, later ones over
 * earlier ones. `def` NULL: ovl_apply_def_default. The caller owns *version; `world` stays as it
 * is.
 *
 * Errors, with *version NULL: OVL_BAD_ARGUMENT, with the index of the edit in `where` of the fault
 * (a cell outside; an unknown kind, profile or link; a weight or height out of its range; an edit
 * of a graph floor; a region that would have too many waypoints); OVL_NEEDS_RULE, OVL_NO_MEMORY.
 *
 * Memory comes from the world's allocator and grows with what was edited since the bake, not with
 * the world. Costs some 50 us for each region whose cells or borders change, on open land, up to 1
 * ms where single cells are scattered at random; where an edit cuts an island, a search over the
 * local components of its smaller part. In directed profiles all islands are found again, in a pass
 * over all waypoints. An edit by which a profile begins or ceases to be directed (the first slope
 * that costs more one way, the last link) bakes the world again, without landmarks and labels. */
OVL_API ovl_result ovl_world_apply(const ovl_world *world, const ovl_edit *edits, size_t count,
                                   const ovl_apply_def *def, ovl_world **version, ovl_fault *fault);

/* Makes one more handle of a version, *retained, which is closed like the first: the version stays
 * open until both are. OVL_NO_MEMORY. May be called from any thread. Costs a few ns. */
OVL_API ovl_result ovl_world_retain(const ovl_world *world, ovl_world **retained);

typedef struct ovl_version_info {
  uint64_t version;  /* number of the version: edits and refreshes since it was baked or opened */
  uint64_t identity; /* hash of its history: equal histories have equal identities */
  uint64_t rebuilt_regions; /* regions rebuilt since it was baked, opened or refreshed */
  uint64_t bytes;           /* bytes that it holds beside those of the bake or file */
  bool refreshed;           /* landmarks and labels are those of the world as it is */
} ovl_version_info;

/* Describes a version. */
OVL_API void ovl_world_version(const ovl_world *world, ovl_version_info *info);

/* Lists the regions that were rebuilt after version number `since` of the same history, in rising
 * order. *needed is their number; OVL_MORE_ROOM if they do not fit `capacity`. Costs the regions
 * rebuilt since the world was baked, opened or refreshed. */
OVL_API ovl_result ovl_world_rebuilt(const ovl_world *world, uint64_t since, uint32_t *regions,
                                     size_t capacity, size_t *needed);

/* ---- Forks --------------------------------------------------------------------------------- */

/* A fork is a version that remembers the edits made to it since it was forked: the land that one
 * player has seen, one faction's map of danger, units as obstacles for one moment. It costs what is
 * edited in it. Later edits of its parent are not in it until it is rebased. */

/* Makes a fork of a version. ovl_world_apply on it makes the next version of the fork. A fork of a
 * fork remembers the edits since the latter alone. The caller owns *fork. OVL_NO_MEMORY. Costs
 * under 1 us. */
OVL_API ovl_result ovl_world_fork(const ovl_world *parent, ovl_world **fork);

/* Returns whether a world is a fork; *edits is the number of edits that it remembers. */
OVL_API bool ovl_world_is_fork(const ovl_world *world, size_t *edits);

/* Makes a fork of another version with the edits of a fork over it: *rebased. `onto` is mostly a
 * later version of the parent, but any world does that the edits fit. The old fork stays as it is.
 * OVL_BAD_ARGUMENT if it is no fork; other errors as of ovl_world_apply, with the index of the
 * fork's edit in `where`. Costs applying its edits. */
OVL_API ovl_result ovl_world_rebase(const ovl_world *fork, const ovl_world *onto,
                                    const ovl_apply_def *def, ovl_world **rebased,
                                    ovl_fault *fault);

/* Makes the next version of `parent` with the edits of a fork. It is no fork, unless the parent is
 * one. Errors as of ovl_world_rebase. Costs a handle if the parent is still the version that was
 * forked; else applying the edits. */
OVL_API ovl_result ovl_world_commit(const ovl_world *parent, const ovl_world *fork,
                                    const ovl_apply_def *def, ovl_world **version,
                                    ovl_fault *fault);

/* Writes the edits that a fork remembers as a patch, a small file to keep beside the world file of
 * its parent. Errors: OVL_BAD_ARGUMENT (no fork), OVL_WRITE_FAILED, OVL_NO_MEMORY. */
OVL_API ovl_result ovl_world_save_patch(const ovl_world *fork, ovl_write_fn write, void *user);

/* Makes the fork again from its patch and `base`, the version that was forked, opened anew. The
 * bytes are read during the call. Errors, with *fork NULL: OVL_NOT_A_WORLD (no patch),
 * OVL_OTHER_VERSION, OVL_WRONG_LENGTH, OVL_WRONG_CHECKSUM, OVL_CORRUPT, OVL_OTHER_WORLD (a patch of
 * another world or version), and those of ovl_world_apply. Costs applying its edits. */
OVL_API ovl_result ovl_world_open_patch(const ovl_world *base, const void *bytes, size_t byte_count,
                                        const ovl_apply_def *def, ovl_world **fork,
                                        ovl_fault *fault);

/* "May I place this building without sealing anyone in?" */
typedef struct ovl_what_if {
  const ovl_edit *edits; /* the building */
  size_t edit_count;     /* number of edits */
  int32_t profile;       /* number of the units' profile */
  ovl_cell home;         /* the cell that units must be able to reach */
  const ovl_cell *units; /* cells on which units stand */
  size_t unit_count;     /* number of units */
  uint64_t reserved[2];  /* 0 */
} ovl_what_if;

/* Finds the units that edits would cut off: those that can reach home now, but with the edits made
 * could not, or could no longer stand on their cell. Fills `cut` with their indices in `units`, in
 * rising order. *needed is their number, 0 if the building seals nobody in; OVL_MORE_ROOM if they
 * do not fit `capacity`. The world stays as it is. No unit can reach a home that is blocked or
 * outside. In a directed profile a unit must also be able to come back. Other errors as of
 * ovl_world_apply. Costs the edits, and a few ns a unit. */
OVL_API ovl_result ovl_world_what_if(const ovl_world *world, const ovl_what_if *what,
                                     const ovl_apply_def *def, uint32_t *cut, size_t capacity,
                                     size_t *needed, ovl_fault *fault);

/* ---- Refreshing landmarks and labels --------------------------------------------------------- */

/* Landmarks and labels are made for one version. After edits labels are not used, and landmarks
 * only as far as they still are lower bounds: answers stay right, but routes need stops. A refresh
 * makes both for a version, in slices; nothing changes before ovl_refresh_apply, at a moment of the
 * caller's choice. Overlays need no refresh: they are always current. */
typedef struct ovl_refresh ovl_refresh;

/* Begins a refresh of a version with the settings of its bake. The version may be closed meanwhile.
 * `allocator` NULL: the world's. The caller destroys *refresh. OVL_NO_MEMORY; OVL_NEEDS_REGIONS of
 * a world opened by a reader. Costs a handle; the work takes the memory of a bake. */
OVL_API ovl_result ovl_refresh_create(const ovl_world *world, const ovl_allocator *allocator,
                                      ovl_refresh **refresh);

/* Destroys a refresh; NULL is allowed. */
OVL_API void ovl_refresh_destroy(ovl_refresh *refresh);

/* Continues for up to `budget` expansions; *done: all is made. The result does not depend on the
 * slices. OVL_NO_MEMORY: it can only be destroyed. Most steps take less than a millisecond beside
 * their expansions. A few, which number islands, sum regions or open the result, take a pass over
 * all regions: 3 ms in a world of 1024 x 1024, 8 ms in one of 4096 x 4096. */
OVL_API ovl_result ovl_refresh_step(ovl_refresh *refresh, uint64_t budget, bool *done);

/* Makes a version with the new landmarks and labels: *refreshed is `world` with them. `world` is
 * the version that the refresh began with, or a later one of its history. Regions rebuilt between
 * the two stay stale. Can be called once. Routes by labels that were begun before must begin again.
 * Errors: OVL_BAD_ARGUMENT (not done, or applied already), OVL_OTHER_WORLD (another history),
 * OVL_NO_MEMORY. Costs as edits of the regions rebuilt between the two. */
OVL_API ovl_result ovl_refresh_apply(ovl_refresh *refresh, const ovl_world *world,
                                     ovl_world **refreshed);

/* ---- Publishing versions to threads [RCU] -------------------------------------------------------
 */

/* Hands versions from one thread, which publishes them, to any number of threads that read. A
 * reader enters and gets the current version, uses it with a planner of its own, and leaves. It
 * never waits. Versions without readers are closed by the publishing thread when it publishes or
 * collects.
 */
typedef struct ovl_publisher ovl_publisher;

#define OVL_PUBLISHER_MAX_VERSIONS 64 /* versions that readers hold at once */

/* Creates a publisher of a version, which it owns from then on; the caller destroys the publisher.
 * `allocator` NULL: the world's. OVL_NO_MEMORY: the world stays the caller's. */
OVL_API ovl_result ovl_publisher_create(ovl_world *world, const ovl_allocator *allocator,
                                        ovl_publisher **publisher);

/* Destroys a publisher and closes its versions. No reader may be inside. NULL is allowed. */
OVL_API void ovl_publisher_destroy(ovl_publisher *publisher);

/* Enters: returns the current version, which stays open until the reader leaves it. From any
 * thread. Costs one atomic operation. */
OVL_API const ovl_world *ovl_publisher_enter(ovl_publisher *publisher);

/* Leaves a version that ovl_publisher_enter returned. From any thread. */
OVL_API void ovl_publisher_leave(ovl_publisher *publisher, const ovl_world *world);

/* Makes a version current, which the publisher owns from then on, and closes versions without
 * readers. One thread at a time. OVL_BUSY if readers hold OVL_PUBLISHER_MAX_VERSIONS - 1 older
 * ones: the version stays the caller's. */
OVL_API ovl_result ovl_publisher_publish(ovl_publisher *publisher, ovl_world *version);

/* Returns the current version to the publishing thread, to be edited. */
OVL_API const ovl_world *ovl_publisher_current(const ovl_publisher *publisher);

/* Closes versions without readers; returns the number of older versions that are left. For the
 * publishing thread. */
OVL_API uint32_t ovl_publisher_collect(ovl_publisher *publisher);

#ifdef __cplusplus
}
#endif

#endif
