/* The world file: where everything lies.
 *
 *     header | region table | blocks, one a region | islands | landmarks | labels
 *
 * All numbers are little-endian, all parts begin at multiples of 8, and nothing
 * holds an address, so the bytes are used in place wherever they are.
 *
 * Each part is a section with its own length and checksum in the header; each
 * block has its own checksum too. The checksum of the section of blocks is taken
 * over the checksums of the blocks, so that one region can be fetched and
 * checked without the rest. */
#ifndef OVI_WORLD_FORMAT_H
#define OVI_WORLD_FORMAT_H

#include <stdint.h>

#define OVI_WORLD_VERSION 2u
#define OVI_WORLD_MAGIC "OVERLAND"

/* Header: offsets of its fields, in bytes. */
enum {
  OVI_AT_MAGIC = 0,            /* 8 letters */
  OVI_AT_VERSION = 8,          /* u32 */
  OVI_AT_HEADER_BYTES = 12,    /* u32 */
  OVI_AT_FILE_BYTES = 16,      /* u64 */
  OVI_AT_WIDTH = 24,           /* u32 */
  OVI_AT_HEIGHT = 28,          /* u32 */
  OVI_AT_REGION_CELLS = 32,    /* u16 */
  OVI_AT_SPACING = 34,         /* u16 */
  OVI_AT_CORNERS = 36,         /* u8, an ovl_corners */
  OVI_AT_MIN_WEIGHT = 37,      /* u8, of the open terrains that occur; 1 if none does */
  OVI_AT_MAX_PORTS = 38,       /* u16, of any region */
  OVI_AT_ISLANDS = 40,         /* u32 */
  OVI_AT_ISLAND_SLOTS = 44,    /* u32, local components in the world */
  OVI_AT_WAYPOINTS = 48,       /* u64 */
  OVI_AT_OPEN_CELLS = 56,      /* u64 */
  OVI_AT_MAP_FINGERPRINT = 64, /* u64 */
  OVI_AT_FINGERPRINT = 72,     /* u64, of the settings and the primary sections */
  OVI_AT_WEIGHTS = 80,         /* 256 x u8 */
  OVI_AT_SECTION_COUNT = 336,  /* u32, and u32 of zeros */
  OVI_AT_SECTIONS = 344        /* one entry a section; then a u64 checksum of all before it */
};

/* A section's entry: 4 letters of name, u32 of zeros, u64 offset, u64 length, u64 checksum. */
enum { OVI_SECTION_BYTES = 32 };
typedef enum ovi_section {
  OVI_SECTION_TABLE,
  OVI_SECTION_BLOCKS,
  OVI_SECTION_ISLANDS,
  OVI_SECTION_LANDMARKS,
  OVI_SECTION_LABELS,
  OVI_SECTION_COUNT
} ovi_section;

/* A reader finds sections by name and skips those that it does not know. */
#define OVI_SECTION_NAMES                                                                          \
  { "TABL", "BLKS", "ISLE", "MARK", "LABL" }
#define OVI_MOST_SECTIONS 64u

static inline uint64_t ovi_header_bytes(uint32_t sections) {
  return OVI_AT_SECTIONS + (uint64_t)sections * OVI_SECTION_BYTES + 8;
}
#define OVI_HEADER_BYTES (OVI_AT_SECTIONS + OVI_SECTION_COUNT * OVI_SECTION_BYTES + 8)
#define OVI_AT_HEADER_CHECKSUM (OVI_HEADER_BYTES - 8)

#define OVI_PRIMARY_SECTIONS 3 /* the sections that follow are estimates, derived from these */

/* Landmarks: what every waypoint costs to each landmark of its island. Within a
 * linked component these costs differ by little, so a base stands for all.
 *
 *   header
 *   firsts    for each region u32 number of its first waypoint and u32 number of its
 *             first linked component, counted over the world
 *   bases     for each linked component and landmark a u16, padded to 8
 *   deltas    for each waypoint and landmark a u16 up to OVI_MARKS_MOST_NARROW (if wide, a
 *             u32), padded to 8
 *
 * cost = ((base << base shift) + delta) << shift, and less than OVI_NO_MARK << shift.
 * The component is that of the waypoint's first cell. */
enum {
  OVI_MARKS_STAMP = 0,       /* u64 fingerprint of the primary sections they were made for */
  OVI_MARKS_COUNT = 8,       /* u32 landmarks; 0: neither bases nor deltas */
  OVI_MARKS_SHIFT = 12,      /* u8 */
  OVI_MARKS_BASE_SHIFT = 13, /* u8, at most OVI_MARKS_MOST_BASE_SHIFT */
  OVI_MARKS_WIDE = 14,       /* u8, 0 or 1; then a u8 of zero */
  OVI_MARKS_FIRSTS = 16
};
enum { OVI_MARKS_MOST_NARROW = 65535, OVI_MARKS_MOST_SHIFT = 8, OVI_MARKS_MOST_BASE_SHIFT = 14 };
#define OVI_NO_MARK 0x3fffffffu /* sums and differences of two stay within 31 bits */

/* Labels: u64 fingerprint of the primary sections that they were made for, u32
 * waypoints, or 0 if there are no labels, u16 why there are none, an ovl_labels,
 * u16 bytes a cell that they may take, u32 shift of the costs, u32 length of the
 * data, u32 values of the table, and u32 of zeros. Without labels the section ends
 * here. Then come the table, the u16 excesses that occur most; for each region the u32
 * index of its first waypoint; for each hub, by rank, its first cell as u16 x and u16 y;
 * for each waypoint, and behind the last, the u32 place of its label in the data; each
 * padded to 8. Then the labels themselves, and 32 bytes of zeros, so that entries can be
 * read many at once.
 *
 * A label, its entries by rising rank of their hubs: u16 entries, u16 x and u16 y of
 * the waypoint's first cell; for each entry 4 bits, the gap to the rank before, the
 * lower half of a byte first; for each a bit, whether its excess has 2 bytes; the
 * excesses, 1 byte, which stands for a value of the table, or 2, the value itself; then,
 * for each gap that is OVI_LABEL_LONG_GAP, a byte with what it is beyond that. If that is
 * OVI_LABEL_FAR_GAP or more, what it is beyond that and a u16 are the upper and lower
 * bits of the gap. From the end of the label backwards comes a u32 for each excess
 * that is OVI_LABEL_ESCAPED_EXCESS.
 *
 * A cost is the octile distance between the two first cells and the excess, less
 * what the middles of two crossings can be nearer to each other: see ovi_label_bound. */
enum {
  OVI_LABELS_STAMP = 0,
  OVI_LABELS_COUNT = 8,
  OVI_LABELS_REASON = 12,
  OVI_LABELS_BUDGET = 14,
  OVI_LABELS_SHIFT = 16,
  OVI_LABELS_DATA_BYTES = 20,
  OVI_LABELS_VALUES = 24,
  OVI_LABELS_TABLE = 32
};
#define OVI_LABEL_MOST_VALUES 256u
#define OVI_LABEL_HEADER_BYTES 6u
#define OVI_LABEL_MOST 0x7fffffffu /* costs are not above */
#define OVI_LABEL_LONG_GAP 15u
#define OVI_LABEL_FAR_GAP 252u
#define OVI_LABEL_ESCAPED_EXCESS 0xffffu
#define OVI_LABELS_PADDING 32u
#define OVI_LABEL_COSTS_END ((uint64_t)1 << 36) /* all costs are below, in units */

/* Bytes of a label's gaps and codes. */
static inline uint32_t ovi_label_gap_bytes(uint32_t count) { return (count + 1) / 2; }
static inline uint32_t ovi_label_code_bytes(uint32_t count) { return (count + 7) / 8; }

/* Where the parts of a section of labels begin, and its length. */
typedef struct ovi_labels_layout {
  uint64_t firsts, hubs, begins, data, bytes;
} ovi_labels_layout;

static inline ovi_labels_layout ovi_labels_layout_of(uint64_t regions, uint64_t waypoints,
                                                     uint64_t values, uint64_t data_bytes) {
  ovi_labels_layout at;
  at.firsts = OVI_LABELS_TABLE + ((2 * values + 7) & ~(uint64_t)7);
  at.hubs = at.firsts + ((4 * regions + 7) & ~(uint64_t)7);
  at.begins = at.hubs + ((4 * waypoints + 7) & ~(uint64_t)7);
  at.data = at.begins + ((4 * (waypoints + 1) + 7) & ~(uint64_t)7);
  at.bytes = at.data + ((data_bytes + OVI_LABELS_PADDING + 7) & ~(uint64_t)7);
  return at;
}

/* A region's entry in the table: u64 offset of its block in the section of
 * blocks, u32 length, u32 first slot in the section of islands. */
enum { OVI_TABLE_ENTRY_BYTES = 16 };

/* The block of a region: header, then its parts in this order. */
enum {
  OVI_BLOCK_CHECKSUM = 0,    /* u64, of all after it */
  OVI_BLOCK_SLOTS = 8,       /* u16, terrains in the palette's table */
  OVI_BLOCK_PLANES = 10,     /* u8, bits a cell */
  OVI_BLOCK_FLAGS = 11,      /* u8 */
  OVI_BLOCK_COMPONENTS = 12, /* u16, local components */
  OVI_BLOCK_LINKED = 14,     /* u16, the first so many of them have ports */
  OVI_BLOCK_PORTS = 16,      /* u16 */
  OVI_BLOCK_COST_SHIFT = 18, /* u8, 16-bit costs are stored shifted down so far */
  OVI_BLOCK_MIN_WEIGHT = 19, /* u8, of its open cells; 0 if there are none */
  OVI_BLOCK_OPEN_CELLS = 20, /* u16 */
  OVI_BLOCK_RUNS = 22,       /* u16, runs of open cells; 0 if not stored */
  OVI_BLOCK_COSTS = 24,      /* u32, costs stored */
  OVI_BLOCK_SPARE = 28,      /* u32 of zeros */
  OVI_BLOCK_GROUPS = 32,     /* 8 x u16, ports in each group */
  OVI_BLOCK_HEADER_BYTES = 48
};

enum {
  OVI_FLAG_OPEN = 1,       /* every cell is open: there is no plane of open cells */
  OVI_FLAG_CLOSED = 2,     /* no cell is */
  OVI_FLAG_ONE_WEIGHT = 4, /* all open cells weigh OVI_BLOCK_MIN_WEIGHT */
  OVI_FLAG_WIDE = 8        /* costs have 32 bits */
};

/* Ports of a region: the waypoints that touch it, grouped by the region on the
 * other side. The first four groups are its own (it holds the first cell), in
 * the order in which they are numbered; the last four are its neighbours' own,
 * in theirs. */
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

/* A port is 16 bits: x, 7 bits of y, and how the step crosses: 0 at a right
 * angle to the border (or over the corner), 1 slanting to greater x or y, 2 to
 * smaller. Slants are named from the first cell, on both sides. */
#define OVI_PORT(x, y, slant) ((uint32_t)(x) | (uint32_t)(y) << 7 | (uint32_t)(slant) << 14)

#endif
