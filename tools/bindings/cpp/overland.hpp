/* Overland for C++11 and later: worlds, planners, routes, flows, units, queues and other objects that close
 * themselves.
 *
 * A call returns the ovl_result of its namesake in the C headers, whose comments are its manual, and leaves all as it
 * was if it fails; fault() says what was wrong. With OVERLAND_CPP_EXCEPTIONS it throws an overland::error, but not
 * for answers: no path, a part of one (OVL_LIMITED), begin again (OVL_BEGIN_AGAIN). tools/README.md has a program. */
#ifndef OVERLAND_HPP
#define OVERLAND_HPP
#include <overland.h>
#ifndef OVERLAND_EDIT_H /* overland.h of tools/amalgamate.sh holds all of the headers */
#include <overland_edit.h>
#include <overland_hexagons.h>
#include <overland_inspect.h>
#include <overland_move.h>
#include <overland_schedule.h>
#include <overland_stream.h>
#include <overland_trace.h>
#include <overland_units.h>
#endif
#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>
namespace overland {
#ifdef OVERLAND_CPP_EXCEPTIONS /* two namespaces, so that both forms may be in one program */
inline namespace with_exceptions {
#else
inline namespace without_exceptions {
#endif
#if __cplusplus >= 201703L && !defined(OVERLAND_CPP_EXCEPTIONS)
#define OVERLAND_RESULT [[nodiscard]] ovl_result
#else
#define OVERLAND_RESULT ovl_result
#endif

/* A result in words, with what was wrong: its value, and the right one or the limit. */
inline std::string text(ovl_result result, const ovl_fault &fault) {
  const std::string what = fault.what != nullptr ? fault.what : "";
  const std::string words = ovl_result_text(result) + (what.empty() ? what : ": " + what);
  if (fault.found == fault.expected) return words;
  if (result >= OVL_OTHER_PART)
    return words + " at " + std::to_string(fault.where) + ": found " + std::to_string(fault.found) + ", expected " +
           std::to_string(fault.expected);
  const std::string found = std::to_string(int64_t(fault.found)), right = std::to_string(int64_t(fault.expected));
  const bool sentence = what.find(": ") != std::string::npos; /* that says all, unless there is a limit as well */
  if (sentence && fault.expected == 0) return words + ": " + found;
  return words + (sentence ? ": " : " is ") + found + "; it should be at " +
         (int64_t(fault.found) < int64_t(fault.expected) ? "least " : "most ") + right;
}

struct error : std::runtime_error { /* thrown with OVERLAND_CPP_EXCEPTIONS */
  error(ovl_result r, const ovl_fault &f) : std::runtime_error(text(r, f)), result(r), fault(f) {}
  ovl_result result;
  ovl_fault fault;
};

/* A pointer and a count, like std::span: of an array, of a vector, or of both numbers. */
template <class T> struct span {
  span(T *first, size_t count) : data(first), size(count) {}
  template <size_t N> span(T (&array)[N]) : data(array), size(N) {}
  template <class C> span(const C &items) : data(items.data()), size(items.size()) {}
  span(std::initializer_list<typename std::remove_const<T>::type> items) : data(), size(items.size()) {
    data = items.begin(); /* of an argument in braces, as {unit}: it lives as long as the call */
  }
  T *begin() const { return data; }
  T *end() const { return data + size; }
  T &operator[](size_t i) const { return data[i]; }
  T &front() const { return data[0]; }
  T &back() const { return data[size - 1]; }
  T *data;
  size_t size;
};
inline const ovl_fault *fault_of(const ovl_planner *planner) { return ovl_planner_fault(planner); }
inline const ovl_fault *fault_of(const ovl_units *units) { return ovl_units_fault(units); }
inline const ovl_fault *fault_of(const ovl_flow *flow) { return ovl_flow_fault(flow); }
inline const ovl_fault *fault_of(const ovl_queue *queue) { return ovl_queue_fault(queue); }
inline const ovl_fault *fault_of(const ovl_blockers *blockers) { return ovl_blockers_fault(blockers); }
inline const char *closed(ovl_world *world) { return world ? nullptr : "the world is closed"; }
inline const char *closed(ovl_planner *one) { return one ? nullptr : "the planner is closed"; }
inline const char *closed(ovl_units *units) { return units ? nullptr : "the units are closed"; }
inline const char *closed(ovl_flow *flow) { return flow ? nullptr : "the flow is closed"; }
inline const char *closed(ovl_queue *queue) { return queue ? nullptr : "the queue is closed"; }
inline const char *closed(ovl_blockers *blockers) { return blockers ? nullptr : "the blockers are closed"; }
template <class T> const char *closed(const T &) { return nullptr; } /* other arguments */

/* Owns an object of the library; it moves and is not copied. */
template <class T, void (*Close)(T *)> struct owner {
  owner() = default;
  owner(owner &&other) noexcept { std::swap(pointer_, other.pointer_); }
  owner &operator=(owner &&other) noexcept { return std::swap(pointer_, other.pointer_), *this; }
  ~owner() { close(); }
  T *get() const { return pointer_; }
  explicit operator bool() const { return pointer_ != nullptr; }
  void close() { Close(pointer_), pointer_ = nullptr; }
  const ovl_fault &fault() const { return fault_; }
  /* Any call on the object: units.call(ovl_unit_send, unit, cell), flow.call(ovl_flow_next, cell, &step). Closed ones
   * are refused. */
  template <class O, class... P, class... A> OVERLAND_RESULT call(ovl_result (*function)(O *, P...), A... more) {
    for (const char *why : {closed(pointer_), closed(more)...})
      if (why != nullptr) return refused(why);
    const ovl_result result = function(pointer_, more...);
    fault_ = *fault_of(pointer_);
    return checked(result);
  }
protected:
  /* Takes the object that function(more..., &object, &fault) makes. */
  template <class... P, class... A> ovl_result make(ovl_result (*function)(P...), A... more) {
    T *made = nullptr;
    for (const char *why : {closed(more)...})
      if (why != nullptr) return refused(why);
    const ovl_result result = function(more..., &made, &fault_);
    if (result == OVL_OK) close(), pointer_ = made, fault_ = ovl_fault();
    return checked(result);
  }
  ovl_result refused(const char *why, uint64_t found = 0, uint64_t expected = 0) {
    return fault_ = {why, 0, found, expected}, checked(OVL_BAD_ARGUMENT);
  }
  ovl_result checked(ovl_result result) {
#ifdef OVERLAND_CPP_EXCEPTIONS
    if (result > OVL_LIMITED && result != OVL_MORE_ROOM && result != OVL_BEGIN_AGAIN) throw error(result, fault_);
#endif
    return result;
  }
  ovl_fault fault_ = ovl_fault();
private:
  T *pointer_ = nullptr;
};

struct world : owner<ovl_world, ovl_world_close> {
  OVERLAND_RESULT bake(const ovl_bake_def &def) { return make(ovl_world_bake, &def); }
  OVERLAND_RESULT bake(span<const uint8_t> cells, int32_t width, int32_t height) {
    ovl_bake_def def = {};
    def.width = width, def.height = height, def.terrain = cells.data;
    const uint64_t needed = width < 1 || height < 1 ? cells.size : uint64_t(width) * height;
    return cells.size == needed ? bake(def) : refused("number of cells", cells.size, needed);
  }
  /* The bytes stay until all versions are closed. */
  OVERLAND_RESULT open(span<const uint8_t> bytes) { return make(ovl_world_open, bytes.data, bytes.size); }
  /* Becomes the next version of `from`, which may be this world itself. */
  OVERLAND_RESULT apply(const world &from, span<const ovl_edit> edits) {
    return make(ovl_world_apply, from.get(), edits.data, edits.size);
  }
  OVERLAND_RESULT open_def(const ovl_open_def &def) { return make(ovl_world_open_def, &def); } /* through a reader */
  OVERLAND_RESULT rebase(const world &fork, const world &old_base, const world &new_base, const ovl_apply_def &def) {
    return make(ovl_world_rebase, fork.get(), old_base.get(), new_base.get(), &def);
  }
  /* Becomes the second version of a patch whose first is `base`. */
  OVERLAND_RESULT open_patch(const world &base, span<const uint8_t> bytes) {
    return make(ovl_world_open_patch, base.get(), bytes.data, bytes.size,
                static_cast<const ovl_apply_def *>(nullptr));
  }
  OVERLAND_RESULT save_patch(const world &to, std::vector<uint8_t> &file) { /* appends what leads from this version */
    if (!*this || !to) return refused("the world is closed");
    const ovl_save_def def = {append, &file, nullptr, nullptr};
    return checked(ovl_world_save_patch(get(), to.get(), &def, &fault_));
  }
  /* 0: blocked for the profile, or outside. */
  OVERLAND_RESULT weight(ovl_cell cell, uint8_t &eighths, int32_t profile = 0) {
    return *this ? (eighths = ovl_world_weight(get(), profile, cell), OVL_OK) : refused(closed(get()));
  }
  OVERLAND_RESULT describe(ovl_world_info &info) {
    return *this ? (ovl_world_describe(get(), &info), OVL_OK) : refused(closed(get()));
  }
  OVERLAND_RESULT save(std::vector<uint8_t> &file) { /* appends the world file */
    if (!*this) return refused(closed(get()));
    const ovl_save_def def = {append, &file, nullptr, nullptr};
    return checked(ovl_world_save(get(), &def, &fault_));
  }
private:
  static bool append(void *to, const void *bytes, size_t count) {
    const uint8_t *first = static_cast<const uint8_t *>(bytes);
    return std::copy_n(first, count, std::back_inserter(*static_cast<std::vector<uint8_t> *>(to))), true;
  }
};

/* A path in memory that grows. */
struct path : ovl_path {
  path() : ovl_path() { grow(); }
  path(path &&) = delete;
  span<const ovl_cell> turns() const { return {points, count}; } /* start, turning points, end */
  std::vector<ovl_cell> cells() const {                          /* every cell; none if it has lines at any angle */
    size_t found = 0;
    ovl_path_cells(this, nullptr, 0, &found, nullptr);
    std::vector<ovl_cell> all(found);
    return ovl_path_cells(this, all.data(), found, &found, nullptr), all;
  }
  void grow() {
    points_.resize(std::max({count, capacity, size_t(64)})), points = points_.data();
    links_.resize(std::max({link_count, link_capacity, size_t(4)})), links = links_.data();
    capacity = points_.size(), link_capacity = links_.size();
  }
private:
  std::vector<ovl_cell> points_;
  std::vector<ovl_path_link> links_;
};
inline ovl_query query(ovl_cell start, ovl_cell goal) {
  ovl_query made = {};
  return made.start = start, made.goal = goal, made;
}
struct planner : owner<ovl_planner, ovl_planner_destroy> {
  OVERLAND_RESULT create(const world &in) {
    ovl_planner_def def = {};
    def.world = in.get();
    return in ? make(ovl_planner_create, &def) : refused(closed(in.get()));
  }
  OVERLAND_RESULT find_path(const world &in, const ovl_query &query, path &found) {
    const ovl_result result = call(ovl_find_path, in.get(), &query, &found);
    if (result != OVL_MORE_ROOM) return result;
    return found.grow(), call(ovl_find_path, in.get(), &query, &found);
  }
};
struct route : ovl_route {
  route() : ovl_route() {}
  bool walks() const { return done == 0 && cost_to_go > 0; } /* there are segments to come */
  OVERLAND_RESULT begin(planner &with, const overland::world &in, const ovl_query &query) {
    *static_cast<ovl_route *>(this) = ovl_route();
    return with.call(ovl_route_begin, in.get(), &query, this);
  }
  OVERLAND_RESULT next(planner &with, const overland::world &in, path &segment) {
    ovl_result result = OVL_MORE_ROOM;
    for (; result == OVL_MORE_ROOM; segment.grow())
      result = with.call(ovl_route_next, in.get(), this, position, &segment);
    return result;
  }
};
struct units : owner<ovl_units, ovl_units_destroy> {
  OVERLAND_RESULT create(const world &in, int32_t capacity) {
    ovl_units_def def = {};
    def.world = in.get(), def.capacity = capacity;
    return in ? make(ovl_units_create, &def) : refused(closed(in.get()));
  }
  OVERLAND_RESULT add(const world &in, const ovl_unit_def &def, ovl_unit &unit) {
    return call(ovl_unit_add, in.get(), &def, &unit);
  }
  OVERLAND_RESULT remove(ovl_unit unit) { return call(ovl_unit_remove, unit); }
  OVERLAND_RESULT send(ovl_unit unit, ovl_cell goal) { return call(ovl_unit_send, unit, goal); }
  OVERLAND_RESULT tick(const world &in, uint64_t budget, const ovl_jobs *jobs = nullptr) {
    return call(ovl_units_tick, in.get(), budget, jobs);
  }
  OVERLAND_RESULT describe(ovl_unit unit, ovl_unit_info &info) {
    if (!*this) return refused(closed(get()));
    return ovl_unit_describe(get(), unit, &info) ? OVL_OK : refused("no unit has this number");
  }
  span<const ovl_unit_move> moves() const {
    size_t count = 0;
    const ovl_unit_move *first = get() != nullptr ? ovl_units_moves(get(), &count) : nullptr;
    return {first, count};
  }
  OVERLAND_RESULT order(const world &in, span<const ovl_unit> sent, const ovl_order &order) {
    return call(ovl_units_order, in.get(), sent.data, sent.size, &order);
  }
  OVERLAND_RESULT save(std::vector<uint8_t> &snapshot) { /* replaces it */
    size_t used = 0;
    snapshot.resize(*this ? ovl_units_save_bytes(get()) : 0);
    const ovl_result result = call(ovl_units_save, snapshot.data(), snapshot.size(), &used);
    return snapshot.resize(used), result;
  }
  /* `find` returns a version by its identity: a function or lambda, called during the call. */
  template <class F> OVERLAND_RESULT restore(span<const uint8_t> snapshot, F find) {
    const ovl_find_world_fn ask = [](void *user, uint64_t identity) -> const ovl_world * {
      return (*static_cast<F *>(user))(identity);
    };
    return call(ovl_units_restore, snapshot.data, snapshot.size, ask, static_cast<void *>(&find));
  }
};

/* What has no calls of its own here is reached by call(): flow.call(ovl_flow_next, cell, &step). The world of a flow
 * stays open as long as the flow. */
struct flow : owner<ovl_flow, ovl_flow_destroy> {
  OVERLAND_RESULT create(const ovl_flow_def &def) { return make(ovl_flow_create, &def); }
  OVERLAND_RESULT begin(const world &in, const ovl_query &query) { return call(ovl_flow_begin, in.get(), &query); }
};
struct queue : owner<ovl_queue, ovl_queue_destroy> {
  OVERLAND_RESULT create(const ovl_queue_def &def) { return make(ovl_queue_create, &def); }
};
struct blockers : owner<ovl_blockers, ovl_blockers_destroy> {
  OVERLAND_RESULT create(const world &in, int32_t profile) {
    return make(ovl_blockers_create, in.get(), profile, static_cast<const ovl_allocator *>(nullptr));
  }
};
struct survey : owner<ovl_survey, ovl_survey_destroy> {
  OVERLAND_RESULT create(const ovl_bake_def &def, ovl_read_cells_fn read = nullptr, void *user = nullptr) {
    return make(ovl_survey_create, &def, read, user);
  }
};
} // namespace
} // namespace overland
#endif
