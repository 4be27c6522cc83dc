/* Each numeric field of a world file, a part and a patch is put just below its limit, at it and
 * just above it, and beside the value that it has; all checksums are repaired, so that the value
 * itself is judged. What file_fields.c says must be refused is refused, whether a file is checked
 * as a whole or piece by piece, and nothing harmful happens otherwise. */
#include <stdlib.h>

#include "coarse/overlay/below.h"
#include "coarse/view/label_bundle.h"
#include "coarse/view/ways.h"
#include "tests/coarse/check/field_forger.h"
#include "tests/model/model_fixture.h"
#include "tests/support/file_repair.h"
#include "tests/support/paged_world.h"

/* ---- The table ---------------------------------------------------------------------------- */

static void every_byte_of_a_structure_has_a_row(test_state *t) {
  for (int i = 0; i < FIELDS_STRUCTURES; i++) {
    const file_structure *structure = file_structure_of((file_structure_number)i);
    uint32_t end = 0;
    const file_field *field = structure->fields;
    for (; field->name != NULL; field++) {
      CHECK(t, field->at == end, "%s: bytes %u to %u have %s rows before '%s'", structure->name,
            end, field->at, field->at > end ? "no" : "two", field->name);
      end = field->at + field->bytes * field->count;
    }
    CHECK(t, end == structure->bytes, "%s: rows for %u of %u bytes", structure->name, end,
          structure->bytes);
  }
}

/* ---- Worlds ------------------------------------------------------------------------------- */

static void add_clusters(forged_file *file, const ovi_layer *layer, test_random *random) {
  const uint32_t clusters = ovi_cluster_count(layer);
  if (clusters == 0) {
    return;
  }
  const uint8_t *head = layer->overlay.headers - OVI_OVERLAYS_HEAD_BYTES;
  forged_file_add(file, FIELDS_OVERLAYS, head, 0);
  forged_file_add_some(file, FIELDS_LEVEL, layer->overlay.headers, layer->overlay.levels,
                       layer->graph.waypoints, random);
  forged_file_add_some(file, FIELDS_PIECE, layer->overlay.entries,
                       OVI_CLUSTER_PIECES * (uint64_t)clusters, 0, random);
  const uint32_t numbers[] = {0, clusters - 1,
                              (uint32_t)test_random_between(random, 0, (int32_t)clusters - 1)};
  for (int i = 0; i < 3; i++) {
    const uint32_t level = ovi_overlay_level(layer, numbers[i]);
    const uint32_t id = numbers[i] - layer->overlay.first_clusters[level - 1];
    ovi_cluster c = ovi_overlay_view(layer, level, id);
    ovi_overlay_view_tables(layer, &c);
    const uint64_t side =
        2 * (uint64_t)ovi_overlay_side(level) * (uint64_t)layer->partition.region_cells;
    const uint32_t borders = c.groups.begins[OVI_GROUP_COUNT];
    const uint32_t fan = (uint32_t)ovi_overlay_fan(level);
    forged_file_add(file, FIELDS_CLUSTER, c.block, layer->overlay.max_ports);
    forged_file_add_some(file, FIELDS_BELOW, c.below, c.ports, (uint64_t)fan * fan - 1, random);
    forged_file_add_some(file, FIELDS_MIDDLE, c.middles, borders, side - 1, random);
    forged_file_add_some(file, FIELDS_MIDDLE, c.middles + 4 * (uint64_t)borders, c.ports - borders,
                         layer->shared->link_count - 1, random);
    forged_file_add_some(file, FIELDS_COST_BEGIN, c.costs.begins, c.linked, 0, random);
    forged_file_add_some(file, FIELDS_CLUSTER_NUMBER, c.linked_begins, c.linked + 1, 0, random);
    forged_file_add_some(file, FIELDS_CLUSTER_NUMBER, c.order, 2 * (uint64_t)c.ports, 0, random);
    forged_file_add(file, FIELDS_TABLES, c.inner.runs - OVI_TABLES_RUNS, 0);
    forged_file_add_some(file, FIELDS_RUN, c.inner.runs,
                         ovi_cluster_runs(level, c.costs.is_directed), c.inner.waypoints, random);
    forged_file_add_some(file, FIELDS_NODE, c.inner.nodes, c.inner.waypoints,
                         (uint64_t)c.ports + c.inner.count, random);
  }
}

static void add_labels(forged_file *file, const ovi_layer *layer, test_random *random) {
  const ovi_layer_labels *l = &layer->labels;
  if (l->count == 0) {
    return;
  }
  forged_file_add(file, FIELDS_LABELS,
                  file_profile_section(file->bytes.bytes, OVI_SECTION_LABELS, layer->number), 0);
  forged_file_add_some(file, FIELDS_LABELS_NUMBER, l->firsts, ovi_region_count(layer), 0, random);
  forged_file_add_some(file, FIELDS_LABELS_NUMBER, l->begins, l->count + 1, 0, random);
  forged_file_add_some(file, FIELDS_LABELS_NUMBER, l->ways.links, l->ways.link_count, 0, random);
  forged_file_add_some(file, FIELDS_WAY, l->ways.ways, l->ways.count, OVI_WAY_COSTS_END - 1,
                       random);
  const uint64_t waypoints[] = {0, l->count - 1,
                                (uint64_t)test_random_between(random, 0, (int32_t)l->count - 1)};
  for (int i = 0; i < 3; i++) {
    forged_file_add(file, FIELDS_BUNDLE, ovi_bundle_find(layer, waypoints[i]), 0);
  }
}

static void add_layer(forged_file *file, const ovi_layer *layer, test_random *random) {
  const uint8_t *profile =
      layer->shared->file.profiles + (uint64_t)layer->number * OVI_PROFILE_BYTES;
  const uint32_t regions = ovi_region_count(layer);
  const uint32_t ids[] = {0, regions - 1,
                          (uint32_t)test_random_between(random, 0, (int32_t)regions - 1)};
  forged_file_add(file, FIELDS_PROFILE, profile, layer->islands.slots);
  for (int i = 0; i < 3; i++) {
    const ovi_region region = ovi_region_view(layer, ids[i]);
    const uint8_t *entry = ovi_region_entry(layer, ids[i]);
    const uint8_t *heads = region.block + OVI_BLOCK_LAYERS;
    forged_file_add(file, FIELDS_TABLE_ENTRY, entry, 0);
    forged_file_add(file, FIELDS_TABLE_SLOT, entry + OVI_TABLE_SLOTS + 4 * (uint64_t)layer->number,
                    0);
    forged_file_add(file, FIELDS_BLOCK, region.block, 0);
    forged_file_add(file, FIELDS_BLOCK_LAYER,
                    heads + (layer->shared->profile_count == 1 ? 0 : 4 * (uint64_t)layer->number),
                    0);
    forged_file_add(file, layer->profile.is_directed ? FIELDS_DIRECTED_LAYER : FIELDS_LAYER,
                    region.layer_block, 0);
  }
  forged_file_add_some(file, FIELDS_ISLAND, layer->islands.numbers, layer->islands.slots,
                       layer->islands.count, random);
  add_clusters(file, layer, random);
  add_labels(file, layer, random);
}

/* Finds structures in a file, by its world, which was opened from its bytes. */
static void add_world(forged_file *file, const ovl_world *world, test_random *random) {
  const ovi_shared *shared = &world->shared;
  forged_file_add(file, FIELDS_HEADER, file->bytes.bytes, 0);
  forged_file_add_some(file, FIELDS_SECTION, file->bytes.bytes + OVI_AT_SECTIONS,
                       ovi_get_u32(file->bytes.bytes + OVI_AT_SECTION_COUNT), 0, random);
  forged_file_add_some(file, FIELDS_FLOOR, shared->file.floors, shared->floor_count,
                       (uint64_t)shared->plane.width, random);
  forged_file_add_some(file, FIELDS_LINK, shared->file.links, shared->link_count,
                       (uint64_t)shared->plane.width - 1, random);
  for (uint32_t i = 0; i < shared->file.place_count; i++) {
    ovl_place place;
    ovl_floor_info floor;
    ovl_world_place(world, (int32_t)i, &place);
    ovl_world_floor(world, place.cell.floor, &floor);
    forged_file_add(file, FIELDS_PLACE, shared->file.places + (uint64_t)i * OVI_PLACE_BYTES,
                    (uint64_t)(floor.corner.x + floor.width - place.cell.x));
  }
  for (uint32_t i = 0; i < shared->profile_count; i++) {
    add_layer(file, &world->layers[i], random);
  }
}

static void repair_world(const forged_file *file) {
  file_repair_as(file->bytes.bytes, file->saved);
}

/* Touches all regions, clusters and bundles of a world that was opened in place. */
static ovl_result touch_all_pieces(const ovl_world *world) {
  for (uint32_t i = 0; i < world->shared.profile_count; i++) {
    const ovi_layer *layer = &world->layers[i];
    ovi_source *source = layer->store.source;
    for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
      const ovi_region region = ovi_region_view(layer, id);
      for (uint32_t component = 0; component < region.components.count; component++) {
        ovi_region_island(layer, &region, component);
      }
    }
    for (uint32_t number = 0; number < ovi_cluster_count(layer); number++) {
      source->cluster(source, i, number, OVI_CLUSTER_FRONT);
      source->cluster(source, i, number, OVI_CLUSTER_TABLES);
    }
    for (uint32_t waypoint = 0; waypoint < layer->labels.count; waypoint++) {
      source->bundle(source, i, waypoint);
    }
  }
  return ovi_pager_outcome(&world->base->pager);
}

static ovl_result open_world(const forged_file *file, field_way way) {
  ovl_world *world = NULL;
  ovl_result result = way == CHECKED_WHOLE
                          ? ovl_world_open(file->bytes.bytes, file->bytes.count, &world, NULL)
                          : paged_open_in_place(&file->bytes, &world);
  if (result == OVL_OK && way == CHECKED_ON_TOUCH) {
    result = touch_all_pieces(world);
  }
  ovl_world_close(world);
  return result;
}

static void fields_of_worlds_are_refused_beyond_their_limits(test_state *t) {
  static const uint32_t features[] = {0,
                                      MODEL_ONE_WAY | MODEL_TWO_WAY,
                                      MODEL_WEIGHTS | MODEL_EXTRA | MODEL_FLOORS | MODEL_WALLS,
                                      MODEL_LIMITS | MODEL_CLIMB_COST | MODEL_DROP_COST,
                                      MODEL_RULE | MODEL_CORNERS,
                                      MODEL_ALL};
  static forged_file file;
  uint32_t forged[FIELDS_STRUCTURES] = {0};
  for (uint64_t i = 0; test_more(t, i, 24, 600); i++) {
    const model_limits limits = {
        .max_side = i % 2 == 0 ? 40 : 90, .max_region = i % 2 == 0 ? 14 : 9, .most_profiles = 2};
    model_fixture f;
    model_world model = model_world_make(test_begin_case(t, i), features[i / 2 % 6], limits);
    model.tuning.label_bytes = 255;
    model.tuning.overlays = i % 2 == 0 ? OVL_OVERLAYS_AUTO : OVL_OVERLAYS_ALWAYS;
    if (!model_fixture_make(&f, t, model)) {
      continue;
    }
    ovl_world *world = NULL;
    forged_file_begin(&file, fixture_save(t, f.world));
    file.repair = repair_world;
    file.open = open_world;
    file.is_touched = true;
    if (CHECK(t, ovl_world_open(file.bytes.bytes, file.bytes.count, &world, NULL) == OVL_OK,
              "it is not opened")) {
      add_world(&file, world, &f.random);
      ovl_world_close(world);
      forged_file_check(t, &file, forged);
    }
    free(file.bytes.bytes);
    forged_file_end(&file);
    model_fixture_free(&f);
  }
  forged_file_check_counts(t, forged, FIELDS_HEADER, FIELDS_WAY);
}

/* The next entry of the region table lies in another chunk, which is not read when the region is
 * touched: then the number of all components is the limit. */
static void first_component_of_a_last_entry_of_a_chunk_is_bounded(test_state *t) {
  enum { SIDE = 160, LAST = OVI_CHUNK_BYTES / 16 - 1 };
  fixture f;
  test_map map = {.kind = "open",
                  .width = SIDE,
                  .height = SIDE,
                  .terrain = calloc(SIDE, SIDE),
                  .weights = {OVL_PLAIN_WEIGHT},
                  .region_cells = 8,
                  .spacing_cells = 8};
  test_begin_case(t, 0);
  if (map.terrain == NULL || !fixture_make_from(&f, t, map)) {
    return;
  }
  world_bytes saved = fixture_save(t, f.world);
  const uint32_t slots = f.world->layers[0].islands.slots;
  CHECK(t, slots > LAST + 1 && f.world->shared.entry_bytes == 16, "%u components", slots);
  for (uint32_t first = slots - 2; first <= slots + 1; first++) {
    ovl_world *world = NULL;
    uint8_t *table = file_section(saved.bytes, OVI_SECTION_TABLE);
    ovi_put_u32(table + (uint64_t)LAST * 16 + OVI_TABLE_SLOTS, first);
    file_repair(saved.bytes);
    if (CHECK(t, paged_open_in_place(&saved, &world) == OVL_OK, "it is not opened in place")) {
      ovi_region_view(&world->layers[0], LAST);
      const ovl_result result = ovi_pager_outcome(&world->base->pager);
      CHECK(t, result == (first < slots ? OVL_OK : OVL_CORRUPT), "component %u of %u: %s", first,
            slots, ovl_result_text(result));
    }
    ovl_world_close(world);
  }
  free(saved.bytes);
  fixture_free(&f);
}

const test_entry test_fields_table[] = {
    {"fields/every_byte_of_a_structure_has_a_row", every_byte_of_a_structure_has_a_row},
    {"fields/of_worlds_are_refused_beyond_their_limits",
     fields_of_worlds_are_refused_beyond_their_limits},
    {"fields/first_component_of_a_last_entry_of_a_chunk_is_bounded",
     first_component_of_a_last_entry_of_a_chunk_is_bounded},
    {NULL, NULL},
};
