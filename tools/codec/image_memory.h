/* A picture that a reader begins: its sides are checked before anything is allocated. */
#ifndef OVERLAND_TOOLS_CODEC_IMAGE_MEMORY_H
#define OVERLAND_TOOLS_CODEC_IMAGE_MEMORY_H

#include "tools/codec/image_file.h"

/* Sets the sides, or fails if a world could not have them. An exit code. */
int image_set_sides(struct image *image, const struct reader_file *file, uint64_t width,
                    uint64_t height);

/* Allocates the picture once its sides are set: samples of 0 to max_sample, or colours if that is
 * 0. An exit code. */
int image_allocate(struct image *image, const struct reader_file *file, uint32_t max_sample);

#endif
