/* Overland for C++11 and later: worlds, planners, routes and units that close themselves.
 *
 *     overland::world world;
 *     overland::planner planner;
 *     if (world.bake(cells, 512, 512) != OVL_OK || planner.create(world) != OVL_OK) return;
 *     overland::route route; // planned while the unit walks
 *     overland::path segment;
 *     route.begin(planner, world, overland::query({10, 10, 0}, {500, 400, 0}));
 *     while (route.walks() && route.next(planner, world, segment) == OVL_OK)
 *       for (ovl_cell cell : segment.cells()) walk_to(cell);
 *
 * A call returns the ovl_result of its namesake in the C headers, and leaves all as it was if it
 * fails; fault() says what was wrong. With OVERLAND_CPP_EXCEPTIONS it throws an overland::error,
 * but not for answers: no path, a part of one (OVL_LIMITED), begin again (OVL_BEGIN_AGAIN). */
#ifndef OVERLAND_HPP
#define OVERLAND_HPP
#include <overland.h>
#ifndef OVERLAND_EDIT_H /* overland.h of tools/amalgamate.sh holds all of the headers */
#include <overland_edit.h>
#include <overland_units.h>
#endif
#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace overland {
#ifdef OVERLAND_CPP_EXCEPTIONS /* two namespaces, so that both forms may be in one program */
inline namespace with_exceptions {
#else
inline namespace without_exceptions {
#endif

/* A result in words, with what was wrong: its value, and the right one or the limit. */
inline std::string text(ovl_result result, const ovl_fault &fault) {
  std::string words = ovl_result_text(result);
  if (fault.what != nullptr && *fault.what != '\0') words += std::string(": ") + fault.what;
  if (fault.found == fault.expected) return words;
  words += result < OVL_OTHER_PART ? "" : " at " + std::to_string(fault.where);
  return words + ": found " + std::to_string(static_cast<int64_t>(fault.found)) + ", expected " +
         std::to_string(static_cast<int64_t>(fault.expected));
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
  T *begin() const { return data; }
  T *end() const { return data + size; }
  T *data;
  size_t size;
};

inline const ovl_fault *fault_of(const ovl_planner *planner) { return ovl_planner_fault(planner); }
inline const ovl_fault *fault_of(const ovl_units *units) { return ovl_units_fault(units); }

/* Owns an object of the library; it moves and is not copied. */
template <class T, void (*Close)(T *)> class owner {
public:
  owner() = default;
  owner(owner &&other) noexcept { std::swap(pointer_, other.pointer_); }
  owner &operator=(owner &&other) noexcept { return std::swap(pointer_, other.pointer_), *this; }
  ~owner() { close(); }
  T *get() const { return pointer_; }
  explicit operator bool() const { return pointer_ != nullptr; }
  void close() { Close(pointer_), pointer_ = nullptr; }
  const ovl_fault &fault() const { return fault_; }

  /* Any call on the object: units.call(ovl_unit_send, unit, cell). Closed ones are refused. */
  template <class... P, class... A> ovl_result call(ovl_result (*function)(T *, P...), A... more) {
    if (!std::min({pointer_ != nullptr, is_open(more)...})) return refused("closed object");
    const ovl_result result = function(pointer_, more...);
    fault_ = *fault_of(pointer_);
    return checked(result);
  }

protected:
  /* Takes the object that function(more..., &object, &fault) makes. */
  template <class... P, class... A> ovl_result make(ovl_result (*function)(P...), A... more) {
    T *made = nullptr;
    if (!std::min({true, is_open(more)...})) return refused("closed object");
    const ovl_result result = function(more..., &made, &fault_);
    if (result == OVL_OK) close(), pointer_ = made, fault_ = ovl_fault();
    return checked(result);
  }
  ovl_result refused(const char *why) { return fault_ = {why, 0, 0, 0}, checked(OVL_BAD_ARGUMENT); }

private:
  static bool is_open(ovl_world *world) { return world != nullptr; }
  template <class A> static bool is_open(const A &) { return true; }
  ovl_result checked(ovl_result result) {
#ifdef OVERLAND_CPP_EXCEPTIONS
    const bool is_answer = result <= OVL_LIMITED || result == OVL_MORE_ROOM;
    if (!is_answer && result != OVL_BEGIN_AGAIN) throw error(result, fault_);
#endif
    return result;
  }
  T *pointer_ = nullptr;
  ovl_fault fault_ = ovl_fault();
};

class world : public owner<ovl_world, ovl_world_close> {
public:
  ovl_result bake(const ovl_bake_def &def) { return make(ovl_world_bake, &def); }
  ovl_result bake(span<const uint8_t> cells, int32_t width, int32_t height) { /* 0 is blocked */
    ovl_bake_def def = ovl_bake_def_default();
    def.width = width, def.height = height, def.terrain = cells.data;
    const bool fits = width < 1 || height < 1 || cells.size / size_t(width) >= size_t(height);
    return fits ? bake(def) : refused("fewer cells than width x height");
  }
  ovl_result open(span<const uint8_t> bytes) { /* which stay until all versions are closed */
    return make(ovl_world_open, bytes.data, bytes.size, nullptr);
  }
  /* Becomes the next version of `from`, which may be this world itself. */
  ovl_result apply(const world &from, span<const ovl_edit> edits) {
    return make(ovl_world_apply, from.get(), edits.data, edits.size, nullptr);
  }
};

/* A path in memory that grows. */
class path : public ovl_path {
public:
  path() : ovl_path() { grow(); }
  path(path &&) = delete;
  span<const ovl_cell> cells() const { return {points, count}; } /* its turning points */
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
  ovl_query made = ovl_query_default();
  return made.start = start, made.goal = goal, made;
}

class planner : public owner<ovl_planner, ovl_planner_destroy> {
public:
  ovl_result create(const world &in) {
    const ovl_planner_def def = ovl_planner_def_default(in.get());
    return make(ovl_planner_create, &def);
  }
  ovl_result find(const world &in, const ovl_query &query, path &found) {
    const ovl_result result = call(ovl_find_path, in.get(), &query, &found);
    if (result != OVL_MORE_ROOM) return result;
    return found.grow(), call(ovl_find_path, in.get(), &query, &found);
  }
};

class route : public ovl_route {
public:
  route() : ovl_route() {}
  bool walks() const { return done == 0 && cost_to_go > 0; } /* there are segments to come */
  ovl_result begin(planner &with, const overland::world &in, const ovl_query &query) {
    *static_cast<ovl_route *>(this) = ovl_route();
    ovl_result result = OVL_MORE_ROOM;
    for (; result == OVL_MORE_ROOM; stops_.resize(stop_count))
      result = with.call(ovl_route_begin, in.get(), &query, this, stops_.data(), stops_.size());
    return result;
  }
  ovl_result next(planner &with, const overland::world &in, path &segment) {
    ovl_result result = OVL_MORE_ROOM;
    for (; result == OVL_MORE_ROOM; segment.grow())
      result = with.call(ovl_route_next, in.get(), this, stops_.data(), stops_.size(), position,
                         &segment);
    return result;
  }

private:
  std::vector<ovl_stop> stops_;
};

class units : public owner<ovl_units, ovl_units_destroy> {
public:
  ovl_result create(const world &in, int32_t capacity) {
    ovl_units_def def = ovl_units_def_default(in.get());
    def.capacity = capacity;
    return make(ovl_units_create, &def);
  }
  span<const ovl_unit_move> moves() const {
    size_t count = 0;
    const ovl_unit_move *first = get() != nullptr ? ovl_units_moves(get(), &count) : nullptr;
    return {first, count};
  }
};
} // namespace
} // namespace overland
#endif
