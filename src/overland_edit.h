/* Overland: edits, versions, forks and patches of worlds. */
#ifndef OVERLAND_EDIT_H
#define OVERLAND_EDIT_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Edits and versions --------------------------------------------------- */

/* A const world never changes. Edits give a new version of it, a world of its own that shares
 * with the old one all that they did not touch:
 *
 *     ovl_edit edits[] = {ovl_edit_rect((ovl_cell){40, 50, 0}, 16, 16, wall),
 *                         ovl_edit_door(3, true)};
 *     ovl_world *next;
 *     if (ovl_world_apply(world, edits, 2, NULL, &next, &fault) == OVL_OK) {
 *       ovl_world_close(world); world = next;
 *     }
 *
 * Versions are closed one by one, in any order; what they share goes with the last of them.
 * The bytes of a world that was opened must stay until all of its versions are closed. Planners of
 * a world serve all its versions. A route goes on in a later version as long as it meets no
 * region that was rebuilt since it began: OVL_BEGIN_AGAIN then (see also WATCHED ROUTES).
 *
 * What an edited world holds is, but for its estimates, what a bake of the edited map would:
 * ovl_world_save writes the same primary bytes. */

/* What an edit sets. */
typedef enum ovl_edit_kind {
  OVL_EDIT_TERRAIN = 0, /* what a cell is; 0 to 255 */
  OVL_EDIT_WEIGHT,      /* what it weighs to `profile`, in eighths, from what its terrain weighs up
                           to 255: its extra cost becomes the difference */
  OVL_EDIT_EXTRA,       /* what is added to its weight for `profile`, in eighths; both together at
                           most 255 */
  OVL_EDIT_HEIGHT,      /* units of height, 0 to 65535 */
  OVL_EDIT_LINK,        /* whether link `link` can be used: 1, or not: 0 */
  OVL_EDIT_COUNT
} ovl_edit_kind;

/* One edit: a rectangle of cells, or a link. A profile's extra cost is kept only where it can
 * stand: where it can't any more, once all edits of a call are made, its extra cost is forgotten.
 * Where it can't stand before, weight and extra cost can be set if these edits open the place. */
typedef struct ovl_edit {
  ovl_edit_kind kind;
  ovl_cell cell;         /* the upper left one */
  int32_t w, h;          /* cells, 1 and up; all inside the cell's floor */
  int32_t profile;       /* of weight and extra cost */
  uint32_t link;         /* of a link: its number in the world */
  uint32_t value;        /* of all cells, if there is no stamp; of a link */
  const uint16_t *stamp; /* NULL, or the value of each cell, row by row; read during the call */
  const uint8_t *mask;   /* NULL, or a byte a cell, row by row: 0 leaves the cell as it is */
} ovl_edit;

/* Edits of terrain, the most usual ones: one cell, and a rectangle of w x h cells. */
OVL_API ovl_edit ovl_edit_set(ovl_cell cell, uint8_t terrain);
OVL_API ovl_edit ovl_edit_rect(ovl_cell cell, int32_t w, int32_t h, uint8_t terrain);

/* Opens or closes a link. */
OVL_API ovl_edit ovl_edit_door(uint32_t link, bool open);

typedef struct ovl_apply_def {
  ovl_step_rule_fn step_rule; /* of a world that was baked with one: it is asked about the regions
                                 that are rebuilt */
  void *step_rule_user;
  const ovl_jobs *jobs; /* NULL: the calling thread does all */
} ovl_apply_def;

OVL_API ovl_apply_def ovl_apply_def_default(void);

/* Makes `count` edits in their order, a later one over an earlier one, and gives the version
 * after them; world stays as it is. def NULL: the default. The memory comes from the world's
 * allocator and grows with what was edited since it was baked, not with the world.
 * Errors: OVL_BAD_ARGUMENT with the fault telling what and, in `where`, which edit (a cell that is
 * outside, an unknown kind, profile or link, a weight or height out of range, an edit of places; a
 * region with too many ways through it); OVL_NEEDS_RULE; OVL_NO_MEMORY; *version is then NULL.
 * Costs some 50 us for each region whose cells or borders change, on open land, up to 1 ms where
 * single cells are scattered at random; where the edit cuts an island, a search over the local
 * components of the smaller part. In directed profiles all islands are found anew, in a pass over
 * all waypoints. An edit by which a profile begins or ends to be directed (the first slope that
 * counts, the last link that serves it) bakes the world anew, estimates apart. */
OVL_API ovl_result ovl_world_apply(const ovl_world *world, const ovl_edit *edits, size_t count,
                                   const ovl_apply_def *def, ovl_world **version, ovl_fault *fault);

/* One more handle of the same version, to be closed as well: for who needs it to stay while its
 * owner goes on. OVL_NO_MEMORY. Costs a few ns; from any thread. */
OVL_API ovl_result ovl_world_retain(const ovl_world *world, ovl_world **retained);

/* Of a world that was edited. */
typedef struct ovl_version_info {
  uint64_t version;  /* edits applied and settlings put to use since it was baked or opened */
  uint64_t identity; /* of its whole history: equal histories, equal identities */
  uint64_t rebuilt_regions; /* since it was baked, opened or settled */
  uint64_t bytes;           /* that it holds beside what it was baked or opened as */
  bool refreshed;           /* its estimates are made for it as it is */
} ovl_version_info;

OVL_API void ovl_world_version(const ovl_world *world, ovl_version_info *info);

/* The regions that were rebuilt after a version of the same history, by its number: rising, up to
 * capacity; *needed is how many there are, OVL_MORE_ROOM if they do not fit. Costs the regions
 * rebuilt since the world was baked, opened or settled. */
OVL_API ovl_result ovl_world_rebuilt(const ovl_world *world, uint64_t since, uint32_t *regions,
                                     size_t capacity, size_t *needed);

/* ---- Forks ------------------------------------------------------------------ */

/* A fork is a version that remembers the edits made to it since it was forked: what one player has
 * seen of the land, one faction's map of danger, units as obstacles for one moment. It costs what
 * is edited in it and sees nothing of what becomes of its parent until it is rebased. */

/* A fork of a world's present version; ovl_world_apply on it gives the next version of the fork.
 * A fork of a fork remembers the edits since the latter alone. Errors: OVL_NO_MEMORY. Costs under 1
 * us. */
OVL_API ovl_result ovl_world_fork(const ovl_world *parent, ovl_world **fork);

/* Whether a world is a fork, and how many edits it remembers. */
OVL_API bool ovl_world_is_fork(const ovl_world *world, size_t *edits);

/* The fork on another version, mostly a later one of its parent, but any world that its edits fit
 * will do: that one with the fork's own edits over it. The old fork stays as it is. Errors as of
 * ovl_world_apply; of edits that do not fit that version `where` counts the fork's.
 * OVL_BAD_ARGUMENT if it is no fork. Costs as applying its edits. */
OVL_API ovl_result ovl_world_rebase(const ovl_world *fork, const ovl_world *onto,
                                    const ovl_apply_def *def, ovl_world **rebased,
                                    ovl_fault *fault);

/* Makes a fork's edits the parent's own: the next version of `parent`, no fork unless the parent is
 * one. Costs nothing but a handle if parent is still what was forked; else as a rebase. */
OVL_API ovl_result ovl_world_commit(const ovl_world *parent, const ovl_world *fork,
                                    const ovl_apply_def *def, ovl_world **version,
                                    ovl_fault *fault);

/* Writes the edits that a fork remembers as a patch: a small file to be kept beside that of its
 * parent, whose edits can so stay apart from a world that is only mapped. Errors: OVL_BAD_ARGUMENT
 * if it is no fork, OVL_WRITE_FAILED, OVL_NO_MEMORY. */
OVL_API ovl_result ovl_world_save_patch(const ovl_world *fork, ovl_write_fn write, void *user);

/* The fork again: of `base`, which is the world that was forked, opened anew, with the edits of a
 * patch made. The bytes are read during the call. Errors: OVL_NOT_A_WORLD (no patch),
 * OVL_OTHER_VERSION, OVL_WRONG_LENGTH, OVL_WRONG_CHECKSUM, OVL_CORRUPT, OVL_OTHER_WORLD (a patch of
 * another world, or of another version of it), and as of ovl_world_apply, whose def it takes;
 * *fork is then NULL. Costs as applying its edits. */
OVL_API ovl_result ovl_world_open_patch(const ovl_world *base, const void *bytes, size_t byte_count,
                                        const ovl_apply_def *def, ovl_world **fork,
                                        ovl_fault *fault);

/* "May I place this building without sealing anyone in?" */
typedef struct ovl_what_if {
  const ovl_edit *edits;
  size_t edit_count;
  int32_t profile;       /* of the units */
  ovl_cell home;         /* where they must be able to go */
  const ovl_cell *units; /* where they stand */
  size_t unit_count;
} ovl_what_if;

/* Which units the edits would cut off: those that can reach home as things are, and could not,
 * or not stand where they stand, with the edits made. Fills `cut` with their places in `units`,
 * rising, up to capacity; *needed is how many there are: 0, build. OVL_MORE_ROOM if they do not
 * fit; a home outside the world, or that nobody can stand on, or could not then, is reached by
 * none. The world stays as it is. In a directed profile islands must be equal, both ways counted.
 * Errors otherwise as of ovl_world_apply. Costs the edits and a few ns a unit. */
OVL_API ovl_result ovl_world_what_if(const ovl_world *world, const ovl_what_if *what,
                                     const ovl_apply_def *def, uint32_t *cut, size_t capacity,
                                     size_t *needed, ovl_fault *fault);

/* ---- Estimates after edits --------------------------------------------------- */

/* Landmarks and labels are made for a world as it was. After edits, labels are not used, and
 * landmarks only as far as they stay bounds whatever was edited; a query is never wrong and never
 * waits. Routes then need stops. Settling makes them anew for a version, in slices; nothing changes
 * until a call puts them to use, at a moment of the caller's choice. */
typedef struct ovl_refresh ovl_refresh;

/* Begins to make the estimates of a version, as it was baked with; the version may be closed.
 * allocator NULL: the world's. Errors: OVL_NO_MEMORY. Costs a handle; the work takes the memory of
 * a bake. */
OVL_API ovl_result ovl_refresh_create(const ovl_world *world, const ovl_allocator *allocator,
                                      ovl_refresh **refresh);
OVL_API void ovl_refresh_destroy(ovl_refresh *refresh); /* NULL is allowed */

/* Goes on for up to `budget` expansions; *done tells whether all is made. Most steps beyond that
 * take less than a millisecond; a few, which number a layer's islands, add up its regions, or open
 * what was made, take a pass over all regions: 3 ms in a world of 1024 x 1024, 8 ms in one of 4096
 * x 4096. Errors: OVL_NO_MEMORY, after which it can only be destroyed. A settling that is done
 * stays so. The answer does not depend on how it was sliced. */
OVL_API ovl_result ovl_refresh_step(ovl_refresh *refresh, uint64_t budget, bool *done);

/* Puts the estimates to use: *settled is `world`, which is the version that they were made for or
 * a later one of its history, with them. What was rebuilt between the two stays doubtful. Once
 * only. Routes by labels that were begun before begin again. Errors: OVL_BAD_ARGUMENT (not done, or
 * put to use already), OVL_OTHER_WORLD (no version of that history), OVL_NO_MEMORY. Costs as
 * applying edits to the regions rebuilt between. */
OVL_API ovl_result ovl_refresh_apply(ovl_refresh *refresh, const ovl_world *world,
                                     ovl_world **refreshed);

/* ---- Publishing versions to threads ------------------------------------------ */

/* A place where one thread publishes versions and any number of threads read them. A reader enters
 * and gets the version that is current, uses it with a planner of its own, and leaves; it never
 * waits, for a bake or for anything. What nobody reads any more is closed by the publishing thread,
 * when it publishes or collects. */
typedef struct ovl_publisher ovl_publisher;

#define OVL_PUBLISHER_MAX_VERSIONS 64 /* that readers hold at once */

/* Begins with a version, which belongs to the ovl_publisher from then on. allocator NULL: the
 * world's. Errors: OVL_NO_MEMORY; the world stays the caller's. */
OVL_API ovl_result ovl_publisher_create(ovl_world *world, const ovl_allocator *allocator,
                                        ovl_publisher **publisher);

/* Closes all versions; no reader may be inside. NULL is allowed. */
OVL_API void ovl_publisher_destroy(ovl_publisher *publisher);

/* The current version, which stays until the reader leaves it. From any thread; costs one atomic
 * operation. */
OVL_API const ovl_world *ovl_publisher_enter(ovl_publisher *publisher);

/* Ends what ovl_publisher_enter began, with the world that it gave; no other world is left. */
OVL_API void ovl_publisher_leave(ovl_publisher *publisher, const ovl_world *world);

/* Makes a version current and the ovl_publisher's own, and closes those that no reader is in. One
 * thread at a time. OVL_BUSY if readers hold OVL_PUBLISHER_MAX_VERSIONS - 1 older ones: the version
 * stays the caller's. */
OVL_API ovl_result ovl_publisher_publish(ovl_publisher *publisher, ovl_world *version);

/* The current version, for the publishing thread, to be edited. */
OVL_API const ovl_world *ovl_publisher_current(const ovl_publisher *publisher);

/* Closes versions that no reader is in; how many older ones are left. Publishing thread only. */
OVL_API uint32_t ovl_publisher_collect(ovl_publisher *publisher);

#ifdef __cplusplus
}
#endif

#endif
