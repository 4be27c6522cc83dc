/* `overland info`: what a world holds and what its bytes are spent on. */
#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/base/options.h"
#include "tools/base/world_file.h"
#include "tools/commands.h"
#include "tools/plain/cell_shear.h"
#include "tools/text/json.h"
#include "tools/text/world_report.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* A part of the file: what it is called, and where ovl_world_info says its bytes. */
struct part {
  const char *key;
  const char *text;
  size_t offset;
};

/* They sum to the bytes of the file. */
static const struct part parts[] = {
    {"header_bytes", "header and tables", offsetof(ovl_world_bytes, header)},
    {"cells_bytes", "terrain of the cells", offsetof(ovl_world_bytes, cells)},
    {"waypoints_bytes", "where waypoints are", offsetof(ovl_world_bytes, waypoints)},
    {"costs_bytes", "costs between them", offsetof(ovl_world_bytes, costs)},
    {"islands_bytes", "components, islands", offsetof(ovl_world_bytes, islands)},
    {"overlays_bytes", "overlay levels", offsetof(ovl_world_bytes, overlays)},
    {"labels_bytes", "exact labels", offsetof(ovl_world_bytes, labels)},
    {"profiles_bytes", "profiles", offsetof(ovl_world_bytes, profiles)},
    {"links_bytes", "links, floors, places", offsetof(ovl_world_bytes, links)},
    {"other_bytes", "block heads, padding", offsetof(ovl_world_bytes, other)},
};

enum { PART_COUNT = sizeof parts / sizeof parts[0] };

static uint64_t part_bytes(const ovl_world_bytes *bytes, int part) {
  uint64_t count;
  memcpy(&count, (const char *)bytes + parts[part].offset, sizeof count);
  return count;
}

static void print_hex(struct json *json, const char *key, uint64_t number) {
  char text[17];
  snprintf(text, sizeof text, "%016" PRIx64, number);
  json_text(json, key, text);
}

/* A byte that is a letter in map files has that letter as its name. */
static void name_terrain(int terrain, char name[8]) {
  if (terrain > 0x20 && terrain < 0x7f) {
    snprintf(name, 8, "%c", terrain);
  } else {
    snprintf(name, 8, "%d", terrain);
  }
}

static void report_json(const char *path, const ovl_world *world, const ovl_world_info *info,
                        double cells) {
  struct json json;
  ovl_world_bytes bytes;
  ovl_world_count_bytes(world, &bytes);
  json_begin(&json);
  json_text(&json, "world", path);
  json_i64(&json, "width", info->width);
  json_i64(&json, "height", info->height);
  json_i64(&json, "origin_x", info->partition.origin.x);
  json_i64(&json, "origin_y", info->partition.origin.y);
  json_i64(&json, "region_size", info->partition.region_cells);
  json_i64(&json, "spacing", info->partition.spacing_cells);
  json_text(&json, "corners", command_corners_text(info->corners));
  json_text(&json, "topology", cell_kind_of_world(world) == CELL_HEXAGONS ? "hexagons" : "squares");
  json_i64(&json, "cost_scale", info->cost_scale);
  json_object_begin(&json, "weights");
  for (int i = 0; i < 256; i++) {
    char name[8];
    name_terrain(i, name);
    if (info->weights[i] != 0) {
      json_i64(&json, name, info->weights[i]);
    }
  }
  json_object_end(&json);
  json_text(&json, "estimate", ovl_method_text(info->graph.method));
  json_i64(&json, "overlay_levels", info->partition.overlay_levels);
  json_text(&json, "labels", ovl_labels_text(info->graph.labels));
  json_u64(&json, "world_bytes", info->file_bytes);
  json_double(&json, "bytes_per_cell", (double)info->file_bytes / cells, 4);
  json_i64(&json, "regions", (int64_t)info->partition.regions_x * info->partition.regions_y);
  json_u64(&json, "waypoints", info->graph.waypoints);
  json_u64(&json, "edges", info->graph.edges);
  json_u64(&json, "islands", info->islands);
  json_u64(&json, "open_cells", info->open_cells);
  world_report_json(&json, world, true);
  json_u64(&json, "saved_by_sharing", bytes.shared);
  for (int i = 0; i < PART_COUNT; i++) {
    json_u64(&json, parts[i].key, part_bytes(&bytes, i));
  }
  /* As text: a 64-bit number does not survive most JSON readers. */
  print_hex(&json, "map_fingerprint", info->map_fingerprint);
  print_hex(&json, "fingerprint", info->fingerprint);
  json_end(&json);
}

/* One part of the file, with a bar that all of the file would fill. */
static void print_row(const char *text, uint64_t bytes, uint64_t all_bytes, double cells) {
  static const char bar[] = "##############################";
  const double share = all_bytes > 0 ? (double)bytes / (double)all_bytes : 0;
  const int bar_letters = (int)(share * (double)(sizeof bar - 1) + 0.5);
  print_out("  %-22s %14" PRIu64 "  %8.4f  %5.1f %%%s%.*s\n", text, bytes, (double)bytes / cells,
            100 * share, bar_letters > 0 ? "  " : "", bar_letters, bar);
}

/* Why regions and labels are what they are, as far as the file tells: it does not tell whether they
 * were given, so that settings that are given make the same file as the same ones chosen. */
static void print_settings(const ovl_world_info *info, const ovl_world_bytes *bytes, double cells) {
  const int32_t side = info->partition.region_cells;
  print_out("  settings     regions of %" PRId32 " cells %s; labels ", side,
            side == 32   ? "are the usual ones"
            : side == 64 ? "were given, or smaller ones would have labels of over 60,000 waypoints"
                         : "were given, or chosen for a budget");
  if (info->graph.labels == OVL_LABELS_HELD) {
    print_out("fit in %.2f bytes a cell\n", (double)bytes->labels / cells);
  } else if (info->graph.labels == OVL_LABELS_NOT_ASKED) {
    print_out("were turned off, or expected to need more bytes than they may\n");
  } else {
    print_out("are %s\n", ovl_labels_text(info->graph.labels));
  }
}

static void report_text(const char *path, const ovl_world *world, const ovl_world_info *info,
                        double cells) {
  ovl_world_bytes bytes;
  ovl_world_count_bytes(world, &bytes);
  print_out("%s\n", path);
  print_out("  map          %" PRId32 " x %" PRId32 " cells, %" PRIu64 " open (%.1f %%), %" PRIu64
            " island%s\n",
            info->width, info->height, info->open_cells, 100.0 * (double)info->open_cells / cells,
            info->islands, info->islands == 1 ? "" : "s");
  if (info->partition.origin.x != 0 || info->partition.origin.y != 0) {
    print_out("  origin       cell %" PRId32 ",%" PRId32 " is the upper left one\n",
              info->partition.origin.x, info->partition.origin.y);
  }
  if (cell_kind_of_world(world) == CELL_HEXAGONS) {
    print_out("  rules        hexagons; weights in eighths");
  } else {
    print_out("  rules        corners %s; weights in eighths", command_corners_text(info->corners));
  }
  for (int i = 0; i < 256; i++) {
    char name[8];
    name_terrain(i, name);
    if (info->weights[i] != 0) {
      print_out("  %s %d", name, info->weights[i]);
    }
  }
  if (info->cost_scale > 1) {
    print_out("\n  scale        %" PRId32 ": weights and costs are stored times %" PRId32,
              info->cost_scale, info->cost_scale);
  }
  print_out("\n  partition    %" PRId32 " x %" PRId32 " regions of %" PRId32
            " cells, spacing %" PRId32 "\n",
            info->partition.regions_x, info->partition.regions_y, info->partition.region_cells,
            info->partition.spacing_cells);
  print_out("  graph        %" PRIu64 " waypoint%s, %" PRIu64 " edge%s; planned by %s\n",
            info->graph.waypoints, print_plural(info->graph.waypoints), info->graph.edges,
            print_plural(info->graph.edges), ovl_method_text(info->graph.method));
  if (info->partition.overlay_levels != 0) {
    print_out("  overlays     %" PRId32 " level%s\n", info->partition.overlay_levels,
              info->partition.overlay_levels == 1 ? "" : "s");
  }
  if (info->graph.labels != OVL_LABELS_OVERLAYS) {
    print_out("  labels       %s\n", ovl_labels_text(info->graph.labels));
  }
  print_settings(info, &bytes, cells);
  print_out("  fingerprint  %016" PRIx64 ", of the map %016" PRIx64 "\n\n", info->fingerprint,
            info->map_fingerprint);
  print_out("  %-22s %14s  %8s  %7s\n", "part", "bytes", "a cell", "share");
  for (int i = 0; i < PART_COUNT; i++) {
    print_row(parts[i].text, part_bytes(&bytes, i), info->file_bytes, cells);
  }
  print_out("  %-22s %14" PRIu64 "  %8.4f  100.0 %%\n", "file", info->file_bytes,
            (double)info->file_bytes / cells);
  print_out("\n");
  world_report_profiles(world, true);
  if (info->profiles > 1) {
    print_out("  what profiles share is stored once: saves %" PRIu64 " bytes\n", bytes.shared);
  }
  world_report_floors(world);
}

int command_info(int argc, char **argv) {
  struct world_file_def def = {.whole = true, .held = true};
  bool json = false;
  const struct option_def defs[] = {
      option_world(&def.path, "the world"),
      option_json(&json),
      world_file_patch(&def.patch),
      world_file_safe(&def.safe),
  };
  const struct options options = {.command = "info",
                                  .usage = "FILE.world [--patch FILE.patch] [--safe] [--json]",
                                  .summary =
                                      "Says what a world holds and what its bytes are spent on.",
                                  .example = "overland info land.world",
                                  .defs = defs,
                                  .def_count = sizeof defs / sizeof defs[0]};
  int code;
  if (!options_parse(&options, argc, argv, &code)) {
    return code;
  }
  struct world_file file;
  code = world_file_open_def(&def, &file);
  if (code != EXIT_DONE) {
    return code;
  }
  ovl_world_info info;
  ovl_world_describe(file.world, &info);
  const double cells = world_report_cells(file.world);
  if (json) {
    report_json(def.path, file.world, &info, cells);
  } else {
    report_text(def.path, file.world, &info, cells);
  }
  world_file_close(&file);
  return EXIT_DONE;
}
