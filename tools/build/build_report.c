/* Reports of `overland build` and `overland merge`: see build_report.h.
 *
 * Peak memory is that of the build: it is read before the world is opened. */
#include "tools/build/build_report.h"

#include "overland_inspect.h"
#include "overland_stream.h"
#include "tools/base/fail.h"
#include "tools/base/platform.h"
#include "tools/base/platform_files.h"
#include "tools/text/json.h"
#include "tools/text/world_report.h"

#include <inttypes.h>

/* Returns whether the settings were chosen by a sample of the map, and not given. */
static bool is_chosen(const struct build *build) {
  return build->files.map != NULL && build->files.from == NULL && build->settings.region_cells == 0;
}

/* Returns whether the sample left out labels, because it expected them to be too large. */
static bool labels_are_forecast_too_large(const struct build *build, const ovl_world_info *info) {
  return is_chosen(build) && build->settings.label_bytes > 0 &&
         info->graph.labels == OVL_LABELS_NOT_ASKED;
}

/* A world that was built. */
struct built {
  const ovl_world *world;
  uint64_t peak_bytes;
  bool counted; /* its edges, and the bytes of each profile */
};

static void report_json(const struct build *build, const struct built *built,
                        const ovl_world_info *info) {
  const ovl_world *world = built->world;
  struct json json;
  json_begin(&json);
  if (build->files.map != NULL) {
    json_text(&json, "map", build->files.map);
  }
  json_text(&json, "world", build->files.world);
  json_i64(&json, "width", info->width);
  json_i64(&json, "height", info->height);
  json_i64(&json, "region_size", info->partition.region_cells);
  json_i64(&json, "spacing", info->partition.spacing_cells);
  json_text(&json, "corners", command_corners_text(info->corners));
  json_text(&json, "labels", ovl_labels_text(info->graph.labels));
  json_bool(&json, "labels_forecast_too_large", labels_are_forecast_too_large(build, info));
  json_i64(&json, "overlay_levels", info->partition.overlay_levels);
  json_text(&json, "estimate", ovl_method_text(info->graph.method));
  json_i64(&json, "threads", build->threads);
  json_double(&json, "read_ms", build->times.read_ms, 3);
  json_double(&json, "build_ms", build->times.build_ms, 3);
  json_double(&json, "write_ms", build->times.write_ms, 3);
  json_u64(&json, "world_bytes", info->file_bytes);
  json_double(&json, "bytes_per_cell", (double)info->file_bytes / world_report_cells(world), 4);
  json_i64(&json, "regions", (int64_t)info->partition.regions_x * info->partition.regions_y);
  json_u64(&json, "waypoints", info->graph.waypoints);
  if (built->counted) {
    json_u64(&json, "edges", info->graph.edges);
  }
  json_u64(&json, "islands", info->islands);
  world_report_json(&json, world, built->counted);
  json_u64(&json, "memory_peak_bytes", built->peak_bytes);
  json_end(&json);
}

/* Why the settings are what they are, as far as they were chosen. */
static void report_choice(const struct build *build, const ovl_world_info *info) {
  print_out("regions of %" PRId32 " cells, waypoints up to %" PRId32 " apart%s\n",
            info->partition.region_cells, info->partition.spacing_cells,
            is_chosen(build) && info->partition.region_cells > 32
                ? ": with regions of 32, labels were expected to have over 60,000 waypoints"
                : "");
  if (labels_are_forecast_too_large(build, info)) {
    print_out("no labels were begun: they were expected to take more than %" PRId32
              " bytes a cell\n",
              build->settings.label_bytes);
  }
}

static void report_text(const struct build *build, const struct built *built,
                        const ovl_world_info *info) {
  const ovl_world *world = built->world;
  const double cells = world_report_cells(world);
  const int64_t regions = (int64_t)info->partition.regions_x * info->partition.regions_y;
  print_out("%s: %" PRId32 " x %" PRId32 " cells, %" PRId64 " region%s, %" PRIu64
            " waypoint%s, %" PRIu64 " island%s\n",
            build->files.world, info->width, info->height, regions, print_plural((uint64_t)regions),
            info->graph.waypoints, print_plural(info->graph.waypoints), info->islands,
            print_plural(info->islands));
  if (build->files.map == NULL) {
    print_out("merged in %.1f ms\n", build->times.write_ms);
  } else {
    print_out("baked in %.1f ms (%.1f ns a cell) on %" PRId32 " thread%s; read %.1f ms, %s %.1f "
              "ms\n",
              build->times.build_ms, build->times.build_ms * 1e6 / cells, build->threads,
              build->threads == 1 ? "" : "s", build->times.read_ms,
              build->in_parts ? "parts merged, with labels or overlays," : "written",
              build->times.write_ms);
  }
  report_choice(build, info);
  print_out("%" PRIu64 " bytes, %.3f a cell; memory at its peak %.1f MB\n", info->file_bytes,
            (double)info->file_bytes / cells, (double)built->peak_bytes / 1e6);
  if (info->partition.overlay_levels > 0) {
    print_out("%" PRId32 " overlay level%s\n", info->partition.overlay_levels,
              info->partition.overlay_levels == 1 ? "" : "s");
  }
  if (info->graph.labels != OVL_LABELS_OVERLAYS) {
    print_out("exact labels %s\n", ovl_labels_text(info->graph.labels));
  } else if (build->settings.has_labels && build->settings.label_bytes > 0) {
    print_out("no labels: a map of more than 16,777,216 cells has overlays alone\n");
  }
  if (build->files.legend != NULL || info->floors > 1 || info->links > 0) {
    world_report_profiles(world, built->counted);
    world_report_floors(world);
  }
}

static void report(const struct build *build, const struct built *built) {
  ovl_world_info info;
  ovl_world_describe(built->world, &info);
  if (build->json) {
    report_json(build, built, &info);
  } else {
    report_text(build, built, &info);
  }
}

void build_report(const struct build *build, const ovl_world *world) {
  report(build, &(struct built){world, platform_peak_memory_bytes(), true});
}

/* Edges, and the bytes of a profile, are counted where the file is checked as a whole, which holds
 * it in memory: not beyond the memory that the build may take. */
int build_report_file(const struct build *build) {
  struct built built = {.peak_bytes = platform_peak_memory_bytes()};
  struct platform_mapping mapping;
  ovl_fault fault;
  ovl_world *world;
  const char *why = platform_map_file(build->files.world, &mapping);
  if (why != NULL) {
    return command_fail(EXIT_SYSTEM, "%s: %s", build->files.world, why);
  }
  ovl_open_def def = {0};
  def.bytes = mapping.bytes;
  def.byte_count = mapping.byte_count;
  def.check_all = mapping.byte_count <= build->memory_bytes;
  built.counted = def.check_all;
  const ovl_result result = ovl_world_open_def(&def, &world, &fault);
  if (result == OVL_OK) {
    built.world = world;
    report(build, &built);
    ovl_world_close(world);
  }
  platform_unmap_file(&mapping);
  return result == OVL_OK ? EXIT_DONE : command_fail_result(build->files.world, result, &fault);
}

int build_report_part(const struct build *build) {
  const uint64_t peak_bytes = platform_peak_memory_bytes();
  struct platform_reader reader;
  struct json json;
  const char *why = platform_reader_open(&reader, build->files.world);
  if (why != NULL) {
    return command_fail(EXIT_SYSTEM, "%s: %s", build->files.world, why);
  }
  const uint64_t bytes = reader.byte_count;
  platform_reader_close(&reader);
  if (!build->json) {
    print_out("%s: part %" PRId32 " of %" PRId32 " of %s, baked in %.1f ms\n%" PRIu64
              " bytes; memory at its peak %.1f MB\n",
              build->files.world, build->part.index, build->part.count, build->files.map,
              build->times.build_ms, bytes, (double)peak_bytes / 1e6);
    return EXIT_DONE;
  }
  json_begin(&json);
  json_text(&json, "map", build->files.map);
  json_text(&json, "part_file", build->files.world);
  json_i64(&json, "part", build->part.index);
  json_i64(&json, "parts", build->part.count);
  json_i64(&json, "threads", build->threads);
  json_double(&json, "read_ms", build->times.read_ms, 3);
  json_double(&json, "build_ms", build->times.build_ms, 3);
  json_u64(&json, "part_bytes", bytes);
  json_u64(&json, "memory_peak_bytes", peak_bytes);
  json_end(&json);
  return EXIT_DONE;
}
