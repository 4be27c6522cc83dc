/* The rows of every structure. */
#include "tests/coarse/check/file_fields.h"

#include <stddef.h>

#include "coarse/format/part_format.h"
#include "coarse/overlay/cluster/overlay_section.h"
#include "common/topology.h"
#include "overland.h"
#include "version/difference.h"

#define FIXED FIELD_FIXED, FIELD_FIXED
#define RANGE FIELD_RANGE, FIELD_RANGE
#define FREE FIELD_FREE, FIELD_FREE
#define FIXED_OR_RANGE FIELD_FIXED, FIELD_RANGE /* of a whole file; of a piece alone */
#define REPAIRED FIELD_REPAIRED, FIELD_REPAIRED
#define OF_PLACE FIELD_MOST_OF_PLACE

/* ---- The header, and what all profiles share ----------------------------------------- */

#define SETTINGS                                                                                   \
  {"version", OVI_AT_VERSION, 4, 1, FIXED, 0, 0, 0},                                               \
      {"length of the header", OVI_AT_HEADER_BYTES, 4, 1, FIXED, 0, 0, 0},                         \
      {"length of the file", OVI_AT_FILE_BYTES, 8, 1, FIXED, 0, 0, 0},                             \
      {"origin", OVI_AT_ORIGIN, 4, 2, FREE, 0, 2u * OVL_MAX_ORIGIN, OVL_MAX_ORIGIN},               \
      {"width", OVI_AT_WIDTH, 4, 1, FIXED, 1, OVL_MAX_SIDE_CELLS, 0},                              \
      {"height", OVI_AT_HEIGHT, 4, 1, FIXED, 1, 0, 0},                                             \
      {"region size",        OVI_AT_REGION_CELLS,  2, 1, RANGE,                                    \
       OVL_MIN_REGION_CELLS, OVL_MAX_REGION_CELLS, 0},                                             \
      {"spacing", OVI_AT_SPACING, 2, 1, RANGE, 1, OVL_MAX_REGION_CELLS, 0},                        \
      {"floors", OVI_AT_FLOORS, 2, 1, FIXED, 1, OVL_MAX_FLOORS, 0},                                \
      {"profiles", OVI_AT_PROFILES, 2, 1, FIXED, 1, OVL_MAX_PROFILES, 0},                          \
      {"links", OVI_AT_LINKS, 4, 1, FIXED, 0, INT32_MAX, 0},                                       \
      {"flag of heights", OVI_AT_HEIGHTS, 1, 1, FIXED, 0, 1, 0},                                   \
      {"scale of costs", OVI_AT_COST_SCALE, 1, 1, RANGE, 0, UINT8_MAX, 0}, {                       \
    "budget of labels", OVI_AT_LABEL_BUDGET, 1, 1, RANGE, 0, UINT8_MAX, 0                          \
  }

static const file_field header[] = {
    {"magic", OVI_AT_MAGIC, 1, 8, FIXED, 0, 0, 0},
    SETTINGS,
    {"overlays", OVI_AT_OVERLAYS, 1, 1, FIXED, 0, OVI_OVERLAYS_ALONE, 0},
    {"fingerprint of the map", OVI_AT_MAP_FINGERPRINT, 8, 1, FREE, 0, UINT64_MAX, 0},
    {"fingerprint", OVI_AT_FINGERPRINT, 8, 1, REPAIRED, 0, 0, 0},
    {"sections", OVI_AT_SECTION_COUNT, 4, 1, FIXED, 0, OVI_MOST_SECTIONS, 0},
    {"four bytes of zero", OVI_AT_SECTION_COUNT + 4, 4, 1, FIXED, 0, 0, 0},
    {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

static const file_field section[] = {{"name of a section", 0, 1, 4, FIXED, 0, 0, 0},
                                     {"profile of a section", 4, 4, 1, FIXED, 0, 0, 0},
                                     {"offset of a section", 8, 8, 1, FIXED, 0, 0, 0},
                                     {"length of a section", 16, 8, 1, FIXED, 0, 0, 0},
                                     {"checksum of a section", 24, 8, 1, REPAIRED, 0, 0, 0},
                                     {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

static const file_field profile[] = {
    {"name", OVI_PROFILE_NAME, 1, OVL_NAME_BYTES - 1, RANGE, 0, UINT8_MAX, 0},
    {"end of the name", OVI_PROFILE_NAME + OVL_NAME_BYTES - 1, 1, 1, FIXED, 0, 0, 0},
    {"weights", OVI_PROFILE_WEIGHTS, 1, 256, RANGE, 0, UINT8_MAX, 0},
    {"corners", OVI_PROFILE_CORNERS, 1, 1, RANGE, 0, OVI_HEXAGONS, 0},
    {"body", OVI_PROFILE_BODY, 1, 1, RANGE, 1, OVL_MAX_BODY_CELLS, 0},
    {"least weight", OVI_PROFILE_MIN_WEIGHT, 1, 1, RANGE, 1, UINT8_MAX, 0},
    {"flags of a profile", OVI_PROFILE_FLAGS, 1, 1, RANGE, 0,
     OVI_PROFILE_DIRECTED | OVI_PROFILE_LINKS | OVI_PROFILE_RULE | OVI_PROFILE_PLAIN |
         OVI_PROFILE_MUTUAL,
     0},
    {"climb", OVI_PROFILE_CLIMB, 4, 1, RANGE, 0, UINT16_MAX + 1, 1},
    {"drop", OVI_PROFILE_DROP, 4, 1, RANGE, 0, UINT16_MAX + 1, 1},
    {"cost of climbing", OVI_PROFILE_CLIMB_COST, 4, 1, RANGE, 0, OVI_MOST_STEP_COST, 0},
    {"cost of falling", OVI_PROFILE_DROP_COST, 4, 1, RANGE, 0, OVI_MOST_STEP_COST, 0},
    {"islands", OVI_PROFILE_ISLANDS, 4, 1, FIXED_OR_RANGE, 0, OF_PLACE, 0},
    {"local components", OVI_PROFILE_SLOTS, 4, 1, FIXED, 0, 0, 0},
    {"most ports", OVI_PROFILE_MAX_PORTS, 2, 1, FIXED_OR_RANGE, 0, UINT16_MAX, 0},
    {"two bytes of zero", OVI_PROFILE_MAX_PORTS + 2, 2, 1, FIXED, 0, 0, 0},
    {"waypoints", OVI_PROFILE_WAYPOINTS, 8, 1, FIXED_OR_RANGE, 0, UINT64_MAX, 0},
    {"open cells", OVI_PROFILE_OPEN_CELLS, 8, 1, FIXED_OR_RANGE, 0, UINT64_MAX, 0},
    {"exceptions", OVI_PROFILE_EXCEPTIONS, 4, 1, FIXED_OR_RANGE, 0, UINT32_MAX, 0},
    {"costs beside walls", OVI_PROFILE_WALLS, 1, OVL_WALL_CELLS, RANGE, 0, UINT8_MAX, 0},
    {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

static const file_field one_floor[] = {
    {"width of a floor", 0, 4, 1, RANGE, 1, OVL_MAX_SIDE_CELLS, 0},
    {"height of a floor", 4, 4, 1, RANGE, 1, OVL_MAX_SIDE_CELLS, 0},
    {"first row of a floor", 8, 4, 1, FIXED, 0, 0, 0},
    {"kind of a floor", 12, 4, 1, RANGE, 0, 1, 0},
    {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

static const file_field link[] = {
    {"first end, x", 0, 4, 1, RANGE, 0, OF_PLACE, 0},
    {"first end, y", 4, 4, 1, RANGE, 0, UINT32_MAX, 0},
    {"second end, x", OVI_LINK_TO, 4, 1, RANGE, 0, OF_PLACE, 0},
    {"second end, y", OVI_LINK_TO + 4, 4, 1, RANGE, 0, UINT32_MAX, 0},
    {"cost of a link", OVI_LINK_COST, 4, 1, RANGE, 1, OVI_MOST_LINK_COST, 0},
    {"cost back", OVI_LINK_COST_BACK, 4, 1, RANGE, 0, OVI_MOST_LINK_COST, 0},
    {"profiles of a link", OVI_LINK_PROFILES, 4, 1, RANGE, 0, UINT32_MAX, 0},
    {"flags of a link", OVI_LINK_FLAGS, 4, 1, RANGE, 0, OVI_LINK_CLOSED, 0},
    {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

static const file_field place[] = {
    {"name of a place", OVI_PLACE_NAME, 1, OVI_PLACE_NAME_BYTES, RANGE, 0, UINT8_MAX, 0},
    {"floor of a place", OVI_PLACE_FLOOR, 4, 1, RANGE, 0, OVL_MAX_FLOORS - 1, 0},
    {"cell of a place, x", OVI_PLACE_X, 4, 1, RANGE, 0, OVL_MAX_SIDE_CELLS - 1, 0},
    {"cell of a place, y", OVI_PLACE_Y, 4, 1, RANGE, 0, OVL_MAX_SIDE_CELLS - 1, 0},
    {"width of a place", OVI_PLACE_WIDTH, 4, 1, RANGE, 1, OF_PLACE, 0},
    {"height of a place", OVI_PLACE_HEIGHT, 4, 1, RANGE, 1, OVL_MAX_SIDE_CELLS, 0},
    {"four bytes of zero", OVI_PLACE_HEIGHT + 4, 4, 1, FIXED, 0, 0, 0},
    {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

/* ---- Regions and islands --------------------------------------------------------------- */

static const file_field table_entry[] = {{"offset of a block", 0, 8, 1, FIXED, 0, 0, 0},
                                         {"length of a block", 8, 4, 1, FIXED, 0, 0, 0},
                                         {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

static const file_field table_slot[] = {{"first local component", 0, 4, 1, FIXED, 0, 0, 0},
                                        {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

static const file_field block[] = {
    {"checksum of a block", OVI_BLOCK_CHECKSUM, 8, 1, REPAIRED, 0, 0, 0},
    {"terrains", OVI_BLOCK_SLOTS, 2, 1, RANGE, 1, 512, 0},
    {"planes", OVI_BLOCK_PLANES, 1, 1, RANGE, 0, 9, 0},
    {"flags of cells", OVI_BLOCK_CELLS, 1, 1, FIXED, 0,
     OVI_CELLS_OPEN | OVI_CELLS_CLOSED | OVI_CELLS_HEIGHTS, 0},
    {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

static const file_field block_layer[] = {{"place of a layer block", 0, 2, 1, FIXED, 0, 0, 0},
                                         {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

#define LAYER                                                                                       \
  {"flags of a layer", OVI_LAYER_FLAGS, 1, 1, FIXED, 0, 0, 0},                                      \
      {"least weight", OVI_LAYER_MIN_WEIGHT, 1, 1, RANGE, 0, UINT8_MAX, 0},                         \
      {"shift of costs", OVI_LAYER_COST_SHIFT, 1, 1, RANGE, 0, OVI_MOST_COST_SHIFT, 0},             \
      {"flags of parts", OVI_LAYER_MORE, 1, 1, FIXED, 0, 0, 0},                                     \
      {"components", OVI_LAYER_COMPONENTS, 2, 1, FIXED, 0, 0, 0},                                   \
      {"linked components", OVI_LAYER_LINKED, 2, 1, FIXED, 0, 0, 0},                                \
      {"ports", OVI_LAYER_PORTS, 2, 1, FIXED, 0, 0, 0},                                             \
      {"open cells", OVI_LAYER_OPEN_CELLS, 2, 1, FIXED, 0, 0, 0},                                   \
      {"runs", OVI_LAYER_RUNS, 2, 1, RANGE, 0, OVL_MAX_REGION_CELLS * OVL_MAX_REGION_CELLS / 2, 0}, \
      {"costs", OVI_LAYER_COSTS, 4, 1, FIXED, 0, 0, 0}, {                                           \
    "ports of a group", OVI_LAYER_GROUPS, 2, 8, FIXED, 0, 0, 0                                      \
  }

static const file_field layer[] = {LAYER, {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

static const file_field directed_layer[] = {
    LAYER,
    {"links out", OVI_LAYER_LINKS_OUT, 2, 1, FIXED, 0, 0, 0},
    {"links in", OVI_LAYER_LINKS_IN, 2, 1, FIXED, 0, 0, 0},
    {"exceptions of a region", OVI_LAYER_EXCEPTIONS, 4, 1, FIXED, 0, 0, 0},
    {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

static const file_field island[] = {{"island", 0, 4, 1, RANGE, 1, OF_PLACE, 0},
                                    {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

/* ---- Overlays ------------------------------------------------------------------------- */

static const file_field overlays[] = {
    {"levels", OVI_OVERLAYS_LEVELS, 4, 1, FIXED, 0, OVI_OVERLAY_MOST_LEVELS, 0},
    {"four bytes of zero", 4, 4, 1, FIXED, 0, 0, 0},
    {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

static const file_field level[] = {
    {"clusters in a row", OVI_LEVEL_CLUSTERS_X, 4, 1, FIXED, 0, 0, 0},
    {"rows of clusters", OVI_LEVEL_CLUSTERS_Y, 4, 1, FIXED, 0, 0, 0},
    {"waypoints of a level", OVI_LEVEL_WAYPOINTS, 8, 1, FIXED_OR_RANGE, 0, OF_PLACE, 0},
    {"most ports of a level", OVI_LEVEL_MAX_PORTS, 4, 1, FIXED_OR_RANGE, 0, UINT16_MAX, 0},
    {"regions along a cluster", OVI_LEVEL_SIDE_REGIONS, 4, 1, FIXED, 0, 0, 0},
    {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

static const file_field piece[] = {
    {"offset of a piece", OVI_PIECE_AT, 8, 1, FIXED, 0, 0, 0},
    {"length of a piece", OVI_PIECE_LENGTH, 4, 1, FIXED, 0, OVI_BLOCK_MOST_BYTES, 0},
    {"four bytes of zero", OVI_PIECE_LENGTH + 4, 4, 1, FIXED, 0, 0, 0},
    {"checksum of a piece", OVI_PIECE_CHECKSUM, 8, 1, REPAIRED, 0, 0, 0},
    {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

static const file_field cluster[] = {
    {"ports of a cluster", OVI_CLUSTER_PORTS, 2, 1, FIXED, 0, OF_PLACE, 0},
    {"linked components", OVI_CLUSTER_LINKED, 2, 1, FIXED, 0, 0, 0},
    {"flags of a cluster", OVI_CLUSTER_FLAGS, 1, 1, RANGE, 0, OVI_CLUSTER_WIDE, 0},
    {"shift of costs", OVI_CLUSTER_SHIFT, 1, 1, RANGE, 0, OVI_MOST_COST_SHIFT, 0},
    {"waypoints of the parts", OVI_CLUSTER_WAYPOINTS, 2, 1, FIXED_OR_RANGE, 0, UINT16_MAX, 0},
    {"ports of a group", OVI_CLUSTER_GROUPS, 2, 8, FIXED, 0, 0, 0},
    {"inner ports", OVI_CLUSTER_INNER, 2, 1, FIXED, 0, 0, 0},
    {"two bytes of zero", OVI_CLUSTER_INNER + 2, 2, 1, FIXED, 0, 0, 0},
    {"links out", OVI_CLUSTER_LINKS_OUT, 2, 1, FIXED, 0, 0, 0},
    {"links in", OVI_CLUSTER_LINKS_IN, 2, 1, FIXED, 0, 0, 0},
    {"length of a front", OVI_CLUSTER_FRONT_BYTES, 4, 1, FIXED, 0, 0, 0},
    {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

/* Of 16 places and of the greatest weight of two cells, twice, and 1. */
enum { MOST_PLACE_AND_WEIGHT = (4 * UINT8_MAX + 1) * 16 + 15 };
static const file_field below[] = {
    {"port below", 0, 2, 1, FIXED_OR_RANGE, 0, UINT16_MAX, 0},
    {"place below and its weight", 2, 2, 1, RANGE, 0, MOST_PLACE_AND_WEIGHT, 0},
    {NULL, 0, 0, 0, FIXED, 0, 0, 0}};
static const file_field middle[] = {{"middle", 0, 4, 1, FIXED_OR_RANGE, 0, OF_PLACE, 0},
                                    {NULL, 0, 0, 0, FIXED, 0, 0, 0}};
static const file_field cost_begin[] = {{"first cost of a component", 0, 4, 1, FIXED, 0, 0, 0},
                                        {NULL, 0, 0, 0, FIXED, 0, 0, 0}};
static const file_field cluster_number[] = {{"begin, order or place", 0, 2, 1, FIXED, 0, 0, 0},
                                            {NULL, 0, 0, 0, FIXED, 0, 0, 0}};
static const file_field tables[] = {
    {"greatest cost of the rows", OVI_TABLES_ROW_MOST, 2, 1, RANGE, 0, OVI_ROW_MOST, 0},
    {"shift of the rows", OVI_TABLES_ROW_SHIFT, 2, 1, RANGE, 0, OVI_MOST_ROW_SHIFT, 0},
    {NULL, 0, 0, 0, FIXED, 0, 0, 0}};
static const file_field run[] = {
    {"first waypoint of a run", 0, 2, 1, FIXED_OR_RANGE, 0, OF_PLACE, 0},
    {NULL, 0, 0, 0, FIXED, 0, 0, 0}};
static const file_field node[] = {{"node of a waypoint", 0, 2, 1, RANGE, 0, OF_PLACE, 1},
                                  {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

/* ---- Labels --------------------------------------------------------------------------- */

static const file_field labels[] = {
    {"stamp", OVI_LABELS_STAMP, 8, 1, REPAIRED, 0, 0, 0},
    {"nodes", OVI_LABELS_COUNT, 4, 1, FIXED, 0, 0, 0},
    {"reason", OVI_LABELS_REASON, 2, 1, RANGE, 0, OVL_LABELS_COUNT - 1, 0},
    {"budget", OVI_LABELS_BUDGET, 2, 1, FREE, 0, UINT8_MAX, 0},
    {"shift", OVI_LABELS_SHIFT, 2, 1, RANGE, 0, 31, 0},
    {"bytes of a cost", OVI_LABELS_COST_BYTES, 2, 1, RANGE, 2, 4, 0},
    {"bytes of the data", OVI_LABELS_DATA_BYTES, 4, 1, FIXED, 0, 0, 0},
    {"steps", OVI_LABELS_STEPS, 4, 1, RANGE, 0, OVI_LABEL_MOST_STEPS, 0},
    {"links of the labels", OVI_LABELS_LINKS, 2, 1, FIXED, 0, 0, 0},
    {"ways", OVI_LABELS_WAYS, 2, 1, FIXED, 0, OVI_MOST_WAYS, 0},
    {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

static const file_field labels_number[] = {{"first, begin or link", 0, 4, 1, FIXED, 0, 0, 0},
                                           {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

static const file_field bundle[] = {
    {"first waypoint", OVI_BUNDLE_FIRST, 4, 1, FIXED, 0, 0, 0},
    {"waypoints of a bundle", OVI_BUNDLE_COUNT, 2, 1, FIXED, 0, OVI_BUNDLE_MOST, 0},
    {"rows", OVI_BUNDLE_ROWS, 2, 1, FIXED, 0, 0, 0},
    {"narrow shapes", OVI_BUNDLE_NARROW, 2, 1, RANGE, 0, OVI_BUNDLE_MOST_SHAPES, 0},
    {"middle shapes", OVI_BUNDLE_MIDDLE, 2, 1, RANGE, 0, OVI_BUNDLE_MOST_SHAPES, 0},
    {"wide shapes", OVI_BUNDLE_WIDE, 2, 1, RANGE, 0, OVI_BUNDLE_MOST_SHAPES, 0},
    {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

static const file_field way[] = {
    {"entry of a way", OVI_WAY_ENTRY, 4, 1, FIXED, 0, 0, 0},
    {"exit of a way", OVI_WAY_EXIT, 4, 1, FIXED, 0, 0, 0},
    {"cost of a way", OVI_WAY_COST, 4, 1, FIXED_OR_RANGE, 1, OF_PLACE, 0},
    {"region of a way", OVI_WAY_REGION, 4, 1, FIXED, 0, 0, 0},
    {"number of a stop", OVI_WAY_NUMBER, 2, 1, FIXED, 0, 0, 0},
    {"side of a stop", OVI_WAY_SIDE, 2, 1, FIXED, 0, 1, 0},
    {"begin of a way", OVI_WAY_FROM, 2, 2, FIXED_OR_RANGE, 0, UINT16_MAX, 0},
    {"end of a way", OVI_WAY_TO, 2, 2, FIXED_OR_RANGE, 0, UINT16_MAX, 0},
    {"least cost behind a way", OVI_WAY_NEAR, 4, 1, FIXED, 0, 0, 0},
    {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

/* ---- Parts ---------------------------------------------------------------------------- */

static const file_field part_head[] = {
    {"magic of a part", OVI_HEAD_MAGIC, 1, 8, FIXED, 0, 0, 0},
    {"version of a part", OVI_HEAD_VERSION, 4, 1, FIXED, 0, 0, 0},
    {"number of a part", OVI_HEAD_INDEX, 4, 1, FIXED, 0, 0, 0},
    {"parts", OVI_HEAD_COUNT, 4, 1, FIXED, 0, 0, 0},
    {"first band", OVI_HEAD_FIRST_BAND, 4, 1, FIXED, 0, 0, 0},
    {"bands", OVI_HEAD_BANDS, 4, 1, FIXED, 0, 0, 0},
    {"four bytes of zero", OVI_HEAD_BANDS + 4, 4, 1, FIXED, 0, 0, 0},
    {"cells above", OVI_HEAD_ABOVE, 8, 1, FIXED, 0, 0, 0},
    {"cells below", OVI_HEAD_BELOW, 8, 1, FIXED, 0, 0, 0},
    {"common bytes", OVI_HEAD_COMMON_BYTES, 8, 1, FIXED, 0, 0, 0},
    {"checksum of common bytes", OVI_HEAD_COMMON_CHECKSUM, 8, 1, REPAIRED, 0, 0, 0},
    {"checksum of the head", OVI_HEAD_CHECKSUM, 8, 1, REPAIRED, 0, 0, 0},
    {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

static const file_field common[] = {
    {"magic", OVI_AT_MAGIC, 1, 8, FIXED, 0, 0, 0},
    SETTINGS,
    {"overlays", OVI_AT_OVERLAYS, 1, 1, RANGE, 0, OVI_OVERLAYS_ALONE, 0},
    {"identity", OVI_COMMON_IDENTITY, 8, 1, FREE, 0, UINT64_MAX, 0},
    {"fingerprint of the settings", OVI_COMMON_FINGERPRINT, 8, 1, FREE, 0, UINT64_MAX, 0},
    {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

static const file_field band[] = {
    {"number of a band", OVI_BAND_NUMBER, 4, 1, FIXED, 0, 0, 0},
    {"four bytes of zero", OVI_BAND_NUMBER + 4, 4, 1, FIXED, 0, 0, 0},
    {"bytes of the blocks", OVI_BAND_BLOCK_BYTES, 8, 1, FIXED, 0, 0, 0},
    {"cells of a band", OVI_BAND_CELLS, 8, 1, RANGE, 0, UINT64_MAX, 0},
    {"checksum of the blocks", OVI_BAND_BLOCKS_CHECKSUM, 8, 1, REPAIRED, 0, 0, 0},
    {"checksum of the lengths", OVI_BAND_LENGTHS_CHECKSUM, 8, 1, REPAIRED, 0, 0, 0},
    {"checksum of a band", OVI_BAND_CHECKSUM, 8, 1, REPAIRED, 0, 0, 0},
    {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

static const file_field block_length[] = {{"length of a block of a part", 0, 4, 1, FIXED, 0, 0, 0},
                                          {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

/* ---- Patches: see version/patch.c and version/difference.h ------------------------------- */

enum { PATCH_HEAD_BYTES = 64 };

static const file_field patch[] = {
    {"magic of a patch", 0, 1, 8, FIXED, 0, 0, 0},
    {"version of a patch", 8, 4, 1, FIXED, 0, 0, 0},
    {"links of a patch", 12, 4, 1, FIXED, 0, UINT32_MAX, 0},
    {"length of a patch", 16, 8, 1, FIXED, 0, 0, 0},
    {"identity of the first version", 24, 8, 1, FIXED, 0, 0, 0},
    {"number of the first version", 32, 8, 1, FIXED, 0, 0, 0},
    {"identity of the second version", 40, 8, 1, RANGE, 0, UINT64_MAX, 0},
    {"number of the second version", 48, 8, 1, RANGE, 0, ((uint64_t)1 << 48) - 1, 0},
    {"edits of a patch", 56, 4, 1, FIXED, 0, UINT32_MAX, 0},
    {"four bytes of zero", 60, 4, 1, FIXED, 0, 0, 0},
    {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

static const file_field patch_link[] = {{"link of a patch", 0, 4, 1, RANGE, 0, OF_PLACE, 0},
                                        {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

static const file_field patch_edit[] = {
    {"region of an edit", 0, 4, 1, RANGE, 0, OF_PLACE, 0},
    {"kind of an edit", 4, 1, 1, RANGE, 0, UINT8_MAX, 0},
    {"profile of an edit", OVI_DIFFERENCE_PROFILE, 1, 1, RANGE, 0, OVL_MAX_PROFILES - 1, 0},
    {"rectangle of an edit", OVI_DIFFERENCE_RECTANGLE, 1, 4, RANGE, 0, OVL_MAX_REGION_CELLS, 0},
    {"parts of an edit", OVI_DIFFERENCE_PARTS, 1, 1, RANGE, 0,
     OVI_DIFFERENCE_MASK | OVI_DIFFERENCE_VALUES, 0},
    {"a byte of zero", OVI_DIFFERENCE_PARTS + 1, 1, 1, FIXED, 0, 0, 0},
    {"value of an edit", OVI_DIFFERENCE_VALUE, 2, 1, RANGE, 0, UINT16_MAX, 0},
    {"two bytes of zero", OVI_DIFFERENCE_VALUE + 2, 2, 1, FIXED, 0, 0, 0},
    {NULL, 0, 0, 0, FIXED, 0, 0, 0}};

static const file_structure structures[FIELDS_STRUCTURES] = {
    [FIELDS_HEADER] = {"header", OVI_AT_SECTIONS, header},
    [FIELDS_SECTION] = {"entry of a section", OVI_SECTION_BYTES, section},
    [FIELDS_PROFILE] = {"profile", OVI_PROFILE_BYTES, profile},
    [FIELDS_FLOOR] = {"floor", OVI_FLOOR_BYTES, one_floor},
    [FIELDS_LINK] = {"link", OVI_LINK_BYTES, link},
    [FIELDS_PLACE] = {"place", OVI_PLACE_BYTES, place},
    [FIELDS_TABLE_ENTRY] = {"entry of a region", OVI_TABLE_SLOTS, table_entry},
    [FIELDS_TABLE_SLOT] = {"entry of a region", 4, table_slot},
    [FIELDS_BLOCK] = {"block", OVI_BLOCK_LAYERS, block},
    [FIELDS_BLOCK_LAYER] = {"block", OVI_BLOCK_HEAD_BYTES - OVI_BLOCK_LAYERS, block_layer},
    [FIELDS_LAYER] = {"layer block", OVI_LAYER_HEADER_BYTES, layer},
    [FIELDS_DIRECTED_LAYER] = {"directed layer block", OVI_LAYER_DIRECTED_HEADER_BYTES,
                               directed_layer},
    [FIELDS_ISLAND] = {"islands", 4, island},
    [FIELDS_OVERLAYS] = {"overlays", OVI_OVERLAYS_HEAD_BYTES, overlays},
    [FIELDS_LEVEL] = {"level", OVI_LEVEL_BYTES, level},
    [FIELDS_PIECE] = {"entry of a piece", OVI_PIECE_ENTRY_BYTES, piece},
    [FIELDS_CLUSTER] = {"cluster", OVI_CLUSTER_HEADER_BYTES, cluster},
    [FIELDS_BELOW] = {"cluster", 4, below},
    [FIELDS_MIDDLE] = {"cluster", 4, middle},
    [FIELDS_COST_BEGIN] = {"cluster", 4, cost_begin},
    [FIELDS_CLUSTER_NUMBER] = {"cluster", 2, cluster_number},
    [FIELDS_TABLES] = {"tables", OVI_TABLES_RUNS, tables},
    [FIELDS_RUN] = {"tables", 2, run},
    [FIELDS_NODE] = {"tables", 2, node},
    [FIELDS_LABELS] = {"labels", OVI_LABELS_TABLE, labels},
    [FIELDS_LABELS_NUMBER] = {"labels", 4, labels_number},
    [FIELDS_BUNDLE] = {"bundle", OVI_BUNDLE_HEADER_BYTES, bundle},
    [FIELDS_WAY] = {"way", OVI_WAY_BYTES, way},
    [FIELDS_PART_HEAD] = {"head of a part", OVI_HEAD_BYTES, part_head},
    [FIELDS_COMMON] = {"common bytes of a part", OVI_COMMON_SECTIONS, common},
    [FIELDS_BAND] = {"band", OVI_BAND_HEAD_BYTES, band},
    [FIELDS_BLOCK_LENGTH] = {"lengths of a band", 4, block_length},
    [FIELDS_PATCH] = {"head of a patch", PATCH_HEAD_BYTES, patch},
    [FIELDS_PATCH_LINK] = {"patch", OVI_DIFFERENCE_LINK_BYTES, patch_link},
    [FIELDS_PATCH_EDIT] = {"patch", OVI_DIFFERENCE_EDIT_BYTES, patch_edit},
};

const file_structure *file_structure_of(file_structure_number number) {
  return &structures[number];
}
