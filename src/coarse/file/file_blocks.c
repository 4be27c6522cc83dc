/* Takes the blocks of a world band by band: names them in the table, adds up the profiles, and
 * joins local components. */
#include "coarse/file/file_blocks.h"

#include "coarse/file/file_islands.h"
#include "coarse/format/fault.h"
#include "coarse/view/region.h"
#include "common/compiler.h"
#include "common/hash64.h"
#include "common/le_bytes.h"

/* The amounts of work that take as long as one expansion. */
enum { FILE_COPIED_BYTES = 1024, FILE_SUMMED_REGIONS = 8 };

/* ---- Blocks ------------------------------------------------------------------------ */

static ovi_buffer *held_blocks(ovi_file_writer *writer) {
  return ovi_file_is_streamed(writer) ? &writer->memory.window : writer->sink.buffer;
}

/* The blocks of the band that was taken last. */
static uint8_t *taken_blocks(ovi_file_writer *writer) {
  const ovi_buffer *held = held_blocks(writer);
  return held->bytes + (held->used - writer->memory.taken_bytes);
}

/* Takes the blocks of a band from the source. */
static ovl_result take_band(ovi_file_writer *writer, int32_t band) {
  ovi_buffer *held = held_blocks(writer);
  const uint32_t *lengths = writer->memory.lengths;
  const ovl_result result = writer->source.load(writer->source.user, band, writer->memory.lengths);
  if (result != OVL_OK) {
    return result;
  }
  uint64_t bytes = 0;
  for (int32_t rx = 0; rx < writer->bake->map.plane.regions_x; rx++) {
    bytes += lengths[rx];
  }
  if (held->used + bytes <= held->capacity) {
    held->used += bytes; /* need not be zeroed */
  } else if (ovi_buffer_add(held, bytes) == NULL) {
    return OVL_NO_MEMORY;
  }
  OVI_ASSERT(bytes <= held->used && held->used <= held->capacity);
  writer->memory.taken_bytes = bytes;
  return writer->source.copy(writer->source.user, band, taken_blocks(writer));
}

/* The sum of the checksums of a band's blocks, and of those before. */
static uint64_t sum_of_blocks(const ovi_file_writer *writer, uint64_t before,
                              const uint8_t *blocks) {
  for (int32_t rx = 0; rx < writer->bake->map.plane.regions_x; rx++) {
    before = ovi_mix64(before ^ ovi_get_u64(blocks + OVI_BLOCK_CHECKSUM));
    blocks += writer->memory.lengths[rx];
  }
  return before;
}

/* Names the blocks of a band in the table. */
static void name_blocks(ovi_file_writer *writer, uint32_t first_region, const uint8_t *blocks) {
  const uint8_t *begin = ovi_file_held_blocks(writer);
  for (int32_t rx = 0; rx < writer->bake->map.plane.regions_x; rx++) {
    uint8_t *entry = ovi_file_table_entry(writer, first_region + (uint32_t)rx);
    ovi_put_u64(entry, (uint64_t)(blocks - begin));
    ovi_put_u32(entry + 8, writer->memory.lengths[rx]);
    writer->has_heights = writer->has_heights || (blocks[OVI_BLOCK_CELLS] & OVI_CELLS_HEIGHTS) != 0;
    blocks += writer->memory.lengths[rx];
  }
}

/* Adds the regions of a band to the totals of a profile, which its entry gets as far as they are
 * known, stores their first slots in the table, and begins a set for each local component. False:
 * no memory. */
static bool count_band(ovi_file_writer *writer, uint32_t profile, uint32_t first_region) {
  ovi_file_layer *own = &writer->memory.layers[profile];
  const uint32_t first = own->totals.slots;
  ovi_shared shared;
  const ovi_layer layer = ovi_file_layer_view(writer, &shared, profile);
  for (uint32_t id = first_region; id < first_region + (uint32_t)writer->bake->map.plane.regions_x;
       id++) {
    const ovi_region region = ovi_region_view(&layer, id);
    ovi_put_u32(ovi_file_table_entry(writer, id) + OVI_TABLE_SLOTS + 4 * (uint64_t)profile,
                own->totals.slots);
    ovi_totals_add(&own->totals, &region);
  }
  ovi_profile_totals totals = own->totals;
  ovi_totals_end(&totals);
  ovi_put_totals(ovi_file_profile(writer, profile), &totals);
  return ovi_file_begin_sets(writer, profile, first);
}

void ovi_file_drop_bands(ovi_file_writer *writer, int32_t first, int32_t bands) {
  ovi_file_memory *memory = &writer->memory;
  const uint64_t row = (uint64_t)writer->bake->map.plane.regions_x;
  if (first <= memory->first_band) {
    return;
  }
  uint64_t id = row * (uint64_t)first;
  const uint64_t begin = ovi_get_u64(ovi_file_table_entry(writer, id));
  OVI_ASSERT(first <= bands && begin <= memory->window.used);
  for (; id < row * (uint64_t)bands; id++) {
    uint8_t *entry = ovi_file_table_entry(writer, id);
    ovi_put_u64(entry, ovi_get_u64(entry) - begin);
  }
  memory->window.used -= begin;
  memmove(memory->window.bytes, memory->window.bytes + begin, (size_t)memory->window.used);
  memory->first_band = first;
}

/* Adds the next band, which was taken, to the file. */
static ovl_result add_band(ovi_file_writer *writer) {
  const int32_t band = (int32_t)writer->stages.item;
  const uint32_t first_region = (uint32_t)(band * writer->bake->map.plane.regions_x);
  const uint64_t bytes = writer->memory.taken_bytes;
  const uint8_t *blocks = taken_blocks(writer);
  ovi_section_view *section = &writer->sections[OVI_SECTION_BLOCKS];
  ovl_result result = ovi_file_pass(writer, writer->end, blocks, bytes);
  if (result != OVL_OK) {
    return result;
  }
  writer->end += bytes;
  writer->stages.item++;
  name_blocks(writer, first_region, blocks);
  section->checksum = sum_of_blocks(writer, section->checksum, blocks);
  if (ovi_file_is_streamed(writer)) {
    writer->memory.sums[band] = section->checksum;
  }
  for (uint32_t profile = 0; profile < writer->profiles; profile++) {
    if (!count_band(writer, profile, first_region)) {
      return OVL_NO_MEMORY;
    }
  }
  if (band > 0) {
    result = ovi_file_join_band(writer, band - 1);
  }
  if (result == OVL_OK && band + 1 == writer->bake->map.plane.regions_y) {
    result = ovi_file_join_band(writer, band);
  }
  if (ovi_file_is_streamed(writer)) {
    ovi_file_drop_bands(writer, ovi_file_first_needed(writer, band - 1), band + 1);
  }
  writer->progress.done += (uint64_t)writer->bake->map.plane.regions_x;
  return result == OVL_OK ? ovi_file_report(writer) : result;
}

ovl_result ovi_file_load_again(ovi_file_writer *writer, int32_t band) {
  const uint32_t first_region = (uint32_t)(band * writer->bake->map.plane.regions_x);
  const uint64_t before = band > 0 ? writer->memory.sums[band - 1] : 0;
  const ovl_result result = take_band(writer, band);
  if (result != OVL_OK) {
    return result;
  }
  const uint8_t *blocks = taken_blocks(writer);
  if (sum_of_blocks(writer, before, blocks) != writer->memory.sums[band]) {
    return ovi_check_fail(writer->bake->fault, OVL_CORRUPT,
                          "blocks that changed while they were read", first_region);
  }
  name_blocks(writer, first_region, blocks);
  writer->progress.done += (uint64_t)writer->bake->map.plane.regions_x;
  return ovi_file_report(writer);
}

ovi_status ovi_file_pass_blocks(void *work) {
  ovi_file_writer *writer = work;
  const uint64_t regions = (uint64_t)writer->bake->map.plane.regions_x;
  while (writer->result == OVL_OK &&
         writer->stages.item < (uint64_t)writer->bake->map.plane.regions_y) {
    const uint64_t begin = writer->end;
    if (*writer->stages.budget == 0) {
      return OVI_PAUSED;
    }
    writer->result = take_band(writer, (int32_t)writer->stages.item);
    writer->result = writer->result == OVL_OK ? add_band(writer) : writer->result;
    ovi_slice_pay(writer->stages.budget, regions +
                                             regions * writer->profiles / FILE_SUMMED_REGIONS +
                                             (writer->end - begin) / FILE_COPIED_BYTES);
  }
  return ovi_file_status(writer);
}
