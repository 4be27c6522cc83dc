/* The calls that read a region at once agree with those that read one cell, for worlds with every
 * feature, in memory and through a reader that fails. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_inspect.h"
#include "tests/model/model_fixture.h"
#include "tests/support/fixture.h"
#include "tests/support/paged_world.h"

enum { CACHE_BYTES = 1 << 20, MOST_COMPONENTS = 16384, MOST_TIMES = 100000 };

/* ---- Cells ---- */

static uint32_t value_of_cell(const ovl_world *world, int32_t profile, ovl_cells cells,
                              ovl_cell cell) {
  static const uint8_t no_walls[OVL_WALL_CELLS] = {0};
  const uint32_t weight = ovl_world_weight(world, profile, cell);
  uint32_t plain, alone;
  ovl_profile_info info;
  switch (cells) {
  case OVL_CELLS_TERRAIN:
    return ovl_world_terrain(world, cell);
  case OVL_CELLS_HEIGHT:
    return ovl_world_height(world, cell);
  case OVL_CELLS_WEIGHT:
    return weight;
  case OVL_CELLS_ISLAND:
    return ovl_world_island(world, profile, cell);
  default:
    ovl_world_profile(world, profile, &info);
    plain = info.def.weights[ovl_world_terrain(world, cell)];
    if (memcmp(info.def.wall_cost, no_walls, sizeof no_walls) != 0) { /* weight has more in it */
      ovl_world_read_cells(world, profile, cells, cell, 1, 1, &alone, 1, NULL);
      return alone;
    }
    return weight > plain ? weight - plain : 0; /* places weigh less than their terrain might */
  }
}

/* Reads a rectangle of `asked`, whose reads may fail, and compares it with single cells of `world`.
 */
static void check_rectangle(const ovl_world *world, const ovl_world *asked, test_state *t,
                            test_random *random, int32_t profile) {
  ovl_world_info info;
  ovl_floor_info floor;
  ovl_world_describe(world, &info);
  const int32_t number = test_random_between(random, 0, info.floors - 1);
  ovl_world_floor(world, number, &floor);
  const int32_t left = test_random_between(random, 0, floor.width - 1);
  const int32_t top = test_random_between(random, 0, floor.height - 1);
  const ovl_cell corner = {floor.corner.x + left, floor.corner.y + top, number};
  const int32_t w = test_random_between(random, 1, floor.width - left);
  const int32_t h = test_random_between(random, 1, floor.height - top);
  const int32_t spare = test_random_between(random, 0, 2);
  const size_t row = (size_t)w + (size_t)spare;
  uint32_t *out = malloc(row * (size_t)h * sizeof *out);
  for (int cells = 0; cells < OVL_CELLS_COUNT && out != NULL; cells++) {
    ovl_result result = OVL_READ_FAILED;
    for (int times = 0; result == OVL_READ_FAILED && times < MOST_TIMES; times++) {
      result = ovl_world_read_cells(asked, profile, (ovl_cells)cells, corner, w, h, out, row, NULL);
    }
    CHECK(t, result == OVL_OK, "read: %s", ovl_result_text(result));
    for (int32_t i = 0; i < w * h && t->failures == 0; i++) {
      const ovl_cell cell = {corner.x + i % w, corner.y + i / w, number};
      const uint32_t found = out[(size_t)(i / w) * row + (size_t)(i % w)];
      const uint32_t expected = value_of_cell(world, profile, (ovl_cells)cells, cell);
      CHECK(t, found == expected,
            "property %d of %" PRId32 ":%" PRId32 ",%" PRId32 " is read as %" PRIu32
            ", asked alone it is %" PRIu32,
            cells, cell.floor, cell.x, cell.y, found, expected);
    }
  }
  free(out);
}

static void check_cells_of(model_fixture *f, test_state *t, int32_t profile) {
  check_rectangle(f->world, f->world, t, &f->random, profile);
}

static void inspect_region_cells(test_state *t) {
  model_fixture_profiles(t, check_cells_of, model_usual_limits(), 120, 3000);
}

static void inspect_region_failing(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 40, 1000); i++) {
    model_fixture f;
    if (!paged_fixture_make(&f, t, i, model_usual_limits())) {
      continue;
    }
    world_bytes bytes = fixture_save(t, f.world);
    paged_reader reader = paged_reader_of(&bytes, i);
    ovl_world *read = NULL;
    CHECK(t, paged_open_read(&reader, CACHE_BYTES, &read) == OVL_OK, "open by a reader");
    reader.missed_before = calloc(bytes.count, 1);
    for (int32_t profile = 0; read != NULL && profile < f.model.profile_count; profile++) {
      check_rectangle(f.world, read, t, &f.random, profile);
    }
    free(reader.missed_before);
    ovl_world_close(read);
    free(bytes.bytes);
    model_fixture_free(&f);
  }
}

/* ---- Regions ---- */

static void add_bytes(ovl_world_bytes *sum, const ovl_world_bytes *bytes) {
  sum->cells += bytes->cells;
  sum->waypoints += bytes->waypoints;
  sum->costs += bytes->costs;
  sum->other += bytes->other;
  sum->shared += bytes->shared;
  sum->islands += bytes->islands;
  sum->file += bytes->file;
}

static void check_sums(const ovl_world *world, test_state *t, int32_t profile) {
  ovl_world_info info;
  ovl_profile_info of_profile;
  ovl_world_bytes bytes;
  ovl_world_bytes sum = {0};
  uint64_t open = 0;
  uint64_t sides = 0;
  uint64_t floors = 0;
  uint64_t waypoints = 0;
  uint64_t edges = 0;
  ovl_world_describe(world, &info);
  ovl_world_profile(world, profile, &of_profile);
  ovl_world_count_bytes(world, &bytes);
  for (int32_t id = 0; id < info.partition.regions_x * info.partition.regions_y; id++) {
    ovl_region_info region;
    const ovl_result result = ovl_world_region(world, profile, id, &region, NULL);
    CHECK(t, result == OVL_OK, "region %" PRId32 ": %s", id, ovl_result_text(result));
    const ovl_world_bytes *own = &region.bytes;
    CHECK(t, own->file == own->cells + own->waypoints + own->costs + own->islands + own->other,
          "the bytes of region %" PRId32 " do not add up", id);
    add_bytes(&sum, own);
    waypoints += ovl_world_waypoints(world, profile, id, NULL, 0);
    edges += ovl_world_edges(world, profile, id, NULL, 0);
    open += region.open_cells;
    sides += (uint64_t)region.w * (uint64_t)region.h;
  }
  for (int32_t number = 0; number < info.floors; number++) {
    ovl_floor_info floor;
    ovl_world_floor(world, number, &floor);
    floors += floor.graph ? 0 : (uint64_t)floor.width * (uint64_t)floor.height;
  }
  CHECK(t, open == of_profile.open_cells, "%" PRIu64 " open cells in regions, %" PRIu64 " in all",
        open, of_profile.open_cells);
  CHECK(t, waypoints == of_profile.graph.waypoints && edges == of_profile.graph.edges,
        "%" PRIu64 " waypoints of %" PRIu64 ", %" PRIu64 " edges of %" PRIu64, waypoints,
        of_profile.graph.waypoints, edges, of_profile.graph.edges);
  const uint64_t all = bytes.header + bytes.cells + bytes.waypoints + bytes.costs + bytes.islands +
                       bytes.overlays + bytes.labels + bytes.profiles + bytes.links + bytes.other;
  CHECK(t, all == info.file_bytes && all == bytes.file, "%" PRIu64 " of %" PRIu64 " bytes", all,
        info.file_bytes);
  CHECK(t, sides == floors, "%" PRIu64 " cells in regions, %" PRIu64 " on floors", sides, floors);
  CHECK(t,
        sum.cells == bytes.cells && sum.waypoints == bytes.waypoints && sum.costs == bytes.costs &&
            sum.shared == bytes.shared && sum.other <= bytes.other,
        "the bytes of the regions are not those of the world");
}

/* The components of all regions hold each island's cells, and each begins at a cell of its own. */
static void check_components(const ovl_world *world, test_state *t, int32_t profile) {
  static ovl_component list[MOST_COMPONENTS];
  ovl_world_info info;
  uint64_t cells = 0;
  ovl_profile_info of_profile;
  ovl_world_describe(world, &info);
  ovl_world_profile(world, profile, &of_profile);
  for (int32_t id = 0; id < info.partition.regions_x * info.partition.regions_y; id++) {
    ovl_region_info region;
    size_t needed;
    ovl_world_region(world, profile, id, &region, NULL);
    const ovl_result result =
        ovl_world_components(world, profile, id, list, MOST_COMPONENTS, &needed, NULL);
    CHECK(t, result == OVL_OK && needed == region.components, "components of region %" PRId32, id);
    uint64_t here = 0;
    for (size_t i = 0; i < needed && t->failures == 0; i++) {
      here += list[i].cells;
      CHECK(t, list[i].island == ovl_world_island(world, profile, list[i].cell),
            "the island of a component of region %" PRId32, id);
    }
    CHECK(t, here == region.open_cells, "cells of the components of region %" PRId32, id);
    if (needed > 1) {
      CHECK(t,
            ovl_world_components(world, profile, id, list, needed - 1, &needed, NULL) ==
                OVL_MORE_ROOM,
            "too little room is told");
    }
    cells += here;
  }
  CHECK(t, cells == of_profile.open_cells, "cells of all components");
}

static void check_regions_of(model_fixture *f, test_state *t, int32_t profile) {
  check_sums(f->world, t, profile);
  check_components(f->world, t, profile);
}

static void inspect_region_sums(test_state *t) {
  model_fixture_profiles(t, check_regions_of, model_usual_limits(), 120, 3000);
}

/* The clusters of a level share out the regions, and their bytes are within those of overlays. */
static void check_clusters_of(model_fixture *f, test_state *t, int32_t profile) {
  ovl_world_info info;
  ovl_world_bytes bytes;
  uint64_t sum = 0;
  ovl_world_describe(f->world, &info);
  ovl_world_count_bytes(f->world, &bytes);
  ovl_cluster_info cluster;
  if (profile != 0) {
    return;
  }
  for (int32_t level = 1; level <= info.partition.overlay_levels; level++) {
    int32_t columns = 0;
    while (ovl_world_cluster(f->world, 0, level, columns, 0, &cluster, NULL) == OVL_OK) {
      columns++;
    }
    ovl_world_cluster(f->world, 0, level, 0, 0, &cluster, NULL);
    const int32_t side = cluster.side_regions;
    CHECK(t, columns == (info.partition.regions_x + side - 1) / side, "columns of a level");
    for (int32_t i = 0; i < columns * ((info.partition.regions_y + side - 1) / side); i++) {
      const ovl_result result =
          ovl_world_cluster(f->world, 0, level, i % columns, i / columns, &cluster, NULL);
      CHECK(t, result == OVL_OK && cluster.side_regions == side, "cluster %" PRId32, i);
      sum += cluster.bytes;
    }
  }
  CHECK(t, sum <= bytes.overlays && (sum > 0 || info.partition.overlay_levels == 0),
        "clusters take %" PRIu64 " bytes of %" PRIu64, sum, bytes.overlays);
}

static void inspect_region_clusters(test_state *t) {
  model_fixture_profiles(t, check_clusters_of, model_overlay_limits(), 12, 200);
}

const test_entry test_inspect_region_table[] = {
    {"inspect_region_cells", inspect_region_cells},
    {"inspect_region_failing", inspect_region_failing},
    {"inspect_region_sums", inspect_region_sums},
    {"inspect_region_clusters", inspect_region_clusters},
    {NULL, NULL},
};
