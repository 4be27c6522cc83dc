/* Signs of surveys: see survey_signs.h. */
#include "tools/game_map/read/survey_signs.h"

#include "tools/game_map/legend_terrain.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A new sign, all zero but `cells`; NULL: no memory. */
struct map_sign *survey_add_sign(struct map_survey *survey, uint64_t cells) {
  if (survey->count == survey->capacity) {
    const size_t capacity = survey->capacity == 0 ? 32 : 2 * survey->capacity;
    struct map_sign *list = realloc(survey->list, capacity * sizeof *list);
    if (list == NULL) {
      survey->no_memory = true;
      return NULL;
    }
    survey->list = list;
    survey->capacity = capacity;
  }
  struct map_sign *sign = &survey->list[survey->count++];
  memset(sign, 0, sizeof *sign);
  sign->cells = cells;
  return sign;
}

static bool survey_has_name(const struct map_survey *survey, const char *name, size_t before) {
  for (size_t i = 0; i < before; i++) {
    if (strcmp(survey->list[i].name, name) == 0) {
      return true;
    }
  }
  return false;
}

/* Gives the last sign a name that no other has: of the letters of a word, and a number if need be.
 */
void survey_name_sign(struct map_survey *survey, const char *word) {
  struct map_sign *sign = &survey->list[survey->count - 1];
  char base[GAME_NAME_BYTES - 16];
  size_t length = 0;
  for (const char *at = word; *at != '\0' && length + 1 < sizeof base; at++) {
    const bool is_kept = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') ||
                         (*at >= '0' && *at <= '9') || *at == '-' || *at == '_';
    base[length++] = is_kept ? *at : '_';
  }
  base[length] = '\0';
  snprintf(sign->name, sizeof sign->name, "%s%s", length > 0 ? base : "terrain",
           legend_is_setting(base) ? "_" : "");
  for (int32_t number = 2; survey_has_name(survey, sign->name, survey->count - 1); number++) {
    snprintf(sign->name, sizeof sign->name, "%s_%" PRId32, base, number);
  }
}

void survey_guess(struct map_sign *sign, const char *reason) {
  sign->blocks = true;
  snprintf(sign->reason, sizeof sign->reason, "%s", reason);
}

void map_survey_free(struct map_survey *survey) {
  free(survey->list);
  *survey = (struct map_survey){0};
}
