/* A draft of a legend: see legend_draft.h. */
#include "tools/game_map/read/legend_draft.h"

#include "tools/base/fail.h"
#include "tools/base/platform.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* A text that grows. */
struct draft {
  char *text;
  size_t length, capacity;
  bool no_memory;
};

COMMAND_FORMAT(2, 3) static void add(struct draft *draft, const char *format, ...) {
  enum { ROOM = 1024 }; /* more than any piece has */
  if (draft->capacity - draft->length < ROOM) {
    char *text = realloc(draft->text, draft->capacity * 2 + ROOM);
    if (text == NULL) {
      draft->no_memory = true;
      return;
    }
    draft->text = text;
    draft->capacity = draft->capacity * 2 + ROOM;
  }
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(draft->text + draft->length, ROOM, format, arguments);
  va_end(arguments);
  draft->length += length < 0 ? 0 : length < ROOM ? (size_t)length : ROOM - 1;
}

/* Adds the comment behind the statement of a sign. */
static void add_comment(struct draft *draft, const struct map_sign *sign) {
  add(draft, "  # %" PRIu64 " cell%s%s%s\n", sign->cells, print_plural(sign->cells),
      sign->blocks ? "; it blocks by guess: " : "", sign->blocks ? sign->reason : "");
}

static void add_statement(struct draft *draft, const struct map_sign *sign) {
  if (sign->is_note) {
    add(draft, sign->is_rule ? "# terrain %s = %s" : "# terrain %s %s",
        sign->is_rule ? sign->name : sign->text, sign->is_rule ? sign->text : sign->name);
  } else if (sign->text[0] == '\0') {
    add(draft, "# %s", sign->name);
  } else if (sign->is_rule) {
    add(draft, "terrain %s = %s", sign->name, sign->text);
  } else {
    add(draft, "terrain %s %s", sign->text, sign->name);
  }
  add_comment(draft, sign);
}

/* A weight of 1 for what is open. Where something else of the map says what blocks, cells without a
 * tile are open, too. */
static void add_profile(struct draft *draft, const struct map_survey *survey) {
  bool has_rules = false, has_open = false;
  for (size_t i = 0; i < survey->count; i++) {
    const struct map_sign *sign = &survey->list[i];
    has_rules = has_rules || (sign->is_rule && !sign->is_note);
    has_open = has_open || (!sign->is_note && !sign->blocks);
  }
  const bool void_is_open =
      has_rules && survey->is_sure && !survey->has_names && survey->levels == 0;
  const bool all_is_open = !has_open && !void_is_open;
  if (all_is_open) {
    add(draft, "# By the guess all of it would block; so nothing does.\n");
  }
  add(draft, "profile default");
  for (size_t i = 0; i < survey->count; i++) {
    const struct map_sign *sign = &survey->list[i];
    bool is_told = sign->is_note || (sign->blocks && !all_is_open);
    for (size_t k = 0; k < i && !is_told; k++) { /* letters may share a name */
      is_told = strcmp(survey->list[k].name, sign->name) == 0;
    }
    if (!is_told) {
      const bool is_word = strpbrk(sign->name, " \t#\"") == NULL;
      add(draft, is_word ? " %s=1" : " \"%s\"=1", sign->name);
    }
  }
  add(draft, void_is_open ? " void=1\n" : "\n");
}

char *legend_draft_write(const char *path, const struct map_survey *survey) {
  struct draft draft = {NULL, 0, 0, false};
  bool has_guess = false;
  for (size_t i = 0; i < survey->count; i++) {
    has_guess = has_guess || survey->list[i].blocks;
  }
  add(&draft, "# A draft for %.600s, %" PRId32 " x %" PRId32 " cells%s. %s.\n", path, survey->width,
      survey->height, survey->floors > 1 ? " and more floors" : "",
      has_guess ? "What blocks is a guess" : "Nothing in the map says what blocks");
  for (int notes = 0; notes < 2; notes++) {
    for (size_t i = 0; i < survey->count; i++) {
      if (survey->list[i].is_note == (notes == 1)) {
        add_statement(&draft, &survey->list[i]);
      }
    }
  }
  if (survey->has_heights) {
    add(&draft,
        "# Numbers that are heights, if this file lies beside the map; climb=N drop=N limit "
        "steps:\n# heights \"%.600s\"\n",
        platform_file_name(path));
  }
  if (survey->levels > 1) {
    add(&draft, "# levels floors  # makes each of its %" PRId32 " levels a floor of its own\n",
        survey->levels);
  }
  add_profile(&draft, survey);
  if (draft.no_memory) {
    free(draft.text);
    return NULL;
  }
  return draft.text;
}
