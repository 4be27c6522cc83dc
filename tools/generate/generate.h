/* Makers of maps: what `overland gen` draws.
 *
 * A maker gives a map row by row, from the top, and holds no more than a few rows. It uses whole
 * numbers only, so that a seed means the same map on every machine. A cell's terrain comes from a
 * hash of its coordinates, or from a stream of random numbers that is used up in the order of the
 * rows. */
#ifndef OVERLAND_TOOLS_GENERATE_GENERATE_H
#define OVERLAND_TOOLS_GENERATE_GENERATE_H

#include "tools/base/nearest_word.h"

#include <stdbool.h>
#include <stdint.h>

struct generate_def {
  int32_t width, height;  /* cells */
  uint64_t seed;          /* another seed, another map */
  int32_t percent;        /* random: how many cells are blocked */
  int32_t corridor_cells; /* maze: width of its corridors */
  const char *layout;     /* of hexagons; NULL: squares */
};

struct generator {
  const char *name;
  bool grey;                                      /* a row is of greys, for a PGM picture */
  bool rows_apart;                                /* any row can be made without those above it */
  void *(*begin)(const struct generate_def *def); /* NULL: no memory */
  void (*row)(void *state, int32_t y, uint8_t *row); /* y is 0, 1, 2 ..., or any if rows_apart */
  void (*end)(void *state);
};

/* A maker by its name; NULL if there is none. */
const struct generator *generate_find(const char *name);

/* Looks for the nearest name of a maker. */
void generate_try_names(struct nearest_word *nearest);

/* 64 bits that depend on all of the arguments; `salt` parts the uses of one
 * place. */
uint64_t generate_hash(uint64_t seed, uint64_t salt, int64_t x, int64_t y);

/* A number from 0 to limit - 1 out of the upper bits of a hash; limit is 1 to
 * 2^32. */
uint32_t generate_below(uint64_t hash, uint64_t limit);

/* The beginning of a maker whose state is the definition; free ends it. */
void *generate_keep(const struct generate_def *def);

/* The makers. */
extern const struct generator generate_caves;
extern const struct generator generate_city;
extern const struct generator generate_continents;
extern const struct generator generate_heights;
extern const struct generator generate_maze;
extern const struct generator generate_random;
extern const struct generator generate_rooms;
extern const struct generator generate_serpentine;
extern const struct generator generate_spiral;

#endif
