/* The layout of a world file.
 *
 *     header | region table | blocks, one a region | profiles | floors | links | places |
 *     islands of each profile | overlays of each profile | labels of each profile
 *
 * All numbers are little-endian, all parts begin at multiples of 8, and nothing holds an address,
 * so the bytes are used in place wherever they are.
 *
 * Each part is a section with its own length and checksum in the header; each block has its own
 * checksum too. The checksum of the section of blocks is taken over the checksums of the blocks, so
 * that one region can be fetched and checked without the rest.
 *
 * The region table and the sections of islands and labels are checked chunk by chunk: each ends
 * with the u64 checksums of its chunks of OVI_CHUNK_BYTES, the last of which may be shorter, and
 * its own checksum is taken over these. */
#ifndef OVERLAND_COARSE_FORMAT_WORLD_FORMAT_H
#define OVERLAND_COARSE_FORMAT_WORLD_FORMAT_H

#include <stdint.h>

#include "common/le_bytes.h"

#define OVI_WORLD_VERSION 13u
#define OVI_WORLD_MAGIC "OVERLAND"
#define OVI_CHUNK_BYTES 4096u /* of a section that is checked chunk by chunk */

/* ---- Header and sections ------------------------------------------------------------- */

/* The header: offsets of its fields, in bytes. */
enum {
  OVI_AT_MAGIC = 0,            /* 8 letters */
  OVI_AT_VERSION = 8,          /* u32 */
  OVI_AT_HEADER_BYTES = 12,    /* u32 */
  OVI_AT_FILE_BYTES = 16,      /* u64 */
  OVI_AT_ORIGIN = 24,          /* i32 x and i32 y, the origin of the world */
  OVI_AT_WIDTH = 32,           /* u32, cells of the plane */
  OVI_AT_HEIGHT = 36,          /* u32, cells of the plane */
  OVI_AT_REGION_CELLS = 40,    /* u16, side of a region */
  OVI_AT_SPACING = 42,         /* u16, greatest distance of places of an entrance, in cells */
  OVI_AT_FLOORS = 44,          /* u16, number of floors */
  OVI_AT_PROFILES = 46,        /* u16, number of profiles */
  OVI_AT_LINKS = 48,           /* u32, number of links */
  OVI_AT_HEIGHTS = 52,         /* u8: 1 if the height of some cell is not 0, else 0 */
  OVI_AT_COST_SCALE = 53,      /* u8, as given; 0: 1 */
  OVI_AT_LABEL_BUDGET = 54,    /* u8, bytes a cell */
  OVI_AT_OVERLAYS = 55,        /* u8, 0 or OVI_OVERLAYS_ALONE, as asked for */
  OVI_AT_MAP_FINGERPRINT = 56, /* u64 */
  OVI_AT_FINGERPRINT = 64,     /* u64, of the settings and the primary sections */
  OVI_AT_SECTION_COUNT = 72,   /* u32, and u32 of zeros */
  OVI_AT_SECTIONS = 80         /* one entry a section; then a u64 checksum of all before it */
};
enum { OVI_OVERLAYS_ALONE = 2 }; /* 1 was that of worlds without overlays, which are refused */

/* The entry of a section: 4 letters of name, u32 number of its profile (0 for a shared section),
 * u64 offset, u64 length, u64 checksum. */
enum { OVI_SECTION_BYTES = 32 };

/* The kinds of sections. A file has one section of each of the first kinds, which all profiles
 * share, and one of each other kind for every profile. All but the labels are primary: labels are
 * derived from them. */
typedef enum ovi_section {
  OVI_SECTION_TABLE,
  OVI_SECTION_BLOCKS,
  OVI_SECTION_PROFILES,
  OVI_SECTION_FLOORS,
  OVI_SECTION_LINKS,
  OVI_SECTION_PLACES, /* a world without named places has no such section */
  OVI_SECTION_ISLANDS,
  OVI_SECTION_OVERLAYS,
  OVI_SECTION_LABELS,
  OVI_SECTION_COUNT
} ovi_section;
#define OVI_SHARED_SECTIONS ((uint32_t)OVI_SECTION_ISLANDS)
#define OVI_OWN_SECTIONS ((uint32_t)OVI_SECTION_COUNT - OVI_SHARED_SECTIONS)

/* A reader finds sections by name and skips those that it does not know. */
#define OVI_SECTION_NAMES                                                                          \
  { "TABL", "BLKS", "PROF", "FLOR", "LINK", "PLAC", "ISLE", "OVER", "LABL" }
#define OVI_MOST_SECTIONS 256u

static inline uint64_t ovi_header_bytes(uint32_t sections) {
  return OVI_AT_SECTIONS + (uint64_t)sections * OVI_SECTION_BYTES + 8;
}

/* The number of sections of a world with so many profiles, that of places included. */
static inline uint32_t ovi_section_count(uint32_t profiles) {
  return OVI_SHARED_SECTIONS + profiles * OVI_OWN_SECTIONS;
}

/* ---- Profiles, floors, links, places ---------------------------------------------------- */

/* A profile, and the totals of its layer. */
enum {
  OVI_PROFILE_NAME = 0,         /* OVL_NAME_BYTES letters, at least one 0 at the end */
  OVI_PROFILE_WEIGHTS = 32,     /* 256 x u8, the weight of each terrain */
  OVI_PROFILE_CORNERS = 288,    /* u8, an ovl_corners; 4: of hexagons */
  OVI_PROFILE_BODY = 289,       /* u8, 1 to OVL_MAX_BODY_CELLS */
  OVI_PROFILE_MIN_WEIGHT = 290, /* u8, the least weight of its positions; 1 if there are none */
  OVI_PROFILE_FLAGS = 291,      /* u8 */
  OVI_PROFILE_CLIMB = 292,      /* i32, -1 for any */
  OVI_PROFILE_DROP = 296,       /* i32, -1 for any */
  OVI_PROFILE_CLIMB_COST = 300, /* u32 */
  OVI_PROFILE_DROP_COST = 304,  /* u32 */
  OVI_PROFILE_ISLANDS = 308,    /* u32, islands of the layer */
  OVI_PROFILE_SLOTS = 312,      /* u32, local components of the layer */
  OVI_PROFILE_MAX_PORTS = 316,  /* u16, the most ports of any region; u16 of zeros */
  OVI_PROFILE_WAYPOINTS = 320,  /* u64 */
  OVI_PROFILE_OPEN_CELLS = 328, /* u64, positions */
  OVI_PROFILE_EXCEPTIONS = 336, /* u32, the most exceptions of any region */
  OVI_PROFILE_WALLS = 340,      /* OVL_WALL_CELLS x u8, the costs beside walls */
  OVI_PROFILE_BYTES = 344
};
enum {
  OVI_PROFILE_DIRECTED = 1, /* costs and reach may differ with the direction */
  OVI_PROFILE_LINKS = 2,    /* some link serves it */
  OVI_PROFILE_RULE = 4,     /* it was baked with a step rule */
  OVI_PROFILE_PLAIN = 8,    /* all its regions are plain: see ovi_layer_block_is_plain */
  OVI_PROFILE_MUTUAL = 16   /* directed, with a rule, but all steps can be taken back and no link is
                               for it: its islands are those of an undirected layer */
};

/* A floor: u32 width, u32 height, u32 first row in the plane, u32 1 for a graph floor. */
enum { OVI_FLOOR_BYTES = 16 };

/* The nodes of a graph floor lie two cells apart in the plane, this many in a row. */
#define OVI_PLACES_A_ROW 64

/* A link: u32 x and u32 y of its first end in the plane, then the fields below. */
enum {
  OVI_LINK_TO = 8,         /* u32 x and u32 y of its second end */
  OVI_LINK_COST = 16,      /* u32 */
  OVI_LINK_COST_BACK = 20, /* u32; 0: it leads one way only */
  OVI_LINK_PROFILES = 24,  /* u32, as given: a bit for each profile that may take it; 0: all */
  OVI_LINK_FLAGS = 28      /* u32 */
};
enum { OVI_LINK_CLOSED = 1 }; /* it can't be used, and no region has a port of it */
enum { OVI_LINK_BYTES = 32 };

/* A named place, a rectangle of cells of a floor. */
enum {
  OVI_PLACE_NAME = 0,   /* UTF-8, at least one 0 at the end */
  OVI_PLACE_FLOOR = 64, /* u32 */
  OVI_PLACE_X = 68,     /* u32 and u32 y of its upper left cell, from that of its floor */
  OVI_PLACE_Y = 72,
  OVI_PLACE_WIDTH = 76,  /* u32 */
  OVI_PLACE_HEIGHT = 80, /* u32, and u32 of zeros */
  OVI_PLACE_BYTES = 88
};
#define OVI_PLACE_NAME_BYTES 64u

/* ---- Labels -------------------------------------------------------------------------- */

/* The header of the section, with OVI_LABELS_TABLE bytes; without labels nothing follows but the
 * checksum of the chunk. Else, each padded to 8:
 *
 *   table     the i16 steps that occur most
 *   firsts    for each region the u32 number of its first waypoint
 *   hubs      for each hub, by rank, its first cell as u16 x and u16 y
 *   begins    for each waypoint, as the firsts number them, and behind the last, the u32 offset of
 *             its bundle in the data
 *   data      the bundles, and OVI_LABELS_PADDING zeros, so that costs can be read as u32
 *   links     for each link with ports, by rising waypoint, the u32 number of its waypoint
 *   ways      for each direction of a link that can be taken an entry as below, OVI_WAY_BYTES
 *   closure   for each way a row: for each way the u64 cost, in cost units, from taking the first
 * to having left the second, by links and walking between them; UINT64_MAX: none
 *
 * Labels hold costs of walking, without links. The two ends of a link are two nodes with a label
 * each: its waypoint is the first end, and the second ends follow behind all waypoints, in the
 * order of `links`.
 *
 * A bundle holds the labels of waypoints with consecutive numbers that reach each other: those of
 * one border, but for ends of links, which stand alone. It has a row for each hub in any of their
 * labels, by rising rank, with the cost from every one of them to the hub. Neighbours often go to
 * many hubs by the same places, so that these rows differ by one number only. A row is the cost
 * from the first waypoint, and a shape: how the cost changes from each waypoint to the next.
 *
 *   header    as below
 *   shapes    for each row a byte, the number of its shape, if there are several
 *   costs     for each row the cost from the first waypoint, OVI_LABELS_COST_BYTES bytes
 *   steps     for each shape its changes: first the shapes whose steps all are in the table, each
 *             step a byte, its index; then those with an i16 a step, and those with an i32 a step
 *   gaps      for each row a byte, the gap to the rank before; if that is OVI_LABEL_FAR_GAP or
 *             more, what it is beyond that and a u16 are the upper and lower bits of the gap
 *
 * All costs are shifted right by OVI_LABELS_SHIFT. In a balanced layer (see
 * coarse/view/layer_steps.h) they are those there and back. */
enum {
  OVI_LABELS_STAMP = 0,       /* u64 fingerprint of the primary sections they were made for */
  OVI_LABELS_COUNT = 8,       /* u32 nodes: waypoints and second ends; 0: there are no labels */
  OVI_LABELS_REASON = 12,     /* u16, an ovl_labels: why there are none */
  OVI_LABELS_BUDGET = 14,     /* u16, bytes a cell that they may take */
  OVI_LABELS_SHIFT = 16,      /* u16, of the costs */
  OVI_LABELS_COST_BYTES = 18, /* u16, 2 to 4 */
  OVI_LABELS_DATA_BYTES = 20, /* u32 */
  OVI_LABELS_STEPS = 24,      /* u32 steps in the table */
  OVI_LABELS_LINKS = 28,      /* u16 links with ports */
  OVI_LABELS_WAYS = 30,       /* u16 ways, at most OVI_MOST_WAYS */
  OVI_LABELS_TABLE = 32
};
/* The header of a bundle. */
enum {
  OVI_BUNDLE_FIRST = 0,   /* u32 number of its first waypoint */
  OVI_BUNDLE_COUNT = 4,   /* u16 waypoints */
  OVI_BUNDLE_ROWS = 6,    /* u16 */
  OVI_BUNDLE_NARROW = 8,  /* u16 shapes with steps of a byte */
  OVI_BUNDLE_MIDDLE = 10, /* u16 shapes with steps of an i16 */
  OVI_BUNDLE_WIDE = 12,   /* u16 shapes with steps of an i32 */
  OVI_BUNDLE_HEADER_BYTES = 14
};
#define OVI_BUNDLE_MOST 64u /* waypoints */
#define OVI_BUNDLE_MOST_SHAPES 256u
#define OVI_LABEL_MOST_STEPS 256u  /* in the table */
#define OVI_LABEL_MOST 0x7fffffffu /* costs are not above */
#define OVI_LABEL_FAR_GAP 252u
#define OVI_LABELS_PADDING 8u
#define OVI_LABEL_COSTS_END ((uint64_t)1 << 36) /* all costs are below, in units */

/* A way: a link in one direction. */
enum {
  OVI_WAY_ENTRY = 0,   /* u32 node where it begins */
  OVI_WAY_EXIT = 4,    /* u32 node where it ends */
  OVI_WAY_COST = 8,    /* u32 */
  OVI_WAY_REGION = 12, /* u32, and u16 and u16: region, number and side of its stop */
  OVI_WAY_NUMBER = 16,
  OVI_WAY_SIDE = 18,
  OVI_WAY_FROM = 20, /* u16 x and u16 y of the cell where it begins */
  OVI_WAY_TO = 24,   /* and of that where it ends */
  OVI_WAY_NEAR = 28, /* u32, the least cost of the way's row of the closure but for its own, or the
                        greatest u32 if that is less */
  OVI_WAY_BYTES = 32
};
#define OVI_MOST_WAYS 256u

/* Offsets in a section of labels, and its length without the checksums of its chunks. */
typedef struct ovi_labels_layout {
  uint64_t firsts, hubs, begins, data, links, ways, closure, bytes;
} ovi_labels_layout;

/* The counts that a layout follows from. */
typedef struct ovi_labels_counts {
  uint64_t regions, nodes, steps, data_bytes, links, ways;
} ovi_labels_counts;

static inline ovi_labels_layout ovi_labels_layout_of(ovi_labels_counts counts) {
  ovi_labels_layout at;
  at.firsts = OVI_LABELS_TABLE + ovi_padded8(2 * counts.steps);
  at.hubs = at.firsts + ovi_padded8(4 * counts.regions);
  at.begins = at.hubs + ovi_padded8(4 * counts.nodes);
  at.data = at.begins + ovi_padded8(4 * (counts.nodes + 1));
  at.links = at.data + ovi_padded8(counts.data_bytes + OVI_LABELS_PADDING);
  at.ways = at.links + ovi_padded8(4 * counts.links);
  at.closure = at.ways + OVI_WAY_BYTES * counts.ways;
  at.bytes = at.closure + 8 * counts.ways * counts.ways;
  return at;
}

/* ---- Regions ------------------------------------------------------------------------- */

/* The entry of a region in the table: u64 offset of its block in the section of blocks, u32
 * length, for each profile u32 number of its first local component in the section of islands. */
enum { OVI_TABLE_SLOTS = 12 };

/* The block of a region.
 *
 *   head      as below
 *   terrain   palette, then bit planes. If the terrain of some cells is open to the default
 *             profile and that of others is not, the lowest plane says which
 *   heights   if flagged: u16 least height, u16 bytes a cell, 0 to 2, then the height of each cell
 *             above the least, row by row
 *   layers    a layer block for each profile; profiles with equal ones share the first of them
 *
 * Everything is padded to a multiple of 2, the block to one of 8. */
enum {
  OVI_BLOCK_CHECKSUM = 0, /* u64, of all after it */
  OVI_BLOCK_SLOTS = 8,    /* u16, terrains in the palette */
  OVI_BLOCK_PLANES = 10,  /* u8, bits a cell */
  OVI_BLOCK_CELLS = 11,   /* u8, flags of the cells */
  OVI_BLOCK_LAYERS = 12,  /* with one profile a u16, half the offset of its layer block; with
                             more, for each a u32, the offset */
  OVI_BLOCK_HEAD_BYTES = 14
};
enum {
  OVI_CELLS_OPEN = 1,   /* the terrain of every cell is open to the default profile */
  OVI_CELLS_CLOSED = 2, /* that of no cell is */
  OVI_CELLS_HEIGHTS = 4 /* there are heights */
};

#define OVI_BLOCK_MOST_BYTES 0x7fffffffu

static inline uint32_t ovi_block_head_bytes(uint32_t profiles) {
  return profiles == 1 ? (uint32_t)OVI_BLOCK_HEAD_BYTES : OVI_BLOCK_LAYERS + 4 * profiles;
}

static inline uint32_t ovi_table_entry_bytes(uint32_t profiles) {
  return OVI_TABLE_SLOTS + 4 * profiles;
}

/* The block of a layer within that of a region: header, then in this order
 *
 *   open        if OVI_FLAG_OWN_OPEN a plane of the positions that are open to the profile
 *   weights     if OVI_FLAG_OWN_WEIGHTS u16 slots, u16 planes, a palette of weights, planes; the
 *               costs beside walls are part of them
 *   extra       if OVI_MORE_EXTRA the extra costs and 1 in the same form; for a profile with costs
 *               beside walls alone, where they do not follow from weights
 *   run rows    if there are runs, u16 a row: its first run
 *   breaks      if there are runs and the layer is directed, a plane of cells where a run
 *               begins beside an open cell
 *   runs        u16 a run: its local component
 *   cliques     if the layer is directed and there are runs, u16 a local component: its linked
 *               one, or 65535
 *   ports       u16 a port
 *   links       if the layer is directed, u32 a port of a link: the number of the link
 *   order       if more than one component is linked, the ports of each: see region.h
 *   exceptions  if the layer is directed, u32 cell * 8 + direction, u32 extra, rising
 *   costs       a triangle for each linked component; if the layer is directed a square
 *   paths       if OVI_MORE_PATHS: paths of edges, see edge_paths.h
 *
 * Row a of a triangle has the costs of paths between port a and each port before it: half of the
 * first crossing, the path inside, half of the second crossing.
 *
 * Row a of a square is for leaving by port a. Column b is the cost of entering by port b and
 * leaving by a: b's half of its crossing, the path inside, and what leaving by a costs. Column a is
 * what leaving alone costs: a's half of its crossing and the extra cost of the step, or the whole
 * cost of the link, for links have no halves. Where there is no path, the cost is
 * OVI_NO_COST_32; so it is for a port that cannot be left by, and from a port that cannot be
 * entered by. A port can be entered by if it can be left by on its other side. */
enum {
  OVI_LAYER_FLAGS = 0,       /* u8 */
  OVI_LAYER_MIN_WEIGHT = 1,  /* u8, the least weight of its positions; 0 if there are none */
  OVI_LAYER_COST_SHIFT = 2,  /* u8, 16-bit costs are stored shifted down so far */
  OVI_LAYER_MORE = 3,        /* u8, flags of parts */
  OVI_LAYER_COMPONENTS = 4,  /* u16, local components */
  OVI_LAYER_LINKED = 6,      /* u16, linked components: the local ones that have ports, which come
                                first; if directed, sets of local components that are joined in one
                                direction at least and have ports */
  OVI_LAYER_PORTS = 8,       /* u16 */
  OVI_LAYER_OPEN_CELLS = 10, /* u16 */
  OVI_LAYER_RUNS = 12,       /* u16, runs of open cells; 0 if not stored */
  OVI_LAYER_COSTS = 14,      /* u32, costs stored */
  OVI_LAYER_GROUPS = 18,     /* 8 x u16, ports in each group */
  OVI_LAYER_HEADER_BYTES = 34,
  /* Of a directed layer only: */
  OVI_LAYER_LINKS_OUT = 34,  /* u16, ports of links whose first end is here */
  OVI_LAYER_LINKS_IN = 36,   /* u16, ports of links whose second end is here */
  OVI_LAYER_EXCEPTIONS = 38, /* u32 */
  OVI_LAYER_DIRECTED_HEADER_BYTES = 42
};

enum {
  OVI_FLAG_OPEN = 1,         /* every cell is open: there is no plane of open cells */
  OVI_FLAG_CLOSED = 2,       /* no cell is */
  OVI_FLAG_ONE_WEIGHT = 4,   /* all open cells weigh OVI_LAYER_MIN_WEIGHT */
  OVI_FLAG_WIDE = 8,         /* costs have 32 bits */
  OVI_FLAG_OWN_OPEN = 16,    /* the plane of open cells is the profile's own */
  OVI_FLAG_OWN_WEIGHTS = 32, /* so are the weights */
  OVI_FLAG_STEPPED = 64,     /* some step inside costs more than its weights, or is not legal */
  OVI_FLAG_DIRECTED = 128    /* the layer is directed */
};

enum {
  OVI_MORE_PATHS = 1, /* there are paths of edges */
  OVI_MORE_EXTRA = 2  /* there are extra costs beside the weights */
};

#define OVI_MOST_COST_SHIFT 16u

/* A cost of a directed layer that stands for none: there is no such path. */
#define OVI_NO_COST_16 0xffffu
#define OVI_NO_COST_32 0xffffffffu

/* The ports of a region are the waypoints that touch it, grouped by the region on the other side.
 * The first four groups are its own, whose first cell it holds, in the order in which they are
 * numbered; the last four are its neighbours' own, in their order. Behind them, in a directed
 * layer, come the ports of links: first those of links whose first end is here, then those of
 * links whose second end is here, each by rising number of the link. The number of a waypoint is
 * that of its port, but links follow directly on the own groups. */
typedef enum ovi_group {
  OVI_GROUP_E,
  OVI_GROUP_S,
  OVI_GROUP_SE,
  OVI_GROUP_SW,
  OVI_GROUP_W,
  OVI_GROUP_N,
  OVI_GROUP_NW,
  OVI_GROUP_NE,
  OVI_GROUP_COUNT
} ovi_group;
#define OVI_OWN_GROUPS 4

/* A port is 16 bits: 7 bits of x, 7 bits of y, and how the step crosses: 0 at a right angle to the
 * border (or over the corner), 1 slanting to greater x or y, 2 to smaller. Slants are named from
 * the first cell, on both sides. */
#define OVI_PORT(x, y, slant) ((uint32_t)(x) | (uint32_t)(y) << 7 | (uint32_t)(slant) << 14)

/* ---- Islands and overlays ------------------------------------------------------------ */

/* The islands of a layer: for each local component the u32 number of its island, 1 and up. In a
 * directed layer an island is a set of cells that reach each other, and three lists follow: for
 * each island the u32 number of its weak island, 1 and up, the islands that are joined in one
 * direction at least; for each island, and one more, the u32 number of its first arc; for each arc
 * the u32 number of the island that one step or link leads to, another one than its own, rising and
 * without doubles. Where reach is mutual (OVI_PROFILE_MUTUAL) the lists would be those of islands
 * that lead nowhere, and are left out. Padded to 8. */

/* The overlays of a layer: see coarse/overlay/cluster/overlay_section.h. */
#define OVI_OVERLAY_MOST_LEVELS 16
typedef enum ovi_cluster_piece {
  OVI_CLUSTER_FRONT,  /* ports, and the costs between them */
  OVI_CLUSTER_TABLES, /* costs of the inner ports */
  OVI_CLUSTER_PIECES
} ovi_cluster_piece;

#endif
