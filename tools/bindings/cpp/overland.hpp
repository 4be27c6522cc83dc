/* Overland for C++11 and later: worlds, planners, routes and units that close themselves.
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
  if (what.find(": ") != std::string::npos) return words + ": " + found;
  return words + " is " + found + "; it should be at " +
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
  T *begin() const { return data; }
  T *end() const { return data + size; }
  T *data;
  size_t size;
};
inline const ovl_fault *fault_of(const ovl_planner *planner) { return ovl_planner_fault(planner); }
inline const ovl_fault *fault_of(const ovl_units *units) { return ovl_units_fault(units); }
inline const char *closed(ovl_world *world) { return world ? nullptr : "the world is closed"; }
inline const char *closed(ovl_planner *one) { return one ? nullptr : "the planner is closed"; }
inline const char *closed(ovl_units *units) { return units ? nullptr : "the units are closed"; }
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
  /* Any call on the object: units.call(ovl_unit_send, unit, cell). Closed ones are refused. */
  template <class... P, class... A> OVERLAND_RESULT call(ovl_result (*function)(T *, P...), A... more) {
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
  OVERLAND_RESULT save(std::vector<uint8_t> &file) { /* appends the world file */
    if (!*this) return refused(closed(get()));
    const ovl_write_fn append = [](void *to, const void *bytes, size_t count) {
      const uint8_t *first = static_cast<const uint8_t *>(bytes);
      return std::copy_n(first, count, std::back_inserter(*static_cast<std::vector<uint8_t> *>(to))), true;
    };
    const ovl_save_def def = {append, &file, nullptr, nullptr};
    return checked(ovl_world_save(get(), &def, &fault_));
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
  OVERLAND_RESULT find(const world &in, const ovl_query &query, path &found) {
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
  span<const ovl_unit_move> moves() const {
    size_t count = 0;
    const ovl_unit_move *first = get() != nullptr ? ovl_units_moves(get(), &count) : nullptr;
    return {first, count};
  }
};
} // namespace
} // namespace overland
#endif
