/* Writes world files: in memory, from a map; and from parts. A version of a world is a source of
 * blocks for the writer. */
#ifndef OVERLAND_COARSE_FILE_BAKE_FILE_H
#define OVERLAND_COARSE_FILE_BAKE_FILE_H

#include "coarse/file/file_writer.h"

/* The bake that writes a file with the settings and the shared sections of a world, or of parts of
 * one. The caller sets the source of the blocks, the allocator and other fields as needed. */
ovi_bake ovi_bake_of_sections(const ovi_shared *shared);

/* The bake that writes a version of a world, from its layers. The caller sets the allocator and,
 * for reports, the progress. */
ovi_bake ovi_bake_of_version(const ovi_layer *layers);

/* Returns a version of a world as the source of blocks. */
ovi_block_source ovi_version_blocks(const ovi_layer *layers);

/* Bakes a map into `file`, which is empty. The caller releases it, whatever the result: OVL_OK,
 * OVL_NO_MEMORY, OVL_STOPPED, or OVL_BAD_ARGUMENT with the fault. */
ovl_result ovi_bake_world(const ovi_bake *bake, ovi_buffer *file);

/* Merges the parts of a definition that holds; returns what ovl_parts_merge does. The bytes are
 * those of a bake of the whole map. */
ovl_result ovi_merge_parts(const ovl_merge_def *def, ovl_fault *fault);

#endif
