/* Bakes a world file in memory, from a map or from a version of a world. */
#ifndef OVERLAND_COARSE_FILE_BAKE_FILE_H
#define OVERLAND_COARSE_FILE_BAKE_FILE_H

#include "coarse/file/file_writer.h"

/* The bake that writes a file with the settings and the shared sections of a world, or of parts of
 * one. The caller sets the source of the blocks, the allocator and other fields as needed. */
ovi_bake ovi_bake_of_sections(const ovi_shared *shared);

/* The bake that writes a version of a world, from its layers. The caller sets the allocator and,
 * for reports, the progress function. */
ovi_bake ovi_bake_of_version(const ovi_layer *layers);

/* A version of a world as the source of blocks. */
typedef struct ovi_version_source {
  const ovi_layer *layers;
  const uint32_t *lengths; /* of the blocks of the band that was loaded last */
} ovi_version_source;

/* Begins a source, which has to stay as long as the file is written. */
ovi_block_source ovi_version_blocks(ovi_version_source *source, const ovi_layer *layers);

/* Bakes into `file`, which is empty. The caller releases it, whatever the result: OVL_OK,
 * OVL_NO_MEMORY, OVL_STOPPED, or OVL_BAD_ARGUMENT with the fault. */
ovl_result ovi_bake_world(const ovi_bake *bake, ovi_buffer *file);

#endif
