/* Labels: union-find over the linked components in a cell. */
#include "coarse/overlay/make/overlay_contents.h"

#include "coarse/labels/flat_graph.h"
#include "common/arena.h"
#include "common/compiler.h"
#include "common/union_find.h"

/* ---- Labels --------------------------------------------------------------------- */

/* A cell while its ports get their labels. */
typedef struct contents_labelling {
  ovi_overlay_contents *parts;
  ovi_part_labels *made;
  ovi_below_box box;
  int32_t fan;
  uint32_t *parents; /* of linked components */
} contents_labelling;

/* Looks at all that lies in the cell, and counts. */
static void look_below(contents_labelling *labelling) {
  ovi_part_labels *made = labelling->made;
  uint32_t ports = 0;
  for (int32_t place = 0; place < labelling->fan * labelling->fan; place++) {
    const int32_t x = place % labelling->fan;
    const int32_t y = place / labelling->fan;
    made->begins[place] = ports;
    if (x < labelling->box.w && y < labelling->box.h) {
      ovi_below *below = &labelling->parts->below[place];
      ovi_below_view(below, labelling->parts->layer, labelling->parts->level - 1,
                     ovi_below_id(&labelling->box, x, y));
      ports += below->ports;
      made->components += below->linked;
    }
  }
  for (int32_t place = labelling->fan * labelling->fan; place <= OVI_OVERLAY_PLACES; place++) {
    made->begins[place] = ports;
  }
}

/* Each port's label becomes the number of its linked component. */
static void label_place(contents_labelling *labelling, int32_t place, uint32_t *next) {
  const ovi_below *below = &labelling->parts->below[place];
  uint32_t *labels = labelling->made->labels + labelling->made->begins[place];
  for (uint32_t component = 0; component < below->linked; component++) {
    const ovi_clique clique = ovi_below_clique(below, component);
    const uint32_t padded = ovi_graph_padded(clique.count);
    for (uint32_t i = 0; i < clique.count; i++) {
      labels[ovi_clique_port(&clique, i)] = *next;
    }
    labelling->parents[*next] = *next;
    ++*next;
    labelling->made->cliques++;
    labelling->made->slots += padded;
    labelling->made->costs += (uint64_t)clique.count * padded;
    labelling->made->largest =
        clique.count > labelling->made->largest ? clique.count : labelling->made->largest;
  }
}

/* Joins what the waypoints of the place's own groups join. */
static void join_place(contents_labelling *labelling, int32_t place) {
  const ovi_below *below = &labelling->parts->below[place];
  for (int group = 0; group < OVI_OWN_GROUPS; group++) {
    const int32_t x = place % labelling->fan + ovi_group_x(group);
    const int32_t y = place / labelling->fan + ovi_group_y(group);
    if (x < 0 || y < 0 || x >= labelling->box.w || y >= labelling->box.h) {
      continue;
    }
    const int32_t beside = y * labelling->fan + x;
    const ovi_below *other = &labelling->parts->below[beside];
    const uint32_t count = ovi_below_shared(below, other, group);
    const uint32_t *labels = labelling->made->labels;
    const uint32_t here = labelling->made->begins[place] + below->groups.begins[group];
    const uint32_t there =
        labelling->made->begins[beside] + other->groups.begins[ovi_group_opposite(group)];
    for (uint32_t i = 0; i < count; i++) {
      ovi_union_join(labelling->parents, labels[here + i], labels[there + i]);
    }
    labelling->made->waypoints += count;
  }
}

static bool label_cell(contents_labelling *labelling, ovi_scratch *scratch) {
  ovi_part_labels *made = labelling->made;
  look_below(labelling);
  if (ovi_layer_outcome(labelling->parts->layer) != OVL_OK) {
    return false; /* what lies in it could not be had: whoever began looks at the outcome */
  }
  const uint32_t ports = made->begins[OVI_OVERLAY_PLACES];
  made->labels = ovi_scratch_take(scratch, (uint64_t)ports + 1, sizeof(uint32_t));
  made->cliques_of = ovi_scratch_take(scratch, (uint64_t)ports + 1, sizeof(uint32_t));
  labelling->parents = ovi_scratch_take(scratch, (uint64_t)made->components + 1, sizeof(uint32_t));
  if (made->labels == NULL || made->cliques_of == NULL || labelling->parents == NULL) {
    return false;
  }
  uint32_t next = 0;
  for (int32_t y = 0; y < labelling->box.h; y++) {
    for (int32_t x = 0; x < labelling->box.w; x++) {
      label_place(labelling, y * labelling->fan + x, &next);
    }
  }
  for (int32_t y = 0; y < labelling->box.h; y++) {
    for (int32_t x = 0; x < labelling->box.w; x++) {
      join_place(labelling, y * labelling->fan + x);
    }
  }
  for (uint32_t i = 0; i < ports; i++) {
    made->cliques_of[i] = made->labels[i];
    made->labels[i] = ovi_union_find(labelling->parents, made->labels[i]);
  }
  return true;
}

/* ---- Rows ------------------------------------------------------------------------ */

static void forget_row(ovi_labelled_row *row) {
  ovi_scratch_release(&row->scratch);
  row->row = -1;
  row->cells = NULL;
}

void ovi_overlay_contents_begin(ovi_overlay_contents *parts, const ovl_allocator *allocator) {
  parts->allocator = allocator;
  parts->layer = NULL;
  parts->level = 0;
  parts->below = NULL;
  for (int i = 0; i < OVI_LABELLED_ROWS; i++) {
    parts->rows[i] = (ovi_labelled_row){.row = -1, .scratch = {.allocator = allocator}};
  }
}

void ovi_overlay_contents_scan(ovi_overlay_contents *parts, const ovi_layer *layer,
                               uint32_t level) {
  for (int i = 0; parts->level != level && i < OVI_LABELLED_ROWS; i++) {
    forget_row(&parts->rows[i]);
  }
  parts->layer = layer;
  parts->level = level;
}

void ovi_overlay_contents_release(ovi_overlay_contents *parts) {
  for (int i = 0; i < OVI_LABELLED_ROWS; i++) {
    forget_row(&parts->rows[i]);
  }
  ovi_release(parts->allocator, parts->below, OVI_OVERLAY_PLACES * sizeof(ovi_below));
  parts->below = NULL;
}

/* The row of a cell, which is empty if it was not held; NULL: no memory. */
static ovi_labelled_row *contents_row_of(ovi_overlay_contents *parts, int32_t row,
                                         uint32_t cells_x) {
  ovi_labelled_row *held = &parts->rows[row % OVI_LABELLED_ROWS];
  if (held->row == row) {
    return held;
  }
  forget_row(held);
  held->cells = ovi_scratch_take(&held->scratch, cells_x, sizeof(ovi_part_labels *));
  if (held->cells == NULL) {
    return NULL;
  }
  for (uint32_t x = 0; x < cells_x; x++) {
    held->cells[x] = NULL;
  }
  held->row = row;
  return held;
}

const ovi_part_labels *ovi_overlay_labels(ovi_overlay_contents *parts, uint32_t id) {
  const uint32_t cells_x = (uint32_t)ovi_clusters_x(parts->layer, parts->level);
  ovi_labelled_row *row = contents_row_of(parts, (int32_t)(id / cells_x), cells_x);
  if (row == NULL || row->cells[id % cells_x] != NULL) {
    return row != NULL ? row->cells[id % cells_x] : NULL;
  }
  if (parts->below == NULL) {
    parts->below = ovi_allocate(parts->allocator, OVI_OVERLAY_PLACES * sizeof(ovi_below));
  }
  contents_labelling labelling = {.parts = parts,
                                  .box = ovi_below_box_of(parts->layer, parts->level, id),
                                  .fan = ovi_overlay_fan(parts->level)};
  labelling.made = ovi_scratch_take(&row->scratch, 1, sizeof(ovi_part_labels));
  if (parts->below == NULL || labelling.made == NULL) {
    return NULL;
  }
  *labelling.made = (ovi_part_labels){.labels = NULL};
  if (!label_cell(&labelling, &row->scratch)) {
    return NULL;
  }
  row->cells[id % cells_x] = labelling.made;
  return labelling.made;
}
