/* The stages of making estimates. */
#include "coarse/file/estimate_maker.h"

enum { HASHED_BYTES = 1024 }; /* a multiple of 16, as long as an expansion */

enum { LANDMARKS, LABELS };

static void look(ovi_estimate_maker *m) { m->task.view(m->task.view_user, &m->shared, &m->layer); }

/* Ends the work; true, as a stage that is over. */
static bool fail(ovi_estimate_maker *m, ovl_result result) {
  m->result = result;
  return true;
}

/* Goes on with the room for a section; true: it is there, or there is no memory. */
static bool make_room(ovi_estimate_maker *m, int section, uint64_t bytes, uint64_t *budget) {
  if (m->stages.at == 0) {
    ovi_buffer_growth_begin(&m->growth, m->task.image, bytes);
    m->stages.at = 1;
  }
  if (!ovi_buffer_grow(&m->growth, budget)) {
    return false;
  }
  if (m->growth.failed) {
    return fail(m, OVL_NO_MEMORY);
  }
  m->sections[section].at = m->task.image->used - bytes;
  look(m); /* the image may have moved */
  return true;
}

/* Goes on with the checksum of a section that reaches to the end of the image. */
static bool hash_section(ovi_estimate_maker *m, int section, uint64_t *budget) {
  ovi_section_place *place = &m->sections[section];
  const uint8_t *bytes = m->task.image->bytes + place->at;
  if (m->stages.at == 0) {
    place->bytes = m->task.image->used - place->at;
    m->hash = ovi_hash_begin(0, place->bytes);
  }
  const uint64_t end = ovi_slice_reach(budget, m->stages.at, place->bytes, HASHED_BYTES);
  ovi_hash_add(&m->hash, bytes + m->stages.at, (size_t)(end - m->stages.at));
  m->stages.at = end;
  place->checksum = ovi_hash_end(&m->hash);
  return end == place->bytes;
}

static uint8_t *bytes_of(const ovi_estimate_maker *m, int section) {
  return m->task.image->bytes + m->sections[section].at;
}

/* ---- The graph --------------------------------------------------------------- */

static bool make_graph(void *work, uint64_t *budget) {
  ovi_estimate_maker *m = work;
  if (m->stages.at == 0) {
    look(m);
    ovi_graph_trees_begin(&m->trees, &m->layer, m->task.allocator);
    m->stages.at = 1;
  }
  const bool is_made = ovi_graph_trees_make(&m->trees, budget);
  m->result = m->trees.result;
  return is_made;
}

/* ---- Landmarks --------------------------------------------------------------- */

static bool make_landmark_room(void *work, uint64_t *budget) {
  ovi_estimate_maker *m = work;
  return make_room(m, LANDMARKS,
                   ovi_landmarks_most_bytes(&m->layer, &m->trees.graph, m->task.landmarks), budget);
}

static bool make_landmarks(void *work, uint64_t *budget) {
  ovi_estimate_maker *m = work;
  if (m->stages.at == 0) {
    m->stages.at = 1;
    if (!ovi_landmarks_begin(&m->landmarks, &m->layer, m->task.landmarks, &m->trees,
                             bytes_of(m, LANDMARKS))) {
      return fail(m, OVL_NO_MEMORY);
    }
  }
  if (!ovi_landmarks_make(&m->landmarks, budget)) {
    return false;
  }
  m->task.image->used = m->sections[LANDMARKS].at + m->landmarks.bytes;
  ovi_landmarks_release(&m->landmarks);
  return true;
}

static bool hash_landmarks(void *work, uint64_t *budget) {
  return hash_section(work, LANDMARKS, budget);
}

/* ---- Labels ------------------------------------------------------------------ */

static bool make_labels(void *work, uint64_t *budget) {
  ovi_estimate_maker *m = work;
  if (m->stages.at == 0) {
    const ovi_label_task task = {.allocator = m->task.allocator,
                                 .trees = &m->trees,
                                 .cells = m->task.cells,
                                 .bytes_per_cell = m->task.bytes_per_cell,
                                 .later = m->task.later,
                                 .progress = m->task.progress,
                                 .progress_user = m->task.progress_user,
                                 .done = m->task.done,
                                 .share = m->task.share,
                                 .total = m->task.total};
    ovi_labels_begin(&m->labels, &m->layer, &task);
    m->stages.at = 1;
  }
  const bool is_made = ovi_labels_make(&m->labels, budget);
  m->result = m->labels.result;
  return is_made;
}

static bool make_label_room(void *work, uint64_t *budget) {
  ovi_estimate_maker *m = work;
  return make_room(m, LABELS, ovi_label_maker_bytes(&m->labels), budget);
}

static bool write_labels(void *work, uint64_t *budget) {
  ovi_estimate_maker *m = work;
  if (m->stages.at == 0) {
    ovi_label_maker_begin_section(&m->labels, m->shared.fingerprint, bytes_of(m, LABELS));
    m->stages.at = 1;
  }
  return ovi_label_maker_write(&m->labels, budget);
}

static bool hash_labels(void *work, uint64_t *budget) { return hash_section(work, LABELS, budget); }

/* ---- All --------------------------------------------------------------------- */

void ovi_estimates_begin(ovi_estimate_maker *maker, const ovi_estimate_task *task) {
  *maker = (ovi_estimate_maker){.task = *task, .result = OVL_OK};
}

bool ovi_estimates_make(ovi_estimate_maker *maker, uint64_t *budget) {
  static const ovi_stage_fn stages[] = {make_graph,     make_landmark_room, make_landmarks,
                                        hash_landmarks, make_labels,        make_label_room,
                                        write_labels,   hash_labels};
  while (maker->result == OVL_OK && maker->stages.number < 8) {
    if (!ovi_stages_run(&maker->stages, stages, maker->stages.number + 1, maker, budget)) {
      return maker->result != OVL_OK;
    }
  }
  return true;
}

void ovi_estimates_release(ovi_estimate_maker *maker) {
  ovi_buffer_growth_release(&maker->growth);
  if (maker->landmarks.memory != NULL) {
    ovi_landmarks_release(&maker->landmarks);
  }
  if (maker->labels.allocator != NULL) {
    ovi_label_maker_release(&maker->labels);
  }
  if (maker->trees.allocator != NULL) {
    ovi_graph_trees_release(&maker->trees);
  }
  *maker = (ovi_estimate_maker){.result = maker->result};
}
