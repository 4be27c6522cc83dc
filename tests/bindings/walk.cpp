/* A unit walks by overland.hpp: it prints its way, and each wrong use is told in words. Compiled
 * with and without OVERLAND_CPP_EXCEPTIONS; with the argument WORLD it also opens a world file. */
#include <overland.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>

static int failed = 0;

static void is_true(bool holds, const char *what) {
  if (!holds) {
    std::printf("FAIL %s\n", what);
    failed = 1;
  }
}

/* The call is refused with this result and these words, by an exception or without one. */
template <class Object, class Call>
static void is_refused(Object &object, Call call, ovl_result wanted, const char *words) {
#ifdef OVERLAND_CPP_EXCEPTIONS
  try {
    call();
    is_true(false, words);
  } catch (const overland::error &error) {
    is_true(error.result == wanted && std::string(error.what()) == words, error.what());
  }
  static_cast<void>(object);
#else
  const ovl_result result = call();
  const std::string said = overland::text(result, object.fault());
  is_true(result == wanted && said == words, said.c_str());
#endif
}

static std::vector<uint8_t> room() {
  std::vector<uint8_t> cells(128 * 128, 1);
  for (size_t y = 0; y < 128; y++) {
    cells[y * 128 + 64] = y == 100; /* a wall with a door at 64,100 */
  }
  return cells;
}

static void walk(overland::planner &planner, const overland::world &world) {
  const ovl_query query = overland::query({2, 2, 0}, {120, 2, 0});
  overland::path path, segment;
  is_true(planner.find_path(world, query, path) == OVL_OK, "a path is found");
  for (ovl_cell cell : path.turns()) {
    std::printf("walk to %d,%d\n", int(cell.x), int(cell.y));
  }
  const std::vector<ovl_cell> cells = path.cells();
  is_true(cells.size() == 1 + path.straight_steps + path.diagonal_steps && cells.front().x == 2 &&
              cells.back().x == 120,
          "its cells are each one that it enters");
  overland::route route;
  is_true(!route.walks(), "a new route has no segments");
  is_true(route.begin(planner, world, query) == OVL_OK, "a route begins");
  uint64_t walked = 0;
  while (route.walks() && route.next(planner, world, segment) == OVL_OK) {
    walked += segment.cost;
  }
  is_true(route.done == 1 && walked == path.cost, "the segments of a route add up to the path");
}

static void save(overland::world &world) {
  std::vector<uint8_t> file;
  is_true(world.save(file) == OVL_OK, "a world is saved");
  overland::world opened;
  is_true(opened.open(file) == OVL_OK, "and opened");
  std::vector<uint8_t> again;
  is_true(opened.save(again) == OVL_OK && file == again, "with the same bytes");
}

static void edit(overland::planner &planner, overland::world &world) {
  const ovl_edit door[] = {ovl_edit_rect({64, 100, 0}, 1, 1, 0)};
  overland::world closed;
  overland::path path;
  overland::route route;
  const ovl_query query = overland::query({2, 2, 0}, {120, 2, 0});
  is_true(closed.apply(world, door) == OVL_OK, "a door closes in a new version");
  is_true(planner.find_path(closed, query, path) == OVL_UNREACHABLE && path.cells().empty(),
          "no path");
  is_true(route.begin(planner, closed, query) == OVL_UNREACHABLE && !route.walks(), "no route");
  is_true(planner.call(ovl_reaches, world.get(), &query) == OVL_OK, "the old version is as it was");
  const ovl_edit outside[] = {ovl_edit_rect({128, 0, 0}, 1, 1, 0)};
  is_refused(
      closed, [&] { return closed.apply(world, outside); }, OVL_BAD_ARGUMENT,
      "an argument is out of its range: x of an edit is 128; it should be at most 127");
  is_true(bool(closed), "a world that is not made is left as it was");
  is_true(closed.apply(closed, door) == OVL_OK, "a world becomes its own next version");
  overland::world moved(std::move(closed));
  is_true(!closed && moved, "a world moves");
  world = std::move(moved);
  is_true(planner.find_path(world, query, path) == OVL_UNREACHABLE, "into another one");
}

static void crowd(const overland::world &world) {
  overland::units units;
  is_true(units.create(world, 2) == OVL_OK, "units are made");
  ovl_unit_def def = ovl_unit_def();
  def.cell = {2, 2, 0};
  ovl_unit unit = OVL_NO_UNIT;
  is_true(units.add(world, def, unit) == OVL_OK && units.send(unit, {9, 2, 0}) == OVL_OK,
          "one is sent");
  ovl_cell at = def.cell;
  for (int tick = 0; tick < 20; tick++) {
    is_true(units.tick(world, 20000) == OVL_OK, "a tick");
    for (const ovl_unit_move &move : units.moves()) {
      at = move.to;
    }
  }
  ovl_unit_info info = {};
  is_true(at.x == 9 && at.y == 2 && units.describe(unit, info) == OVL_OK && info.cell.x == 9,
          "the unit walks to its goal");
  def.cell = {64, 0, 0};
  is_true(units.add(world, def, unit) == OVL_START_BLOCKED &&
              overland::text(OVL_START_BLOCKED, units.fault()) == "the start is blocked: cell",
          "a start that is blocked is an answer, with what is wrong");
  is_refused(
      units, [&] { return units.send(77u, at); }, OVL_BAD_ARGUMENT,
      "an argument is out of its range: unit: there is none with this handle: 77");
}

static void refuse(overland::planner &planner, overland::world &world) {
  overland::path path;
  overland::route route;
  const ovl_query query = overland::query({128, 2, 0}, {3, 2, 0});
  is_refused(
      planner, [&] { return planner.find_path(world, query, path); }, OVL_START_OUTSIDE,
      "the start is outside the map: start.x is 128; it should be at most 127");
  is_refused(
      planner, [&] { return route.begin(planner, world, query); }, OVL_START_OUTSIDE,
      "the start is outside the map: start.x is 128; it should be at most 127");
  is_true(!route.walks(), "a route that did not begin does not walk");
  overland::world none;
  const std::vector<uint8_t> cells = room();
  is_refused(
      none, [&] { return none.bake(cells, 128, 129); }, OVL_BAD_ARGUMENT,
      "an argument is out of its range: number of cells is 16384; it should be at least 16512");
  is_refused(
      none, [&] { return none.bake(cells, 0, 128); }, OVL_BAD_ARGUMENT,
      "an argument is out of its range: width is 0; it should be at least 1");
  is_refused(
      none, [&] { return none.bake(cells, 10, 10); }, OVL_BAD_ARGUMENT,
      "an argument is out of its range: number of cells is 16384; it should be at most 100");
  const char *closed = "an argument is out of its range: the world is closed";
  const char *no_planner = "an argument is out of its range: the planner is closed";
  std::vector<uint8_t> file;
  is_refused(
      none, [&] { return none.save(file); }, OVL_BAD_ARGUMENT, closed);
  is_true(file.empty(), "a closed world writes nothing");
  is_refused(
      planner, [&] { return planner.find_path(none, query, path); }, OVL_BAD_ARGUMENT, closed);
  is_refused(
      none,
      [&] {
        return none.apply(none, {nullptr, 0});
      },
      OVL_BAD_ARGUMENT, closed);
  overland::planner gone;
  const ovl_query near = overland::query({2, 2, 0}, {40, 2, 0});
  is_true(route.begin(planner, world, near) == OVL_OK && route.walks(), "a route begins");
  is_refused(
      gone, [&] { return route.begin(gone, world, near); }, OVL_BAD_ARGUMENT, no_planner);
  is_true(!route.walks(), "a route that did not begin again does not walk");
  is_refused(
      gone, [&] { return gone.find_path(world, query, path); }, OVL_BAD_ARGUMENT, no_planner);
  is_refused(
      gone, [&] { return route.next(gone, world, path); }, OVL_BAD_ARGUMENT, no_planner);
  is_refused(
      gone, [&] { return gone.create(none); }, OVL_BAD_ARGUMENT, closed);
  overland::units nobody;
  is_refused(
      nobody, [&] { return nobody.create(none, 5); }, OVL_BAD_ARGUMENT, closed);
  is_refused(
      nobody, [&] { return nobody.tick(world, 1); }, OVL_BAD_ARGUMENT,
      "an argument is out of its range: the units are closed");
  ovl_unit_info info = {};
  is_refused(
      nobody, [&] { return nobody.describe(1, info); }, OVL_BAD_ARGUMENT,
      "an argument is out of its range: the units are closed");
  is_true(nobody.moves().size == 0, "units that are closed do not move");
  overland::units some;
  is_true(some.create(world, 1) == OVL_OK, "units are made");
  is_refused(
      some, [&] { return some.describe(9, info); }, OVL_BAD_ARGUMENT,
      "an argument is out of its range: no unit has this number");
  world.close();
  uint8_t eighths = 0;
  ovl_world_info size = {};
  is_refused(
      world,
      [&] {
        return world.weight({2, 2, 0}, eighths);
      },
      OVL_BAD_ARGUMENT, closed);
  is_refused(
      world, [&] { return world.describe(size); }, OVL_BAD_ARGUMENT, closed);
  world.close();
  is_refused(
      planner, [&] { return planner.find_path(world, query, path); }, OVL_BAD_ARGUMENT, closed);
}

static void begin_elsewhere() {
  const std::vector<uint8_t> cells(8 * 6, 1);
  ovl_bake_def def = {};
  def.width = 8, def.height = 6, def.terrain = cells.data(), def.origin = {-5, -3, 0};
  overland::world world;
  overland::planner planner;
  overland::path path;
  const ovl_query query = overland::query({-5, -3, 0}, {2, -3, 0});
  is_true(world.bake(def) == OVL_OK && planner.create(world) == OVL_OK &&
              planner.find_path(world, query, path) == OVL_OK && path.cells().front().x == -5 &&
              path.cells().back().x == 2,
          "a path in a world that begins at -5,-3");
  const ovl_edit wall[] = {ovl_edit_rect({0, -3, 0}, 1, 6, 0)};
  is_true(world.apply(world, wall) == OVL_OK &&
              planner.find_path(world, query, path) == OVL_UNREACHABLE,
          "an edit in its cells");
}

/* Flows, groups with snapshots, patches, a queue and blockers close themselves as well. */
static void share(const overland::world &world) {
  overland::flow flow;
  ovl_flow_def def = {};
  def.world = world.get();
  ovl_flow_step step = {};
  is_true(flow.create(def) == OVL_OK &&
              flow.begin(world, overland::query({2, 2, 0}, {9, 2, 0})) == OVL_OK &&
              flow.call(ovl_flow_next, ovl_cell{2, 2, 0}, &step) == OVL_OK && step.next.x == 3 &&
              flow.call(ovl_flow_peek, ovl_cell{4, 2, 0}, &step) == OVL_OK &&
              step.cost_to_go == 5 * OVL_STRAIGHT_COST,
          "a flow leads to its goal");
  flow.close();
  is_refused(
      flow,
      [&] {
        return flow.call(ovl_flow_next, ovl_cell{2, 2, 0}, &step);
      },
      OVL_BAD_ARGUMENT, "an argument is out of its range: the flow is closed");
  overland::queue queue;
  ovl_queue_def queue_def = {};
  queue_def.world = world.get(), queue_def.capacity = 4, queue_def.lanes = 1;
  overland::route route;
  ovl_request request = {};
  request.query = overland::query({2, 2, 0}, {9, 2, 0}), request.route = &route;
  ovl_ticket ticket = 0;
  uint64_t spent = 0;
  ovl_answer answer = {};
  is_true(queue.create(queue_def) == OVL_OK &&
              queue.call(ovl_queue_add, &request, &ticket) == OVL_OK &&
              queue.call(ovl_queue_step, world.get(), 100000u, nullptr, &spent) == OVL_OK &&
              ovl_queue_take(queue.get(), &answer) && answer.result == OVL_OK && route.walks(),
          "a queue answers");
  overland::blockers blockers;
  bool done = false;
  is_true(blockers.create(world, 0) == OVL_OK &&
              blockers.call(ovl_blockers_begin, ovl_cell{2, 2, 0}, ovl_cell{64, 3, 0}) == OVL_OK &&
              blockers.call(ovl_blockers_step, 10000000u, &done) == OVL_OK && done,
          "blockers are found");
}

static void group(const overland::world &world) {
  overland::units units;
  ovl_unit sent[2] = {};
  is_true(units.create(world, 2) == OVL_OK, "units are made");
  for (int32_t i = 0; i < 2; i++) {
    ovl_unit_def def = ovl_unit_def();
    def.cell = {2, 2 + i, 0};
    is_true(units.add(world, def, sent[i]) == OVL_OK, "one is added");
  }
  ovl_order order = {};
  order.place = {20, 8, 0}, order.formation = OVL_FORMATION_BLOCK;
  std::vector<uint8_t> snapshot;
  is_true(units.order(world, sent, order) == OVL_OK && units.tick(world, 20000) == OVL_OK &&
              units.save(snapshot) == OVL_OK,
          "a group is sent and saved");
  const uint64_t hash = ovl_units_hash(units.get());
  is_true(units.tick(world, 20000) == OVL_OK && ovl_units_hash(units.get()) != hash, "it walks on");
  is_true(units.restore(snapshot, [&](uint64_t) { return world.get(); }) == OVL_OK &&
              ovl_units_hash(units.get()) == hash,
          "and is again as it was saved");
  is_true(units.order(world, {sent[0]}, order) == OVL_OK, "one unit is sent in braces");
}

static void patch(overland::world &world) {
  const ovl_edit door[] = {ovl_edit_rect({64, 100, 0}, 1, 1, 0)};
  const ovl_edit rock[] = {ovl_edit_rect({5, 5, 0}, 2, 2, 0)};
  overland::world next, fork, rebased, opened;
  std::vector<uint8_t> bytes;
  is_true(next.apply(world, door) == OVL_OK && world.save_patch(next, bytes) == OVL_OK &&
              opened.open_patch(world, bytes) == OVL_OK &&
              ovl_world_weight(opened.get(), 0, {64, 100, 0}) == 0,
          "a patch leads to the next version");
  is_true(fork.apply(world, rock) == OVL_OK &&
              rebased.rebase(fork, world, next, ovl_apply_def()) == OVL_OK &&
              ovl_world_weight(rebased.get(), 0, {64, 100, 0}) == 0 &&
              ovl_world_weight(rebased.get(), 0, {6, 6, 0}) == 0,
          "a rebase has the edits of both");
  uint8_t eighths = 0;
  ovl_world_info info = {};
  is_true(next.apply(world, {ovl_edit_rect({7, 7, 0}, 1, 1, 0)}) == OVL_OK &&
              next.weight({7, 7, 0}, eighths) == OVL_OK && eighths == 0 &&
              next.weight({8, 7, 0}, eighths) == OVL_OK && eighths == 8 &&
              next.describe(info) == OVL_OK && info.width == 128,
          "an edit in braces, and what the next version holds");
}

static void open(const char *file) {
  std::ifstream stream(file, std::ios::binary);
  std::vector<char> bytes((std::istreambuf_iterator<char>(stream)),
                          std::istreambuf_iterator<char>());
  const overland::span<const uint8_t> data(reinterpret_cast<const uint8_t *>(bytes.data()),
                                           bytes.size());
  overland::world world;
  is_true(world.open(data) == OVL_OK, "a world file opens");
  is_refused(
      world,
      [&] {
        return world.open({data.data, 100});
      },
      OVL_WRONG_LENGTH, "the file has the wrong length: header at 0: found 100, expected 344");
  overland::planner planner;
  is_true(planner.create(world) == OVL_OK, "and the one that was open stays");
}

int main(int argc, char **argv) {
  const std::vector<uint8_t> cells = room();
  overland::world world;
  overland::planner planner;
  is_true(world.bake(cells, 128, 128) == OVL_OK && planner.create(world) == OVL_OK,
          "a world is baked");
  walk(planner, world);
  save(world);
  crowd(world);
  share(world);
  group(world);
  patch(world);
  edit(planner, world);
  refuse(planner, world);
  begin_elsewhere();
  if (argc > 1) {
    open(argv[1]);
  }
  return failed;
}
