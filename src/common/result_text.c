/* Texts to be printed: results, methods, the version. */
#include "overland_inspect.h"

#define TEXT_OF(x) #x
#define VERSION_TEXT(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

const char *ovl_version(void) {
  return VERSION_TEXT(OVL_VERSION_MAJOR, OVL_VERSION_MINOR, OVL_VERSION_PATCH);
}

const char *ovl_result_text(ovl_result result) {
  switch (result) {
  case OVL_OK:
    return "done";
  case OVL_UNREACHABLE:
    return "no path joins start and goal";
  case OVL_START_BLOCKED:
    return "the start is blocked";
  case OVL_GOAL_BLOCKED:
    return "the goal is blocked";
  case OVL_LIMITED:
    return "a limit was reached before the goal";
  case OVL_START_OUTSIDE:
    return "the start is outside the map";
  case OVL_GOAL_OUTSIDE:
    return "the goal is outside the map";
  case OVL_BAD_ARGUMENT:
    return "an argument is out of its range";
  case OVL_MORE_ROOM:
    return "the buffer is too small";
  case OVL_PLANNER_TOO_SMALL:
    return "the planner's memory does not hold this search";
  case OVL_OTHER_WORLD:
    return "planner or route belongs to another world";
  case OVL_OFF_ROUTE:
    return "the unit is not where its route left it";
  case OVL_NEEDS_RULE:
    return "the world was baked with a step rule, which is needed again";
  case OVL_STOPPED:
    return "stopped by the progress callback";
  case OVL_BEGIN_AGAIN:
    return "the world has changed on the way: begin the route again";
  case OVL_NEEDS_REGIONS:
    return "regions are needed that the reader does not have yet";
  case OVL_OTHER_PART:
    return "a part of another map or of other settings, or one that is given twice";
  case OVL_MISSING_PART:
    return "some rows of the map are in none of the parts";
  case OVL_BUSY:
    return "too much is under way: try again later";
  case OVL_NO_MEMORY:
    return "out of memory";
  case OVL_READ_FAILED:
    return "the bytes could not be read";
  case OVL_WRITE_FAILED:
    return "writing failed";
  case OVL_NOT_A_WORLD:
    return "this is not a world file";
  case OVL_OTHER_VERSION:
    return "a world file of another version";
  case OVL_WRONG_LENGTH:
    return "the world file has the wrong length";
  case OVL_WRONG_CHECKSUM:
    return "the world file is damaged";
  case OVL_CORRUPT:
    return "an impossible value";
  case OVL_MISALIGNED:
    return "the bytes do not begin at a multiple of 8";
  case OVL_RESULT_COUNT:
    break;
  }
  return "an unknown result";
}

const char *ovl_method_text(ovl_method estimate) {
  switch (estimate) {
  case OVL_METHOD_OCTILE:
    return "octile";
  case OVL_METHOD_LANDMARKS:
    return "landmarks";
  case OVL_METHOD_OVERLAYS:
    return "overlays";
  case OVL_METHOD_LABELS:
    return "labels";
  case OVL_METHOD_BEST:
  case OVL_METHOD_COUNT:
    break;
  }
  return "none";
}

const char *ovl_labels_text(ovl_labels labels) {
  switch (labels) {
  case OVL_LABELS_HELD:
    return "held";
  case OVL_LABELS_NOT_ASKED:
    return "left out: not asked for";
  case OVL_LABELS_NO_WAYPOINTS:
    return "left out: no waypoint to label";
  case OVL_LABELS_TOO_LARGE:
    return "left out: larger than the bytes a cell that they may take";
  case OVL_LABELS_TOO_LONG:
    return "left out: a cost does not fit 31 bits";
  case OVL_LABELS_TOO_MANY:
    return "left out: too many waypoints";
  case OVL_LABELS_OVERLAYS:
    return "left out: the world has overlays instead";
  case OVL_LABELS_STALE:
    return "left out: edited and not settled";
  case OVL_LABELS_DIRECTED:
    return "left out: a link leads there, or some way costs more in one direction";
  case OVL_LABELS_COUNT:
    break;
  }
  return "unknown";
}
