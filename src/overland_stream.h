/* Overland: opening worlds larger than memory, in place or by a reader. */
#ifndef OVERLAND_STREAM_H
#define OVERLAND_STREAM_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* There are two ways to open a world file without checking or reading all of it.
 *
 * IN PLACE. `bytes` are the whole file, mapped or loaded. They must not change before the world is
 * closed; a mapping that changes is not detected.
 *
 * BY A READER. `read` fetches what is needed. It is copied, and then checked, so that a file that
 * changes under a query does no harm. Planners on several threads call the reader at the same time.
 *
 * CHECKS. Unless `check_all`, regions and clusters of overlays are checked when a query first
 * touches them; by a reader, each time that they are fetched. A query that meets wrong bytes ends
 * in OVL_WRONG_CHECKSUM or OVL_CORRUPT, and in place so does every later one. Calls that return no
 * ovl_result, such as ovl_world_terrain, answer as for a blocked cell. This holds for worlds
 * without directed profiles, landmarks and labels, which is to say with overlays or without a
 * method. Others are checked as a whole when they are opened, and a reader fetches them whole, into
 * memory of the allocator.
 *
 * LATE REGIONS. A reader may answer OVL_READ_LATER. A call then returns OVL_NEEDS_REGIONS and can
 * be made again later; a task pauses (ovl_task_step). A task then begins again with what has come,
 * but for most paths over overlays, which continue with their last segment. Without overlays a long
 * path so costs the square of its length: ask for a route instead and take its segments one by one.
 *
 * THREADS. Calls that read a world opened by a reader and take no planner must not run at the same
 * time; those that take planners may. */

/* The answer of a reader. */
typedef enum ovl_read {
  OVL_READ_DONE = 0,
  OVL_READ_LATER, /* the bytes are not here yet; they will be asked for again */
  OVL_READ_ERROR  /* they can't be read */
} ovl_read;

/* Reads byte_count bytes of a world file from `offset` on, all or none. Called from the thread
 * whose call needs them. */
typedef ovl_read (*ovl_read_fn)(void *user, uint64_t offset, void *bytes, size_t byte_count);

typedef struct ovl_open_def {
  const void *bytes;       /* in place: the file, beginning at a multiple of 8; NULL: by a reader */
  uint64_t byte_count;     /* length of the file */
  ovl_read_fn read;        /* by a reader */
  void *read_user;         /* passed to read */
  bool check_all;          /* everything is checked when it is opened, as by ovl_world_open. By a
                              reader, most regions and clusters are then fetched more than once, and
                              checked again when they are fetched later */
  size_t resident_bytes;   /* by a reader: bytes of the cache of regions and clusters for calls
                              without a planner, at least 64 KB. Each planner has one more of this
                              size, which ovl_planner_bytes includes. 8 MB suffice for routes, for
                              paths over overlays and for edits of some hundred regions; searches
                              over more land (costs, ranges, paths without overlays) need room for
                              all of it */
  ovl_allocator allocator; /* for the world */
  uint64_t reserved[2];    /* 0 */
} ovl_open_def;

/* Returns a definition without a file: checked on first touch, a cache of 8 MB, the default
 * allocator. */
OVL_API ovl_open_def ovl_open_def_default(void);

/* Opens a world file. The caller owns *world and closes it with ovl_world_close. Errors, with
 * *world NULL: those of ovl_world_open, OVL_BAD_ARGUMENT (neither bytes nor a reader; no
 * allocator), OVL_READ_FAILED, and OVL_NEEDS_REGIONS if the reader answered OVL_READ_LATER: call
 * again. Costs the header, the checksums of the sections that all regions share, and the entries of
 * clusters: under 50 ms and 64 MB for 65,536 x 65,536 cells.
 *
 * By a reader, everything that a query touches must fit its cache at once, but for whole paths,
 * which release what they have passed. OVL_PLANNER_TOO_SMALL otherwise; ovl_stats.bytes_needed then
 * exceeds ovl_planner_bytes by the bytes by which resident_bytes is too small. Calls that need all
 * regions return OVL_NEEDS_REGIONS: ovl_world_verify, ovl_refresh_create, flows, ovl_world_save of
 * an edited world, and edits by which a profile becomes directed. Other edits fetch what they
 * touch, without jobs. */
OVL_API ovl_result ovl_world_open_def(const ovl_open_def *def, ovl_world **world, ovl_fault *fault);

/* The cache of a world or planner. */
typedef struct ovl_residence {
  uint64_t resident_bytes; /* bytes of regions and clusters that it holds now */
  uint64_t fetched_bytes;  /* bytes fetched since it was made */
  uint64_t fetches;        /* calls of the reader */
} ovl_residence;

/* Returns the cache of a world that was opened by a reader; of other worlds zeros. */
OVL_API ovl_residence ovl_world_residence(const ovl_world *world);

/* Returns the cache of a planner of such a world. */
OVL_API ovl_residence ovl_planner_residence(const ovl_planner *planner);

/* Lists the regions that the last call or step of a planner needed and did not get, up to
 * `capacity`. Returns their number, at most 256. */
OVL_API size_t ovl_planner_needs(const ovl_planner *planner, uint32_t *regions, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
