/* `overland edit`: a world file and a list of edits become another world file. */
#include "overland_edit.h"
#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/base/options.h"
#include "tools/base/out_file.h"
#include "tools/base/platform.h"
#include "tools/base/progress.h"
#include "tools/base/world_file.h"
#include "tools/commands.h"
#include "tools/game_map/edit_list.h"
#include "tools/game_map/read/game_map_read.h"
#include "tools/text/json.h"
#include "tools/text/world_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

struct edit_options {
  const char *world, *edits, *map, *legend;
  const char *out, *patch; /* one of them */
  int32_t threads;
  bool settle, json, safe;
};

/* Where it goes. */
static const char *path_of(const struct edit_options *options) {
  return options->patch != NULL ? options->patch : options->out;
}

/* What was done. */
struct edit_outcome {
  size_t edits;
  ovl_version_info version; /* once they were applied */
  bool settled;             /* the file holds labels that were made for it */
  uint64_t bytes;           /* of the file */
  double apply_ms, settle_ms, write_ms;
};

/* ---- Names of terrains --------------------------------------------------- */

static int read_edits(const struct edit_options *options, const ovl_world *world,
                      struct edit_list *list) {
  struct game_map *names = malloc(sizeof *names);
  if (names == NULL) {
    return command_fail_memory("the names of terrains");
  }
  int code = game_map_read_names(options->map, options->legend, names);
  if (code == EXIT_DONE) {
    code = edit_list_read(options->edits, world, names, list);
    game_map_free(names);
  }
  free(names);
  return code;
}

/* ---- Applying ------------------------------------------------------------ */

static int apply(const struct edit_options *options, const ovl_world *world,
                 const struct edit_list *list, ovl_world **edited) {
  struct platform_pool *pool;
  ovl_fault fault = {.what = ""};
  const int code = options_start_threads(options->threads, &pool);
  if (code != EXIT_DONE) {
    return code;
  }
  const ovl_apply_def def = {.jobs = platform_pool_jobs(pool)};
  const ovl_result result =
      ovl_world_apply_def(world, list->edits, list->count, &def, edited, &fault);
  platform_pool_destroy(pool);
  return result == OVL_OK ? EXIT_DONE : edit_list_fail(list, options->world, result, &fault);
}

/* *edited becomes the version with labels. */
static int settle(const struct edit_options *options, ovl_world **edited) {
  enum { SLICE_EXPANSIONS = 1000000 };
  ovl_refresh *settling = NULL;
  ovl_world *settled = NULL;
  bool done = false;
  ovl_result result = ovl_refresh_create(*edited, NULL, &settling);
  while (result == OVL_OK && !done) {
    result = ovl_refresh_step(settling, SLICE_EXPANSIONS, &done);
  }
  if (result == OVL_OK) {
    result = ovl_refresh_apply(settling, *edited, &settled);
  }
  ovl_refresh_destroy(settling);
  if (result != OVL_OK) {
    return command_fail_result(path_of(options), result, NULL);
  }
  ovl_world_close(*edited);
  *edited = settled;
  return EXIT_DONE;
}

static int make_world(const struct edit_options *options, const ovl_world *world,
                      const struct edit_list *list, struct edit_outcome *outcome,
                      ovl_world **edited) {
  double begin_us = platform_now_us();
  int code = apply(options, world, list, edited);
  outcome->apply_ms = (platform_now_us() - begin_us) / 1000;
  if (code != EXIT_DONE) {
    return code;
  }
  outcome->edits = list->count;
  ovl_world_version(*edited, &outcome->version);
  begin_us = platform_now_us();
  code = options->settle ? settle(options, edited) : EXIT_DONE;
  outcome->settle_ms = (platform_now_us() - begin_us) / 1000;
  outcome->settled = options->settle || outcome->version.refreshed;
  return code;
}

/* ---- Reporting ----------------------------------------------------------- */

static void report_json(const struct edit_options *options, const struct edit_outcome *outcome,
                        const ovl_world *edited) {
  ovl_world_info info;
  struct json json;
  ovl_world_describe(edited, &info);
  json_begin(&json);
  json_text(&json, "from", options->world);
  json_text(&json, options->patch != NULL ? "patch" : "world", path_of(options));
  json_u64(&json, "edits", outcome->edits);
  json_u64(&json, "rebuilt_regions", outcome->version.rebuilt_regions);
  json_bool(&json, "settled", outcome->settled);
  json_text(&json, "labels", ovl_labels_text(info.graph.labels));
  json_text(&json, "estimate", ovl_method_text(info.graph.method));
  json_double(&json, "apply_ms", outcome->apply_ms, 3);
  json_double(&json, "settle_ms", options->settle ? outcome->settle_ms : NAN, 3);
  json_double(&json, "write_ms", outcome->write_ms, 3);
  json_u64(&json, options->patch != NULL ? "patch_bytes" : "world_bytes", outcome->bytes);
  json_double(&json, "bytes_per_cell", (double)outcome->bytes / world_report_cells(edited), 4);
  json_u64(&json, "waypoints", info.graph.waypoints);
  json_u64(&json, "islands", info.islands);
  json_end(&json);
}

static void report_text(const struct edit_options *options, const struct edit_outcome *outcome,
                        const ovl_world *edited) {
  ovl_world_info info;
  ovl_world_describe(edited, &info);
  print_out("%s: %zu edit%s, %" PRIu64 " region%s rebuilt in %.2f ms\n", path_of(options),
            outcome->edits, outcome->edits == 1 ? "" : "s", outcome->version.rebuilt_regions,
            outcome->version.rebuilt_regions == 1 ? "" : "s", outcome->apply_ms);
  if (info.graph.labels == OVL_LABELS_OVERLAYS) {
    print_out("its overlays are those of the edited map%s\n",
              options->settle ? "; there is nothing else to settle" : "");
  } else if (options->settle) {
    print_out("labels made anew in %.1f ms: %s\n", outcome->settle_ms,
              ovl_labels_text(info.graph.labels));
  } else if (options->patch != NULL) {
    print_out("path, info, render and bench make them again with --patch\n");
  } else if (!outcome->settled) {
    print_out("its overlays are those of the edited map; --settle makes its labels\n");
  }
  print_out("%" PRIu64 " bytes, %" PRIu64 " waypoint%s, %" PRIu64 " island%s\n", outcome->bytes,
            info.graph.waypoints, print_plural(info.graph.waypoints), info.islands,
            info.islands == 1 ? "" : "s");
}

/* ---- The command --------------------------------------------------------- */

static int save(const struct edit_options *options, const ovl_world *world, const ovl_world *edited,
                struct out_file *file, struct edit_outcome *outcome) {
  const double begin_us = platform_now_us();
  ovl_fault fault;
  const ovl_save_def def = {.write = out_file_take, .write_user = file};
  const ovl_result result = options->patch != NULL
                                ? ovl_world_save_patch(world, edited, &def, &fault)
                                : ovl_world_save(edited, &def, &fault);
  if (result != OVL_OK && file->code == EXIT_DONE) {
    out_file_discard(file);
    const bool is_world = result == OVL_WRONG_CHECKSUM || result == OVL_CORRUPT;
    return command_fail_result(is_world ? options->world : path_of(options), result, &fault);
  }
  outcome->bytes = file->position;
  const int code = out_file_commit(file);
  outcome->write_ms = (platform_now_us() - begin_us) / 1000;
  return code;
}

static int edit_world(const struct edit_options *options, const ovl_world *world,
                      const struct edit_list *list) {
  struct edit_outcome outcome = {0};
  struct out_file file;
  ovl_world *edited = NULL;
  int code = out_file_open(&file, path_of(options));
  if (code != EXIT_DONE) {
    return code;
  }
  code = make_world(options, world, list, &outcome, &edited);
  if (code == EXIT_DONE) {
    code = save(options, world, edited, &file, &outcome);
  } else {
    out_file_discard(&file);
  }
  if (code == EXIT_DONE && options->json) {
    report_json(options, &outcome, edited);
  } else if (code == EXIT_DONE) {
    report_text(options, &outcome, edited);
  }
  ovl_world_close(edited);
  return code;
}

static int open_and_edit(const struct edit_options *options) {
  struct world_file file;
  struct edit_list list = {.count = 0};
  const struct world_file_def def = {.path = options->world,
                                     .safe = options->safe,
                                     .whole = options->patch == NULL,
                                     .held = options->patch == NULL};
  int code = world_file_open_def(&def, &file);
  if (code != EXIT_DONE) {
    return code;
  }
  code = read_edits(options, file.world, &list);
  if (code == EXIT_DONE) {
    code = edit_world(options, file.world, &list);
    edit_list_free(&list);
  }
  world_file_close(&file);
  return code;
}

static int check_files(const struct edit_options *options) {
  const char *const inputs[] = {options->world, options->edits, options->map, options->legend};
  int code = out_file_check(path_of(options), inputs, sizeof inputs / sizeof inputs[0]);
  if (code == EXIT_DONE) {
    code = out_file_check_ending(options->out, "a world", ".world");
  }
  return code == EXIT_DONE ? out_file_check_ending(options->patch, "a patch", ".patch") : code;
}

int command_edit(int argc, char **argv) {
  struct edit_options values = {.threads = platform_core_count()};
  const struct option_def defs[] = {
      option_world(&values.world, "the world"),
      option_required(
          option_text("EDITS", &values.edits, NULL,
                      "a file of edits, a line each, or the edits themselves, parted by ;")),
      option_text("-o", &values.out, "NEW.world", "where the edited world goes"),
      option_text("--patch", &values.patch, "NEW.patch",
                  "where what differs goes, to be made when the world is opened"),
      option_flag("--settle", &values.settle,
                  "make the labels anew as well: the file that build writes of the edited map"),
      option_text("--legend", &values.legend, "FILE", "the legend of the map: it names terrains"),
      option_text("--map", &values.map, "FILE",
                  "the map itself, where it names terrains: Tiled's, and pictures"),
      option_threads(&values.threads,
                     "threads, 1 to 64 (all cores), but for --settle; the world is the same"),
      option_json(&values.json),
      world_file_safe(&values.safe),
  };
  const struct options options = {
      .command = "edit",
      .usage = "FILE.world EDITS -o NEW.world [--settle] [--legend FILE] [--json]\n"
               "FILE.world EDITS --patch NEW.patch [--legend FILE] [--json]",
      .summary =
          "Edits a world: only the regions touched are baked anew. The edits are made in\n"
          "their order, a line each; # begins a comment:\n\n"
          "  set X,Y TERRAIN              a cell; TERRAIN is a letter of the map, or a name\n"
          "                               or colour of its legend; 2:X,Y is on floor 2\n"
          "  rect X,Y WxH TERRAIN         all cells of a rectangle, from its upper left one\n"
          "  height X,Y [WxH] H           units of height\n"
          "  weight X,Y [WxH] PROFILE W   what a cell costs a profile, 0.125 to 31.875\n"
          "  extra X,Y [WxH] PROFILE E    what is added to its cost, 0 to 31.875\n"
          "  door N open|closed           link N, as info counts them, from 0\n\n"
          "Without --settle the new file holds no labels: overlays answer, which are always\n"
          "those of the edited map.",
      .example = "overland edit land.world \"rect 100,100 16x16 @; set 90,90 .\" -o walled.world\n"
                 "echo \"rect 100,100 16x16 @\" >edits.txt\n"
                 "overland edit land.world edits.txt -o walled.world --settle",
      .defs = defs,
      .def_count = sizeof defs / sizeof defs[0]};
  int code;
  if (!options_parse(&options, argc, argv, &code)) {
    return code;
  }
  if ((values.out != NULL) == (values.patch != NULL)) {
    return options_fail(&options, "-o NEW.world or --patch NEW.patch, one of them");
  }
  if (values.patch != NULL && values.settle) {
    return options_fail(&options, "--settle is for -o: a patch holds edits alone");
  }
  code = check_files(&values);
  return code == EXIT_DONE ? open_and_edit(&values) : code;
}
