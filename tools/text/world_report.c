/* Profiles, floors, links and places of a world: see world_report.h. */
#include "tools/text/world_report.h"

#include "overland_inspect.h"
#include "tools/base/cell_text.h"
#include "tools/base/fail.h"
#include "tools/plain/cell_shear.h"
#include "tools/plain/step_limit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LISTED = 8 }; /* links and places, as text */

double world_report_unit(const ovl_world *world) {
  ovl_world_info info;
  ovl_world_describe(world, &info);
  return (double)OVL_STRAIGHT_COST * info.cost_scale;
}

double world_report_cells(const ovl_world *world) {
  ovl_floor_info floor;
  double cells = 0;
  for (int32_t i = 0; ovl_world_floor(world, i, &floor); i++) {
    cells += (double)floor.width * floor.height;
  }
  return cells;
}

/* ---- JSON ---------------------------------------------------------------- */

static bool keeps_off_walls(const ovl_profile_def *def) {
  bool any = false;
  for (int i = 0; i < OVL_WALL_CELLS; i++) {
    any = any || def->wall_cost[i] != 0;
  }
  return any;
}

static void put_profile(struct json *json, const ovl_profile_info *profile, bool counted) {
  json_object_begin(json, NULL);
  json_text(json, "name", profile->def.name);
  json_i64(json, "size", profile->def.body_cells);
  json_text(json, "corners", command_corners_text(profile->def.corners));
  json_i64(json, "climb", step_limit_number(profile->def.max_climb));
  json_i64(json, "drop", step_limit_number(profile->def.max_drop));
  if (keeps_off_walls(&profile->def)) {
    json_array_begin(json, "wall_cost");
    for (int i = 0; i < OVL_WALL_CELLS; i++) {
      json_i64(json, NULL, profile->def.wall_cost[i]);
    }
    json_array_end(json);
  }
  json_bool(json, "directed", profile->directed);
  json_u64(json, "open_cells", profile->open_cells);
  json_u64(json, "waypoints", profile->graph.waypoints);
  if (counted) {
    json_u64(json, "edges", profile->graph.edges);
  }
  json_u64(json, "islands", profile->islands);
  if (counted) {
    json_u64(json, "bytes", profile->bytes);
  }
  json_text(json, "labels", ovl_labels_text(profile->graph.labels));
  json_text(json, "estimate", ovl_method_text(profile->graph.method));
  json_object_end(json);
}

static void put_cell(struct json *json, const char *key, ovl_cell cell) {
  json_object_begin(json, key);
  json_i64(json, "floor", cell.floor);
  json_i64(json, "x", cell.x);
  json_i64(json, "y", cell.y);
  json_object_end(json);
}

static void put_links(struct json *json, const ovl_world *world, uint32_t count) {
  ovl_link_def link;
  json_array_begin(json, "link_list");
  for (uint32_t i = 0; i < count && ovl_world_link(world, i, &link); i++) {
    json_object_begin(json, NULL);
    put_cell(json, "from", link.from);
    put_cell(json, "to", link.to);
    json_u64(json, "cost", link.cost);
    json_u64(json, "cost_back", link.cost_back);
    json_u64(json, "profiles", link.profiles);
    json_bool(json, "closed", link.closed);
    json_object_end(json);
  }
  json_array_end(json);
}

static void put_places(struct json *json, const ovl_world *world) {
  ovl_place place;
  int32_t count = 0;
  json_array_begin(json, "place_list");
  for (; ovl_world_place(world, count, &place); count++) {
    json_object_begin(json, NULL);
    json_text(json, "name", place.name);
    put_cell(json, "cell", place.cell);
    json_i64(json, "width", place.width);
    json_i64(json, "height", place.height);
    json_object_end(json);
  }
  json_array_end(json);
  json_i64(json, "places", count);
}

void world_report_json(struct json *json, const ovl_world *world, bool counted) {
  ovl_world_info info;
  ovl_profile_info profile;
  ovl_floor_info floor;
  json_array_begin(json, "profiles");
  for (int32_t i = 0; ovl_world_profile(world, i, &profile); i++) {
    put_profile(json, &profile, counted);
  }
  json_array_end(json);
  json_array_begin(json, "floors");
  for (int32_t i = 0; ovl_world_floor(world, i, &floor); i++) {
    json_object_begin(json, NULL);
    json_i64(json, "width", floor.width);
    json_i64(json, "height", floor.height);
    json_bool(json, "places", floor.graph);
    json_bool(json, "heights", floor.heights);
    json_object_end(json);
  }
  json_array_end(json);
  ovl_world_describe(world, &info);
  json_u64(json, "links", info.links);
  put_links(json, world, info.links);
  put_places(json, world);
}

/* ---- Text ---------------------------------------------------------------- */

static void print_profile(const ovl_profile_info *profile, enum cell_kind kind, bool counted) {
  const ovl_profile_def *def = &profile->def;
  char bytes[24] = "-";
  if (counted) {
    snprintf(bytes, sizeof bytes, "%" PRIu64, profile->bytes);
  }
  print_out("  %-12s %4" PRId32 "  %-7s %10" PRIu64 " %10" PRIu64 " %8" PRIu64 " %12s  %s%s",
            def->name, def->body_cells,
            kind == CELL_HEXAGONS ? "-" : command_corners_text(def->corners), profile->open_cells,
            profile->graph.waypoints, profile->islands, bytes,
            ovl_method_text(profile->graph.method), profile->directed ? ", directed" : "");
  if (def->max_climb != 0) {
    print_out(", climbs %" PRId32, step_limit_number(def->max_climb));
  }
  if (def->max_drop != 0) {
    print_out(", drops %" PRId32, step_limit_number(def->max_drop));
  }
  if (keeps_off_walls(def)) {
    print_out(", off walls");
  }
  print_out("\n");
}

void world_report_profiles(const ovl_world *world, bool counted) {
  ovl_profile_info profile;
  print_out("  %-12s %4s  %-7s %10s %10s %8s %12s  %s\n", "profile", "size", "corners", "open",
            "waypoints", "islands", "bytes", "planned by");
  for (int32_t i = 0; ovl_world_profile(world, i, &profile); i++) {
    print_profile(&profile, cell_kind_of_world(world), counted);
  }
}

/* Which profiles may use a link: " for foot and cart"; nothing: all. */
static void print_link_profiles(const ovl_world *world, uint32_t profiles) {
  ovl_profile_info profile;
  const char *before = "for";
  for (int32_t i = 0; profiles != 0 && ovl_world_profile(world, i, &profile); i++) {
    if ((profiles >> i & 1u) != 0) {
      print_out(", %s %s", before, profile.def.name);
      before = "and";
    }
  }
}

static void print_links(const ovl_world *world, uint32_t count) {
  const double unit = world_report_unit(world);
  ovl_link_def link;
  for (uint32_t i = 0; i < count && i < LISTED && ovl_world_link(world, i, &link); i++) {
    print_out("  link %-7" PRIu32 " %" PRId32 ":%" PRId32 ",%" PRId32 " %s %" PRId32 ":%" PRId32
              ",%" PRId32 "  cost %.3f",
              i, link.from.floor, link.from.x, link.from.y, link.cost_back != 0 ? "<->" : "->",
              link.to.floor, link.to.x, link.to.y, (double)link.cost / unit);
    if (link.cost_back != 0 && link.cost_back != link.cost) {
      print_out(", back %.3f", (double)link.cost_back / unit);
    }
    print_link_profiles(world, link.profiles);
    print_out("%s\n", link.closed ? ", closed" : "");
  }
  if (count > LISTED) {
    print_out("  and %" PRIu32 " more links: info --json lists all\n", count - LISTED);
  }
}

static void print_places(const ovl_world *world, int32_t floors) {
  char cell[CELL_TEXT_BYTES];
  ovl_place place;
  int32_t count = 0;
  for (; ovl_world_place(world, count, &place); count++) {
    if (count < LISTED) {
      print_out("  place %-12s %s  %" PRId32 " x %" PRId32 " cells\n", place.name,
                cell_text_write(cell, place.cell, floors), place.width, place.height);
    }
  }
  if (count > LISTED) {
    print_out("  and %" PRId32 " more places: info --json lists all\n", count - LISTED);
  }
}

void world_report_floors(const ovl_world *world) {
  ovl_world_info info;
  ovl_floor_info floor;
  ovl_world_describe(world, &info);
  for (int32_t i = 0; info.floors > 1 && ovl_world_floor(world, i, &floor); i++) {
    if (floor.graph) {
      print_out("  floor %-6" PRId32 " %" PRId32 " places\n", i, floor.width);
    } else {
      print_out("  floor %-6" PRId32 " %" PRId32 " x %" PRId32 " cells%s\n", i, floor.width,
                floor.height, floor.heights ? ", with heights" : "");
    }
  }
  print_links(world, info.links);
  print_places(world, info.floors);
}

/* ---- Names --------------------------------------------------------------- */

int world_report_find_profile(const ovl_world *world, const char *path, const char *name,
                              int32_t *profile) {
  ovl_profile_info info;
  char names[OVL_MAX_PROFILES * (OVL_NAME_BYTES + 2) + 1] = "";
  size_t length = 0;
  *profile = name != NULL ? ovl_world_find_profile(world, name) : 0;
  if (*profile >= 0) {
    return EXIT_DONE;
  }
  for (int32_t i = 0; ovl_world_profile(world, i, &info); i++) {
    const int written =
        snprintf(names + length, sizeof names - length, "%s%s", i > 0 ? ", " : "", info.def.name);
    length += written > 0 ? (size_t)written : 0;
  }
  return command_fail(EXIT_INPUT, "%s: there is no profile '%.80s'; it has %s", path, name, names);
}
