/* `overland info`: what a world holds and what its bytes are spent on. */
#include "command.h"
#include "json.h"
#include "options.h"
#include "world_file.h"

#include <inttypes.h>

enum { PART_COUNT = 7 };

struct part {
  const char *key;
  const char *text;
  uint64_t bytes;
};

/* They sum to the bytes of the file. */
static void list_parts(const ovl_world_info *info, struct part parts[PART_COUNT]) {
  parts[0] = (struct part){"header_bytes", "header and tables", info->header_bytes};
  parts[1] = (struct part){"cells_bytes", "terrain of the cells", info->cells_bytes};
  parts[2] = (struct part){"waypoints_bytes", "where waypoints are", info->waypoints_bytes};
  parts[3] = (struct part){"costs_bytes", "costs between them", info->costs_bytes};
  parts[4] = (struct part){"islands_bytes", "components, islands", info->islands_bytes};
  parts[5] = (struct part){"estimate_bytes", "landmarks", info->landmarks_bytes};
  parts[6] = (struct part){"other_bytes", "block heads, padding", info->other_bytes};
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

static void report_json(const char *path, const ovl_world_info *info, double cells) {
  struct part parts[PART_COUNT];
  struct json json;
  list_parts(info, parts);
  json_begin(&json);
  json_text(&json, "world", path);
  json_i64(&json, "width", info->width);
  json_i64(&json, "height", info->height);
  json_i64(&json, "region_size", info->region_cells);
  json_i64(&json, "spacing", info->spacing_cells);
  json_text(&json, "corners", command_corners_text(info->corners));
  json_object_begin(&json, "weights");
  for (int i = 0; i < 256; i++) {
    char name[8];
    name_terrain(i, name);
    if (info->weights[i] != 0) {
      json_i64(&json, name, info->weights[i]);
    }
  }
  json_object_end(&json);
  json_text(&json, "estimate", ovl_estimate_text(info->estimate));
  json_i64(&json, "landmarks", info->landmarks);
  json_u64(&json, "world_bytes", info->file_bytes);
  json_double(&json, "bytes_per_cell", (double)info->file_bytes / cells, 4);
  json_i64(&json, "regions", (int64_t)info->regions_x * info->regions_y);
  json_u64(&json, "waypoints", info->waypoints);
  json_u64(&json, "edges", info->edges);
  json_u64(&json, "islands", info->islands);
  json_u64(&json, "open_cells", info->open_cells);
  for (int i = 0; i < PART_COUNT; i++) {
    json_u64(&json, parts[i].key, parts[i].bytes);
  }
  /* As text: a 64-bit number does not survive most JSON readers. */
  print_hex(&json, "map_fingerprint", info->map_fingerprint);
  print_hex(&json, "fingerprint", info->fingerprint);
  json_end(&json);
}

static void print_row(const char *text, uint64_t bytes, uint64_t all_bytes, double cells) {
  printf("  %-22s %14" PRIu64 "  %8.4f  %5.1f %%\n", text, bytes, (double)bytes / cells,
         all_bytes > 0 ? 100.0 * (double)bytes / (double)all_bytes : 0.0);
}

static void report_text(const char *path, const ovl_world_info *info, double cells) {
  struct part parts[PART_COUNT];
  list_parts(info, parts);
  printf("%s\n", path);
  printf("  map          %" PRId32 " x %" PRId32 " cells, %" PRIu64 " open (%.1f %%), %" PRIu64
         " islands\n",
         info->width, info->height, info->open_cells, 100.0 * (double)info->open_cells / cells,
         info->islands);
  printf("  rules        corners %s; weights in eighths", command_corners_text(info->corners));
  for (int i = 0; i < 256; i++) {
    char name[8];
    name_terrain(i, name);
    if (info->weights[i] != 0) {
      printf("  %s %d", name, info->weights[i]);
    }
  }
  printf("\n  partition    %" PRId32 " x %" PRId32 " regions of %" PRId32 " cells, spacing %" PRId32
         "\n",
         info->regions_x, info->regions_y, info->region_cells, info->spacing_cells);
  printf("  graph        %" PRIu64 " waypoints, %" PRIu64 " edges, estimate %s\n", info->waypoints,
         info->edges, ovl_estimate_text(info->estimate));
  printf("  fingerprint  %016" PRIx64 ", of the map %016" PRIx64 "\n\n", info->fingerprint,
         info->map_fingerprint);
  printf("  %-22s %14s  %8s  %7s\n", "part", "bytes", "a cell", "share");
  for (int i = 0; i < PART_COUNT; i++) {
    print_row(parts[i].text, parts[i].bytes, info->file_bytes, cells);
  }
  print_row("file", info->file_bytes, info->file_bytes, cells);
}

int command_info(int argc, char **argv) {
  const char *path = NULL;
  bool json = false;
  const struct option_def defs[] = {
      {.name = "FILE.world",
       .kind = OPTION_TEXT,
       .target = &path,
       .help = "the world",
       .required = true},
      {.name = "--json",
       .kind = OPTION_FLAG,
       .target = &json,
       .help = "print the figures as one JSON object"},
  };
  const struct options options = {.command = "info",
                                  .usage = "FILE.world [--json]",
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
  code = world_file_open(path, &file);
  if (code != EXIT_DONE) {
    return code;
  }
  ovl_world_info info;
  ovl_world_describe(file.world, &info);
  const double cells = (double)info.width * info.height;
  if (json) {
    report_json(path, &info, cells);
  } else {
    report_text(path, &info, cells);
  }
  world_file_close(&file);
  return EXIT_DONE;
}
