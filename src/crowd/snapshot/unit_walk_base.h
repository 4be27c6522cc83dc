/* The walk over all fields of units: its state, and what its parts share. */
#ifndef OVERLAND_CROWD_UNIT_WALK_BASE_H
#define OVERLAND_CROWD_UNIT_WALK_BASE_H

#include "crowd/snapshot/unit_codec.h"
#include "crowd/units/unit_internal.h"
#include "overland_inspect.h"

enum {
  OVI_UNIT_BYTES = 432,                        /* at most, of a unit and its places in the lists */
  OVI_GUIDE_BYTES = 64 + OVI_GUIDE_GATES * 48, /* at most, of a guide */
  /* Versions that a snapshot names: that of the last tick, and those of lanes and flows. */
  OVI_SNAPSHOT_WORLDS = 1 + OVI_MOST_LANES + 2 * OVI_MOST_FLOWS
};

/* The versions that a snapshot names. */
typedef struct ovi_walk_worlds {
  ovl_find_world_fn find; /* gives them */
  void *user;
  ovl_result missing;                     /* OVL_OK, or why one was not given */
  uint32_t count, at;                     /* those that were given; the next one to be used */
  ovl_world *worlds[OVI_SNAPSHOT_WORLDS]; /* retained, in the order in which they are named */
} ovi_walk_worlds;

/* The links that have room for so many units. */
typedef struct ovi_walk_links {
  uint32_t count;
  uint32_t links[OVI_MOST_ROOMS];
} ovi_walk_links;

/* Where bytes are read, they are read twice: once with `into` NULL, to check them, then again. */
typedef struct ovi_walk {
  ovi_codec codec;
  const ovl_units *units; /* what is written, or would be replaced */
  ovl_units *into;        /* what is replaced, or NULL */
  ovl_units *checks;      /* its workspace serves the checks; NULL: there are none */
  uint32_t tick;          /* of the snapshot */
  uint32_t high, count;   /* of the snapshot: indices are below `high`; units */
  uint32_t flows;         /* of the snapshot: a bit for each flow that is in use */
  uint32_t flow_tiles;    /* of the snapshot: of each flow */
  uint64_t route_world;   /* of the last route */
  uint64_t units_end;     /* reading: where the units end, which are read once */
  ovl_floor_info floor;   /* the floor of the last cell that was checked */
  int32_t floor_number;   /* -1: none was */
  ovi_walk_worlds named;
  ovi_walk_links roomy;
} ovi_walk;

static inline bool ovi_walk_reads(const ovi_walk *walk) { return ovi_codec_reads(&walk->codec); }

static inline bool ovi_walk_checks(const ovi_walk *walk) {
  return walk->checks != NULL && walk->into == NULL;
}

static inline bool ovi_walk_failed(const ovi_walk *walk) { return walk->codec.fault.what != NULL; }

static inline void ovi_walk_require(ovi_walk *walk, bool holds, const char *what) {
  if (ovi_walk_reads(walk) && !holds) {
    ovi_codec_refuse(&walk->codec, what, 0, 0);
  }
}

#endif
