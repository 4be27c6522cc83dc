/* A world file while it is written: the source of its blocks, the sink of its bytes, and the
 * sections that are held in memory.
 *
 * The blocks of the regions come from a source, a band at a time. The file goes to a sink: into a
 * buffer, piece by piece to a function, or both. Of a file without a buffer only the region table,
 * the islands until they are put, the overlays of one profile without most of their tables and the
 * bands that overlays still need are held in memory; its world has no labels. */
#ifndef OVERLAND_COARSE_FILE_FILE_STATE_H
#define OVERLAND_COARSE_FILE_FILE_STATE_H

#include "coarse/blocks/map_sections.h"
#include "coarse/check/directed_check.h"
#include "coarse/file/bake.h"
#include "coarse/format/sections.h"
#include "coarse/islands/directed_arcs.h"
#include "coarse/labels/label_maker.h"
#include "coarse/overlay/make/overlay_bounds.h"
#include "coarse/overlay/make/overlay_maker.h"
#include "common/buffer.h"
#include "common/hash64.h"
#include "common/scratch.h"
#include "overland_bake.h"

/* The blocks of a world. Bands are asked for from band 0 on, and again from band 0 if the file is
 * streamed. */
typedef struct ovi_block_source {
  /* Adds the blocks of a band to `out`, one behind the other, and stores their lengths, which are
   * multiples of 8. */
  ovl_result (*take)(void *user, int32_t band, ovi_buffer *out, uint32_t *lengths);
  void *user;
} ovi_block_source;

typedef struct ovi_file_sink {
  ovi_buffer *buffer; /* gets the whole file; NULL: the file is streamed */
  /* Gets each byte of the file once, in pieces with their place: a piece after all pieces that it
   * depends on, the header last. OVL_OK, or the result of the writer. May be NULL if there is a
   * buffer. */
  ovl_result (*put)(void *user, uint64_t at, const uint8_t *bytes, uint64_t count);
  void *put_user;
} ovi_file_sink;

/* The sections of one profile while they are made. */
typedef struct ovi_file_layer {
  ovi_profile_totals totals;
  ovi_buffer islands;     /* u32 a local component, joined to sets band by band; then the section */
  ovi_directed_arcs arcs; /* of a directed layer, until there are islands */
  ovi_directed_heights heights; /* of one whose blocks are checked */
  ovi_overlay_bounds bounds;    /* of a streamed file */
  ovi_overlay_maker overlays;
  bool makes_overlays; /* the maker was begun */
  uint8_t *head;       /* of the section of overlays; NULL: none is begun */
  uint64_t head_bytes;
  uint32_t put_clusters; /* that are in the file */
} ovi_file_layer;

/* The parts of the file that are held in memory. If the file is written to a buffer, its header,
 * table and blocks are in that buffer instead. */
typedef struct ovi_file_memory {
  ovi_scratch scratch;
  ovi_file_layer *layers; /* one a profile; NULL: not there yet */
  uint8_t *given;         /* the sections of profiles, floors, links and places, one behind the
                              other */
  uint32_t *lengths;      /* of the blocks of the band that was taken last */
  uint8_t *header, *table;
  uint64_t *sums;    /* of the checksums of the blocks, up to each band */
  ovi_buffer window; /* the blocks of the bands from first_band on; the table counts from here */
  int32_t first_band;
} ovi_file_memory;

/* The labels of one profile while they are made. */
typedef struct ovi_file_labels {
  uint32_t profile;
  ovi_shared shared;
  ovi_layer layer;
  ovi_label_maker maker;
  ovi_hash hash;
} ovi_file_labels;

/* The stages of writing a file. Those of labels follow each other for each profile. */
typedef enum ovi_file_stage {
  OVI_FILE_BEGIN,
  OVI_FILE_BLOCKS,
  OVI_FILE_ISLANDS,
  OVI_FILE_MAP,
  OVI_FILE_OVERLAYS,
  OVI_FILE_TABLE,
  OVI_FILE_LABELS,
  OVI_FILE_LABELS_ROOM,
  OVI_FILE_LABELS_WRITE,
  OVI_FILE_LABELS_SUMS,
  OVI_FILE_HEADER,
  OVI_FILE_STAGES
} ovi_file_stage;

/* A file that is being written; not to be moved. */
typedef struct ovi_file_writer {
  const ovi_bake *bake;
  ovi_block_source source;
  ovi_file_sink sink;
  uint32_t profiles;
  ovi_file_memory memory;
  ovi_section_view sections[OVI_FILE_MOST_SECTIONS];
  uint64_t end;            /* of what was written */
  ovi_progress *progress;  /* in regions */
  ovi_progress unreported; /* where the bake has none */
  uint64_t fingerprint;    /* of the primary sections */
  ovi_file_labels labels;
  ovi_buffer_growth growth; /* for these */
  ovi_stage_run stages;
  bool has_heights; /* some cell's height is not 0 */
  ovl_result result;
} ovi_file_writer;

/* The position of the region table: behind the header. The blocks follow. */
static inline uint64_t ovi_file_table_begin(const ovi_file_writer *writer) {
  const uint32_t missing = writer->bake->map.place_count == 0 ? 1 : 0;
  return ovi_header_bytes(ovi_section_count(writer->profiles) - missing);
}

/* The length of the region table without its checksums. */
static inline uint64_t ovi_file_table_bytes(uint32_t regions, uint32_t profiles) {
  return ovi_padded8((uint64_t)regions * ovi_table_entry_bytes(profiles));
}

/* Writes the settings to a zeroed header: all fields before the fingerprints but the lengths. */
void ovi_put_settings(uint8_t *header, const ovi_bake *bake, bool has_heights);

/* The status with which a stage of the writer ends that has done its work. */
static inline ovi_status ovi_file_status(const ovi_file_writer *writer) {
  return writer->result == OVL_OK ? OVI_DONE : OVI_FAILED;
}

static inline bool ovi_file_is_streamed(const ovi_file_writer *writer) {
  return writer->sink.buffer == NULL;
}

static inline bool ovi_file_has_labels(const ovi_file_writer *writer) {
  const ovi_map *map = &writer->bake->map;
  return ovi_labels_are_wanted(writer->bake->overlays, map->plane.width, map->plane.height);
}

/* The position of the blocks in the file: behind the table and its checksums. */
static inline uint64_t ovi_file_blocks_begin(const ovi_file_writer *writer) {
  return ovi_file_table_begin(writer) +
         ovi_chunked_bytes(
             ovi_file_table_bytes(ovi_plane_regions(&writer->bake->map.plane), writer->profiles));
}

static inline uint8_t *ovi_file_header(const ovi_file_writer *writer) {
  return ovi_file_is_streamed(writer) ? writer->memory.header : writer->sink.buffer->bytes;
}

static inline uint8_t *ovi_file_table(const ovi_file_writer *writer) {
  return ovi_file_is_streamed(writer) ? writer->memory.table
                                      : writer->sink.buffer->bytes + ovi_file_table_begin(writer);
}

static inline uint8_t *ovi_file_table_entry(const ovi_file_writer *writer, uint64_t id) {
  return ovi_file_table(writer) + id * ovi_table_entry_bytes(writer->profiles);
}

/* The place in memory from which the table counts. */
static inline uint8_t *ovi_file_held_blocks(const ovi_file_writer *writer) {
  return ovi_file_is_streamed(writer) ? writer->memory.window.bytes
                                      : writer->sink.buffer->bytes + ovi_file_blocks_begin(writer);
}

static inline uint8_t *ovi_file_profile(const ovi_file_writer *writer, uint32_t profile) {
  return writer->memory.given + (uint64_t)profile * OVI_PROFILE_BYTES;
}

static inline uint8_t *ovi_file_floors(const ovi_file_writer *writer) {
  return ovi_file_profile(writer, writer->profiles);
}

static inline uint8_t *ovi_file_links(const ovi_file_writer *writer) {
  return ovi_file_floors(writer) + (uint64_t)writer->bake->map.floor_count * OVI_FLOOR_BYTES;
}

static inline uint8_t *ovi_file_places(const ovi_file_writer *writer) {
  return ovi_file_links(writer) + (uint64_t)writer->bake->map.link_count * OVI_LINK_BYTES;
}

/* A layer of the blocks that are held, and what it shares with the others. Its totals are those
 * that its profile's entry has so far. */
ovi_layer ovi_file_layer_view(const ovi_file_writer *writer, ovi_shared *shared, uint32_t profile);

/* Passes a piece to the function of the sink, if it has one; the buffer has it already. OVL_OK or
 * an error of the function. */
ovl_result ovi_file_pass(const ovi_file_writer *writer, uint64_t at, const uint8_t *bytes,
                         uint64_t count);

/* Adds a piece at the end of the file: copies it to the buffer if there is one, and passes it.
 * OVL_OK, OVL_NO_MEMORY or an error of the sink. */
ovl_result ovi_file_put(ovi_file_writer *writer, const uint8_t *bytes, uint64_t count);

/* Adds a section at the end of the file. OVL_OK, OVL_NO_MEMORY or an error of the sink. */
ovl_result ovi_file_put_section(ovi_file_writer *writer, ovi_section section, uint32_t profile,
                                const uint8_t *bytes, uint64_t count);

#endif
