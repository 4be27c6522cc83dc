/* Takes the blocks of a world band by band: names them in the table, adds up the profiles, joins
 * local components, and makes islands of the sets. */
#include "coarse/file/file_blocks.h"

#include "coarse/check/directed_check.h"
#include "coarse/check/layer_check.h"
#include "coarse/format/fault.h"
#include "coarse/islands/directed_islands.h"
#include "coarse/view/links.h"
#include "coarse/view/ports.h"
#include "coarse/view/region.h"
#include "common/compiler.h"
#include "common/hash64.h"
#include "common/jobs.h"
#include "common/le_bytes.h"
#include "common/union_find.h"

/* The amounts of work that take as long as one expansion. */
enum { FILE_COPIED_BYTES = 1024, FILE_SUMMED_REGIONS = 8 };

/* ---- Blocks ------------------------------------------------------------------------ */

/* Returns the sets of local components of a profile, of which islands are made. */
static uint32_t *sets_of(const ovi_file_layer *own) {
  return (uint32_t *)(void *)own->islands.bytes;
}

static ovi_buffer *held_blocks(ovi_file_writer *writer) {
  return ovi_file_is_streamed(writer) ? &writer->memory.window : writer->sink.buffer;
}

/* Takes the blocks of a band from the source: *blocks, behind those that are held; NULL after an
 * error. */
static ovl_result take_band(ovi_file_writer *writer, int32_t band, const uint8_t **blocks) {
  ovi_buffer *held = held_blocks(writer);
  const uint64_t before = held->used;
  const ovl_result result =
      writer->source.take(writer->source.user, band, held, writer->memory.lengths);
  OVI_ASSERT(before <= held->used && held->used <= held->capacity);
  *blocks = result == OVL_OK ? held->bytes + before : NULL;
  return result;
}

/* Names the blocks of a band in the table. Returns the sum of their checksums and of those before.
 */
static uint64_t name_blocks(ovi_file_writer *writer, int32_t band, uint64_t sum,
                            const uint8_t *blocks) {
  const int32_t row = writer->bake->map.plane.regions_x;
  const uint8_t *begin = ovi_file_held_blocks(writer);
  for (int32_t rx = 0; rx < row; rx++) {
    uint8_t *entry = ovi_file_table_entry(writer, (uint64_t)band * (uint64_t)row + (uint64_t)rx);
    ovi_put_u64(entry, (uint64_t)(blocks - begin));
    ovi_put_u32(entry + 8, writer->memory.lengths[rx]);
    writer->has_heights = writer->has_heights || (blocks[OVI_BLOCK_CELLS] & OVI_CELLS_HEIGHTS) != 0;
    sum = ovi_mix64(sum ^ ovi_get_u64(blocks + OVI_BLOCK_CHECKSUM));
    blocks += writer->memory.lengths[rx];
  }
  OVI_ASSERT(blocks == held_blocks(writer)->bytes + held_blocks(writer)->used);
  return sum;
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
  const uint32_t end = own->totals.slots;
  OVI_ASSERT(own->islands.used == first * sizeof(uint32_t) && first <= end);
  if (end != first &&
      ovi_buffer_add(&own->islands, (end - first) * (uint64_t)sizeof(uint32_t)) == NULL) {
    return false;
  }
  ovi_union_begin(sets_of(own), first, end);
  return true;
}

/* ---- Joining ---------------------------------------------------------------------- */

/* The regions of a band of one layer, whose neighbours are held. */
typedef struct joined_band {
  const ovi_layer *layer;
  uint32_t first;
  bool directed;
} joined_band;

/* Checks a region against those around it. */
static ovl_result check_neighbours(const joined_band *band, uint32_t number, ovl_fault *fault) {
  const uint32_t id = band->first + number;
  const ovi_region region = ovi_region_view(band->layer, id);
  if (!ovi_borders_are_valid(band->layer, &region)) {
    return ovi_check_fail(fault, OVL_CORRUPT, "waypoints that two regions share", id);
  }
  return band->directed ? ovi_directed_region_check(band->layer, &region, fault) : OVL_OK;
}

static bool agrees_with_neighbours(const void *context, uint32_t number) {
  ovl_fault unused;
  return check_neighbours(context, number, &unused) == OVL_OK;
}

/* Joins the components of a layer without arcs that the waypoints of the regions from `first` to
 * before `end` connect. By the builder's rule a waypoint joins two components if and only if some
 * step does, so islands of components are islands of cells. */
static void join_components(const ovi_layer *layer, uint32_t first, uint32_t end, uint32_t *slots) {
  for (uint32_t id = first; id < end; id++) {
    ovi_region region = ovi_region_view(layer, id);
    const ovi_port_groups groups = ovi_port_groups_of(&region);
    for (int group = 0; group < OVI_OWN_GROUPS; group++) {
      const uint32_t count = groups.begins[group + 1] - groups.begins[group];
      if (count == 0) {
        continue;
      }
      const ovi_region other = ovi_region_view(layer, ovi_region_neighbour(layer, &region, group));
      const ovi_port_groups other_groups = ovi_port_groups_of(&other);
      const int opposite = ovi_group_opposite(group);
      if (ovi_region_group_count(&other, opposite) != count) {
        continue; /* the neighbour is a placeholder for a region that is not loaded */
      }
      for (uint32_t i = 0; i < count; i++) {
        const uint32_t here = ovi_port_component(&region, groups.begins[group] + i);
        const uint32_t there = ovi_port_component(&other, other_groups.begins[opposite] + i);
        ovi_union_join(
            slots, 1, ovi_region_first_slot(layer, id) + ovi_linked_component(&region, here),
            ovi_region_first_slot(layer, other.id) + ovi_linked_component(&other, there));
      }
    }
  }
}

/* Checks the regions of a band if the bake asks for it, and joins their components with each other
 * and with those of the band below, which is held. OVL_OK, OVL_NO_MEMORY, or OVL_CORRUPT with the
 * fault. */
static ovl_result join_band(ovi_file_writer *writer, int32_t band) {
  const ovi_bake *bake = writer->bake;
  const uint32_t count = (uint32_t)bake->map.plane.regions_x;
  const uint32_t first = (uint32_t)band * count;
  ovl_result result = OVL_OK;
  for (uint32_t profile = 0; result == OVL_OK && profile < writer->profiles; profile++) {
    ovi_file_layer *own = &writer->memory.layers[profile];
    const bool directed = own->totals.directed;
    ovi_shared shared;
    const ovi_layer layer = ovi_file_layer_view(writer, &shared, profile);
    if (bake->checks_blocks) {
      const joined_band joined = {&layer, first, directed};
      const uint32_t wrong =
          ovi_jobs_first_wrong(bake->jobs, count, agrees_with_neighbours, &joined);
      if (wrong < count) {
        return check_neighbours(&joined, wrong, bake->fault);
      }
    }
    for (uint32_t id = first; id < first + count; id++) {
      const ovi_region region = ovi_region_view(&layer, id);
      if (ovi_file_is_streamed(writer)) {
        ovi_overlay_bounds_add(&own->bounds, &layer, &region);
      }
      if (bake->checks_blocks && directed) {
        ovi_directed_heights_add(&own->heights, &region);
      }
    }
    if (ovi_layer_has_arcs(&layer)) {
      result = ovi_directed_arcs_add(&own->arcs, &layer, first, first + count, sets_of(own));
    } else {
      join_components(&layer, first, first + count, sets_of(own));
    }
  }
  return result;
}

/* ---- Bands ------------------------------------------------------------------------- */

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

/* Takes the next band and adds it to the file. */
static ovl_result add_band(ovi_file_writer *writer) {
  const int32_t band = (int32_t)writer->stages.item;
  const ovi_plane *plane = &writer->bake->map.plane;
  ovi_section_view *section = &writer->sections[OVI_SECTION_BLOCKS];
  const uint8_t *blocks;
  ovl_result result = take_band(writer, band, &blocks);
  if (result != OVL_OK) {
    return result;
  }
  section->checksum = name_blocks(writer, band, section->checksum, blocks);
  const uint64_t bytes =
      (uint64_t)(held_blocks(writer)->bytes + held_blocks(writer)->used - blocks);
  result = ovi_file_pass(writer, writer->end, blocks, bytes);
  if (result != OVL_OK) {
    return result;
  }
  writer->end += bytes;
  writer->stages.item++;
  if (ovi_file_is_streamed(writer)) {
    writer->memory.sums[band] = section->checksum;
  }
  bool needs_band = false; /* blocks of directed layers are checked against the band above */
  for (uint32_t profile = 0; profile < writer->profiles; profile++) {
    if (!count_band(writer, profile, (uint32_t)(band * plane->regions_x))) {
      return OVL_NO_MEMORY;
    }
    needs_band = needs_band ||
                 (writer->memory.layers[profile].totals.directed && writer->bake->checks_blocks);
  }
  if (band > 0) {
    result = join_band(writer, band - 1);
  }
  if (result == OVL_OK && band + 1 == plane->regions_y) {
    result = join_band(writer, band);
  }
  if (ovi_file_is_streamed(writer)) {
    ovi_file_drop_bands(writer, needs_band ? band - 1 : band, band + 1);
  }
  return result == OVL_OK ? ovi_progress_add(writer->progress, (uint64_t)plane->regions_x) : result;
}

ovl_result ovi_file_load_again(ovi_file_writer *writer, int32_t band) {
  const uint64_t row = (uint64_t)writer->bake->map.plane.regions_x;
  const uint8_t *blocks;
  const ovl_result result = take_band(writer, band, &blocks);
  if (result != OVL_OK) {
    return result;
  }
  const uint64_t before = band > 0 ? writer->memory.sums[band - 1] : 0;
  if (name_blocks(writer, band, before, blocks) != writer->memory.sums[band]) {
    return ovi_check_fail(writer->bake->fault, OVL_CORRUPT,
                          "blocks that changed while they were read", (uint64_t)band * row);
  }
  return ovi_progress_add(writer->progress, row);
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
    writer->result = add_band(writer);
    ovi_slice_pay(writer->stages.budget, regions +
                                             regions * writer->profiles / FILE_SUMMED_REGIONS +
                                             (writer->end - begin) / FILE_COPIED_BYTES);
  }
  return ovi_file_status(writer);
}

/* ---- Islands ------------------------------------------------------------------------ */

/* The section of a directed layer, whose arcs were gathered. */
static ovl_result make_directed_islands(ovi_file_writer *writer, const ovi_layer *layer) {
  ovi_file_layer *own = &writer->memory.layers[layer->number];
  ovl_fault *fault = writer->bake->fault;
  ovi_directed_islands islands = {0};
  uint32_t broken;
  ovl_result result = ovi_directed_arcs_add_links(&own->arcs, layer, sets_of(own), &broken);
  if (result == OVL_OK && broken != UINT32_MAX) {
    return ovi_check_fail(fault, OVL_CORRUPT, OVI_LINKS_NOT_SHARED,
                          ovi_link_region(layer, broken, false));
  }
  if (result == OVL_OK && writer->bake->checks_blocks) {
    result = ovi_directed_heights_check(&own->heights, layer, fault);
  }
  if (result == OVL_OK) {
    result = ovi_directed_islands_make(&islands, &own->arcs, sets_of(own), own->totals.slots);
  }
  if (result == OVL_OK) {
    ovi_put_u32(ovi_file_profile(writer, layer->number) + OVI_PROFILE_ISLANDS, islands.count);
    /* They take the place of the sets. */
    ovi_buffer section = {.allocator = own->islands.allocator};
    uint8_t *out = ovi_buffer_add(
        &section, ovi_chunked_bytes(ovi_padded8(ovi_directed_islands_bytes(&islands))));
    result = out != NULL ? OVL_OK : OVL_NO_MEMORY;
    if (out != NULL) {
      ovi_directed_islands_write(&islands, out);
      ovi_buffer_release(&own->islands);
      own->islands = section;
    }
  }
  ovi_directed_islands_release(&islands);
  ovi_directed_arcs_release(&own->arcs);
  return result;
}

/* The section of a layer without arcs, whose components are joined: numbers the sets in their
 * place. */
static ovl_result number_islands(ovi_file_writer *writer, const ovi_layer *layer) {
  ovi_file_layer *own = &writer->memory.layers[layer->number];
  const uint32_t slots = own->totals.slots;
  const uint64_t bytes = ovi_chunked_bytes(ovi_padded8(4 * (uint64_t)slots));
  uint32_t islands = 0;
  if (layer->profile.is_mutual && writer->bake->checks_blocks) {
    const ovl_result result = ovi_directed_heights_check(&own->heights, layer, writer->bake->fault);
    if (result != OVL_OK) {
      return result;
    }
  }
  if (slots != 0 && ovi_buffer_add(&own->islands, bytes - own->islands.used) == NULL) {
    return OVL_NO_MEMORY;
  }
  if (slots != 0) {
    uint32_t *numbers = sets_of(own);
    islands = ovi_union_number(numbers, slots);
    OVI_ASSERT(islands >= 1 && islands <= slots);
    for (uint64_t i = 0; i < slots; i++) {
      ovi_put_u32(own->islands.bytes + 4 * i, numbers[i]);
    }
  }
  ovi_put_u32(ovi_file_profile(writer, layer->number) + OVI_PROFILE_ISLANDS, islands);
  return OVL_OK;
}

ovi_status ovi_file_make_islands(void *work) {
  ovi_file_writer *writer = work;
  while (writer->stages.item < writer->profiles && writer->result == OVL_OK) {
    if (*writer->stages.budget == 0) {
      return OVI_PAUSED;
    }
    const uint32_t profile = (uint32_t)writer->stages.item++;
    ovi_file_layer *own = &writer->memory.layers[profile];
    ovi_profile_totals *totals = &own->totals;
    ovi_totals_end(totals);
    ovi_put_totals(ovi_file_profile(writer, profile), totals);
    ovi_shared shared;
    const ovi_layer layer = ovi_file_layer_view(writer, &shared, profile);
    writer->result = ovi_layer_has_arcs(&layer) ? make_directed_islands(writer, &layer)
                                                : number_islands(writer, &layer);
    ovi_slice_pay(writer->stages.budget, 1 + writer->end / UINT16_MAX);
  }
  return ovi_file_status(writer);
}
