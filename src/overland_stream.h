/* Overland: opening worlds larger than memory, in place or through a reader. */
#ifndef OVERLAND_STREAM_H
#define OVERLAND_STREAM_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Two ways to open a world file without reading all of it:
 *
 * IN PLACE. `bytes` are the whole file, mapped or loaded. They must not change until the world is
 * closed.
 *
 * THROUGH A READER. `read` fetches the bytes that are needed, and the calling thread waits for it.
 * They are copied before they are checked. Planners on several threads may call it at the same
 * time.
 *
 * CHECKS. Unless check_all is set, a region, a cluster or the labels of a border are checked when
 * first touched, or, through a reader, whenever they are fetched. A query that meets wrong bytes
 * returns OVL_WRONG_CHECKSUM or OVL_CORRUPT; for a file in place, so does every later query. Calls
 * that return no ovl_result answer as for a blocked cell.
 *
 * The arcs between the islands of a directed profile, and the labels without their costs, are
 * checked when a world is opened; steps of a directed profile over the border of two regions once
 * both have been touched.
 *
 * FAILURES. A read that fails ends the call or task with OVL_READ_FAILED; the fault has its place
 * in the file and its length. The same call may be made again, and gets further: what was read
 * stays in the cache, as far as that has room.
 *
 * THREADS. Calls that read a world through a reader and take no planner must not run at the same
 * time; calls that take planners may, and so may ovl_world_save, which has a cache of its own. */

/* Reads byte_count bytes of a world file at `offset`, all of them, or returns false. Runs on the
 * thread whose call needs them. */
typedef bool (*ovl_read_fn)(void *user, uint64_t offset, void *bytes, size_t byte_count);

typedef struct ovl_open_def {
  const void *bytes;   /* in place: the file, at a multiple of 8; NULL: through a reader */
  uint64_t byte_count; /* length of the file */
  ovl_read_fn read;    /* through a reader */
  void *read_user;
  /* Everything is checked when the world is opened, and again whenever a reader fetches it. */
  bool check_all;
  /* Through a reader: bytes of the cache of regions and clusters for calls without a planner; each
   * planner has one of this size too, which ovl_planner_bytes includes. 0: 8 MB, enough for routes,
   * paths and edits of a few hundred regions; costs and ranges need room for all regions that they
   * reach. */
  size_t resident_bytes;
  ovl_allocator allocator;  /* for the world */
  ovl_progress_fn progress; /* or NULL: called after each section, and with check_all after each
                               region and cluster */
  void *progress_user;
} ovl_open_def;

/* Opens a world file. Errors: those of ovl_world_open, OVL_BAD_ARGUMENT (neither bytes nor a
 * reader; no allocator), OVL_READ_FAILED, OVL_STOPPED; with check_all through a reader also
 * OVL_CACHE_TOO_SMALL. Time: that of reading what all regions share: under 50 ms
 * for 65,536 x 65,536 cells, for which memory is under 64 MB, and under 1 ms for 4096 x 4096 cells
 * with labels in place.
 *
 * Through a reader, everything that a query touches must fit in the planner's cache at once
 * (ovl_find_path over overlays releases regions that it has passed); otherwise the call returns
 * OVL_CACHE_TOO_SMALL, and resident_bytes must grow by ovl_stats.bytes_needed -
 * ovl_planner_bytes, perhaps a few times. Flows, refreshes and ovl_world_save need room for a few
 * regions; edits see ovl_world_apply. Refreshed worlds with labels, and worlds that an edit baked
 * again, are held in memory as a whole. */
OVL_API ovl_result ovl_world_open_def(const ovl_open_def *def, ovl_world **world, ovl_fault *fault);

/* Some bytes of a world file. */
typedef struct ovl_byte_range {
  uint64_t offset, byte_count;
} ovl_byte_range;

/* A place to be queried. */
typedef struct ovl_ranges_def {
  int32_t profile; /* of the queries */
  /* A rectangle of cells of one floor: */
  ovl_cell corner; /* upper left */
  int32_t w, h;    /* cells */
  /* Or the next segments of a route, in place of the rectangle and the profile; or NULL. It is not
   * changed. */
  const ovl_route *route;
} ovl_ranges_def;

/* Lists the bytes of a world's file that queries at a place read, so that they can be fetched
 * before: in the order of the file, neither overlapping nor touching.
 *
 * RECTANGLE. What is read by paths, routes, segments and ovl_reaches from one of its cells to
 * another, if the route stays inside, without traces, moved ends, or several goals.
 *
 * ROUTE. What ovl_route_next reads for the next segment.
 *
 * A path that leaves the rectangle, or a route that winds far about, reads more: a reader without
 * those bytes returns false, and the call is made again once they are fetched.
 *
 * OVL_MORE_ROOM: none is written. OVL_READ_FAILED: the reader could not read all of the region
 * table; fetch the ranges, which include it, and call again. OVL_OTHER_WORLD, OVL_BEGIN_AGAIN: as
 * of ovl_route_next. OVL_BAD_ARGUMENT; OVL_NO_MEMORY; OVL_WRONG_CHECKSUM, OVL_CORRUPT. A world that
 * was checked as a whole in memory needs none. Time: under 1 us a region; memory, from the world's
 * allocator: some 100 bytes for each row of regions and each cluster. */
OVL_API ovl_result ovl_world_ranges(const ovl_world *world, const ovl_ranges_def *def,
                                    ovl_byte_range *ranges, size_t capacity, size_t *needed,
                                    ovl_fault *fault);

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

#ifdef __cplusplus
}
#endif

#endif
