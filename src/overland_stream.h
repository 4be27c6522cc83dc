/* Overland: opening worlds larger than memory, in place or through a reader. */
#ifndef OVERLAND_STREAM_H
#define OVERLAND_STREAM_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Two ways to open a world file without reading and checking all of it:
 *
 * IN PLACE. `bytes` are the whole file, mapped or loaded. They must not change until the world is
 * closed; changes to a mapped file are not detected.
 *
 * THROUGH A READER. `read` fetches the bytes that are needed, and the calling thread waits for it.
 * They are copied and then checked, so a file that changes during a query does no harm. Planners on
 * several threads may call the reader at the same time.
 *
 * CHECKS. Unless check_all is set, a region, a cluster or the labels of a border are checked when
 * first touched, or, through a reader, whenever they are fetched. A query that meets wrong bytes
 * returns OVL_WRONG_CHECKSUM or OVL_CORRUPT; for a file in place, so does every later query. Calls
 * that return no ovl_result, such as ovl_world_terrain, answer as for a blocked cell.
 *
 * When a world is opened, the arcs between the islands of a directed profile, and all of the labels
 * but the bundles with their costs, are read and checked. Steps of a directed profile over the
 * border of two regions are checked once both have been touched.
 *
 * FAILURES. A read that fails ends the call or task with OVL_READ_FAILED; the fault, of a planner
 * ovl_planner_fault, has its place in the file and its length. The caller's route, path and world
 * are as they were. The same call may be made again, and gets further: what was read stays in the
 * cache, as far as that has room.
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
  void *read_user;     /* passed to read */
  /* Everything is checked when the world is opened, as by ovl_world_open. A reader then fetches
   * most regions and clusters more than once, and they are checked again when they are fetched
   * later. */
  bool check_all;
  /* Through a reader: bytes of the cache of regions and clusters for calls without a planner; 0: 8
   * MB; less than 64 KB serves few calls. Each planner also has a cache of this size, which
   * ovl_planner_bytes includes. That is enough for routes, paths and edits of a few hundred
   * regions; searches over more land (costs, ranges) need room for all of it. */
  size_t resident_bytes;
  ovl_allocator allocator;  /* for the world */
  ovl_progress_fn progress; /* or NULL: called after each section that is read, and with check_all
                               after each region and cluster that is checked */
  void *progress_user;      /* passed to progress */
} ovl_open_def;

/* Opens a world file; the caller closes *world. Errors, with *world NULL: those of ovl_world_open,
 * OVL_BAD_ARGUMENT (neither bytes nor a reader; no allocator), OVL_READ_FAILED, and OVL_STOPPED by
 * def->progress. With check_all through a reader also OVL_PLANNER_TOO_SMALL: resident_bytes is too
 * small for that. Time: that of reading the header, the checksums of the sections that all regions
 * share, the table of clusters and the places of labels: under 50 ms for 65,536 x 65,536 cells, for
 * which memory is under 64 MB, and under 1 ms for 4096 x 4096 cells with labels in place.
 *
 * Through a reader, everything that a query touches must fit in the planner's cache at once
 * (ovl_find_path over overlays releases regions that the path has passed through); otherwise the
 * call returns OVL_PLANNER_TOO_SMALL, and resident_bytes must grow by ovl_stats.bytes_needed -
 * ovl_planner_bytes, which is for what the call had met until then: it may have to grow a few
 * times. Flows, refreshes and ovl_world_save go region by region, and need room for a few. Edits
 * need room for the regions around them (see ovl_world_apply). Refreshed worlds with labels, and
 * worlds of which an edit made a profile directed or undirected, or gave the map its first height
 * or took its last, are held in memory as a whole from then on. */
OVL_API ovl_result ovl_world_open_def(const ovl_open_def *def, ovl_world **world, ovl_fault *fault);

/* Some bytes of a world file. */
typedef struct ovl_byte_range {
  uint64_t offset, byte_count;
} ovl_byte_range;

/* A place that is to be queried. */
typedef struct ovl_ranges_def {
  int32_t profile; /* of the queries */
  /* A rectangle of cells of one floor: */
  ovl_cell corner; /* upper left */
  int32_t w, h;    /* cells */
  /* Or the next segments of a route, in place of the rectangle and the profile; or NULL. It is not
   * changed. */
  const ovl_route *route;
} ovl_ranges_def;

/* Lists the bytes of a world's file that queries at a place read, so that a thread of the caller's
 * can fetch them before. The ranges are in the order of the file; they neither overlap nor touch.
 *
 * RECTANGLE. What is read by paths, routes, segments and ovl_reaches from one of its cells to
 * another, if the route stays inside, without traces, moved ends, or several goals: the regions of
 * the rectangle and those around it, the labels at their borders or the clusters of overlays that a
 * search between them meets.
 *
 * ROUTE. What ovl_route_next reads for the next segment: the regions around the unit and the end of
 * the segment, those of the goal, and of overlays the clusters in which the rest is planned again.
 * List them anew after each segment or so.
 *
 * A path that leaves the rectangle, or a route that winds far about, reads more. A reader that has
 * not got those bytes notes what it was asked for and returns false; the call is made again once
 * they are fetched.
 *
 * Writes up to `capacity` ranges and sets *needed to the number of all; OVL_MORE_ROOM: they do not
 * fit, and none is written. OVL_READ_FAILED: the reader could not read all of the region table,
 * which says where regions lie; the ranges are those of the table, and what is known so far: fetch
 * them and call again. OVL_OTHER_WORLD, OVL_BEGIN_AGAIN: as of ovl_route_next. OVL_BAD_ARGUMENT;
 * OVL_NO_MEMORY; OVL_WRONG_CHECKSUM, OVL_CORRUPT. None are needed in a world that was checked as a
 * whole in memory. Takes no planner: see THREADS. Time: under 1 us a region; memory, from the
 * world's allocator: some 100 bytes for each row of regions and each cluster. */
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
