/* `overland merge`: parts become a world file. */
#include "tools/base/fail.h"
#include "tools/base/options.h"
#include "tools/base/out_file.h"
#include "tools/base/platform.h"
#include "tools/build/build_report.h"
#include "tools/build/part_merger.h"
#include "tools/commands.h"

#include <limits.h>

static int merge(struct build *build, const struct option_texts *parts) {
  struct out_file file;
  const double begin_us = platform_now_us();
  int code = out_file_open(&file, build->files.world);
  if (code != EXIT_DONE) {
    return code;
  }
  const struct part_merge def = {.paths = parts->list,
                                 .count = (int32_t)parts->count,
                                 .threads = build->threads,
                                 .progress = build->progress};
  code = part_merger_merge(&def, &file);
  build->times.write_ms = (platform_now_us() - begin_us) / 1000;
  return code == EXIT_DONE ? build_report_file(build) : code;
}

int command_merge(int argc, char **argv) {
  struct option_texts parts = {0};
  struct build build = {.threads = platform_core_count(), .memory_bytes = BUILD_MEMORY_BYTES};
  const struct option_def defs[] = {
      {.name = "PART...",
       .kind = OPTION_TEXTS,
       .target = &parts,
       .help = "all parts of one map, in any order",
       .required = true},
      option_required(option_text("-o", &build.files.world, "FILE.world", "where the world goes")),
      option_threads(&build.threads,
                     "threads, 1 to 64 (all cores); the world is the same with any number"),
      option_json(&build.json),
      option_progress(&build.progress),
  };
  const struct options options = {
      .command = "merge",
      .usage = "PART... -o FILE.world [--threads N] [--json]",
      .summary =
          "Puts a world together from its parts, which build --part made: the same bytes as\n"
          "those of a build in one go. A part that is missing, or of another map or of\n"
          "other settings, is named.",
      .example = "overland build land.map --part 1/2 -o land.1\n"
                 "overland build land.map --part 2/2 -o land.2\n"
                 "overland merge land.1 land.2 -o land.world",
      .defs = defs,
      .def_count = sizeof defs / sizeof defs[0]};
  int code = EXIT_DONE;
  if (!options_parse(&options, argc, argv, &code)) {
    return code;
  }
  code = out_file_check(build.files.world, (const char *const *)parts.list, parts.count);
  code = code == EXIT_DONE ? out_file_check_ending(build.files.world, "a world", ".world") : code;
  return code == EXIT_DONE ? merge(&build, &parts) : code;
}
