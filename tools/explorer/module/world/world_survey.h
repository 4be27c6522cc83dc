/* What is known of all regions at once: a small picture of each, its bytes, its largest island; and
 * the size of every island. Regions are read one after the other, in any order; the far zooms of
 * the map and the lists of the panel come from here. */
#ifndef OVERLAND_EXPLORER_WORLD_SURVEY_H
#define OVERLAND_EXPLORER_WORLD_SURVEY_H

#include "overland.h"

/* Begins a survey of the world in slot 0 for its profile; pictures of regions stay until they are
 * read anew if `keep` is set. Whether there is memory. */
int32_t world_survey_begin(int32_t keep);
void world_survey_end(void);

/* Reads regions that are not known yet, up to `budget` of them, of a rectangle of regions: `box` is
 * the left, top, right and bottom one, the first two multiples of `stride`. Of each square of
 * `stride` regions a side one is read, row by row, beginning with square `from`. Number 0: where to
 * go on, 1: how many are left from there, 2: how many regions of the world are known. An
 * ovl_result. */
int32_t world_survey_run(const int32_t *box, int32_t stride, uint32_t from, int32_t budget);

/* The column, or row, of the region that is read first of the square that holds column `at`. */
int32_t world_survey_sample(int32_t at, int32_t stride, int32_t count);

/* Where to write a box. */
int32_t *world_survey_box(void);

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

/* ---- Lists: number 0 is how many entries there are ---- */

/* The largest islands, up to `most`: number, cells, x, y and floor of its first cell, and the first
 * and last column and row of the regions that it is in (left, top, right, bottom), nine doubles
 * each. Number 1: how many islands are known, 2: whether all regions are known. */
const double *world_islands(int32_t most);

/* The regions with the most bytes: number and bytes, two doubles each. Number 1: bytes of all. */
const double *world_heaviest(int32_t most);

#endif
