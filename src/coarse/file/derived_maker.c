/* The stages of making landmarks and labels. */
#include "coarse/file/derived_maker.h"

#include "coarse/view/layer_steps.h"

enum { HASHED_BYTES = 1024 }; /* while an expansion takes place; a multiple of 16 */

enum { LANDMARKS, LABELS };

/* Fills the views again: the file may have moved. */
static void derived_update_view(ovi_derived_maker *maker) {
  maker->task.view(maker->task.view_user, &maker->shared, &maker->layer);
}

/* Ends the work with an error; returns true, as a stage that is over. */
static bool derived_fail(ovi_derived_maker *maker, ovl_result result) {
  maker->result = result;
  return true;
}

/* Goes on with the memory for a section. True: it is there, or there is no memory. */
static bool derived_make_room(ovi_derived_maker *maker, int section, uint64_t bytes,
                              uint64_t *budget) {
  if (maker->stages.at == 0) {
    ovi_buffer_growth_begin(&maker->growth, maker->task.file, bytes);
    maker->stages.at = 1;
  }
  if (!ovi_buffer_grow(&maker->growth, budget)) {
    return false;
  }
  if (maker->growth.failed) {
    return derived_fail(maker, OVL_NO_MEMORY);
  }
  maker->sections[section].at = maker->task.file->used - bytes;
  derived_update_view(maker);
  return true;
}

/* Goes on with the checksum of a section that ends where the file ends. True: it is known. */
static bool hash_section(ovi_derived_maker *maker, int section, uint64_t *budget) {
  ovi_section_view *place = &maker->sections[section];
  const uint8_t *bytes = maker->task.file->bytes + place->at;
  if (maker->stages.at == 0) {
    place->bytes = maker->task.file->used - place->at;
    maker->hash = ovi_hash_begin(0, place->bytes);
  }
  const uint64_t end = ovi_slice_advance(budget, maker->stages.at, place->bytes, HASHED_BYTES);
  ovi_hash_add(&maker->hash, bytes + maker->stages.at, (size_t)(end - maker->stages.at));
  maker->stages.at = end;
  place->checksum = ovi_hash_end(&maker->hash);
  return end == place->bytes;
}

static uint8_t *derived_bytes_of(const ovi_derived_maker *maker, int section) {
  return maker->task.file->bytes + maker->sections[section].at;
}

/* ---- The graph --------------------------------------------------------------- */

static bool make_graph(void *work, uint64_t *budget) {
  ovi_derived_maker *maker = work;
  if (maker->stages.at == 0) {
    derived_update_view(maker);
    ovi_graph_trees_begin(&maker->trees, &maker->layer, maker->task.allocator, OVI_GRAPH_LESSER);
    maker->stages.at = 1;
  }
  const bool is_made = ovi_graph_trees_make(&maker->trees, budget);
  maker->result = maker->trees.result;
  return is_made;
}

/* ---- Landmarks --------------------------------------------------------------- */

static bool make_landmark_room(void *work, uint64_t *budget) {
  ovi_derived_maker *maker = work;
  return derived_make_room(
      maker, LANDMARKS,
      ovi_landmarks_most_bytes(&maker->layer, &maker->trees.graph, maker->task.landmarks), budget);
}

static bool make_landmarks(void *work, uint64_t *budget) {
  ovi_derived_maker *maker = work;
  if (maker->stages.at == 0) {
    maker->stages.at = 1;
    if (!ovi_landmarks_begin(&maker->landmarks, &maker->layer, maker->task.landmarks, &maker->trees,
                             derived_bytes_of(maker, LANDMARKS))) {
      return derived_fail(maker, OVL_NO_MEMORY);
    }
  }
  if (!ovi_landmarks_make(&maker->landmarks, budget)) {
    return false;
  }
  maker->task.file->used = maker->sections[LANDMARKS].at + maker->landmarks.bytes;
  ovi_landmarks_release(&maker->landmarks);
  return true;
}

static bool hash_landmarks(void *work, uint64_t *budget) {
  return hash_section(work, LANDMARKS, budget);
}

/* ---- Labels ------------------------------------------------------------------ */

/* Makes the graph again, with other costs, if labels need that. */
static bool make_label_graph(void *work, uint64_t *budget) {
  ovi_derived_maker *maker = work;
  if (maker->stages.at == 0) {
    const ovi_graph_costs costs = ovi_label_costs_of(&maker->layer);
    if (maker->task.bytes_per_cell == 0 || maker->task.without_labels ||
        costs == OVI_GRAPH_LESSER) {
      return true;
    }
    ovi_graph_trees_release(&maker->trees);
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
    const ovi_label_task task = {.allocator = maker->task.allocator,
                                 .trees = &maker->trees,
                                 .cells = maker->task.cells,
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

static bool make_label_room(void *work, uint64_t *budget) {
  ovi_derived_maker *maker = work;
  return derived_make_room(maker, LABELS, ovi_label_maker_bytes(&maker->labels), budget);
}

static bool write_labels(void *work, uint64_t *budget) {
  ovi_derived_maker *maker = work;
  if (maker->stages.at == 0) {
    ovi_label_maker_begin_section(&maker->labels, maker->shared.fingerprint,
                                  derived_bytes_of(maker, LABELS));
    maker->stages.at = 1;
  }
  return ovi_label_maker_write(&maker->labels, budget);
}

static bool hash_labels(void *work, uint64_t *budget) { return hash_section(work, LABELS, budget); }

/* ---- All --------------------------------------------------------------------- */

void ovi_derived_begin(ovi_derived_maker *maker, const ovi_derived_task *task) {
  *maker = (ovi_derived_maker){.task = *task, .result = OVL_OK};
}

bool ovi_derived_make(ovi_derived_maker *maker, uint64_t *budget) {
  static const ovi_stage_fn stages[] = {make_graph,      make_landmark_room, make_landmarks,
                                        hash_landmarks,  make_label_graph,   make_labels,
                                        make_label_room, write_labels,       hash_labels};
  while (maker->result == OVL_OK && maker->stages.number < 9) {
    if (!ovi_stages_run(&maker->stages, stages, maker->stages.number + 1, maker, budget)) {
      return maker->result != OVL_OK;
    }
  }
  return true;
}

void ovi_derived_release(ovi_derived_maker *maker) {
  ovi_buffer_growth_release(&maker->growth);
  if (maker->landmarks.memory != NULL) {
    ovi_landmarks_release(&maker->landmarks);
  }
  if (maker->labels.task.allocator != NULL) {
    ovi_label_maker_release(&maker->labels);
  }
  if (maker->trees.allocator != NULL) {
    ovi_graph_trees_release(&maker->trees);
  }
  *maker = (ovi_derived_maker){.result = maker->result};
}
