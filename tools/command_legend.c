/* `overland legend`: a draft of a legend for a map. */
#include "tools/base/fail.h"
#include "tools/base/options.h"
#include "tools/base/out_file.h"
#include "tools/commands.h"
#include "tools/game_map/read/legend_draft.h"

#include <stdlib.h>
#include <string.h>

static const char summary[] =
    "Writes a draft of a legend for a map of any format: its letters, colours, classes,\n"
    "layers and properties with how many cells each has, a guess of what blocks, and a\n"
    "profile that crosses the rest. Change it where it guesses wrong, then build the map\n"
    "with it. Statements that begin with # are what else the map says.";

static int write_draft(const char *path, const char *text) {
  struct out_file file;
  const int code = out_file_open(&file, path);
  if (code != EXIT_DONE) {
    return code;
  }
  out_file_write(&file, text, strlen(text));
  return out_file_commit(&file); /* fails as the write, if that failed */
}

int command_legend(int argc, char **argv) {
  struct map_files files = {.map = NULL};
  const char *out = NULL;
  const struct option_def rows[] = {
      option_required(option_text("MAP", &files.map, NULL, "any map that build reads")),
      option_text("-o", &out, "FILE.legend", "where the draft goes; if not given, standard output"),
      map_option_size(&files.raw),
  };
  const struct options options = {.command = "legend",
                                  .usage = "MAP [-o FILE.legend] [--size WxH]",
                                  .summary = summary,
                                  .example = "overland legend town.tmx -o town.legend\n"
                                             "overland build town.tmx --legend town.legend -o "
                                             "town.world",
                                  .defs = rows,
                                  .def_count = sizeof rows / sizeof rows[0]};
  struct map_survey survey;
  int code;
  if (!options_parse(&options, argc, argv, &code)) {
    return code;
  }
  code = out != NULL ? out_file_check(out, &files.map, 1) : EXIT_DONE;
  if (code == EXIT_DONE) {
    code = map_survey_take(&files, &survey);
  }
  if (code != EXIT_DONE) {
    return code;
  }
  char *text = legend_draft_write(files.map, &survey);
  map_survey_free(&survey);
  if (text == NULL) {
    return command_fail_memory("the draft");
  }
  if (out != NULL) {
    code = write_draft(out, text);
  } else {
    print_own(text);
  }
  free(text);
  return code;
}
