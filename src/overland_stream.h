/* Overland: opening worlds larger than memory, in place or by a reader. */
#ifndef OVERLAND_STREAM_H
#define OVERLAND_STREAM_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Opening worlds larger than memory ---- */

/* The answer of a read callback. */
typedef enum ovl_read {
  OVL_READ_DONE = 0,
  OVL_READ_LATER, /* the bytes are not here yet; the call will ask for them again */
  OVL_READ_ERROR  /* they can't be read */
} ovl_read;

/* Reads byte_count bytes of a world file from `offset` on, all or none. Called from the thread
 * whose call needs them. */
typedef ovl_read (*ovl_read_fn)(void *user, uint64_t offset, void *bytes, size_t byte_count);

/* How a world file is opened. In place: `bytes` are the whole file, mapped or loaded, and must not
 * change until the world is closed; a change of the mapping is not detected. By a reader: `read`
 * fetches what is needed, which is copied and then checked, so that a later change of the file does
 * no harm. Planners on several threads call it at once.
 *
 * Unless `check_all`, regions and clusters of overlays are checked when a query first touches them;
 * by a reader, whenever they are fetched. A query that meets corrupt bytes ends in
 * OVL_WRONG_CHECKSUM or OVL_CORRUPT, and in place so does every later one. Calls that return no
 * ovl_result (ovl_world_terrain and the like) answer as for a blocked cell.
 *
 * This holds for worlds whose profiles are all undirected and that have neither landmarks nor
 * labels: with overlays, or baked without these. Others are checked as a whole when they are opened
 * and, by a reader, read as a whole into memory of the allocator. */
typedef struct ovl_open_def {
  const void *bytes;   /* in place: the file, aligned to 8; NULL: by the reader */
  uint64_t byte_count; /* length of the file */
  ovl_read_fn read;
  void *read_user;
  bool check_all; /* everything is checked at once, as by ovl_world_open: costs a pass over the
                     bytes; by a reader, most regions and clusters are fetched more than once, and
                     checked again when they are fetched later */
  size_t
      resident_bytes; /* by a reader: the cache of regions and clusters for calls without a planner;
                         each planner has one more of this size, which ovl_planner_bytes includes. 8
                         MB suffice for routes, for paths in a world with overlays and for edits of
                         some hundred regions; searches that spread over more land (costs, ranges,
                         paths without overlays) need room for all of it. At least 64 KB */
  ovl_allocator allocator;
  uint64_t reserved[2]; /* 0 */
} ovl_open_def;

/* Returns in place, checked on first touch, 8 MB, the default allocator. */
OVL_API ovl_open_def ovl_open_def_default(void);

/* Opens a world file. The caller owns the world: ovl_world_close. Errors as of ovl_world_open,
 * OVL_BAD_ARGUMENT (neither bytes nor a reader, no allocator), OVL_READ_FAILED, and
 * OVL_NEEDS_REGIONS if the reader answered OVL_READ_LATER: call again. Costs the header, the
 * checksums of the sections that all regions share, and the entries of clusters: under 50 ms and 64
 * MB for 65,536 x 65,536 cells.
 *
 * Of a world opened by a reader, calls without a planner must not run at once with each other;
 * those with planners may. If the reader answers OVL_READ_LATER, a call in one go ends in
 * OVL_NEEDS_REGIONS and can be made again later; a task pauses (ovl_task_step). Everything that a
 * query touches must fit into its cache at once, except that whole paths release what they have
 * passed: OVL_PLANNER_TOO_SMALL otherwise, and ovl_stats.bytes_needed then exceeds
 * ovl_planner_bytes by the bytes by which resident_bytes is too small. Regions that come late make
 * a task begin again,
 * except for most paths over overlays, which continue with their last segment. Without overlays a
 * long path then costs the square of its length: ask for a route and take its segments one by one.
 *
 * Some calls need all regions and return OVL_NEEDS_REGIONS with a reader: ovl_world_verify,
 * ovl_refresh_create, flows, ovl_world_save of an edited world, and edits with which a profile
 * becomes directed. Other edits fetch what they touch; jobs are not used. */
OVL_API ovl_result ovl_world_open_def(const ovl_open_def *def, ovl_world **world, ovl_fault *fault);

/* Memory that a world opened by a reader, or a planner of it, holds. */
typedef struct ovl_residence {
  uint64_t resident_bytes; /* bytes of regions and clusters in the cache now */
  uint64_t fetched_bytes;  /* bytes read since it was opened */
  uint64_t fetches;
} ovl_residence;
OVL_API ovl_residence ovl_world_residence(const ovl_world *world);
/* Returns what a planner of a world opened by a reader holds. */
OVL_API ovl_residence ovl_planner_residence(const ovl_planner *planner);

/* Lists the regions that the last call or step of a planner needed and did not get, up to capacity;
 * returns their number, at most 256. */
OVL_API size_t ovl_planner_needs(const ovl_planner *planner, uint32_t *regions, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
