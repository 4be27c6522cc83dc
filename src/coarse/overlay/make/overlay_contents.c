/* Labels the ports of the parts of a cluster by union-find over the linked components of the parts.
 */
#include "coarse/overlay/make/overlay_contents.h"

#include "coarse/labels/flat_graph.h"
#include "common/arena.h"
#include "common/compiler.h"
#include "common/union_find.h"

/* ---- Labels --------------------------------------------------------------------- */

/* A cluster while its ports are labelled. */
typedef struct cluster_labelling {
  ovi_overlay_contents *contents;
  ovi_cluster_labels *result;
  ovi_below_box box;
  int32_t fan;
  uint32_t *parents; /* the union-find over linked components */
} cluster_labelling;

/* Joins the components that the waypoints of the part's own groups connect, and links inside the
 * cluster. */
static void join_part(cluster_labelling *labelling, int32_t part) {
  const ovi_below *below = &labelling->contents->below[part];
  for (int group = 0; group < OVI_OWN_GROUPS; group++) {
    const int32_t x = part % labelling->fan + ovi_group_x(group);
    const int32_t y = part / labelling->fan + ovi_group_y(group);
    if (x < 0 || y < 0 || x >= labelling->box.w || y >= labelling->box.h) {
      continue;
    }
    const int32_t beside = y * labelling->fan + x;
    const ovi_below *other = &labelling->contents->below[beside];
    const uint32_t count = ovi_below_shared(below, other, group);
    const int opposite = ovi_group_opposite(group);
    labelling->contents->corrupt =
        labelling->contents->corrupt ||
        count != below->groups.begins[group + 1] - below->groups.begins[group] ||
        count != other->groups.begins[opposite + 1] - other->groups.begins[opposite];
    const uint32_t *labels = labelling->result->labels;
    const uint32_t here = labelling->result->begins[part] + below->groups.begins[group];
    const uint32_t there = labelling->result->begins[beside] + other->groups.begins[opposite];
    for (uint32_t i = 0; i < count; i++) {
      const bool is_repeated = i > 0 && labels[here + i] == labels[here + i - 1] &&
                               labels[there + i] == labels[there + i - 1];
      if (!is_repeated) {
        ovi_union_join(labelling->parents, 1, labels[here + i], labels[there + i]);
      }
    }
    labelling->result->waypoints += count;
  }
  ovi_overlay_contents *contents = labelling->contents;
  ovi_cluster_labels *result = labelling->result;
  for (uint32_t port = below->groups.begins[OVI_GROUP_COUNT]; port < below->ports; port++) {
    const int32_t beside = ovi_below_beyond(contents->layer, contents->level - 1, &labelling->box,
                                            labelling->fan, below, part, port);
    if (beside >= 0) {
      bool is_out;
      const uint32_t link = ovi_below_link(below, port, &is_out);
      const uint32_t there = ovi_below_link_port(&contents->below[beside], link, is_out);
      result->waypoints += is_out ? 1 : 0;
      if (there == UINT32_MAX) {
        contents->corrupt = true;
        return;
      }
      ovi_union_join(labelling->parents, 1, result->labels[result->begins[part] + port],
                     result->labels[result->begins[beside] + there]);
    }
  }
}

static bool label_cluster(cluster_labelling *labelling, ovi_scratch *scratch) {
  ovi_cluster_labels *result = labelling->result;
  ovi_overlay_contents *contents = labelling->contents;
  uint32_t ports = 0;
  for (int32_t part = 0; part <= OVI_CLUSTER_MOST_PARTS; part++) {
    const int32_t x = part % labelling->fan;
    const int32_t y = part / labelling->fan;
    result->begins[part] = ports;
    if (x < labelling->box.w && y < labelling->box.h) {
      ovi_below *below = &contents->below[part];
      ovi_below_view(below, contents->layer, contents->level - 1,
                     ovi_below_id(&labelling->box, x, y));
      ports += below->ports;
      result->components += below->linked;
    }
  }
  if (ovi_layer_outcome(contents->layer) != OVL_OK) {
    return false; /* a pager could not load a part: the caller checks the outcome */
  }
  result->labels = ovi_scratch_take(scratch, (uint64_t)ports + 1, sizeof(uint32_t));
  result->cliques_of = ovi_scratch_take(scratch, (uint64_t)ports + 1, sizeof(uint32_t));
  labelling->parents =
      ovi_scratch_take(scratch, (uint64_t)result->components + 1, sizeof(uint32_t));
  if (result->labels == NULL || result->cliques_of == NULL || labelling->parents == NULL) {
    return false;
  }
  uint32_t next = 0;
  for (int32_t y = 0; y < labelling->box.h; y++) {
    for (int32_t x = 0; x < labelling->box.w; x++) {
      /* Sets the label of each port of the part to the number of its linked component, counted over
       * all parts. */
      const int32_t part = y * labelling->fan + x;
      const ovi_below *below = &contents->below[part];
      uint32_t *labels = result->labels + result->begins[part];
      for (uint32_t component = 0; component < below->linked; component++) {
        const ovi_clique clique = ovi_below_clique(below, component);
        const uint32_t padded = ovi_graph_padded(clique.count);
        for (uint32_t i = 0; i < clique.count; i++) {
          labels[ovi_clique_port(&clique, i)] = next;
        }
        labelling->parents[next] = next;
        next++;
        result->cliques++;
        result->slots += padded;
        result->costs += (uint64_t)clique.count * padded;
        result->largest = clique.count > result->largest ? clique.count : result->largest;
      }
    }
  }
  for (int32_t y = 0; y < labelling->box.h; y++) {
    for (int32_t x = 0; x < labelling->box.w; x++) {
      join_part(labelling, y * labelling->fan + x);
    }
  }
  if (contents->corrupt) {
    return false;
  }
  OVI_ASSERT(next == result->components);
  for (uint32_t component = 0; component < result->components; component++) {
    labelling->parents[component] = ovi_union_find(labelling->parents, 1, component);
  }
  for (uint32_t i = 0; i < ports; i++) {
    result->cliques_of[i] = result->labels[i];
    result->labels[i] = labelling->parents[result->labels[i]];
  }
  return true;
}

/* ---- Rows ------------------------------------------------------------------------ */

static void clear_row(ovi_labelled_row *row) {
  ovi_scratch_release(&row->scratch);
  row->row = -1;
  row->clusters = NULL;
}

void ovi_overlay_contents_begin(ovi_overlay_contents *contents, const ovl_allocator *allocator) {
  *contents = (ovi_overlay_contents){.allocator = allocator};
  for (int i = 0; i < OVI_LABELLED_ROWS; i++) {
    contents->rows[i] = (ovi_labelled_row){.row = -1, .scratch = {.allocator = allocator}};
  }
}

void ovi_overlay_contents_set_level(ovi_overlay_contents *contents, const ovi_layer *layer,
                                    uint32_t level) {
  for (int i = 0; contents->level != level && i < OVI_LABELLED_ROWS; i++) {
    clear_row(&contents->rows[i]);
  }
  contents->layer = layer;
  contents->level = level;
}

void ovi_overlay_contents_release(ovi_overlay_contents *contents) {
  for (int i = 0; i < OVI_LABELLED_ROWS; i++) {
    clear_row(&contents->rows[i]);
  }
  ovi_release(contents->allocator, contents->below, OVI_CLUSTER_MOST_PARTS * sizeof(ovi_below));
  contents->below = NULL;
}

const ovi_cluster_labels *ovi_overlay_labels(ovi_overlay_contents *contents, uint32_t id) {
  const uint32_t clusters_x = (uint32_t)ovi_clusters_x(contents->layer, contents->level);
  const int32_t y = (int32_t)(id / clusters_x);
  ovi_labelled_row *row = &contents->rows[y % OVI_LABELLED_ROWS];
  if (row->row != y) { /* it holds another, or none */
    clear_row(row);
    row->clusters = ovi_scratch_take(&row->scratch, clusters_x, sizeof(ovi_cluster_labels *));
    if (row->clusters == NULL) {
      return NULL;
    }
    for (uint32_t x = 0; x < clusters_x; x++) {
      row->clusters[x] = NULL;
    }
    row->row = y;
  }
  if (row->clusters[id % clusters_x] != NULL) {
    return row->clusters[id % clusters_x];
  }
  if (contents->below == NULL) {
    contents->below = ovi_allocate(contents->allocator, OVI_CLUSTER_MOST_PARTS * sizeof(ovi_below));
  }
  cluster_labelling labelling = {.contents = contents,
                                 .box = ovi_below_box_of(contents->layer, contents->level, id),
                                 .fan = ovi_overlay_fan(contents->level)};
  labelling.result = ovi_scratch_take(&row->scratch, 1, sizeof(ovi_cluster_labels));
  if (contents->below == NULL || labelling.result == NULL) {
    return NULL;
  }
  *labelling.result = (ovi_cluster_labels){.labels = NULL};
  if (!label_cluster(&labelling, &row->scratch)) {
    return NULL;
  }
  row->clusters[id % clusters_x] = labelling.result;
  return labelling.result;
}
