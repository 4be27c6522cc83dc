/* The stages of making labels. */
#include "coarse/file/derived_maker.h"

#include "coarse/format/limits.h"
#include "coarse/view/layer_steps.h"

enum { HASHED_BYTES = 1024 }; /* while an expansion takes place; a multiple of 16 */

/* Fills the views again: the file may have moved. */
static void derived_update_view(ovi_derived_maker *maker) {
  maker->task.view(maker->task.view_user, &maker->shared, &maker->layer);
}

static uint8_t *derived_bytes(const ovi_derived_maker *maker) {
  return maker->task.file->bytes + maker->section.at;
}

/* ---- Stages ------------------------------------------------------------------ */

/* Makes the graph, unless the layer gets no labels. */
static bool make_graph(void *work, uint64_t *budget) {
  ovi_derived_maker *maker = work;
  if (maker->stages.at == 0) {
    derived_update_view(maker);
    if (maker->task.bytes_per_cell == 0 || maker->task.without_labels) {
      return true; /* a file that is streamed has dropped the regions */
    }
    const ovi_graph_costs costs = ovi_label_costs_of(&maker->layer);
    if (costs == OVI_GRAPH_NONE) {
      return true;
    }
    ovi_graph_trees_begin(&maker->trees, &maker->layer, maker->task.allocator, costs);
    maker->stages.at = 1;
  }
  const bool is_made = ovi_graph_trees_make(&maker->trees, budget);
  maker->result = maker->trees.result;
  return is_made;
}

static bool make_labels(void *work, uint64_t *budget) {
  ovi_derived_maker *maker = work;
  if (maker->stages.at == 0) {
    uint64_t cells = 0; /* of all floors, by which the size of labels is limited */
    for (uint32_t i = 0; i < maker->shared.floor_count; i++) {
      const uint8_t *entry = maker->shared.file.floors + (uint64_t)i * OVI_FLOOR_BYTES;
      const ovl_floor_def floor = {.width = (int32_t)ovi_get_u32(entry),
                                   .height = (int32_t)ovi_get_u32(entry + 4),
                                   .graph = ovi_get_u32(entry + 12) != 0};
      cells += ovi_floor_cells(&floor);
    }
    const ovi_label_task task = {.allocator = maker->task.allocator,
                                 .jobs = maker->task.jobs,
                                 .trees = &maker->trees,
                                 .cells = cells,
                                 .bytes_per_cell = maker->task.bytes_per_cell,
                                 .later = maker->task.without_labels,
                                 .progress = maker->task.progress,
                                 .progress_user = maker->task.progress_user,
                                 .done = maker->task.done,
                                 .share = maker->task.work,
                                 .total = maker->task.total};
    ovi_labels_begin(&maker->labels, &maker->layer, &task);
    maker->stages.at = 1;
  }
  const bool is_made = ovi_labels_make(&maker->labels, budget);
  maker->result = maker->labels.result;
  return is_made;
}

/* Goes on with the memory for the section. */
static bool make_room(void *work, uint64_t *budget) {
  ovi_derived_maker *maker = work;
  const uint64_t bytes = ovi_label_maker_bytes(&maker->labels);
  if (maker->stages.at == 0) {
    ovi_buffer_growth_begin(&maker->growth, maker->task.file, bytes);
    maker->stages.at = 1;
  }
  if (!ovi_buffer_grow(&maker->growth, budget)) {
    return false;
  }
  if (maker->growth.failed) {
    maker->result = OVL_NO_MEMORY;
    return true;
  }
  maker->section = (ovi_section_view){.at = maker->task.file->used - bytes, .bytes = bytes};
  derived_update_view(maker);
  return true;
}

static bool write_labels(void *work, uint64_t *budget) {
  ovi_derived_maker *maker = work;
  if (maker->stages.at == 0) {
    ovi_label_maker_begin_section(&maker->labels, maker->shared.fingerprint, derived_bytes(maker));
    maker->stages.at = 1;
  }
  return ovi_label_maker_write(&maker->labels, budget);
}

/* Hashes the bytes of the section from `from` to before `end`, as far as the budget goes; `begin`
 * is where the hashed bytes begin. Returns the end of what was hashed. */
static uint64_t hash_bytes(ovi_derived_maker *maker, uint64_t *budget, uint64_t begin,
                           uint64_t from, uint64_t end) {
  if (from == begin) {
    maker->hash = ovi_hash_begin(0, end - begin);
  }
  const uint64_t reached = ovi_slice_advance(budget, from, end, HASHED_BYTES);
  ovi_hash_add(&maker->hash, derived_bytes(maker) + from, (size_t)(reached - from));
  return reached;
}

/* Goes on with the checksums of the chunks, behind these. */
static bool sum_chunks(void *work, uint64_t *budget) {
  ovi_derived_maker *maker = work;
  const uint64_t content = ovi_chunked_content(maker->section.bytes);
  uint64_t *at = &maker->stages.at;
  while (*at < content && *budget != 0) {
    const uint64_t chunk = *at / OVI_CHUNK_BYTES;
    const uint64_t begin = chunk * OVI_CHUNK_BYTES;
    const uint64_t end = begin + ovi_chunk_length(content, chunk);
    *at = hash_bytes(maker, budget, begin, *at, end);
    if (*at == end) {
      ovi_put_u64(derived_bytes(maker) + content + 8 * chunk, ovi_hash_end(&maker->hash));
    }
  }
  return *at == content;
}

/* Goes on with the checksum of these. True: it is known. */
static bool sum_section(void *work, uint64_t *budget) {
  ovi_derived_maker *maker = work;
  ovi_section_view *section = &maker->section;
  const uint64_t content = ovi_chunked_content(section->bytes);
  const uint64_t reached =
      hash_bytes(maker, budget, content, content + maker->stages.at, section->bytes);
  maker->stages.at = reached - content;
  section->checksum = ovi_hash_end(&maker->hash);
  return reached == section->bytes;
}

/* ---- All --------------------------------------------------------------------- */

void ovi_derived_begin(ovi_derived_maker *maker, const ovi_derived_task *task) {
  *maker = (ovi_derived_maker){.task = *task, .result = OVL_OK};
}

bool ovi_derived_make(ovi_derived_maker *maker, uint64_t *budget) {
  static const ovi_stage_fn stages[] = {make_graph,   make_labels, make_room,
                                        write_labels, sum_chunks,  sum_section};
  while (maker->result == OVL_OK && maker->stages.number < OVI_STEPS(stages)) {
    if (!ovi_stages_run(&maker->stages, stages, maker->stages.number + 1, maker, budget)) {
      return maker->result != OVL_OK;
    }
  }
  return true;
}

void ovi_derived_release(ovi_derived_maker *maker) {
  ovi_buffer_growth_release(&maker->growth);
  if (maker->labels.task.allocator != NULL) {
    ovi_label_maker_release(&maker->labels);
  }
  if (maker->trees.allocator != NULL) {
    ovi_graph_trees_release(&maker->trees);
  }
  *maker = (ovi_derived_maker){.result = maker->result};
}
