/* Makes the labels of a file, one profile after the other, and puts their sections.
 *
 * Invariant: the file grows at its end only, and its bytes do not depend on the slices. */
#ifndef OVERLAND_COARSE_FILE_FILE_LABELS_H
#define OVERLAND_COARSE_FILE_FILE_LABELS_H

#include "coarse/file/file_state.h"

/* Stages of the writer for each profile: labels are made, and a section without labels is put; or
 * the buffer gets room for the section, which is written and summed. */
ovi_status ovi_file_make_labels(void *writer);
ovi_status ovi_file_make_room(void *writer);
ovi_status ovi_file_write_labels(void *writer);
ovi_status ovi_file_sum_labels(void *writer);

/* The work of a profile's labels, as progress counts it: 7 times that of the blocks of the regions,
 * which is near their times on maps of games. */
static inline uint64_t ovi_file_label_work(const ovi_file_writer *writer) {
  return 7 * (uint64_t)ovi_plane_regions(&writer->bake->map.plane);
}

#endif
