/* Options of `overland build`. */
#include "tools/build/build_options.h"

#include "tools/base/fail.h"
#include "tools/base/out_file.h"
#include "tools/base/platform.h"
#include "tools/game_map/map_format.h"

#include <inttypes.h>
#include <string.h>

enum { USUAL_LABEL_BYTES = 11 };

static const char summary[] =
    "Bakes a map into a world: regions, waypoints and the costs between them.\n"
    "The same map with the same settings gives the same bytes.\n\n"
    "Without a legend the letters . and G are ground, S is swamp, W water, T trees,\n"
    "@ and O out-of-bounds, and one profile crosses ground and swamp at 1, nothing\n"
    "else. A legend is text, a statement a line; # begins a comment:\n\n"
    "  terrain LETTER NAME      the terrain of a letter, \"#\" and \" \" in quotes; of a colour "
    "of\n"
    "                           a picture, #rrggbb or #000-#404040; of numbers, 12 or 0-90\n"
    "  terrain NAME = layer LAYER   of maps with layers; also property NAME=VALUE, tiles\n"
    "                           TILESET 4,9-12, shapes, objects LAYER, other\n"
    "  scale N                  weights and costs are stored times N, so that 1.2 fits with\n"
    "                           scale 5; costs are given and printed as without it\n"
    "  near                     a colour without a name is the nearest that has one\n"
    "  profile NAME TERRAIN=WEIGHT ...   a kind of unit: its weights of terrains, 0.125\n"
    "                           to 31.875; other terrains block it; the first is the default\n"
    "    size=N                 its body is N x N cells, 1 to 16\n"
    "    corners=RULE           diagonal steps: strict, one, free or none\n"
    "    climb=N drop=N         the most height a step may rise and fall\n"
    "    climbcost=C dropcost=C the cost of each unit of height\n"
    "  link X,Y -> X,Y cost=C   stairs, ferries (1); <-> both ways; 2:X,Y is floor 2\n"
    "    back=C profiles=A,B    the cost of the way back; the profiles that may use it\n"
    "  link NAME -> FIELD ...   from objects and entities to those that a field refers to\n"
    "  place NAME = X,Y WxH     a cell or rectangle whose name the world keeps\n"
    "  places = objects LAYER   the same of all objects with a name, of entities of LDtk\n"
    "  levels floors            levels of LDtk, maps of a Tiled .world are floors each\n"
    "  floor N FILE             one more floor, a .map or picture beside the legend\n"
    "  places N COUNT           a floor of places, joined by nothing but links\n"
    "  heights FILE floor=N scale=F   heights, greys (PGM, PNG), numbers (CSV, .asc, raw)\n"
    "  extra PROFILE FILE floor=N     costs added to cells, in eighths, a grey picture\n\n"
    "overland legend drafts one for any map. Maps of Tiled and LDtk bring terrains, floors\n"
    "and links themselves.\n\n"
    "A map of more than 16,777,216 cells, one that comes from a pipe (-) or as a folder\n"
    "of tiles (X-Y.map, column and row), and any with --memory, --resume, --part or\n"
    "--from, is baked in parts, read row by row; they lie in FILE.world.parts until they\n"
    "are merged. The bytes are the same. With links, heights or extra costs the map is\n"
    "read twice, so no pipe will do; heights are read row by row from a binary PGM. With\n"
    "further floors, and for pictures and Tiled maps, the map is held in memory.\n"
    "overland merge puts together parts that were baked one by one, on many machines.";

/* ---- The table ----------------------------------------------------------- */

static void list_files(struct build *build, struct option_table *table) {
  const struct option_def rows[] = {
      option_required(option_text(
          "MAP", &build->files.map, NULL,
          "MovingAI's .map, a text level, CSV, a picture (PNG, PNM, BMP), a\n"
          "                         map or .world of Tiled, an LDtk project, a .yaml of ROS, a\n"
          "                         folder of map tiles, or - for a .map on standard input")),
      option_required(option_text("-o", &build->files.world, "FILE.world",
                                  "where the world goes, or with --part the part")),
      option_text("--legend", &build->files.legend, "FILE",
                  "terrains, profiles, links, floors: see above"),
      map_option_near(&build->settings.takes_nearest),
      map_option_size(&build->settings.raw),
  };
  option_table_add(table, rows, sizeof rows / sizeof rows[0]);
}

static void list_settings(struct build *build, struct option_table *table) {
  static const char *const overlays[] = {"auto", "always", NULL};
  const struct option_def rows[] = {
      option_given(option_cell("--origin", &build->settings.origin,
                               "the upper left cell of the map, such as -40,12 (that of a map of\n"
                               "                         ROS, LDtk or Tiled, infinite; else 0,0)"),
                   &build->settings.has_origin),
      option_range(
          option_i32(
              "--region-size", &build->settings.region_cells, "N",
              "cells along a region's side, 8 to 128 (32; 64 where labels would have\n"
              "                         more than 60,000 waypoints with 32, and not with 64)"),
          OVL_MIN_REGION_CELLS, OVL_MAX_REGION_CELLS),
      option_range(
          option_i32(
              "--spacing", &build->settings.spacing_cells, "N",
              "cells between waypoints of an entrance at most, 1 to 128 (8, or a\n"
              "                         quarter of a region's side if that is more); where "
              "weights\n"
              "                         differ they move to the lightest crossing, by half of it"),
          1, 128),
      option_corners(&build->settings.corners,
                     "diagonal steps where a profile names no rule: strict, one (side\n"
                     "                         open), free or none (strict)"),
      option_given(
          option_range(
              option_i32("--labels", &build->settings.label_bytes, "BYTES",
                         "bytes a cell that exact labels may take, 0 for none (11); left out\n"
                         "                         beyond, and where overlays stand alone"),
              0, 255),
          &build->settings.has_labels),
      option_given(
          option_choice(
              "--overlays", &build->settings.overlays, "WHEN", overlays, "auto or always",
              "levels above the regions: auto (beside labels; alone, without labels, for\n"
              "                         maps of more than 16,777,216 cells), or always alone"),
          &build->settings.has_overlays),
  };
  option_table_add(table, rows, sizeof rows / sizeof rows[0]);
}

static void list_parts(struct build *build, struct option_table *table) {
  const struct option_def rows[] = {
      {.name = "--memory",
       .kind = OPTION_BYTES,
       .target = &build->memory_bytes,
       .value = "SIZE",
       .help = "bake in parts that fit in so much, as 512M (2G for large maps)",
       .given = &build->memory_given},
      option_flag("--resume", &build->resume,
                  "go on from the last finished part of a build that was stopped"),
      {.name = "--part",
       .kind = OPTION_PART,
       .target = &build->part,
       .value = "I/N",
       .help = "bake part I of N alone, 1/N to N/N",
       .given = &build->part_given},
      option_text("--from", &build->files.from, "OLD.world",
                  "take over what did not change since this world of an older map"),
  };
  option_table_add(table, rows, sizeof rows / sizeof rows[0]);
}

static void list_others(struct build *build, struct option_table *table) {
  const struct option_def rows[] = {
      option_threads(&build->threads,
                     "threads, 1 to 64 (all cores); the world is the same with any number"),
      option_flag("--allow-blocked", &build->allow_blocked,
                  "also build a world in which no profile can stand anywhere"),
      option_json(&build->json),
      option_progress(&build->progress),
  };
  option_table_add(table, rows, sizeof rows / sizeof rows[0]);
}

/* ---- What goes together -------------------------------------------------- */

static int check(const struct options *options, struct build *build) {
  const ovl_cell origin = build->settings.origin;
  if (origin.floor != 0 || origin.x < -OVL_MAX_ORIGIN || origin.x > OVL_MAX_ORIGIN ||
      origin.y < -OVL_MAX_ORIGIN || origin.y > OVL_MAX_ORIGIN) {
    return command_fail(EXIT_USAGE,
                        "build: --origin: %" PRId32 ":%" PRId32 ",%" PRId32
                        ": x and y are -%d to %d, of all floors",
                        origin.floor, origin.x, origin.y, OVL_MAX_ORIGIN, OVL_MAX_ORIGIN);
  }
  const bool wants_labels = build->settings.has_labels && build->settings.label_bytes > 0;
  if (wants_labels && build->settings.overlays == OVL_OVERLAYS_ALWAYS) {
    return options_fail(options, "--overlays always is for overlays alone, without labels; leave "
                                 "out --labels, or take --overlays auto for both");
  }
  if (build->settings.takes_nearest && build->files.legend == NULL) {
    return options_fail(options, MAP_NEAR_LACKS_LEGEND);
  }
  if (build->part_given && build->resume) {
    return options_fail(options, "--part bakes one part anew; --resume is for all of them");
  }
  const char *const others[] = {build->files.map, build->files.legend, build->files.from};
  const int code = out_file_check(build->files.world, others, sizeof others / sizeof others[0]);
  if (code != EXIT_DONE) {
    return code;
  }
  return build->part_given ? out_file_check_ending(build->files.world, "a part", ".part")
                           : out_file_check_ending(build->files.world, "a world", ".world");
}

bool build_options_parse(int argc, char **argv, struct build *build, int *exit_code) {
  struct option_table table = {.count = 0};
  *build = (struct build){.settings.label_bytes = USUAL_LABEL_BYTES,
                          .memory_bytes = BUILD_MEMORY_BYTES,
                          .threads = platform_core_count()};
  list_files(build, &table);
  list_settings(build, &table);
  list_parts(build, &table);
  list_others(build, &table);
  const struct options options = {
      .command = "build",
      .usage = "MAP -o FILE.world [--legend FILE] [options]\n"
               "MAP --part I/N -o PART [options]",
      .summary = summary,
      .example = "overland build land.map -o land.world\n"
                 "overland build land.map -o land.world --memory 512M --resume",
      .defs = table.defs,
      .def_count = table.count};
  if (!options_parse(&options, argc, argv, exit_code)) {
    return false;
  }
  *exit_code = check(&options, build);
  return *exit_code == EXIT_DONE;
}
