/* Overland: edits, versions, forks and patches of worlds. None of it is in overland_runtime but
 * ovl_world_retain, ovl_world_version and ovl_world_rebuilt. */
#ifndef OVERLAND_EDIT_H
#define OVERLAND_EDIT_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Edits and versions --------------------------------------------------- */

/* A const world never changes. Edits make a new version of it, a world of its own that shares
 * everything that they did not touch with the old one:
 *
 *     ovl_edit edits[] = {ovl_edit_rect((ovl_cell){40, 50, 0}, 16, 16, wall),
 *                         ovl_edit_door(3, true)};
 *     ovl_world *next;
 *     if (ovl_world_apply(world, edits, 2, NULL, &next, &fault) == OVL_OK) {
 *       ovl_world_close(world); world = next;
 *     }
 *
 * Versions are closed one by one, in any order; shared memory is released with the last of them.
 * The bytes of a world that was opened must stay until all of its versions are closed. Planners of
 * a world serve all its versions. A route continues in a later version until it meets a region that
 * was rebuilt since it began: OVL_BEGIN_AGAIN (see also overland_watch.h).
 *
 * Except for landmarks and labels an edited world holds what a bake of the edited map would:
 * ovl_world_save writes the same primary bytes. */

/* What an edit sets. */
typedef enum ovl_edit_kind {
  OVL_EDIT_TERRAIN = 0, /* terrain of a cell, 0 to 255 */
  OVL_EDIT_WEIGHT, /* weight of a cell for `profile`, in eighths, from the weight of its terrain to
                      255: the difference becomes its extra cost */
  OVL_EDIT_EXTRA,  /* extra cost for `profile`, in eighths; weight and extra cost together are at
                      most 255 */
  OVL_EDIT_HEIGHT, /* units of height, 0 to 65535 */
  OVL_EDIT_LINK,   /* 1 opens link `link`, 0 closes it */
  OVL_EDIT_COUNT
} ovl_edit_kind;

/* One edit: of a rectangle of cells, or of a link. Extra cost is kept only on cells where its
 * profile can stand: once all edits of a call are made, the extra cost of others is dropped. Weight
 * and extra cost of a blocked cell can be set if edits of the same call open it. */
typedef struct ovl_edit {
  ovl_edit_kind kind;
  ovl_cell cell;         /* the upper left cell */
  int32_t w, h;          /* cells, 1 and up; all inside the cell's floor */
  int32_t profile;       /* number of the profile, for weight and extra cost */
  uint32_t link;         /* number of the link in the world, for OVL_EDIT_LINK */
  uint32_t value;        /* value of all cells if there is no stamp; or of the link */
  const uint16_t *stamp; /* NULL, or the value of each cell, row by row; read during the call */
  const uint8_t *mask;   /* NULL, or a byte a cell, row by row: 0 leaves the cell unchanged */
  uint64_t reserved[2];  /* 0 */
} ovl_edit;

/* Returns an edit of the terrain of one cell, or of w x h cells. */
OVL_API ovl_edit ovl_edit_set(ovl_cell cell, uint8_t terrain);
OVL_API ovl_edit ovl_edit_rect(ovl_cell cell, int32_t w, int32_t h, uint8_t terrain);

/* Returns an edit that opens or closes a link. */
OVL_API ovl_edit ovl_edit_door(uint32_t link, bool open);

typedef struct ovl_apply_def {
  ovl_step_rule_fn
      step_rule; /* of a world baked with one: it is called for the regions that are rebuilt */
  void *step_rule_user;
  const ovl_jobs *jobs; /* NULL: the calling thread does all */
  uint64_t reserved[2]; /* 0 */
} ovl_apply_def;

OVL_API ovl_apply_def ovl_apply_def_default(void);

/* Applies `count` edits in order, later ones over earlier ones, and makes the version after them;
 * world stays as it is. def NULL: the default. Memory comes from the world's allocator and grows
 * with what was edited since the bake, not with the world. Errors: OVL_BAD_ARGUMENT, with the fault
 * naming what and, in `where`, the index of the edit (a cell outside, an unknown kind, profile or
 * link, a weight or height out of range, an edit of a graph floor; a region with too many paths
 * through it); OVL_NEEDS_RULE; OVL_NO_MEMORY; *version is then NULL. Costs some 50 us for each
 * region whose cells or borders change, on open land, up to 1 ms where single cells are scattered
 * at random; where an edit cuts an island, a search over the local components of its smaller part.
 * In directed profiles all islands are found again, in a pass over all waypoints. An edit with
 * which a profile begins or ceases to be directed (the first slope that counts, the last link that
 * serves it) bakes the world again, without landmarks and labels. */
OVL_API ovl_result ovl_world_apply(const ovl_world *world, const ovl_edit *edits, size_t count,
                                   const ovl_apply_def *def, ovl_world **version, ovl_fault *fault);

/* Makes one more handle of the same version, to be closed as well, so that it stays open while its
 * owner goes on. OVL_NO_MEMORY. Costs a few ns; from any thread. */
OVL_API ovl_result ovl_world_retain(const ovl_world *world, ovl_world **retained);

/* Describes a version. */
typedef struct ovl_version_info {
  uint64_t version;         /* edits applied and refreshes adopted since it was baked or opened */
  uint64_t identity;        /* hash of its whole history: equal histories have equal identities */
  uint64_t rebuilt_regions; /* since it was baked, opened or refreshed */
  uint64_t bytes;           /* bytes that it holds beside those it was baked or opened as */
  bool refreshed;           /* its landmarks and labels are made for it as it is */
} ovl_version_info;

OVL_API void ovl_world_version(const ovl_world *world, ovl_version_info *info);

/* Lists the regions that were rebuilt after version `since` of the same history, rising, up to
 * capacity; *needed is how many they are, OVL_MORE_ROOM if they do not fit. Costs the regions
 * rebuilt since the world was baked, opened or refreshed. */
OVL_API ovl_result ovl_world_rebuilt(const ovl_world *world, uint64_t since, uint32_t *regions,
                                     size_t capacity, size_t *needed);

/* ---- Forks ------------------------------------------------------------------ */

/* A fork is a version that remembers the edits made to it since it was forked: the land that one
 * player has seen, one faction's map of danger, units as obstacles for one moment. It costs what is
 * edited in it, and sees no later edits of its parent until it is rebased. */

/* Makes a fork of a version, which remembers no edits yet; ovl_world_apply on it gives the next
 * version of the fork. A fork of a fork remembers the edits since the latter alone. Errors:
 * OVL_NO_MEMORY. Costs under 1 us. */
OVL_API ovl_result ovl_world_fork(const ovl_world *parent, ovl_world **fork);

/* Whether a world is a fork; *edits is how many edits it remembers. */
OVL_API bool ovl_world_is_fork(const ovl_world *world, size_t *edits);

/* Makes a fork of `onto` with the edits of `fork`. `onto` mostly is a later version of its parent,
 * but any world works that the edits fit. The old fork stays as it is. Errors as of
 * ovl_world_apply; `where` counts the fork's edits. OVL_BAD_ARGUMENT if it is no fork. Costs as
 * applying its edits. */
OVL_API ovl_result ovl_world_rebase(const ovl_world *fork, const ovl_world *onto,
                                    const ovl_apply_def *def, ovl_world **rebased,
                                    ovl_fault *fault);

/* Makes a fork's edits the parent's own: the next version of `parent`, no fork unless the parent is
 * one. Costs nothing but a handle if parent is still what was forked; else as a rebase. */
OVL_API ovl_result ovl_world_commit(const ovl_world *parent, const ovl_world *fork,
                                    const ovl_apply_def *def, ovl_world **version,
                                    ovl_fault *fault);

/* Writes the edits that a fork remembers as a patch: a small file that belongs to the world file of
 * its parent. Errors: OVL_BAD_ARGUMENT if it is no fork, OVL_WRITE_FAILED, OVL_NO_MEMORY. */
OVL_API ovl_result ovl_world_save_patch(const ovl_world *fork, ovl_write_fn write, void *user);

/* Makes the fork again from a patch and `base`, the world that was forked, opened anew. The bytes
 * are read during the call. Errors: OVL_NOT_A_WORLD (no patch), OVL_OTHER_VERSION,
 * OVL_WRONG_LENGTH, OVL_WRONG_CHECKSUM, OVL_CORRUPT, OVL_OTHER_WORLD (a patch of another world or
 * version), and as of ovl_world_apply, whose def it takes; *fork is then NULL. Costs as applying
 * its edits. */
OVL_API ovl_result ovl_world_open_patch(const ovl_world *base, const void *bytes, size_t byte_count,
                                        const ovl_apply_def *def, ovl_world **fork,
                                        ovl_fault *fault);

/* "May I place this building without sealing anyone in?" */
typedef struct ovl_what_if {
  const ovl_edit *edits;
  size_t edit_count;
  int32_t profile;       /* profile of the units */
  ovl_cell home;         /* where they must be able to go */
  const ovl_cell *units; /* where they stand */
  size_t unit_count;
  uint64_t reserved[2]; /* 0 */
} ovl_what_if;

/* Finds the units that edits would cut off: those that can reach home now, but with the edits made
 * could not, or could no longer stand on their cell. Fills `cut` with their indices in `units`,
 * rising, up
 * to capacity; *needed is how many they are (0: build), OVL_MORE_ROOM if they do not fit. No unit
 * can reach a home that is outside the world or blocked. The world stays as it is. In a
 * directed profile both ways count: islands must be equal. Other errors as of ovl_world_apply.
 * Costs the edits and a few ns a unit. */
OVL_API ovl_result ovl_world_what_if(const ovl_world *world, const ovl_what_if *what,
                                     const ovl_apply_def *def, uint32_t *cut, size_t capacity,
                                     size_t *needed, ovl_fault *fault);

/* ---- Landmarks and labels after edits ------------------------------------------ */

/* Landmarks and labels are made for one version. After edits labels are not used, and landmarks
 * only as far as they are still lower bounds; a query is never wrong and never waits, but routes
 * then need stops. A refresh makes both again for a version, in slices; nothing changes until
 * ovl_refresh_apply, at a moment of the caller's choice. Overlays are always current. */
typedef struct ovl_refresh ovl_refresh;

/* Begins a refresh of a version with the settings of its bake; the version may be closed. allocator
 * NULL: the world's. Errors: OVL_NO_MEMORY. Costs a handle; the work takes the memory of a bake. */
OVL_API ovl_result ovl_refresh_create(const ovl_world *world, const ovl_allocator *allocator,
                                      ovl_refresh **refresh);
OVL_API void ovl_refresh_destroy(ovl_refresh *refresh); /* NULL is allowed */

/* Continues for at most `budget` expansions; *done: everything is made. Other work in a step mostly
 * takes less than a millisecond; a few steps, which number islands, sum regions or open the result,
 * take a pass over all regions: 3 ms in a world of 1024 x 1024, 8 ms in one of 4096 x 4096. Errors:
 * OVL_NO_MEMORY, after which it can only be destroyed. The result does not depend on how it was
 * sliced. */
OVL_API ovl_result ovl_refresh_step(ovl_refresh *refresh, uint64_t budget, bool *done);

/* Makes a version with the refreshed landmarks and labels: *refreshed is `world` with them; `world`
 * is the version that the refresh began with or a later one of its history. Regions rebuilt
 * between the two stay stale. Once only. Routes by labels that were begun before must begin again.
 * Errors: OVL_BAD_ARGUMENT (not done, or applied already), OVL_OTHER_WORLD (no version of that
 * history), OVL_NO_MEMORY. Costs as applying edits to the regions rebuilt between. */
OVL_API ovl_result ovl_refresh_apply(ovl_refresh *refresh, const ovl_world *world,
                                     ovl_world **refreshed);

/* ---- Publishing versions to threads ------------------------------------------ */

/* Hands versions from one thread that publishes to any number of threads that read. A reader enters
 * and gets the current version, uses it with a planner of its own, and leaves; it never waits.
 * Versions that no reader holds any more are closed by the publishing thread, when it publishes or
 * collects. */
typedef struct ovl_publisher ovl_publisher;

#define OVL_PUBLISHER_MAX_VERSIONS 64 /* versions that readers hold at once */

/* Creates a publisher with a version, which it owns from then on. allocator NULL: the world's.
 * Errors: OVL_NO_MEMORY; the world stays the caller's. */
OVL_API ovl_result ovl_publisher_create(ovl_world *world, const ovl_allocator *allocator,
                                        ovl_publisher **publisher);

/* Destroys a publisher and closes all its versions; no reader may be inside. NULL is allowed. */
OVL_API void ovl_publisher_destroy(ovl_publisher *publisher);

/* Returns the current version, which stays open until the reader leaves it. From any thread; costs
 * one atomic operation. */
OVL_API const ovl_world *ovl_publisher_enter(ovl_publisher *publisher);

/* Leaves a version that ovl_publisher_enter returned. */
OVL_API void ovl_publisher_leave(ovl_publisher *publisher, const ovl_world *world);

/* Makes a version current and the publisher's own, and closes versions without readers. One thread
 * at a time. OVL_BUSY if readers hold OVL_PUBLISHER_MAX_VERSIONS - 1 older ones: the version stays
 * the caller's. */
OVL_API ovl_result ovl_publisher_publish(ovl_publisher *publisher, ovl_world *version);

/* Returns the current version for the publishing thread, to be edited. */
OVL_API const ovl_world *ovl_publisher_current(const ovl_publisher *publisher);

/* Closes versions without readers; returns how many older ones are left. Publishing thread only. */
OVL_API uint32_t ovl_publisher_collect(ovl_publisher *publisher);

#ifdef __cplusplus
}
#endif

#endif
