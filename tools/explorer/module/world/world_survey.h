/* What is known of all regions at once: a small picture of each, its bytes, its largest island; and
 * the size of every island. Regions are read one after the other, in any order; the far zooms of
 * the map and the lists of the panel come from here. */
#ifndef OVERLAND_EXPLORER_WORLD_SURVEY_H
#define OVERLAND_EXPLORER_WORLD_SURVEY_H

#include "overland.h"

/* The column, or row, of the region that is read first of the square that holds column `at`. */
int32_t world_survey_sample(int32_t at, int32_t stride, int32_t count);

/* Reads a region again. */
void world_survey_forget(uint32_t region);

/* What is known of a region: its bytes, and the island that holds most of it. */
uint32_t world_survey_bytes(uint32_t region);
uint32_t world_survey_island(uint32_t region);

/* The colour of a part of a region: its terrain, and the share of it that is open, 0 to 254; 255:
 * it is not known. `part` is below the square of world_survey_side. */
int32_t world_survey_side(void);
uint8_t world_survey_terrain(uint32_t region, int32_t part);
uint8_t world_survey_share(uint32_t region, int32_t part);

/* The number of the island with the most cells: as far as is known, or in a survey that is begun
 * anew, that of the one before until all regions are known. */
uint32_t world_largest_island(void);

#endif
