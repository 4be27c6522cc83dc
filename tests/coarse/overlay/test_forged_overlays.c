/* Forged blocks of clusters, whose checksums are right: those of directed layers, which have links
 * and squares of costs, are refused; and queries over any end, whatever tables say. */
#include "coarse/overlay/cluster/overlay_section.h"
#include "common/le_bytes.h"
#include "overland_edit.h"
#include "tests/model/model_fixture.h"
#include "tests/support/file_repair.h"
#include "tests/support/fixture.h"
#include "tests/support/paged_world.h"
#include "tests/support/test_allocate.h"

#include <stdlib.h>
#include <string.h>

enum { FORGED_SIDE = 64, RESIDENT_BYTES = 1 << 20 };

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
  ovl_bake_def def = {0};
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

/* Turns the order of a cluster's ports round, with their places, in a copy of its front. */
static void turn_order(uint8_t *front, const ovi_cluster *cluster) {
  uint8_t *order = front + (cluster->order - cluster->block);
  uint8_t *places = front + (cluster->places - cluster->block);
  for (uint32_t i = 0; i < cluster->ports; i++) {
    const uint32_t port = ovi_get_u16(cluster->order + 2 * (size_t)i);
    const uint32_t place = cluster->ports - 1 - i;
    ovi_put_u16(order + 2 * (size_t)place, port);
    ovi_put_u16(places + 2 * (size_t)port, place);
  }
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
  FORGED_DESCENDING, /* ports in a component, with their places */
  FORGERIES
} forgery;

/* Changes copies of the front and the tables of a cluster's block. */
static void forge_block(uint8_t *copy, uint8_t *tables, const ovi_cluster *cluster, forgery kind) {
  const uint32_t link = cluster->groups.begins[OVI_GROUP_COUNT];
  uint8_t *middles = copy + (cluster->middles - cluster->block) + 4 * (size_t)link;
  uint8_t *below = copy + (cluster->below - cluster->block) + 4 * (size_t)link;
  uint8_t *costs = copy + (cluster->costs.values - cluster->block);
  uint8_t *table = tables + (cluster->inner.exact.to_ports - cluster->inner.runs);
  uint8_t *back = tables + (cluster->inner.exact.from_ports - cluster->inner.runs);
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
  case FORGED_TABLE_BACK:
    ovi_put_u32(back, UINT32_MAX - 1);
    break;
  default:
    turn_order(copy, cluster);
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
  uint8_t *copy = test_bytes(saved.count);
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
    CHECK(t, ovl_world_open(copy, saved.count, &opened, NULL) == OVL_CORRUPT,
          "forgery %d is accepted", kind);
    ovl_world_close(opened);
  }
  free(copy);
  free(saved.bytes);
  ovl_world_close(world);
}

/* ---- Random forgeries ---------------------------------------------------------------- */

/* Moves a waypoint of a cluster from one group to another, in a copy of its front. */
static void move_waypoint(uint8_t *front, test_random *random) {
  uint8_t *const from = front + OVI_CLUSTER_GROUPS + 2 * (size_t)test_random_between(random, 0, 7);
  uint8_t *const to = front + OVI_CLUSTER_GROUPS + 2 * (size_t)test_random_between(random, 0, 7);
  if (ovi_get_u16(from) != 0) {
    ovi_put_u16(from, ovi_get_u16(from) - 1u);
    ovi_put_u16(to, ovi_get_u16(to) + 1u);
  }
}

/* Changes up to three numbers of a cluster's block in a file: of its header, of the nodes of its
 * waypoints, or anywhere in a piece. */
static void forge_cluster(uint8_t *file, const ovi_layer *layer, test_random *random) {
  const uint32_t number =
      (uint32_t)test_random_between(random, 0, (int32_t)ovi_cluster_count(layer) - 1);
  const uint32_t level = ovi_overlay_level(layer, number);
  ovi_cluster cluster =
      ovi_overlay_view(layer, level, number - layer->overlay.first_clusters[level - 1]);
  ovi_overlay_view_tables(layer, &cluster);
  uint8_t *blocks = file_section(file, OVI_SECTION_OVERLAYS) + ovi_overlay_head_of(layer).bytes;
  const uint32_t nodes = cluster.ports + cluster.inner.count;
  const uint32_t values[] = {0, 1, cluster.ports, nodes - 1, nodes, 0x7fff, 0xbfff, 0xfffe, 0xffff};
  const int32_t last = (int32_t)(sizeof values / sizeof values[0]) - 1;
  if (test_random_percent(random, 20)) {
    move_waypoint(blocks + (cluster.block - layer->overlay.blocks), random);
    return;
  }
  for (int32_t k = test_random_between(random, 1, 3); k > 0; k--) {
    const ovi_cluster_piece piece =
        test_random_percent(random, 70) ? OVI_CLUSTER_TABLES : OVI_CLUSTER_FRONT;
    const ovi_piece_bytes bytes = ovi_overlay_piece(layer, number, piece);
    const int32_t count = (int32_t)bytes.count / 2;
    const bool is_near = test_random_percent(random, 50);
    const int32_t at = test_random_between(random, 0, is_near && count > 100 ? 99 : count - 1);
    uint8_t *number_at = blocks + (bytes.bytes - layer->overlay.blocks) + 2 * (size_t)at;
    ovi_put_u16(number_at, test_random_percent(random, 80)
                               ? values[test_random_between(random, 0, last)]
                               : ovi_get_u16(number_at) + 1u);
  }
}

/* Edits a world that may be forged: blocks some cells, one edit after the other. */
static void edit_forged(test_state *t, model_fixture *f, const ovl_world *world) {
  ovl_world *edited = NULL;
  for (int i = 0; i < 3; i++) {
    const ovl_cell cell = model_open_cell(&f->model, 0, &f->random);
    const ovl_edit edit = ovl_edit_rect(cell, 1, 1, 0);
    const ovl_result result = ovl_world_apply(world, &edit, 1, &edited, NULL);
    CHECK(t, result == OVL_OK || result == OVL_CORRUPT, "an edit: %s", ovl_result_text(result));
    ovl_world_close(edited);
    edited = NULL;
  }
}

/* Asks for paths, routes and costs of some cells of a world that may be forged. */
static void ask_forged(test_state *t, model_fixture *f, const ovl_world *world) {
  enum { CELLS = 8, POINTS = 4096 };
  static ovl_cell points[POINTS];
  ovl_planner *planner = NULL;
  const ovl_planner_def def = {.world = world};
  if (ovl_planner_create(&def, &planner, NULL) != OVL_OK) {
    return;
  }
  for (int i = 0; i < 4; i++) {
    ovl_cell cells[CELLS];
    uint64_t costs[CELLS];
    for (int k = 0; k < CELLS; k++) {
      cells[k] = model_open_cell(&f->model, 0, &f->random);
    }
    ovl_query query = {0};
    query.start = cells[0];
    query.goal = cells[1];
    ovl_path path = {.points = points, .capacity = POINTS};
    const ovl_result found = ovl_find_path(planner, world, &query, &path);
    ovl_route route = {0};
    ovl_result walked = ovl_route_begin(planner, world, &query, &route);
    for (int k = 0; k < 20 && walked == OVL_OK && !route.done; k++) {
      walked = ovl_route_next(planner, world, &route, route.position, &path);
    }
    const ovl_result spread = ovl_find_costs(planner, world, &query, cells, CELLS, costs);
    CHECK(t, found != OVL_BAD_ARGUMENT && spread != OVL_BAD_ARGUMENT, "%s, %s",
          ovl_result_text(found), ovl_result_text(spread));
  }
  ovl_planner_destroy(planner);
}

static void overlay_tables_forged_crash_nothing(test_state *t) {
  const model_limits limits = {
      .max_side = 160, .max_region = 8, .most_profiles = 1, .has_overlays_alone = true};
  static const uint32_t features[] = {0, MODEL_ONE_WAY | MODEL_TWO_WAY, MODEL_WEIGHTS,
                                      MODEL_LIMITS | MODEL_CLIMB_COST};
  uint32_t opened[3] = {0, 0, 0};
  for (uint64_t i = 0; test_more(t, i, 80, 2000); i++) {
    const uint64_t seed = test_begin_case(t, i);
    model_fixture f;
    if (!model_fixture_make(&f, t, model_world_make(seed, features[i % 4], limits))) {
      return;
    }
    world_bytes saved = fixture_save(t, f.world);
    uint8_t *copy = test_bytes(saved.count);
    const world_bytes forged = {copy, saved.count};
    for (int k = 0; k < 30 && t->failures == 0 && f.world->layers[0].overlay.levels != 0; k++) {
      memcpy(copy, saved.bytes, saved.count);
      forge_cluster(copy, &f.world->layers[0], &f.random);
      file_repair(copy);
      /* Checked when it is touched, in memory or by a reader, and as a whole. */
      for (int way = 0; way < 3; way++) {
        paged_reader reader = paged_reader_of(&forged, seed);
        ovl_world *world = NULL;
        const ovl_result result = way == 0   ? paged_open_in_place(&forged, &world)
                                  : way == 1 ? ovl_world_open(copy, saved.count, &world, NULL)
                                             : paged_open_read(&reader, RESIDENT_BYTES, &world);
        if (result == OVL_OK) {
          opened[way]++;
          ask_forged(t, &f, world);
          edit_forged(t, &f, world);
          ovl_world_close(world);
        }
      }
    }
    free(copy);
    free(saved.bytes);
    model_fixture_free(&f);
  }
  CHECK(t, t->failures != 0 || (opened[0] > 500 && opened[1] > 50), "only %u and %u were opened",
        opened[0], opened[1]);
}

const test_entry test_forged_overlays_table[] = {
    {"directed_overlay_blocks_forged_are_refused", directed_overlay_blocks_forged_are_refused},
    {"overlay_tables_forged_crash_nothing", overlay_tables_forged_crash_nothing},
    {NULL, NULL},
};
