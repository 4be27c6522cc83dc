/* The section of a layer's overlays: its layout, and reading, checking and writing what stands
 * before the blocks of clusters. */
#ifndef OVERLAND_COARSE_OVERLAY_CLUSTER_OVERLAY_SECTION_H
#define OVERLAND_COARSE_OVERLAY_CLUSTER_OVERLAY_SECTION_H

#include "coarse/format/sections.h"
#include "coarse/overlay/cluster/cluster.h"

/* ---- Layout -------------------------------------------------------------------------- */

/* The overlays of a layer. Without levels the section is empty. Else it has a head, a header for
 * each level, an entry for each cluster of each level, row by row and the lowest level first, and
 * then the blocks of the clusters in the same order. The section's checksum is that of all before
 * the blocks. Of a level that the partition has and the layer does not, headers and entries are 0.
 *
 * A cluster of level 1 is OVI_OVERLAY_FIRST_SIDE regions wide and high, and one of each further
 * level twice as wide and high as one of the level below. The highest level is one cluster, the
 * world; there are fewer levels if a cost on some level would not fit 30 bits, if a cluster would
 * have more than OVI_MOST_INNER inner ports, or if links are so many that the tables of some
 * cluster could take 256 bytes a cell. */
enum {
  OVI_OVERLAYS_LEVELS = 0, /* u32, and u32 of zeros */
  OVI_OVERLAYS_HEAD_BYTES = 8
};
enum {
  OVI_LEVEL_CLUSTERS_X = 0,    /* u32 */
  OVI_LEVEL_CLUSTERS_Y = 4,    /* u32 */
  OVI_LEVEL_WAYPOINTS = 8,     /* u64 */
  OVI_LEVEL_MAX_PORTS = 16,    /* u32, the most ports of any of its clusters */
  OVI_LEVEL_SIDE_REGIONS = 20, /* u32 */
  OVI_LEVEL_BYTES = 24
};
/* The entry of a cluster: of each piece of its block the fields below. */
enum {
  OVI_PIECE_AT = 0,        /* u64, behind the entries */
  OVI_PIECE_LENGTH = 8,    /* u32, and u32 of zeros */
  OVI_PIECE_CHECKSUM = 16, /* u64 */
  OVI_PIECE_ENTRY_BYTES = 24
};
enum { OVI_CLUSTER_ENTRY_BYTES = OVI_CLUSTER_PIECES * OVI_PIECE_ENTRY_BYTES };

/* ---- Pieces -------------------------------------------------------------------------- */

/* The file's entry of a piece of a cluster's block. */
static inline const uint8_t *ovi_overlay_entry(const ovi_layer *layer, uint32_t number,
                                               ovi_cluster_piece piece) {
  return layer->overlay.entries + (uint64_t)number * OVI_CLUSTER_ENTRY_BYTES +
         (uint32_t)piece * (uint32_t)OVI_PIECE_ENTRY_BYTES;
}

/* A piece of the block of a cluster in the base. */
static inline ovi_piece_bytes ovi_overlay_base(const ovi_layer *layer, uint32_t number,
                                               ovi_cluster_piece piece) {
  if (layer->store.source != NULL) {
    return layer->store.source->cluster(layer->store.source, layer->number, number, piece);
  }
  const uint8_t *entry = ovi_overlay_entry(layer, number, piece);
  return (ovi_piece_bytes){layer->overlay.blocks + ovi_get_u64(entry + OVI_PIECE_AT),
                           ovi_get_u32(entry + OVI_PIECE_LENGTH)};
}

/* The block of a cluster that an edited version has replaced; NULL: that of the base holds. */
static inline const ovi_blob *ovi_overlay_replaced(const ovi_layer *layer, uint32_t number) {
  const ovi_overlays *overlay = &layer->overlay;
  const ovi_replaced *replaced =
      overlay->delta != NULL ? ovi_delta_tree_find(overlay->delta, overlay->first_key + number)
                             : NULL;
  return replaced != NULL ? replaced->block : NULL;
}

/* A piece of the block of a cluster by its number. All reading goes through here. */
static inline ovi_piece_bytes ovi_overlay_piece(const ovi_layer *layer, uint32_t number,
                                                ovi_cluster_piece piece) {
  const ovi_made_clusters *made = &layer->overlay.made;
  ovi_piece_bytes whole;
  if (made->blocks != NULL) {
    whole = (ovi_piece_bytes){made->blocks[number], made->bytes[number]};
  } else {
    const ovi_blob *replaced = ovi_overlay_replaced(layer, number);
    if (replaced == NULL) {
      return ovi_overlay_base(layer, number, piece);
    }
    whole = (ovi_piece_bytes){ovi_blob_bytes(replaced), (uint32_t)replaced->bytes};
  }
  const uint32_t front = ovi_get_u32(whole.bytes + OVI_CLUSTER_FRONT_BYTES);
  return piece == OVI_CLUSTER_FRONT ? (ovi_piece_bytes){whole.bytes, front}
                                    : (ovi_piece_bytes){whole.bytes + front, whole.count - front};
}

/* The length of the block of a cluster, which is not read. */
uint32_t ovi_overlay_block_bytes(const ovi_layer *layer, uint32_t number);

/* The view of a cluster without its tables; level is 1 to layer->overlay.levels. */
ovi_cluster ovi_overlay_view(const ovi_layer *layer, uint32_t level, uint32_t id);

/* Adds the tables of a cluster to its view. False: they can't be read. */
bool ovi_overlay_view_tables(const ovi_layer *layer, ovi_cluster *cluster);

/* ---- The head ------------------------------------------------------------------------ */

/* The length of the head of a section that has levels: up to the entries, and up to the blocks.
 * Both follow from the partition alone. */
typedef struct ovi_overlay_head {
  uint64_t entries, bytes;
} ovi_overlay_head;
ovi_overlay_head ovi_overlay_head_of(const ovi_layer *layer);

/* Checks the head of a section, with its checksum, and finds the overlay of a layer: its levels and
 * the places of all blocks. OVL_OK, or the error with the fault. */
ovl_result ovi_overlays_find(ovi_layer *layer, const ovi_section_view *section, ovl_fault *fault);

/* The length of the whole section. */
uint64_t ovi_overlays_bytes(const ovi_layer *layer);

/* Writes the entry of a piece of a cluster's block, which begins at `begin`, to a zeroed head, and
 * counts what the piece says of its level. Returns the piece. */
ovi_piece_bytes ovi_overlays_put_entry(const ovi_layer *layer, uint32_t cluster,
                                       ovi_cluster_piece piece, uint64_t begin, uint8_t *head);

/* Completes a head that has all entries; returns the section's checksum, which is that of the head:
 * it holds the checksums of each block. */
uint64_t ovi_overlays_put_levels(const ovi_layer *layer, uint8_t *head);

#endif
