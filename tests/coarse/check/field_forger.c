/* The values that are tried, and what the rows say of them. */
#include "tests/coarse/check/field_forger.h"
#include "tests/support/test_allocate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VALUES = 8 };

void forged_file_begin(forged_file *file, world_bytes bytes) {
  *file = (forged_file){.bytes = bytes, .saved = test_bytes(bytes.count)};
  memcpy(file->saved, bytes.bytes, bytes.count);
}

void forged_file_end(forged_file *file) { free(file->saved); }

void forged_file_add(forged_file *file, file_structure_number structure, const uint8_t *at,
                     uint64_t most) {
  if (file->count < FORGER_MOST_PLACES) {
    file->places[file->count++] =
        (field_place){structure, (uint64_t)(at - file->bytes.bytes), most};
  }
}

void forged_file_add_some(forged_file *file, file_structure_number structure, const uint8_t *first,
                          uint64_t count, uint64_t most, test_random *random) {
  const uint32_t bytes = file_structure_of(structure)->bytes;
  if (count != 0) {
    const uint64_t drawn = (uint64_t)test_random_between(random, 0, (int32_t)count - 1);
    forged_file_add(file, structure, first, most);
    forged_file_add(file, structure, first + (count - 1) * bytes, most);
    forged_file_add(file, structure, first + drawn * bytes, most);
  }
}

/* ---- The values -------------------------------------------------------------------------- */

static uint64_t get_number(const uint8_t *at, uint32_t bytes) {
  uint64_t value = 0;
  for (uint32_t i = 0; i < bytes; i++) {
    value |= (uint64_t)at[i] << (8 * i);
  }
  return value;
}

static void put_number(uint8_t *at, uint32_t bytes, uint64_t value) {
  for (uint32_t i = 0; i < bytes; i++) {
    at[i] = (uint8_t)(value >> (8 * i));
  }
}

/* Checks that a value is refused, or opened, as the rows say. */
static void judge_value(test_state *t, const forged_file *file, const field_place *place,
                        const file_field *field, uint64_t at, uint64_t value) {
  const uint64_t mask = field->bytes < 8 ? (UINT64_C(1) << 8 * field->bytes) - 1 : UINT64_MAX;
  const uint64_t most = field->most == FIELD_MOST_OF_PLACE ? place->most : field->most;
  const uint64_t compared = (value + field->added) & mask;
  const uint64_t was = get_number(file->saved + at, field->bytes);
  put_number(file->bytes.bytes + at, field->bytes, value);
  file->repair(file);
  for (int way = CHECKED_WHOLE; way <= (file->is_touched ? CHECKED_ON_TOUCH : CHECKED_WHOLE);
       way++) {
    const field_rule rule = way == CHECKED_WHOLE ? field->whole : field->touched;
    const bool is_inside = compared >= field->least && compared <= most;
    const bool is_refused = rule == FIELD_FIXED ? value != was : !is_inside;
    const ovl_result result = file->open(file, (field_way)way);
    CHECK(t, !is_refused || result != OVL_OK,
          "%s: %s at %" PRIu64 " is %" PRIu64 " instead of %" PRIu64 ", and is not refused%s",
          file_structure_of(place->structure)->name, field->name, at, value, was,
          way == CHECKED_ON_TOUCH ? " when it is touched" : "");
    CHECK(t, is_refused || rule != FIELD_FREE || result == OVL_OK,
          "%s: %s is %" PRIu64 " instead of %" PRIu64 ", and is refused: %s",
          file_structure_of(place->structure)->name, field->name, value, was,
          ovl_result_text(result));
  }
  memcpy(file->bytes.bytes, file->saved, file->bytes.count);
}

/* Puts values at both limits and beside the value that a field has. */
static void forge_field(test_state *t, const forged_file *file, const field_place *place,
                        const file_field *field, uint64_t at) {
  const uint64_t mask = field->bytes < 8 ? (UINT64_C(1) << 8 * field->bytes) - 1 : UINT64_MAX;
  const uint64_t most = field->most == FIELD_MOST_OF_PLACE ? place->most : field->most;
  const uint64_t was = get_number(file->saved + at, field->bytes);
  const uint64_t values[MOST_VALUES] = {was - 1,
                                        was + 1,
                                        most - 1 - field->added,
                                        most - field->added,
                                        most + 1 - field->added,
                                        field->least - 1 - field->added,
                                        field->least - field->added,
                                        field->least + 1 - field->added};
  for (int i = 0; i < MOST_VALUES; i++) {
    const bool has_limits = field->whole != FIELD_FIXED || field->most != 0;
    if ((i < 2 || has_limits) && (values[i] & mask) != was) {
      judge_value(t, file, place, field, at, values[i] & mask);
    }
  }
}

void forged_file_check(test_state *t, const forged_file *file, uint32_t *forged) {
  for (uint32_t i = 0; i < file->count && t->failures == 0; i++) {
    const field_place *place = &file->places[i];
    const file_structure *structure = file_structure_of(place->structure);
    forged[place->structure]++;
    for (const file_field *field = structure->fields; field->name != NULL; field++) {
      /* Of many equal fields the first, the last, and one between. */
      const uint32_t step = field->count > 2 ? (field->count - 1) / 2 : 1;
      for (uint32_t k = 0; k < field->count && field->whole != FIELD_REPAIRED; k += step) {
        forge_field(t, file, place, field, place->at + field->at + k * field->bytes);
      }
    }
  }
}

void forged_file_check_counts(test_state *t, const uint32_t *forged, file_structure_number first,
                              file_structure_number last) {
  for (int i = (int)first; i <= (int)last; i++) {
    CHECK(t, t->failures != 0 || forged[i] > 2, "only %u of '%s', structure %d, were forged",
          forged[i], file_structure_of((file_structure_number)i)->name, i);
  }
}
