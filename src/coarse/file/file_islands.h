/* Finds the islands of a file while its blocks pass, and puts their sections.
 *
 * Invariant: a band is joined when it and the band below are held, and that above if the blocks of
 * directed layers are checked. 4 bytes for each local component are held, and of directed layers
 * the arcs that lead one way. */
#ifndef OVERLAND_COARSE_FILE_FILE_ISLANDS_H
#define OVERLAND_COARSE_FILE_FILE_ISLANDS_H

#include "coarse/file/file_state.h"

/* Begins a set for each local component of a band whose regions were counted, `first` of which were
 * counted before. False: no memory. */
bool ovi_file_begin_sets(ovi_file_writer *writer, uint32_t profile, uint32_t first);

/* Checks the regions of a band if the bake asks for it, and joins their components with each other
 * and with those of the band below. OVL_OK, OVL_NO_MEMORY, or OVL_CORRUPT with the fault. */
ovl_result ovi_file_join_band(ovi_file_writer *writer, int32_t band);

/* The first band that is needed once `band` was joined with those before. */
int32_t ovi_file_first_needed(const ovi_file_writer *writer, int32_t band);

/* Stores the totals of the profiles, which are known by now, and makes their islands: a stage of
 * the writer. */
ovi_status ovi_file_make_islands(void *writer);

/* Puts the section of a profile. OVL_OK, OVL_NO_MEMORY or OVL_WRITE_FAILED. */
ovl_result ovi_file_put_islands(ovi_file_writer *writer, uint32_t profile);

#endif
