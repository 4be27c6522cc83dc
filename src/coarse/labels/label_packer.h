/* Packing labels: see world_format for their form.
 *
 * Invariant: one table serves all labels, so it is made from the excesses of all of
 * them, before the first one is measured or written. On open ground most excesses are
 * sums of a few kinds of detours: few values, however large. */
#ifndef OVERLAND_COARSE_LABELS_LABEL_PACKER_H
#define OVERLAND_COARSE_LABELS_LABEL_PACKER_H

#include "coarse/format/world_format.h"
#include "common/arena.h"

typedef struct ovi_label_packer {
  uint32_t *codes;                          /* of each excess: first how often it occurs */
  uint32_t excesses[OVI_LABEL_MOST_VALUES]; /* the table */
  uint32_t values;                          /* in it */
} ovi_label_packer;

/* A label as it is packed. */
typedef struct ovi_label_entries {
  uint32_t *hubs;     /* rising */
  uint32_t *excesses; /* of the costs to them */
  uint32_t count;
  uint16_t x, y; /* the waypoint's first cell */
} ovi_label_entries;

void ovi_label_packer_reserve(ovi_label_packer *packer, ovi_arena *arena);
void ovi_label_packer_clear(ovi_label_packer *packer);

/* Counts the excesses of one label. */
void ovi_label_packer_count(ovi_label_packer *packer, const ovi_label_entries *label);

/* Makes the table of those that occur most. */
void ovi_label_packer_choose(ovi_label_packer *packer);

/* Bytes of a label. */
uint64_t ovi_label_packer_measure(const ovi_label_packer *packer, const ovi_label_entries *label);

/* Writes a label into that many bytes, which are zero. */
void ovi_label_packer_write(const ovi_label_packer *packer, const ovi_label_entries *label,
                            uint8_t *at, uint64_t bytes);

#endif
