/* Texts to be printed, such as those of results, and which library this is. */
#include "overland_inspect.h"

#define TEXT_OF(x) #x
#define VERSION_TEXT(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

const char *ovl_version(void) {
  return VERSION_TEXT(OVL_VERSION_MAJOR, OVL_VERSION_MINOR, OVL_VERSION_PATCH);
}

uint32_t ovl_abi(void) { return OVL_ABI; }

/* The text of a value; `unknown` if the table has none. */
static const char *text_of(const char *const *texts, int count, int value, const char *unknown) {
  return value >= 0 && value < count && texts[value] != NULL ? texts[value] : unknown;
}

const char *ovl_result_text(ovl_result result) {
  static const char *const texts[OVL_RESULT_COUNT] = {
      [OVL_OK] = "done",
      [OVL_UNREACHABLE] = "no path joins start and goal",
      [OVL_START_BLOCKED] = "the start is blocked",
      [OVL_GOAL_BLOCKED] = "the goal is blocked",
      [OVL_LIMITED] = "a limit of the query was reached",
      [OVL_START_OUTSIDE] = "the start is outside the map",
      [OVL_GOAL_OUTSIDE] = "the goal is outside the map",
      [OVL_BAD_ARGUMENT] = "an argument is out of its range",
      [OVL_MORE_ROOM] = "the buffer is too small",
      [OVL_PLANNER_TOO_SMALL] = "the memory of the planner or flow is too small",
      [OVL_CACHE_TOO_SMALL] = "the cache for the world is too small",
      [OVL_OTHER_WORLD] = "route, flow or patch belongs to another world",
      [OVL_OFF_ROUTE] = "the unit is not near its route",
      [OVL_NEEDS_RULE] = "the world was baked with a step rule, which is needed again",
      [OVL_STOPPED] = "stopped by the progress callback",
      [OVL_BEGIN_AGAIN] = "the world has changed on the way: begin the route again",
      [OVL_OTHER_PART] = "a part of another map or of other settings, or one that is given twice",
      [OVL_MISSING_PART] = "some rows of the map are in none of the parts",
      [OVL_BUSY] = "the planner has a task",
      [OVL_NOT_READY] = "the answer is not made yet",
      [OVL_FULL] = "there is no place for more: it holds as many as it was made for",
      [OVL_NO_MEMORY] = "out of memory",
      [OVL_READ_FAILED] = "the bytes could not be read",
      [OVL_WRITE_FAILED] = "writing failed",
      [OVL_NOT_A_WORLD] = "this is not a world, part or patch",
      [OVL_OTHER_VERSION] = "a file of another version",
      [OVL_WRONG_LENGTH] = "the file has the wrong length",
      [OVL_WRONG_CHECKSUM] = "the file is damaged",
      [OVL_CORRUPT] = "an impossible value",
      [OVL_MISALIGNED] = "the bytes do not begin at a multiple of 8",
      [OVL_INTERNAL] = "the library contradicts itself: please report it"};
  return text_of(texts, OVL_RESULT_COUNT, (int)result, "an unknown result");
}

const char *ovl_method_text(ovl_method method) {
  static const char *const texts[OVL_METHOD_COUNT] = {
      [OVL_METHOD_OVERLAYS] = "overlays", [OVL_METHOD_LABELS] = "labels"};
  return text_of(texts, OVL_METHOD_COUNT, (int)method, "none");
}

const char *ovl_labels_text(ovl_labels labels) {
  static const char *const texts[OVL_LABELS_COUNT] = {
      [OVL_LABELS_HELD] = "held",
      [OVL_LABELS_NOT_ASKED] = "left out: the settings ask for none",
      [OVL_LABELS_NO_WAYPOINTS] = "left out: no waypoint to label",
      [OVL_LABELS_TOO_LARGE] = "left out: larger than the bytes a cell that they may take",
      [OVL_LABELS_TOO_LONG] = "left out: a cost does not fit 31 bits",
      [OVL_LABELS_TOO_MANY] = "left out: too many waypoints",
      [OVL_LABELS_OVERLAYS] = "left out: the world has overlays instead",
      [OVL_LABELS_STALE] = "left out: edited and not settled",
      [OVL_LABELS_DIRECTED] =
          "left out: costs depend on the direction by more than a few links or slopes alone"};
  return text_of(texts, OVL_LABELS_COUNT, (int)labels, "unknown");
}
