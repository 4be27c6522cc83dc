/* Overland: opening worlds larger than memory, in place or through a reader. */
#ifndef OVERLAND_STREAM_H
#define OVERLAND_STREAM_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* There are two ways to open a world file without reading and checking all of it.
 *
 * IN PLACE. `bytes` are the whole file, mapped or loaded. They must not change until the world is
 * closed; changes to a mapped file are not detected.
 *
 * THROUGH A READER. `read` fetches the bytes that are needed. They are copied and then checked, so
 * a file that changes during a query does no harm. Planners on several threads may call the reader
 * at the same time.
 *
 * CHECKS. Unless check_all is set, a region, an overlay cluster or the labels of a border are
 * checked when a query first touches them, or, through a reader, each time that they are fetched. A
 * query that meets wrong bytes returns OVL_WRONG_CHECKSUM or OVL_CORRUPT; for a file in place, so
 * does every later query. Calls that return no ovl_result, such as ovl_world_terrain, answer as for
 * a blocked cell.
 *
 * WHICH WORLDS. All of them. The arcs between the islands of a directed profile, and all of the
 * labels but the bundles with their costs, are read and checked when the world is opened. Steps of
 * a directed profile over the border of two regions are checked once both have been touched.
 *
 * LATE REGIONS. A reader may return OVL_READ_LATER. A call then returns OVL_NEEDS_REGIONS and can
 * be repeated later; a task (ovl_task_step) pauses and goes on where it is once the regions have
 * arrived. What needs little work is done again, from regions that stay in the cache: the ends of
 * a query, and the unfolding of a path by labels, for which a route with a cost_limit may begin
 * again. A step of an opening (ovl_opening_step), of a verification
 * (ovl_verifying_step) or of an applying of edits, of a fork
 * or of a patch (ovl_applying_step) goes on where the reader was late. Answers and counts are those
 * of a reader that is never late.
 *
 * FAILURES. If a reader returns OVL_READ_ERROR, as for a file that is cut short, the call or task
 * ends with OVL_READ_FAILED, and ovl_planner_fault names the place. Nothing that depends on it is
 * kept: later calls are answered as if it had not been.
 *
 * THREADS. Calls that read a world opened through a reader and take no planner must not run at the
 * same time; calls that take planners may, and so may ovl_world_save, which has a cache of its own:
 * one thread saves a version while others query it and edit it. */

/* The answer of a reader. */
typedef enum ovl_read {
  OVL_READ_DONE = 0,
  OVL_READ_LATER, /* the bytes have not arrived yet; they will be requested again */
  OVL_READ_ERROR  /* the bytes can't be read */
} ovl_read;

/* Reads byte_count bytes of a world file at `offset`, all or none. Runs on the thread whose call
 * needs them. */
typedef ovl_read (*ovl_read_fn)(void *user, uint64_t offset, void *bytes, size_t byte_count);

typedef struct ovl_open_def {
  const void *bytes;   /* in place: the file, at a multiple of 8; NULL: through a reader */
  uint64_t byte_count; /* length of the file */
  ovl_read_fn read;    /* through a reader */
  void *read_user;     /* passed to read */
  /* Everything is checked when the world is opened, as by ovl_world_open. A reader then fetches
   * most regions and clusters more than once, and they are checked again when they are fetched
   * later. */
  bool check_all;
  /* Through a reader: bytes of the cache of regions and clusters for calls without a planner; less
   * than 64 KB serves few calls. Each planner also has a cache of this size, which
   * ovl_planner_bytes includes. 8 MB is enough for routes, for paths over overlays and for edits of
   * a few hundred regions; searches over more land (costs, ranges, paths without overlays) need
   * room for all of it. */
  size_t resident_bytes;
  ovl_allocator allocator; /* for the world */
  uint64_t reserved[2];    /* 0 */
} ovl_open_def;

/* Returns a definition without a file: checked on first touch, a cache of 8 MB, the default
 * allocator. */
OVL_API ovl_open_def ovl_open_def_default(void);

/* Opens a world file; the caller closes *world. Errors, with *world NULL: those of ovl_world_open,
 * OVL_BAD_ARGUMENT (neither bytes nor a reader; no allocator), OVL_READ_FAILED, and
 * OVL_NEEDS_REGIONS if the reader returned OVL_READ_LATER. This is an opening (ovl_opening) of one
 * step: another call begins anew, and needs all bytes again. Time: that of reading the
 * header, the checksums of the sections that all regions share, the table of clusters and the
 * places of labels: under 50 ms for 65,536 x 65,536 cells, for which memory is under 64 MB, and
 * under 1 ms for 4096 x 4096 cells with labels in place.
 *
 * Through a reader, everything that a query touches must fit in the planner's cache at once;
 * otherwise the call returns OVL_PLANNER_TOO_SMALL, and resident_bytes must grow by
 * ovl_stats.bytes_needed - ovl_planner_bytes, which is for what the call had met until then: it may
 * have to grow a few times, about doubled each time. ovl_find_path over overlays is an exception:
 * it releases regions that the path has passed through. Flows, refreshes, ovl_world_save and
 * ovl_world_verify go region by region through the world's cache, which need not hold more than a
 * few of them. So do edits: they do not use jobs, and keep copies of the regions around them in
 * other memory while they run; edits that change the steps of a directed profile, make a profile
 * directed, or set heights go region by region through all others as well, once or twice for each
 * call of a fork or patch that is applied on its own (see ovl_world_rebase). Calls that apply edits
 * in one go (ovl_world_apply, _what_if, _rebase, _commit and _open_patch) and ovl_world_verify
 * begin anew after OVL_NEEDS_REGIONS: with a reader that is late again and again they end only if
 * the cache holds all that they read. An ovl_applying, also one of ovl_applying_create_rebase,
 * _commit or _patch, and an ovl_verifying go on instead. Refreshed worlds with labels, and worlds
 * of which an edit made a profile directed or undirected, or gave the map its first height or took
 * its last, are held in memory as a whole from then on. */
OVL_API ovl_result ovl_world_open_def(const ovl_open_def *def, ovl_world **world, ovl_fault *fault);

/* Opens a world file step by step: where the reader is late, fails or gives wrong bytes, the next
 * step goes on. */
typedef struct ovl_opening ovl_opening;

/* Begins to open a world file as ovl_world_open_def does; the caller destroys *opening. The def is
 * copied; its bytes, or its reader, must stay valid as long as for a world. Nothing is read yet.
 * Errors, with *opening NULL: OVL_BAD_ARGUMENT, as of ovl_world_open_def; OVL_NO_MEMORY. */
OVL_API ovl_result ovl_opening_create(const ovl_open_def *def, ovl_opening **opening,
                                      ovl_fault *fault);

/* Destroys an opening; NULL is allowed. A world that was not taken is closed. */
OVL_API void ovl_opening_destroy(ovl_opening *opening);

/* Continues until the world is open (*done), the reader is late (OVL_NEEDS_REGIONS) or fails
 * (OVL_READ_FAILED), or memory is short (OVL_NO_MEMORY). The next step goes on there; bytes that
 * were read are not requested again. Other errors are those of ovl_world_open: bytes that the
 * reader gave are wrong. The next step reads again the header or the section in which they lie, or
 * with check_all the region, the cluster or the labels; a file that is wrong itself gives the same
 * error again. Once *done, further steps do nothing.
 *
 * With check_all the regions are checked one after the other through the cache of the world, and a
 * step goes on at the region that was late; OVL_PLANNER_TOO_SMALL: resident_bytes is too small for
 * that. A file in place takes one step. Time of all steps: that of ovl_world_open_def. Memory, from
 * the allocator of the def: what the world keeps of what was read, and 12 KB; twice that while
 * what was wrong is read again. */
OVL_API ovl_result ovl_opening_step(ovl_opening *opening, bool *done);

/* Hands out the world that was opened; the caller closes *world. OVL_BAD_ARGUMENT, with *world
 * NULL: it is not done, or the world was taken already. */
OVL_API ovl_result ovl_opening_take(ovl_opening *opening, ovl_world **world);

/* Returns the reason for the result of the last call with this opening; `what` is "" after OVL_OK.
 * Valid until the next such call. */
OVL_API const ovl_fault *ovl_opening_fault(const ovl_opening *opening);

/* The cache of a world or planner. */
typedef struct ovl_residence {
  uint64_t resident_bytes; /* bytes of regions and clusters in it now */
  uint64_t fetched_bytes;  /* bytes fetched since it was created */
  uint64_t fetches;        /* calls of the reader */
} ovl_residence;

/* Describes the cache of a world that was opened through a reader; all 0 for other worlds. */
OVL_API ovl_residence ovl_world_residence(const ovl_world *world);

/* Describes the cache of a planner for such a world. */
OVL_API ovl_residence ovl_planner_residence(const ovl_planner *planner);

/* Lists up to `capacity` of the regions that the planner's last call or step needed and did not
 * get. Returns the number of all of them, at most 256. */
OVL_API size_t ovl_planner_needs(const ovl_planner *planner, uint32_t *regions, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
