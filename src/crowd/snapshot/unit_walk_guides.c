/* The guides of groups, as bytes.
 *
 * Invariant: what was read without a fault breaks no assertion: costs to go fall from gate to gate,
 * and all gates but the last have directions. */
#include "crowd/snapshot/unit_walk_guides.h"

enum { MOST_ALONG = 256, MOST_RIGHT = 1024 };

static void guide_signed(ovi_codec *codec, int16_t *field, int32_t most) {
  uint32_t value = (uint32_t)(int32_t)*field;
  ovi_code_near(codec, &value, 0);
  const int32_t number = (int32_t)value;
  if (number < -most || number > most) {
    ovi_codec_refuse(codec, "guide: direction", 0, 0);
    return;
  }
  *field = (int16_t)number;
}

static void guide_cell(ovi_codec *codec, ovl_cell *cell, ovl_cell near) {
  uint32_t parts[3] = {(uint32_t)cell->x, (uint32_t)cell->y, (uint32_t)cell->floor};
  ovi_code_near(codec, &parts[0], (uint32_t)near.x);
  ovi_code_near(codec, &parts[1], (uint32_t)near.y);
  ovi_code_near(codec, &parts[2], (uint32_t)near.floor);
  *cell = (ovl_cell){(int32_t)parts[0], (int32_t)parts[1], (int32_t)parts[2]};
}

static void walk_gate(ovi_codec *codec, ovi_gate *gate, const ovi_gate *before, bool is_last) {
  bool *const flags[] = {&gate->bends};
  ovi_code_flags(codec, flags, 1);
  guide_cell(codec, &gate->cell, before->cell);
  guide_signed(codec, &gate->right_x, MOST_RIGHT);
  guide_signed(codec, &gate->right_y, MOST_RIGHT);
  guide_signed(codec, &gate->along_x, MOST_ALONG);
  guide_signed(codec, &gate->along_y, MOST_ALONG);
  ovi_code_8(codec, &gate->left, OVI_MOST_LANES_BESIDE, "guide: lanes");
  ovi_code_8(codec, &gate->right, OVI_MOST_LANES_BESIDE, "guide: lanes");
  ovi_code_64(codec, &gate->cost_to_go, before->cost_to_go, "guide: cost to go");
  if (ovi_codec_reads(codec) && !is_last &&
      ((gate->right_x == 0 && gate->right_y == 0) || (gate->along_x == 0 && gate->along_y == 0))) {
    ovi_codec_refuse(codec, "guide: direction", 0, 0);
  }
  ovi_codec_end_record(codec);
}

/* The gates of a guide that is written, or read into `to` unless that is NULL. */
static void walk_gates(ovi_codec *codec, const ovi_guide *from, ovi_guide *to, uint32_t count) {
  ovi_gate before = {.cost_to_go = UINT64_MAX};
  for (uint32_t at = 0; at < count && codec->fault.what == NULL; at++) {
    ovi_gate gate = {0};
    if (!ovi_codec_reads(codec)) {
      gate = *ovi_guide_gate(from, at);
    }
    walk_gate(codec, &gate, &before, at + 1 == count);
    if (to != NULL) {
      to->gates[at] = gate;
    }
    before = gate;
  }
}

static void walk_guide(ovi_codec *codec, const ovl_units *units, const ovi_guide *from,
                       ovi_guide *to) {
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
    guide_cell(codec, &missing, (ovl_cell){0, 0, 0});
    ovi_code_32(codec, &count, OVI_GUIDE_GATES, "guide: gates");
    if (ovi_codec_reads(codec) && flow == 0) {
      ovi_codec_refuse(codec, "guide: flow", 0, 0);
    }
    ovi_codec_end_record(codec);
    walk_gates(codec, from, to, count);
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

void ovi_walk_group(ovi_codec *codec, ovi_unit_order *order, uint8_t profiles) {
  bool *const flags[] = {&order->together};
  ovi_code_flags(codec, flags, 1);
  guide_signed(codec, &order->across, OVI_MOST_LANES_BESIDE);
  ovi_code_16(codec, &order->carry, UINT16_MAX, "unit: carry");
  ovi_code_16(codec, &order->pace, OVI_FULL_SPEED, "unit: pace");
  ovi_code_16(codec, &order->group_pace, OVI_FULL_SPEED, "unit: pace");
  ovi_code_8(codec, &order->as, profiles, "unit: profile of its way");
}

void ovi_walk_guides(ovi_codec *codec, const ovl_units *units, ovl_units *into) {
  for (uint32_t i = 0; i < OVI_MOST_FLOWS && codec->fault.what == NULL; i++) {
    walk_guide(codec, units, &units->sharing.guides[i],
               into != NULL ? &into->sharing.guides[i] : NULL);
  }
  ovi_codec_end_record(codec);
}
