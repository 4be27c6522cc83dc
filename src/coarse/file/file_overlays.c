/* Makes the overlays of a file and puts them behind its islands, one profile after the other.
 *
 * For a file that is streamed the bands are loaded once more, and each row of clusters is put as
 * soon as it is built, or with its level if some block of that may not fit. Their tables of inner
 * costs, most of the overlays' bytes, are dropped then, so that a merge needs little memory. */
#include "coarse/file/file_overlays.h"

#include "coarse/file/file_blocks.h"
#include "coarse/format/fault.h"
#include "common/compiler.h"

enum { FILE_OVERLAY_BYTES = 1024 }; /* that are put in the time of an expansion */

/* Progress of a merge is counted in regions. A cluster above the first level counts as many as a
 * cluster of the first level has. */
enum { FILE_CLUSTER_REGIONS = OVI_OVERLAY_FIRST_SIDE * OVI_OVERLAY_FIRST_SIDE };

static ovi_section_view *section_of(ovi_file_writer *writer, uint32_t profile) {
  return &writer->sections[ovi_section_number(writer->profiles, OVI_SECTION_OVERLAYS, profile)];
}

/* ---- The section ---------------------------------------------------------------------- */

/* Puts the pieces of the next cluster. If one can't be read, nothing is put of it. */
static ovl_result put_cluster(ovi_file_writer *writer, uint32_t profile, const ovi_layer *layer) {
  ovi_file_layer *own = &writer->memory.layers[profile];
  ovl_result result = OVL_OK;
  if (own->head == NULL) { /* leaves room for the head, which is written last */
    const ovi_overlay_head places = ovi_overlay_head_of(layer);
    own->head_bytes = places.bytes;
    own->head = ovi_allocate(writer->bake->allocator, own->head_bytes);
    if (own->head == NULL) {
      return OVL_NO_MEMORY;
    }
    memset(own->head, 0, (size_t)own->head_bytes);
    section_of(writer, profile)->at = writer->end;
    ovi_buffer *buffer = writer->sink.buffer;
    if (buffer != NULL) { /* room for all, of which only the head is added yet */
      if (ovi_buffer_add(buffer, ovi_overlays_bytes(layer)) == NULL) {
        return OVL_NO_MEMORY;
      }
      buffer->used += own->head_bytes - ovi_overlays_bytes(layer);
    }
    writer->end += own->head_bytes;
  }
  const uint64_t begin = section_of(writer, profile)->at + own->head_bytes;
  for (int piece = 0; result == OVL_OK && piece < OVI_CLUSTER_PIECES; piece++) {
    const ovi_piece_bytes held = ovi_overlays_put_entry(
        layer, own->put_clusters, (ovi_cluster_piece)piece, writer->end - begin, own->head);
    result = ovi_layer_outcome(layer);
    if (result == OVL_OK) {
      result = ovi_file_put(writer, held.bytes, held.count);
    }
    ovi_layer_unpin(layer);
  }
  own->put_clusters++;
  return result;
}

/* Puts the clusters that were not put yet, up to one. */
static ovl_result put_clusters(ovi_file_writer *writer, uint32_t profile, const ovi_layer *layer,
                               uint32_t end) {
  const ovi_file_layer *own = &writer->memory.layers[profile];
  ovl_result result = OVL_OK;
  OVI_ASSERT(own->put_clusters <= end && end <= ovi_cluster_count(layer));
  while (result == OVL_OK && own->put_clusters < end) {
    result = put_cluster(writer, profile, layer);
  }
  return result;
}

/* Puts all clusters that are left, and the head. */
static ovl_result complete_section(ovi_file_writer *writer, uint32_t profile,
                                   const ovi_layer *layer) {
  const ovi_file_layer *own = &writer->memory.layers[profile];
  ovi_section_view *place = section_of(writer, profile);
  if (ovi_cluster_count(layer) == 0) {
    return ovi_file_put_section(writer, OVI_SECTION_OVERLAYS, profile, NULL, 0);
  }
  const ovl_result result = put_clusters(writer, profile, layer, ovi_cluster_count(layer));
  if (result != OVL_OK) {
    return result;
  }
  OVI_ASSERT(own->put_clusters == ovi_cluster_count(layer));
  place->checksum = ovi_overlays_put_levels(layer, own->head);
  place->bytes = writer->end - place->at;
  if (!ovi_file_is_streamed(writer)) {
    memcpy(writer->sink.buffer->bytes + place->at, own->head, (size_t)own->head_bytes);
  }
  return ovi_file_pass(writer, place->at, own->head, own->head_bytes);
}

/* ---- Making ---------------------------------------------------------------------------- */

/* Makes the next row. It is put at once if every row of its level will be, or with its level. */
static ovl_result make_row(ovi_file_writer *writer, uint32_t profile, const ovi_layer *layer) {
  ovi_file_layer *own = &writer->memory.layers[profile];
  ovi_overlay_maker *maker = &own->overlays;
  const uint32_t level = maker->level;
  const int32_t row = maker->row;
  const bool is_put_at_once = !own->bounds.is_exceeded;
  const ovl_result result = ovi_overlays_make_row(maker, layer);
  if (result != OVL_OK || !ovi_file_is_streamed(writer)) {
    return result;
  }
  if (maker->layer.overlay.levels < level) { /* it has costs that are too large */
    const uint64_t region =
        (uint64_t)row * (uint64_t)ovi_overlay_side(level) * (uint64_t)layer->partition.regions_x;
    return is_put_at_once
               ? ovi_check_fail(writer->bake->fault, OVL_CORRUPT, "costs of a cluster", region)
               : OVL_OK;
  }
  if (!is_put_at_once && maker->level == level) {
    return OVL_OK;
  }
  if (maker->level > level && !ovi_overlays_are_made(maker)) {
    ovi_overlay_bounds_set_level(&own->bounds, &maker->layer, maker->level);
  }
  const uint32_t row_end = (uint32_t)(row + 1) * (uint32_t)ovi_clusters_x(layer, level);
  const uint32_t end = maker->layer.overlay.first_clusters[level - 1] + row_end;
  const ovl_result put = put_clusters(writer, profile, &maker->layer, end);
  return put != OVL_OK || ovi_overlays_drop_tables(maker, end) ? put : OVL_NO_MEMORY;
}

/* Makes the rows of clusters of a profile whose regions, and those of the rows beside them, lie in
 * the first `bands` bands. */
static ovl_result make_rows(ovi_file_writer *writer, uint32_t profile, int32_t bands) {
  const ovi_overlay_maker *maker = &writer->memory.layers[profile].overlays;
  ovi_shared shared;
  const ovi_layer layer = ovi_file_layer_view(writer, &shared, profile);
  ovl_result result = OVL_OK;
  while (result == OVL_OK && !ovi_overlays_are_made(maker)) {
    const bool is_upper = maker->level > 1;
    const uint64_t clusters = (uint64_t)ovi_clusters_x(&layer, maker->level);
    if (bands < writer->bake->map.plane.regions_y &&
        (is_upper || bands < (maker->row + 2) * OVI_OVERLAY_FIRST_SIDE)) {
      break;
    }
    result = make_row(writer, profile, &layer);
    if (result == OVL_OK && is_upper && ovi_file_is_streamed(writer)) {
      result = ovi_progress_add(writer->progress, clusters * FILE_CLUSTER_REGIONS);
    }
  }
  return result;
}

/* Makes the overlays of a profile and puts their section. The bands of a streamed file are loaded
 * again from the first one on, and dropped when no later row needs them. */
static ovl_result make_overlays(ovi_file_writer *writer, uint32_t profile) {
  ovi_overlay_maker *maker = &writer->memory.layers[profile].overlays;
  const int32_t bands = writer->bake->map.plane.regions_y;
  const bool is_streamed = ovi_file_is_streamed(writer);
  ovi_shared shared;
  const ovi_layer layer = ovi_file_layer_view(writer, &shared, profile);
  writer->memory.layers[profile].makes_overlays = true;
  writer->memory.window.used = 0;
  writer->memory.first_band = 0;
  ovl_result result =
      ovi_overlays_begin(maker, &layer, writer->bake->allocator, writer->bake->jobs);
  for (int32_t loaded = 0; result == OVL_OK && is_streamed && loaded < bands; loaded++) {
    const int32_t rows = loaded / OVI_OVERLAY_FIRST_SIDE - 1; /* that are made */
    result = make_rows(writer, profile, loaded);
    if (result == OVL_OK) {
      ovi_file_drop_bands(writer, (rows - 1) * OVI_OVERLAY_FIRST_SIDE, loaded);
      result = ovi_file_load_again(writer, loaded);
    }
  }
  result = result == OVL_OK ? make_rows(writer, profile, bands) : result;
  return result == OVL_OK ? complete_section(writer, profile, &maker->layer) : result;
}

uint64_t ovi_file_overlay_work(const ovi_file_writer *writer) {
  const ovi_layer layer = {.partition = writer->bake->map.plane};
  uint32_t firsts[OVI_OVERLAY_MOST_LEVELS + 1];
  const uint32_t levels = ovi_overlay_levels(&layer, firsts);
  return ovi_plane_regions(&layer.partition) +
         FILE_CLUSTER_REGIONS * (uint64_t)(firsts[levels] - firsts[1]);
}

/* Reports that of the clusters of a profile some are in the file. Only the progress of a streamed
 * file counts overlays. */
static ovl_result report_clusters(ovi_file_writer *writer, uint32_t profile, uint64_t put,
                                  uint64_t clusters) {
  const uint64_t work = ovi_file_overlay_work(writer);
  if (clusters == 0 || !ovi_file_is_streamed(writer)) {
    return OVL_OK;
  }
  const uint64_t done =
      ovi_plane_regions(&writer->bake->map.plane) + profile * work + work * put / clusters;
  OVI_ASSERT(done >= writer->progress->done); /* a version is streamed with a progress of its own */
  return ovi_progress_add(writer->progress, done - writer->progress->done);
}

void ovi_file_release_overlays(ovi_file_writer *writer, uint32_t profile) {
  ovi_file_layer *own = &writer->memory.layers[profile];
  if (own->makes_overlays) {
    ovi_overlays_release(&own->overlays);
  }
  ovi_release(writer->bake->allocator, own->head, own->head_bytes);
  own->makes_overlays = false;
  own->head = NULL;
}

ovi_status ovi_file_add_overlays(void *work) {
  ovi_file_writer *writer = work;
  uint64_t *budget = writer->stages.budget;
  for (; writer->stages.item < writer->profiles && writer->result == OVL_OK;
       writer->stages.item++) {
    const uint32_t profile = (uint32_t)writer->stages.item;
    const ovi_layer *layer = writer->bake->version != NULL ? &writer->bake->version[profile] : NULL;
    const ovi_file_layer *own = &writer->memory.layers[profile];
    if (layer == NULL) {
      writer->result = make_overlays(writer, profile);
    } else { /* the version has them */
      const uint32_t clusters = ovi_cluster_count(layer);
      while (own->put_clusters < clusters && writer->result == OVL_OK && *budget != 0) {
        const uint64_t begin = writer->end;
        writer->result = put_cluster(writer, profile, layer);
        if (writer->result == OVL_OK) {
          writer->result = report_clusters(writer, profile, own->put_clusters, clusters);
        }
        ovi_slice_pay(budget, 1 + (writer->end - begin) / FILE_OVERLAY_BYTES);
      }
      if (own->put_clusters < clusters && writer->result == OVL_OK) {
        return OVI_PAUSED;
      }
      writer->result =
          writer->result == OVL_OK ? complete_section(writer, profile, layer) : writer->result;
    }
    ovi_file_release_overlays(writer, profile);
    if (writer->result == OVL_OK) { /* upper levels may have been left out */
      writer->result = report_clusters(writer, profile, 1, 1);
    }
  }
  return ovi_file_status(writer);
}
