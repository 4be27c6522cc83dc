/* The guides of groups, as bytes.
 *
 * Invariant: what was read without a fault breaks no assertion: costs to go fall from gate to gate,
 * and all gates lie in the world, and all have directions, but for the last, which has none to its
 * right, and the only one. */
#include "crowd/snapshot/unit_walk_guides.h"

#include "crowd/snapshot/unit_walk_unit.h"

enum { MOST_ALONG = 256, MOST_RIGHT = 1024 };

/* Gate `at` of `count`. */
static void walk_gate(ovi_walk *walk, ovi_gate *gate, const ovi_gate *before, uint32_t at,
                      uint32_t count) {
  ovi_codec *codec = &walk->codec;
  bool *const flags[] = {&gate->bends};
  ovi_code_flags(codec, flags, 1);
  ovi_walk_cell(walk, &gate->cell, before->cell);
  ovi_walk_signed(walk, &gate->right_x, MOST_RIGHT);
  ovi_walk_signed(walk, &gate->right_y, MOST_RIGHT);
  ovi_walk_signed(walk, &gate->along_x, MOST_ALONG);
  ovi_walk_signed(walk, &gate->along_y, MOST_ALONG);
  ovi_code_8(codec, &gate->left, OVI_MOST_LANES_BESIDE, "guide: lanes");
  ovi_code_8(codec, &gate->right, OVI_MOST_LANES_BESIDE, "guide: lanes");
  ovi_code_64(codec, &gate->cost_to_go, before->cost_to_go, "guide: cost to go");
  ovi_walk_require(walk, gate->cost_to_go < before->cost_to_go, "guide: cost to go");
  ovi_walk_require(walk, count == 1 || gate->along_x != 0 || gate->along_y != 0,
                   "guide: direction");
  ovi_walk_require(walk, at + 1 == count || gate->right_x != 0 || gate->right_y != 0,
                   "guide: direction");
  ovi_walk_require(walk, !ovi_walk_checks(walk) || ovi_walk_is_inside(walk, gate->cell, 1, 0),
                   "guide: outside the world");
  ovi_codec_end_record(codec);
}

/* The gates of a guide that is written, or read into `to` unless that is NULL. */
static void walk_gates(ovi_walk *walk, const ovi_guide *from, ovi_guide *to, uint32_t count) {
  ovi_gate before = {.cost_to_go = UINT64_MAX};
  for (uint32_t at = 0; at < count && !ovi_walk_failed(walk); at++) {
    ovi_gate gate = {0};
    if (!ovi_walk_reads(walk)) {
      gate = *ovi_guide_gate(from, at);
    }
    walk_gate(walk, &gate, &before, at, count);
    if (to != NULL) {
      to->gates[at] = gate;
    }
    before = gate;
  }
}

static void walk_guide(ovi_walk *walk, const ovi_guide *from, ovi_guide *to) {
  const ovl_units *units = walk->units;
  ovi_codec *codec = &walk->codec;
  uint32_t order = from->order;
  uint32_t count = from->count;
  uint16_t width = from->width;
  uint8_t flow = from->flow;
  uint8_t profile = from->profile;
  bool ended = from->ended;
  bool wanted = from->wanted;
  bool renewed = from->renewed;
  ovl_cell missing = from->missing;
  bool *const flags[] = {&ended, &wanted, &renewed};
  ovi_code_32(codec, &order, UINT32_MAX, "guide: order");
  if (order != 0) {
    ovi_code_flags(codec, flags, sizeof flags / sizeof *flags);
    ovi_code_8(codec, &flow, (uint8_t)units->sharing.flow_count, "guide: flow");
    ovi_code_8(codec, &profile, (uint8_t)(units->walked.profiles - 1), "guide: profile");
    ovi_code_16(codec, &width, OVI_MOST_LANES_BESIDE, "guide: width");
    ovi_walk_cell(walk, &missing, (ovl_cell){0, 0, 0});
    ovi_code_32(codec, &count, OVI_GUIDE_GATES, "guide: gates");
    ovi_walk_require(walk, flow != 0, "guide: flow");
    ovi_walk_require(walk, width != 0 || count == 0, "guide: width");
    ovi_codec_end_record(codec);
    walk_gates(walk, from, to, count);
  }
  if (to != NULL) {
    to->order = order;
    to->flow = flow;
    to->profile = profile;
    to->ended = ended;
    to->wanted = wanted;
    to->renewed = renewed;
    to->missing = missing;
    to->width = width;
    to->begin = 0;
    to->count = count;
  }
}

void ovi_walk_guides(ovi_walk *walk) {
  for (uint32_t i = 0; i < OVI_MOST_FLOWS && !ovi_walk_failed(walk); i++) {
    walk_guide(walk, &walk->units->sharing.guides[i],
               walk->into != NULL ? &walk->into->sharing.guides[i] : NULL);
  }
  ovi_codec_end_record(&walk->codec);
}
