/* A legend against a world: see legend_check.h. */
#include "tools/build/legend_check.h"

#include "overland_inspect.h"
#include "tools/base/cell_text.h"
#include "tools/base/fail.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The first thing that differs: what it is, of the legend and of the world. */
struct difference {
  char what[GAME_NAME_BYTES + 32];
  char wanted[128], held[128];
};

/* Each stores two values and returns true if they differ. */
static bool differ_texts(struct difference *other, const char *what, const char *wanted,
                         const char *held) {
  snprintf(other->what, sizeof other->what, "%s", what);
  snprintf(other->wanted, sizeof other->wanted, "%s", wanted);
  snprintf(other->held, sizeof other->held, "%s", held);
  return strcmp(wanted, held) != 0;
}

static bool differ_numbers(struct difference *other, const char *what, double wanted, double held) {
  char texts[2][32];
  snprintf(texts[0], sizeof texts[0], "%.10g", wanted);
  snprintf(texts[1], sizeof texts[1], "%.10g", held);
  return differ_texts(other, what, texts[0], texts[1]);
}

/* Of limits of climbing and dropping; 0: none. */
static bool differ_limits(struct difference *other, const char *what, int32_t wanted,
                          int32_t held) {
  static const char none[] = "without limit";
  if (!differ_numbers(other, what, wanted, held)) {
    return false;
  }
  if (wanted == 0) {
    snprintf(other->wanted, sizeof other->wanted, "%s", none);
  }
  if (held == 0) {
    snprintf(other->held, sizeof other->held, "%s", none);
  }
  return true;
}

/* Both have one scale. */
static bool differ_costs(struct difference *other, const struct legend_check *with,
                         const char *what, uint32_t wanted, uint32_t held) {
  const double unit = (double)OVL_STRAIGHT_COST * with->map->naming.cost_scale;
  return differ_numbers(other, what, wanted / unit, held / unit);
}

static bool differ_cells(struct difference *other, const char *what, const ovl_cell cells[2],
                         int32_t floors) {
  char texts[2][CELL_TEXT_BYTES];
  cell_text_write(texts[0], cells[0], floors);
  cell_text_write(texts[1], cells[1], floors);
  return differ_texts(other, what, texts[0], texts[1]);
}

/* ---- Profiles ---------------------------------------------------------------- */

static bool differ_weights(struct difference *other, const struct legend_check *with,
                           const ovl_profile_def *wanted, const ovl_profile_def *held) {
  char what[GAME_NAME_BYTES + 32];
  for (int terrain = 0; terrain < 256; terrain++) {
    const char *name = with->map->terrains[terrain];
    if (name[0] != '\0') {
      snprintf(what, sizeof what, "the weight of %s", name);
    } else {
      snprintf(what, sizeof what, "the weight of terrain %d", terrain);
    }
    const double plain = (double)OVL_PLAIN_WEIGHT * with->map->naming.cost_scale;
    if (differ_numbers(other, what, wanted->weights[terrain] / plain,
                       held->weights[terrain] / plain)) {
      return true;
    }
  }
  return false;
}

static bool differ_wall_costs(struct difference *other, const struct legend_check *with,
                              const ovl_profile_def *wanted, const ovl_profile_def *held) {
  const double plain = (double)OVL_PLAIN_WEIGHT * with->map->naming.cost_scale;
  bool differs = false;
  for (int i = 0; i < OVL_WALL_CELLS && !differs; i++) {
    char what[32];
    snprintf(what, sizeof what, "off-walls, cell %d", i + 1);
    differs = differ_numbers(other, what, wanted->wall_cost[i] / plain, held->wall_cost[i] / plain);
  }
  return differs;
}

/* Settings, as a legend calls them. */
static bool differ_profiles(struct difference *other, const struct legend_check *with,
                            const ovl_profile_def *wanted, const ovl_profile_def *held) {
  return differ_texts(other, "the name", wanted->name, held->name) ||
         differ_numbers(other, "size", wanted->body_cells, held->body_cells) ||
         differ_texts(other, "corners", command_corners_text(wanted->corners),
                      command_corners_text(held->corners)) ||
         differ_limits(other, "climb", wanted->max_climb, held->max_climb) ||
         differ_limits(other, "drop", wanted->max_drop, held->max_drop) ||
         differ_costs(other, with, "climbcost", wanted->climb_cost, held->climb_cost) ||
         differ_costs(other, with, "dropcost", wanted->drop_cost, held->drop_cost) ||
         differ_weights(other, with, wanted, held) || differ_wall_costs(other, with, wanted, held);
}

static int compare_profiles(const struct legend_check *with) {
  ovl_profile_info info;
  struct difference other;
  for (int32_t i = 0; i < with->map->profile_count; i++) {
    const ovl_profile_def *wanted = &with->map->profiles[i];
    if (!ovl_world_profile(with->world, i, &info)) {
      return command_answer_no(with->why, "%s: profile %s is not in %s", with->map_path,
                               wanted->name, with->world_path);
    }
    if (differ_profiles(&other, with, wanted, &info.def)) {
      return command_answer_no(with->why, "%s: profile %s: %s is %s; in %s it is %s",
                               with->map_path, wanted->name, other.what, other.wanted,
                               with->world_path, other.held);
    }
  }
  return ovl_world_profile(with->world, with->map->profile_count, &info)
             ? command_answer_no(with->why, "%s: profile %s of %s is not in the legend",
                                 with->map_path, info.def.name, with->world_path)
             : EXIT_DONE;
}

/* ---- Links ------------------------------------------------------------------- */

/* The names of the profiles that may take a link; 0: all. */
static void list_names(const struct legend_check *with, uint32_t profiles, char *text,
                       size_t bytes) {
  size_t length = 0;
  snprintf(text, bytes, "all");
  for (int32_t i = 0; i < with->map->profile_count && profiles != 0 && length < bytes; i++) {
    if ((profiles >> i & 1u) != 0) {
      const int written = snprintf(text + length, bytes - length, "%s%s", length > 0 ? "," : "",
                                   with->map->profiles[i].name);
      length += written > 0 ? (size_t)written : 0;
    }
  }
}

static bool differ_users(struct difference *other, const struct legend_check *with, uint32_t wanted,
                         uint32_t held) {
  const uint32_t all = (uint32_t)((UINT64_C(1) << with->map->profile_count) - 1);
  if ((wanted != 0 ? wanted : all) == (held != 0 ? held : all)) {
    return false;
  }
  snprintf(other->what, sizeof other->what, "profiles");
  list_names(with, wanted, other->wanted, sizeof other->wanted);
  list_names(with, held, other->held, sizeof other->held);
  return true;
}

static bool differ_links(struct difference *other, const struct legend_check *with,
                         const ovl_link_def *wanted, const ovl_link_def *held) {
  const int32_t floors = with->floors;
  const ovl_cell from[] = {wanted->from, held->from}, to[] = {wanted->to, held->to};
  return differ_cells(other, "its first end", from, floors) ||
         differ_cells(other, "its second end", to, floors) ||
         differ_costs(other, with, "cost", wanted->cost, held->cost) ||
         differ_costs(other, with, "back", wanted->cost_back, held->cost_back) ||
         differ_texts(other, "its door", wanted->closed ? "closed" : "open",
                      held->closed ? "closed" : "open") ||
         differ_users(other, with, wanted->profiles, held->profiles);
}

static int compare_links(const struct legend_check *with) {
  ovl_link_def held;
  struct difference other;
  char place[CELL_TEXT_BYTES];
  for (size_t i = 0; i < with->map->link_count; i++) {
    const ovl_link_def *wanted = &with->map->links[i].def;
    cell_text_write(place, wanted->from, with->floors);
    if (!ovl_world_link(with->world, (uint32_t)i, &held)) {
      return command_answer_no(with->why,
                               "%s: link %zu, from %s, is not in %s, which has %zu link%s",
                               with->map_path, i, place, with->world_path, i, print_plural(i));
    }
    if (differ_links(&other, with, wanted, &held)) {
      return command_answer_no(with->why, "%s: link %zu, from %s: %s is %s; in %s it is %s",
                               with->map_path, i, place, other.what, other.wanted, with->world_path,
                               other.held);
    }
  }
  const size_t count = with->map->link_count;
  return ovl_world_link(with->world, (uint32_t)count, &held)
             ? command_answer_no(with->why,
                                 "%s: link %zu of %s is not in the legend, which has %zu",
                                 with->map_path, count, with->world_path, count)
             : EXIT_DONE;
}

/* ---- Places ------------------------------------------------------------------ */

static int compare_places(const struct legend_check *with) {
  const struct game_places *places = &with->map->places;
  ovl_place held;
  for (size_t i = 0; i < places->count; i++) {
    const struct game_place *wanted = &places->list[i];
    const bool is_same = ovl_world_place(with->world, (int32_t)i, &held) &&
                         strcmp(held.name, wanted->name) == 0 && held.cell.x == wanted->corner.x &&
                         held.cell.y == wanted->corner.y &&
                         held.cell.floor == wanted->corner.floor && held.width == wanted->width &&
                         held.height == wanted->height;
    if (!is_same) {
      return command_answer_no(with->why, "%s: place %zu, '%s', is another one in %s",
                               with->map_path, i, wanted->name, with->world_path);
    }
  }
  return ovl_world_place(with->world, (int32_t)places->count, &held)
             ? command_answer_no(with->why, "%s: the place '%s' of %s is not in the legend",
                                 with->map_path, held.name, with->world_path)
             : EXIT_DONE;
}

/* ---- All of it --------------------------------------------------------------- */

/* The number of floors, and the scale of costs. */
static int compare_floors(const struct legend_check *with) {
  const int32_t scale = with->map->naming.cost_scale;
  ovl_world_info info;
  ovl_world_describe(with->world, &info);
  if (info.cost_scale != scale) {
    return command_answer_no(with->why, "%s: the scale is %" PRId32 "; in %s it is %" PRId32,
                             with->map_path, scale, with->world_path, info.cost_scale);
  }
  return info.floors == with->floors
             ? EXIT_DONE
             : command_answer_no(with->why,
                                 "%s: the map has %" PRId32 " floor%s; the world %s has %" PRId32,
                                 with->map_path, with->floors, with->floors == 1 ? "" : "s",
                                 with->world_path, info.floors);
}

int legend_check_world(const struct legend_check *with) {
  int code = compare_floors(with);
  code = code == EXIT_DONE ? compare_profiles(with) : code;
  code = code == EXIT_DONE ? compare_links(with) : code;
  return code == EXIT_DONE ? compare_places(with) : code;
}
