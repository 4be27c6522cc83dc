/* Makes the overlays of a file and puts them to it.
 *
 * Invariant: the bytes are those that a world in use has, whether the file is streamed or not. */
#ifndef OVERLAND_COARSE_FILE_FILE_OVERLAYS_H
#define OVERLAND_COARSE_FILE_FILE_OVERLAYS_H

#include "coarse/file/file_state.h"

/* Adds the sections of all profiles: a stage of the writer. */
ovi_status ovi_file_add_overlays(void *writer);

/* The work of a profile's overlays in a streamed file, as progress counts it. */
uint64_t ovi_file_overlay_work(const ovi_file_writer *writer);

/* Returns the memory of a profile's overlays. */
void ovi_file_release_overlays(ovi_file_writer *writer, uint32_t profile);

#endif
