/* Maps of all formats that the command reads, from files that were dropped on the page, and those
 * that it makes. Messages of the readers go to the page as they are. */
#ifndef OVERLAND_EXPLORER_MODULE_READ_H
#define OVERLAND_EXPLORER_MODULE_READ_H

#include <stdbool.h>
#include <stdint.h>

/* Surveys the map of a file. An exit code, 0: done. Numbers: width, height, floors, and how many
 * signs it has. */
int32_t module_read_survey(const char *path);

/* A sign of the survey: its text in a legend. Numbers: its cells; 1 if it blocks by a guess, if it
 * is a rule, if it is a note; the addresses of its name and of the reason. */
const char *module_read_sign(uint32_t sign);

/* The draft of a legend for the surveyed map; NULL: no memory. */
const char *module_read_draft(const char *path);

/* Reads a map with a legend, or without one (NULL). An exit code. Numbers: its floors, profiles,
 * links and goals. */
int32_t module_read_map(const char *path, const char *legend);

/* The cells of a floor, the page's to copy. Numbers: width, height, the address of its heights (0:
 * it has none). NULL: a graph floor. */
const uint8_t *module_read_floor(int32_t floor);

/* The name of a profile. Numbers: its corners, body, climb and drop (0: any), and their costs. */
const char *module_read_profile(int32_t profile);

/* The name of a terrain. Numbers: its weight to a profile, 0: blocked. */
const char *module_read_terrain(int32_t terrain, int32_t profile);

/* Makes a map as `overland gen` does: width x height letters, row by row, into `letters`. Returns
 * false if there is no memory, or no such kind. */
bool module_generate(const char *kind, int32_t width, int32_t height, uint32_t seed,
                     uint8_t *letters);

/* Forgets the map and its survey. */
void module_read_end(void);

#endif
