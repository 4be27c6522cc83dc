/* `overland gen`: makes a map or heights from a seed, or problems or links for a map. */
#include "tools/base/cell_text.h"
#include "tools/base/fail.h"
#include "tools/base/options.h"
#include "tools/base/out_file.h"
#include "tools/base/platform.h"
#include "tools/base/progress.h"
#include "tools/commands.h"
#include "tools/game_map/game_map.h"
#include "tools/game_map/read/game_map_read.h"
#include "tools/generate/generate.h"
#include "tools/generate/generate_links.h"
#include "tools/generate/generate_map.h"
#include "tools/generate/generate_scenario.h"
#include "tools/map/scenario_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char summary[] =
    "Makes a map, or problems or links for a map. The same seed gives the same map\n"
    "everywhere.\n\n"
    "Kinds of maps:\n"
    "  continents  land and sea, ranges with passes, lakes, woods, swamps\n"
    "  caves       caverns and winding passages\n"
    "  rooms       rooms joined by corridors\n"
    "  maze        exactly one way between any two places\n"
    "  city        streets, houses with yards, parks, a river with bridges\n"
    "  random      each cell blocked or open by itself\n"
    "  serpentine  one corridor to and fro; an odd seed mirrors it\n"
    "  spiral      one corridor round and round to the middle; an odd seed mirrors it\n"
    "  heights     hills and cliffs, 0 to 255: a grey picture for a legend's heights\n\n"
    "Links are statements of a legend, between open cells drawn anywhere on the map.";

/* Which options were given. */
struct gen_given {
  bool kind, size, seed, problems, links, map, percent, corridor;
};

/* What is said of links. */
struct gen_links {
  uint64_t count;
  enum generate_ways ways;
  bool has_ways;
  const char *cost; /* NULL: not given */
};

struct gen {
  const char *hexagons; /* the layout of its rows or columns; NULL: squares */
  const char *kind, *out_path, *map_path, *legend_path, *profile;
  struct option_size size;
  uint64_t seed, problem_count;
  int32_t percent, corridor_cells, threads;
  enum progress_form progress;
  struct gen_links links;
  struct gen_given given;
};

/* ---- Maps ---------------------------------------------------------------- */

static int make_map(const struct gen *gen, const struct generator *generator) {
  const struct generate_def def = {.width = gen->size.width,
                                   .height = gen->size.height,
                                   .seed = gen->given.seed ? gen->seed : 1,
                                   .percent = gen->percent,
                                   .corridor_cells = gen->corridor_cells,
                                   .layout = gen->hexagons};
  return generate_map(generator, &def, gen->out_path, gen->threads, gen->progress);
}

/* ---- Problems ------------------------------------------------------------ */

/* The profile that is asked for; with one, or a legend, the file names it. */
static int choose_profile(const struct gen *gen, const struct game_map *map, int32_t *profile) {
  *profile = gen->profile != NULL ? game_map_find_profile(map, gen->profile) : 0;
  return *profile >= 0 ? EXIT_DONE
                       : command_fail(EXIT_INPUT, "%s: there is no profile '%.80s'",
                                      gen->legend_path != NULL ? gen->legend_path : gen->map_path,
                                      gen->profile);
}

static int solve_problems(const struct gen *gen, struct game_map *map,
                          struct scenario_list *scenarios) {
  struct progress progress;
  int32_t profile;
  int code = choose_profile(gen, map, &profile);
  if (code != EXIT_DONE) {
    return code;
  }
  progress_begin(&progress, "Solving", gen->progress);
  code = generate_scenario(gen->map_path, map, profile, gen->problem_count, gen->seed, &progress,
                           scenarios);
  progress_end(&progress);
  if (code == EXIT_DONE && (gen->profile != NULL || gen->legend_path != NULL)) {
    const ovl_profile_def *def = &map->profiles[profile];
    snprintf(scenarios->profile, sizeof scenarios->profile, "%s", def->name);
    scenarios->rules = scenario_rules(def);
  }
  return code;
}

static int make_problems(const struct gen *gen) {
  struct game_map map;
  struct scenario_list scenarios;
  int code =
      game_map_read(&(struct map_files){.map = gen->map_path, .legend = gen->legend_path}, &map);
  if (code != EXIT_DONE) {
    return code;
  }
  code = solve_problems(gen, &map, &scenarios);
  game_map_free(&map);
  if (code == EXIT_DONE) {
    code = scenario_file_write(gen->out_path, platform_file_name(gen->map_path), &scenarios);
    scenario_file_free(&scenarios);
  }
  return code;
}

/* ---- Links --------------------------------------------------------------- */

/* An exit code. */
static int take_link_settings(const struct options *options, const struct gen *gen,
                              struct generate_links_def *def) {
  def->ways = gen->links.ways;
  def->cost = 1;
  if (gen->links.cost != NULL &&
      !(cell_text_parse_number(gen->links.cost, &def->cost) && def->cost > 0)) {
    return options_fail_value(options, "--cost", gen->links.cost, "a cost above 0, as 12.5");
  }
  return EXIT_DONE;
}

static int make_links(const struct options *options, const struct gen *gen) {
  struct game_map map;
  struct generate_links_def def = {.count = gen->links.count, .seed = gen->seed};
  int code = take_link_settings(options, gen, &def);
  if (code != EXIT_DONE) {
    return code;
  }
  code = game_map_read(&(struct map_files){.map = gen->map_path, .legend = gen->legend_path}, &map);
  if (code != EXIT_DONE) {
    return code;
  }
  code = choose_profile(gen, &map, &def.profile);
  if (code == EXIT_DONE) {
    code = generate_links(gen->map_path, &map, &def, gen->out_path);
  }
  game_map_free(&map);
  return code;
}

/* ---- The command --------------------------------------------------------- */

/* Problems or links. */
static int run_for_map(const struct options *options, const struct gen *gen) {
  if (gen->given.problems && gen->given.links) {
    return options_fail(options, "--scenario and --links exclude each other");
  }
  if (!gen->given.map || (!gen->given.problems && !gen->given.links)) {
    return options_fail(options, "--scenario N or --links N, and --from MAP belong together");
  }
  if (gen->given.kind || gen->given.percent || gen->given.corridor) {
    return options_fail(options, "problems and links are made from a map alone, without a KIND");
  }
  const int code = gen->given.links ? out_file_check_ending(gen->out_path, "a legend", ".legend")
                                    : out_file_check_ending(gen->out_path, "a scenario", ".scen");
  if (code != EXIT_DONE) {
    return code;
  }
  return gen->given.links ? make_links(options, gen) : make_problems(gen);
}

static int run(const struct options *options, const struct gen *gen) {
  if (!gen->given.links && (gen->links.has_ways || gen->links.cost != NULL)) {
    return options_fail(options, "--ways and --cost are for links: --links N --from MAP");
  }
  if (gen->given.problems || gen->given.links || gen->given.map) {
    return run_for_map(options, gen);
  }
  if (gen->legend_path != NULL || gen->profile != NULL) {
    return options_fail(options, "--legend and --profile are for problems and links: --from MAP");
  }
  if (!gen->given.kind) {
    return options_fail(options, "KIND is missing");
  }
  ovl_layout layout;
  if (gen->hexagons != NULL && !cell_shear_parse_grid(gen->hexagons, &layout)) {
    return options_fail_value(options, "--hex", gen->hexagons,
                              "odd-r, even-r, odd-q, even-q or axial");
  }
  const struct generator *generator = generate_find(gen->kind);
  if (generator == NULL) {
    struct nearest_word nearest = {gen->kind, strlen(gen->kind), NULL, 0};
    char meant[NEAREST_WORD_BYTES];
    generate_try_names(&nearest);
    return command_fail(
        EXIT_USAGE,
        "gen: there is no kind '%s'%s; the kinds are continents, caves, rooms, maze,"
        " city, random, serpentine, spiral, heights",
        gen->kind, nearest_word_ask(&nearest, meant));
  }
  if (!gen->given.size) {
    return options_fail(options, "WxH is missing");
  }
  if (gen->given.percent && generator != &generate_random) {
    return options_fail(options, "--percent is for the kind random alone");
  }
  if (gen->given.corridor && generator != &generate_maze) {
    return options_fail(options, "--corridor is for the kind maze alone");
  }
  const int code = generator->grey ? out_file_check_ending(gen->out_path, "a grey picture", ".pgm")
                                   : out_file_check_ending(gen->out_path, "a map", ".map");
  return code == EXIT_DONE ? make_map(gen, generator) : code;
}

static void list_maps(struct gen *gen, struct option_table *table) {
  const struct option_def rows[] = {
      option_given(
          option_text(
              "KIND", &gen->kind, NULL,
              "continents, caves, rooms, maze, city, random, serpentine, spiral or heights"),
          &gen->given.kind),
      {.name = "WxH",
       .kind = OPTION_SIZE,
       .target = &gen->size,
       .help = "size of the map in cells, each side up to 65536",
       .given = &gen->given.size},
      option_given(
          option_u64("--seed", &gen->seed, "N", "any number (1; for problems and links 0)"),
          &gen->given.seed),
      option_required(option_text("-o", &gen->out_path, "FILE",
                                  "where the result goes; - for a map on standard output")),
      option_text("--hex", &gen->hexagons, "LAYOUT",
                  "hexagons in shifted rows or columns: odd-r, even-r, odd-q, even-q, or axial"),
      option_given(option_range(option_i32("--percent", &gen->percent, "N",
                                           "random: cells of a hundred that are blocked (20)"),
                                0, 100),
                   &gen->given.percent),
      option_given(option_range(option_i32("--corridor", &gen->corridor_cells, "N",
                                           "maze: width of its corridors in cells (1)"),
                                1, OVL_MAX_SIDE_CELLS),
                   &gen->given.corridor),
  };
  option_table_add(table, rows, sizeof rows / sizeof rows[0]);
}

static void list_problems(struct gen *gen, struct option_table *table) {
  static const char *const ways[] = {"mixed", "one", "both", NULL};
  const struct option_def rows[] = {
      option_given(option_range(option_u64("--scenario", &gen->problem_count, "N",
                                           "make N problems with their optimal lengths"),
                                1, 10000000),
                   &gen->given.problems),
      option_given(
          option_range(option_u64("--links", &gen->links.count, "N", "make a legend of N links"), 1,
                       10000000),
          &gen->given.links),
      option_given(
          option_choice("--ways", &gen->links.ways, "WAYS", ways, "one, both or mixed",
                        "of links: one (->), both (<->), or mixed, which is both in turn (mixed)"),
          &gen->links.has_ways),
      option_text("--cost", &gen->links.cost, "C", "of each link, in straight steps (1)"),
      option_given(option_text("--from", &gen->map_path, "MAP",
                               "the map that the problems or links are for"),
                   &gen->given.map),
      option_text("--legend", &gen->legend_path, "FILE", "its legend, as for build"),
      option_profile(&gen->profile, "the profile that the problems or links are for (the first); a "
                                    "scenario's last line names it"),
      option_threads(&gen->threads,
                     "threads, 1 to 64 (all cores), for the kinds continents, random and heights"),
      option_progress(&gen->progress),
  };
  option_table_add(table, rows, sizeof rows / sizeof rows[0]);
}

int command_gen(int argc, char **argv) {
  struct gen gen = {.percent = 20, .corridor_cells = 1, .threads = platform_core_count()};
  struct option_table table = {.count = 0};
  list_maps(&gen, &table);
  list_problems(&gen, &table);
  const struct options options = {
      .command = "gen",
      .usage = "KIND WxH -o FILE.map [--seed N] [options]\n"
               "--scenario N --from MAP [--legend FILE] [--profile NAME] -o FILE.scen [--seed N]\n"
               "--links N --from MAP [--ways WAYS] [--cost C] -o FILE.legend [--seed N]",
      .summary = summary,
      .example = "overland gen continents 1024x1024 --seed 7 -o land.map\n"
                 "overland gen --scenario 500 --from land.map -o land.scen\n"
                 "overland gen --links 20 --from land.map -o land.legend",
      .defs = table.defs,
      .def_count = table.count};
  int code;
  if (!options_parse(&options, argc, argv, &code)) {
    return code;
  }
  const bool to_standard_output =
      !gen.given.problems && !gen.given.links && strcmp(gen.out_path, "-") == 0;
  const char *const inputs[] = {gen.map_path, gen.legend_path};
  if (!to_standard_output) {
    code = out_file_check(gen.out_path, inputs, sizeof inputs / sizeof inputs[0]);
  }
  return code == EXIT_DONE ? run(&options, &gen) : code;
}
