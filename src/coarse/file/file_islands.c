/* Joins local components band by band, and makes islands of the sets. */
#include "coarse/file/file_islands.h"

#include "coarse/check/directed_check.h"
#include "coarse/check/layer_check.h"
#include "coarse/format/fault.h"
#include "coarse/islands/directed_islands.h"
#include "coarse/view/links.h"
#include "coarse/view/ports.h"
#include "common/compiler.h"
#include "common/jobs.h"
#include "common/le_bytes.h"
#include "common/union_find.h"

static uint32_t *sets_of(const ovi_file_layer *own) {
  return (uint32_t *)(void *)own->islands.bytes;
}

/* ---- Bands ------------------------------------------------------------------------- */

bool ovi_file_begin_sets(ovi_file_writer *writer, uint32_t profile, uint32_t first) {
  ovi_file_layer *own = &writer->memory.layers[profile];
  const uint32_t end = own->totals.slots;
  const uint64_t slot_bytes = sizeof(uint32_t);
  OVI_ASSERT(own->islands.used == first * slot_bytes && first <= end);
  if (end == first) {
    return true;
  }
  if (ovi_buffer_add(&own->islands, (end - first) * slot_bytes) == NULL) {
    return false;
  }
  ovi_union_begin(sets_of(own), first, end);
  return true;
}

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

/* Looks at the regions of a band. */
static ovl_result pass_regions(ovi_file_writer *writer, ovi_file_layer *own,
                               const joined_band *band) {
  const ovi_bake *bake = writer->bake;
  const uint32_t count = (uint32_t)bake->map.plane.regions_x;
  const uint32_t wrong = bake->checks_blocks
                             ? ovi_jobs_first_wrong(bake->jobs, count, agrees_with_neighbours, band)
                             : count;
  for (uint32_t id = band->first; wrong == count && id < band->first + count; id++) {
    const ovi_region region = ovi_region_view(band->layer, id);
    if (ovi_file_is_streamed(writer)) {
      ovi_overlay_bounds_add(&own->bounds, band->layer, &region);
    }
    if (bake->checks_blocks && band->directed) {
      ovi_directed_heights_add(&own->heights, &region);
    }
  }
  return wrong < count ? check_neighbours(band, wrong, bake->fault) : OVL_OK;
}

/* Joins the components of an undirected layer that the waypoints of the regions from `first` to
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
        ovi_union_join(slots, 1, ovi_region_first_slot(layer, id) + here,
                       ovi_region_first_slot(layer, other.id) + there);
      }
    }
  }
}

ovl_result ovi_file_join_band(ovi_file_writer *writer, int32_t band) {
  const ovi_bake *bake = writer->bake;
  const uint32_t first = (uint32_t)(band * bake->map.plane.regions_x);
  const uint32_t end = first + (uint32_t)bake->map.plane.regions_x;
  ovl_result result = OVL_OK;
  for (uint32_t profile = 0; result == OVL_OK && profile < writer->profiles; profile++) {
    ovi_file_layer *own = &writer->memory.layers[profile];
    ovi_shared shared;
    const ovi_layer layer = ovi_file_layer_view(writer, &shared, profile);
    result = pass_regions(writer, own, &(joined_band){&layer, first, own->totals.directed});
    if (result == OVL_OK && own->totals.directed) {
      result = ovi_directed_arcs_add(&own->arcs, &layer, first, end, sets_of(own));
    } else if (result == OVL_OK) {
      join_components(&layer, first, end, sets_of(own));
    }
  }
  return result;
}

int32_t ovi_file_first_needed(const ovi_file_writer *writer, int32_t band) {
  bool directed = false;
  for (uint32_t profile = 0; profile < writer->profiles; profile++) {
    directed = directed || writer->memory.layers[profile].totals.directed;
  }
  return directed && writer->bake->checks_blocks ? band : band + 1;
}

/* ---- Islands ------------------------------------------------------------------------ */

/* The section of a directed layer, whose arcs were gathered. */
static ovl_result make_directed_islands(ovi_file_writer *writer, uint32_t profile) {
  ovi_file_layer *own = &writer->memory.layers[profile];
  ovl_fault *fault = writer->bake->fault;
  ovi_shared shared;
  const ovi_layer layer = ovi_file_layer_view(writer, &shared, profile);
  ovi_directed_islands islands = {0};
  uint32_t broken;
  ovl_result result = ovi_directed_arcs_add_links(&own->arcs, &layer, sets_of(own), &broken);
  if (result == OVL_OK && broken != UINT32_MAX) {
    return ovi_check_fail(fault, OVL_CORRUPT, OVI_LINKS_NOT_SHARED,
                          ovi_link_region(&layer, broken, false));
  }
  if (result == OVL_OK && writer->bake->checks_blocks) {
    result = ovi_directed_heights_check(&own->heights, &layer, fault);
  }
  if (result == OVL_OK) {
    result = ovi_directed_islands_make(&islands, &own->arcs, sets_of(own), own->totals.slots);
  }
  if (result == OVL_OK) {
    ovi_put_u32(ovi_file_profile(writer, profile) + OVI_PROFILE_ISLANDS, islands.count);
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

/* The section of an undirected layer, whose components are joined. */
static ovl_result number_islands(ovi_file_writer *writer, uint32_t profile) {
  ovi_file_layer *own = &writer->memory.layers[profile];
  const uint32_t slots = own->totals.slots;
  const uint64_t bytes = ovi_chunked_bytes(ovi_padded8(4 * (uint64_t)slots));
  uint32_t islands = 0;
  if (slots != 0) {
    if (ovi_buffer_add(&own->islands, bytes - own->islands.used) == NULL) {
      return OVL_NO_MEMORY;
    }
    uint32_t *numbers = sets_of(own);
    islands = ovi_union_number(numbers, slots);
    OVI_ASSERT(islands >= 1 && islands <= slots);
    for (uint64_t i = 0; i < slots; i++) {
      ovi_put_u32(own->islands.bytes + 4 * i, numbers[i]);
    }
  }
  ovi_put_u32(ovi_file_profile(writer, profile) + OVI_PROFILE_ISLANDS, islands);
  return OVL_OK;
}

ovi_status ovi_file_make_islands(void *work) {
  ovi_file_writer *writer = work;
  while (writer->stages.item < writer->profiles && writer->result == OVL_OK) {
    if (*writer->stages.budget == 0) {
      return OVI_PAUSED;
    }
    const uint32_t profile = (uint32_t)writer->stages.item++;
    ovi_profile_totals *totals = &writer->memory.layers[profile].totals;
    ovi_totals_end(totals);
    ovi_put_totals(ovi_file_profile(writer, profile), totals);
    writer->result =
        totals->directed ? make_directed_islands(writer, profile) : number_islands(writer, profile);
    ovi_slice_pay(writer->stages.budget, 1 + writer->end / UINT16_MAX);
  }
  return ovi_file_status(writer);
}

ovl_result ovi_file_put_islands(ovi_file_writer *writer, uint32_t profile) {
  ovi_buffer *section = &writer->memory.layers[profile].islands;
  writer->sections[ovi_section_number(writer->profiles, OVI_SECTION_ISLANDS, profile)] =
      (ovi_section_view){.at = writer->end,
                         .bytes = section->used,
                         .checksum =
                             ovi_chunks_end(section->bytes, ovi_chunked_content(section->used))};
  const ovl_result result = ovi_file_put(writer, section->bytes, section->used);
  if (ovi_file_is_streamed(writer) && !ovi_file_has_labels(writer)) {
    ovi_buffer_release(section); /* only labels need it again */
    *section = (ovi_buffer){.allocator = section->allocator};
  }
  return result;
}
