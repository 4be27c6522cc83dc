/* Overland: opening worlds larger than memory, in place or by a reader. */
#ifndef OVERLAND_STREAM_H
#define OVERLAND_STREAM_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Opening worlds larger than memory ---- */

/* What a read callback answers. */
typedef enum ovl_read {
  OVL_READ_DONE = 0,
  OVL_READ_LATER, /* the bytes are not here yet: they are on their way, or will be asked for again
                   */
  OVL_READ_ERROR  /* they can't be had */
} ovl_read;

/* Fetches bytes of a world file: byte_count of them from `offset` on, all or none. Called from the
 * thread whose call needs them. */
typedef ovl_read (*ovl_read_fn)(void *user, uint64_t offset, void *bytes, size_t byte_count);

/* How a world file is opened and used. In place: `bytes` are the whole file, mapped or loaded, and
 * stay as they are until the world is closed; a mapping that is changed or cut short meanwhile is
 * the caller's fault and is not found. By a reader: `read` fetches what is needed, which is copied
 * and then checked; nothing that changes under a query can harm it. Planners on several threads
 * call it at once.
 *
 * Unless `check_all`, what serves single regions and cells of overlays is checked when a query
 * first touches it; by a reader, whenever it is fetched. A query that meets bytes that are wrong
 * ends in OVL_WRONG_CHECKSUM or OVL_CORRUPT, and in place so does every later one. Calls that
 * answer no ovl_result (ovl_world_terrain and the like) answer as for a blocked cell.
 *
 * That is so of worlds whose profiles are all undirected and that have neither landmarks nor
 * labels: with overlays, or baked without estimates. The others are checked whole when they are
 * opened and, by a reader, fetched whole into memory of the allocator. */
typedef struct ovl_open_def {
  const void *bytes;   /* in place: aligned to 8; NULL: by the reader */
  uint64_t byte_count; /* of the file */
  ovl_read_fn read;
  void *read_user;
  bool check_all;        /* everything is checked at once, as by ovl_world_open: costs a pass over
                            the bytes; by a reader a fetch of all, of most regions and overlay cells
                            more than once, and each is checked again when it is fetched later */
  size_t resident_bytes; /* by a reader: what regions and overlays that were fetched may take at
                            once for calls without a planner; and for each planner, which has as
                            much of its own: ovl_planner_bytes counts it. 8 MB do for routes, for
                            paths in a world with overlays and for edits of some hundred regions; a
                            search that spreads over more land (reach, costs, a path without
                            overlays) needs room for all of it. 64 KB is the least that serves */
  ovl_allocator allocator;
} ovl_open_def;

/* In place, checked on first touch, 8 MB, the default allocator. */
OVL_API ovl_open_def ovl_open_def_default(void);

/* Opens a world file. Errors as of ovl_world_open, OVL_BAD_ARGUMENT (neither bytes nor a reader, no
 * allocator), OVL_READ_FAILED, and OVL_NEEDS_REGIONS where the reader answered OVL_READ_LATER: ask
 * again. Costs the header, the checksums of the sections that all regions share (a five hundredth
 * of them) and the entries of overlay cells: under 50 ms and 64 MB for 65,536 x 65,536 cells.
 *
 * Calls that look into a world opened by a reader and take no planner must not run at once with
 * each other; those with planners may. A call in one go with a reader that answers OVL_READ_LATER
 * ends in OVL_NEEDS_REGIONS and can be made again later; a task pauses with it: see ovl_task_step.
 * Either needs all that it touches in its cache at once, but that whole paths let go of what they
 * have passed: OVL_PLANNER_TOO_SMALL if that is more than resident_bytes. What
 * ovl_stats.bytes_needed is then above ovl_planner_bytes, resident_bytes lack, by what the query
 * held so far: open the world again with that much more. Each part that comes late makes the task
 * begin again; most paths in a world with overlays go on at their last stretch: see ovl_task_step.
 * Without overlays a path costs the square of its length then: to go far, ask for a route and
 * take its stretches one by one.
 *
 * Not by a reader, for they need all regions: ovl_world_verify, ovl_refresh_create, flows,
 * ovl_world_save of an edited world, and edits by which a profile becomes directed. They answer
 * OVL_NEEDS_REGIONS. Edits otherwise fetch what they touch; jobs are not used. */
OVL_API ovl_result ovl_world_open_def(const ovl_open_def *def, ovl_world **world, ovl_fault *fault);

/* What a world opened by a reader, and a planner of it, hold at the moment. */
typedef struct ovl_residence {
  uint64_t resident_bytes; /* of regions and cells of overlays, now */
  uint64_t fetched_bytes;  /* in all */
  uint64_t fetches;
} ovl_residence;
OVL_API ovl_residence ovl_world_residence(const ovl_world *world);
/* What a planner of a world that was opened by a reader holds. */
OVL_API ovl_residence ovl_planner_residence(const ovl_planner *planner);

/* The regions that the last call or step of a planner needed and did not get, up to capacity;
 * returns how many there are, 256 at the most. */
OVL_API size_t ovl_planner_needs(const ovl_planner *planner, uint32_t *regions, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
