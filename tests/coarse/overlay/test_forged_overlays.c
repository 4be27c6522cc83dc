/* Forged blocks of clusters of directed layers, which have links and squares of costs, are refused
 * although all checksums are right. */
#include "coarse/overlay/overlay.h"
#include "common/le_bytes.h"
#include "tests/support/file_repair.h"
#include "tests/support/fixture.h"

#include <stdlib.h>
#include <string.h>

enum { FORGED_SIDE = 64 };

/* A world of four clusters on open ground. Two links lead from the first cluster to the second, and
 * two back; their costs are odd, so that costs have 32 bits. */
static ovl_world *make_linked_clusters(test_state *t) {
  static uint8_t terrain[FORGED_SIDE * FORGED_SIDE];
  static const ovl_link_def links[] = {
      {.from = {5, 5, 0}, .to = {40, 5, 0}, .cost = 900001},
      {.from = {20, 20, 0}, .to = {50, 20, 0}, .cost = 900001},
      {.from = {41, 10, 0}, .to = {6, 12, 0}, .cost = 900001},
      {.from = {45, 25, 0}, .to = {22, 9, 0}, .cost = 900001},
  };
  ovl_bake_def def = ovl_bake_def_default();
  ovl_world *world = NULL;
  memset(terrain, 1, sizeof terrain);
  memset(def.weights, 0, sizeof def.weights);
  def.weights[1] = OVL_PLAIN_WEIGHT;
  def.width = def.height = FORGED_SIDE;
  def.terrain = terrain;
  def.tuning.region_cells = 8;
  def.tuning.overlays = OVL_OVERLAYS_ALWAYS;
  def.more.links = links;
  def.more.link_count = 4;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  return world;
}

static void swap_u32(uint8_t *a, uint8_t *b) {
  const uint32_t value = ovi_get_u32(a);
  ovi_put_u32(a, ovi_get_u32(b));
  ovi_put_u32(b, value);
}

typedef enum forgery {
  FORGED_NUMBER, /* of the second link that begins in the cluster: that of one which ends there */
  FORGED_ORDER,  /* of the two ports of links that begin in the cluster */
  FORGED_DIRECTION,  /* the second of these ports is one of a link that ends there */
  FORGED_NO_LINK,    /* the first of them is no link in its part */
  FORGED_EXIT,       /* the cost of leaving by a port, which a cluster does not have */
  FORGED_COST_THERE, /* 0, in one half of the square */
  FORGED_COST_BACK,  /* 0, in the other half */
  FORGED_TABLE,      /* a cost to a port that is too large */
  FORGED_TABLE_BACK, /* a cost from a port that is too large */
  FORGERIES
} forgery;

/* Changes copies of the front and the tables of a cluster's block. */
static void forge_block(uint8_t *copy, uint8_t *tables, const ovi_cluster *cluster, forgery kind) {
  const uint32_t link = cluster->groups.begins[OVI_GROUP_COUNT];
  uint8_t *middles = copy + (cluster->middles - cluster->block) + 4 * (size_t)link;
  uint8_t *below = copy + (cluster->below - cluster->block) + 4 * (size_t)link;
  uint8_t *costs = copy + (cluster->costs.values - cluster->block);
  uint8_t *table = tables + (cluster->inner.values - cluster->inner.runs);
  uint8_t *back = tables + (cluster->inner.back - cluster->inner.runs);
  switch (kind) {
  case FORGED_NUMBER:
    ovi_put_u32(middles + 4, ovi_get_u32(middles + 12));
    break;
  case FORGED_ORDER:
    swap_u32(middles, middles + 4);
    swap_u32(below, below + 4);
    break;
  case FORGED_DIRECTION:
    ovi_put_u32(middles + 4, ovi_get_u32(middles + 8));
    ovi_put_u32(below + 4, ovi_get_u32(below + 8));
    break;
  case FORGED_NO_LINK:
    ovi_put_u32(below, ovi_get_u32(below) & 0xffff0000u);
    break;
  case FORGED_EXIT:
    ovi_put_u32(costs, 1);
    break;
  case FORGED_COST_THERE:
    ovi_put_u32(costs + 4, 0);
    break;
  case FORGED_COST_BACK:
    ovi_put_u32(costs + 4 * (size_t)cluster->ports, 0);
    break;
  case FORGED_TABLE:
    ovi_put_u32(table, UINT32_MAX - 1);
    break;
  default:
    ovi_put_u32(back, UINT32_MAX - 1);
  }
}

static void directed_overlay_blocks_forged_are_refused(test_state *t) {
  test_begin_case(t, 0);
  ovl_world *world = make_linked_clusters(t);
  if (world == NULL) {
    return;
  }
  const ovi_layer *layer = &world->layers[0];
  ovi_cluster cluster = ovi_overlay_view(layer, 1, 0);
  const uint32_t links = cluster.ports - cluster.groups.begins[OVI_GROUP_COUNT];
  world_bytes saved = fixture_save(t, world);
  uint8_t *copy = malloc(saved.count);
  if (copy == NULL) {
    abort();
  }
  CHECK(t,
        ovi_overlay_view_tables(layer, &cluster) && layer->profile.is_directed &&
            cluster.costs.wide && cluster.linked == 1 && links == 4 &&
            ovi_overlay_links_out(&cluster) == 2,
        "another world: %u links of a cluster", links);
  for (int kind = 0; kind < FORGERIES && t->failures == 0; kind++) {
    ovl_world *opened = NULL;
    memcpy(copy, saved.bytes, saved.count);
    uint8_t *blocks = file_section(copy, OVI_SECTION_OVERLAYS) + ovi_overlay_head_of(layer).bytes;
    forge_block(blocks + (cluster.block - layer->overlay.blocks),
                blocks + (cluster.inner.runs - layer->overlay.blocks), &cluster, (forgery)kind);
    CHECK(t, memcmp(copy, saved.bytes, saved.count) != 0, "forgery %d changes nothing", kind);
    file_repair(copy);
    CHECK(t, ovl_world_open(copy, saved.count, NULL, &opened, NULL) == OVL_CORRUPT,
          "forgery %d is accepted", kind);
    ovl_world_close(opened);
  }
  free(copy);
  free(saved.bytes);
  ovl_world_close(world);
}

const test_entry test_forged_overlays_table[] = {
    {"directed_overlay_blocks_forged_are_refused", directed_overlay_blocks_forged_are_refused},
    {NULL, NULL},
};
