/* How a large map is cut into parts: see part_plan.h.
 *
 * There are as few parts as fit, but enough that each thread has several and that little is lost
 * when a build is stopped. The number of threads gives way before the build is refused. */
#include "tools/build/part_plan.h"

#include "overland_bake.h"
#include "tools/base/fail.h"
#include "tools/base/platform_files.h"

#include <inttypes.h>

enum { PARTS_A_THREAD = 8, MERGE_ROWS_OF_REGIONS = 3 * 4, MOST_STREAMED_REGION_CELLS = 51 };
static const uint64_t cells_a_part = UINT64_C(1) << 26;
static const uint64_t most_mapped_bytes = UINT64_C(64) << 20;
static const uint64_t merge_thread_bytes = UINT64_C(1) << 20;
static const uint64_t program_bytes = UINT64_C(8) << 20;

static uint64_t cell_count(const struct build_source *source) {
  uint64_t cells = (uint64_t)source->def.width * (uint64_t)source->def.height;
  for (int32_t i = 0; source->def.more.floors != NULL && i < source->def.more.floor_count; i++) {
    cells = (i > 0 ? cells : 0) + (uint64_t)source->def.more.floors[i].width *
                                      (uint64_t)source->def.more.floors[i].height;
  }
  return cells;
}

/* Rows of regions: as many parts as there can be. */
static int32_t count_bands(const struct build_source *source) {
  const int32_t side = source->def.tuning.region_cells;
  int32_t bands = (source->def.height + side - 1) / side;
  for (int32_t i = 0; source->def.more.floors != NULL && i < source->def.more.floor_count; i++) {
    bands = (i > 0 ? bands : 0) + (source->def.more.floors[i].height + side - 1) / side;
  }
  return bands;
}

/* ---- What a plan takes --------------------------------------------------- */

/* Whether profiles may be directed, so that overlays have costs in two directions. */
static bool may_be_directed(const struct build_source *source) {
  bool may_be = source->of.map.link_count != 0;
  for (int32_t i = 0; source->def.more.floors != NULL && i < source->def.more.floor_count; i++) {
    may_be = may_be || source->def.more.floors[i].heights != NULL;
  }
  return may_be;
}

/* What merging takes at the most likely: three rows of clusters, the overlays without their tables
 * of inner costs and the local components, and what threads work in; or, where there are labels, a
 * world that is held. */
static uint64_t merge_bytes(const struct build_source *source, int32_t threads) {
  const uint64_t cells = cell_count(source);
  const bool alone = source->def.tuning.overlays == OVL_OVERLAYS_ALWAYS ||
                     cells > (uint64_t)OVL_MAX_CELLS_WITH_LABELS;
  if (alone) {
    const uint64_t overlay_rows =
        (uint64_t)MERGE_ROWS_OF_REGIONS * (uint64_t)source->def.tuning.region_cells;
    /* Costs inside clusters of larger regions may not fit: no row is written before all are made.
     */
    const bool holds_tables = source->def.tuning.region_cells > MOST_STREAMED_REGION_CELLS;
    const uint64_t profiles =
        source->def.more.profile_count > 1 ? (uint64_t)source->def.more.profile_count : 1;
    const uint64_t directions = may_be_directed(source) ? 2 : 1;
    return cells / (holds_tables ? 3 : 10) * profiles * directions +
           overlay_rows * (uint64_t)source->def.width * 2 + (uint64_t)threads * merge_thread_bytes;
  }
  return cells * (source->def.tuning.label_bytes_per_cell > 0 ? 24 : 2) + cells * 2;
}

/* What a thread holds of an older world; *is_read: it is too large to be mapped. */
static uint64_t from_bytes(const struct build *build, const struct build_source *source,
                           bool *is_read) {
  const uint64_t region_cells =
      (uint64_t)source->def.tuning.region_cells * (uint64_t)source->def.tuning.region_cells;
  struct platform_reader reader;
  *is_read = false;
  if (build->files.from == NULL || platform_reader_open(&reader, build->files.from) != NULL) {
    return 0; /* what can't be opened is told by whoever needs it */
  }
  const uint64_t bytes = reader.byte_count;
  platform_reader_close(&reader);
  *is_read = bytes > most_mapped_bytes;
  /* Of what is read: a table of its regions and a budget. */
  return *is_read ? cell_count(source) / region_cells * 24 + (UINT64_C(16) << 20) : bytes;
}

/* Bytes of the rows of a part; 0 if it needs the whole map, which is held already. */
static uint64_t bytes_of_rows(const struct build_source *source, const ovl_part_rows *rows) {
  return source->cut ? (uint64_t)rows->row_count * (uint64_t)source->def.width *
                           map_source_cell_bytes(&source->of)
                     : 0;
}

/* Looks at all parts. False if there can't be so many. */
static bool measure(const struct build *build, const struct build_source *source, int32_t count,
                    int32_t threads, struct part_plan *plan) {
  uint64_t most = 0;
  int32_t end = 0;
  *plan = (struct part_plan){.count = count, .threads = threads};
  for (int32_t i = 0; i < count; i++) {
    ovl_part_rows rows;
    if (ovl_part_rows_of(&source->def, i, count, &rows, NULL) != OVL_OK) {
      return false;
    }
    const uint64_t bytes =
        ovl_part_bytes_needed(&source->def, i, count) + bytes_of_rows(source, &rows);
    most = bytes > most ? bytes : most;
    plan->most_rows = rows.row_count > plan->most_rows ? rows.row_count : plan->most_rows;
    plan->kept_rows =
        end - rows.first_row > plan->kept_rows ? end - rows.first_row : plan->kept_rows;
    end = rows.first_row + rows.row_count;
  }
  plan->most_rows = source->cut ? plan->most_rows : 0;
  most += from_bytes(build, source, &plan->from_is_read);
  plan->bytes = program_bytes + source->held_bytes + most * (uint64_t)threads;
  if (source->cut && map_rows_is_stream(&source->of.rows)) {
    plan->bytes += (uint64_t)plan->kept_rows * (uint64_t)source->def.width;
  }
  return true;
}

static int refuse(const struct build *build, const char *what, uint64_t bytes) {
  const uint64_t megabyte = UINT64_C(1) << 20;
  const uint64_t allowed = build->memory_bytes;
  const int shift = allowed >= megabyte ? 20 : allowed >= 1024 ? 10 : 0;
  return command_fail(EXIT_SYSTEM,
                      "%s: %s needs about %" PRIu64 "M of memory; --memory allows %" PRIu64 "%s",
                      build->files.map, what, (bytes + megabyte - 1) / megabyte, allowed >> shift,
                      shift == 20   ? "M"
                      : shift == 10 ? "K"
                                    : "B");
}

/* ---- Plans --------------------------------------------------------------- */

/* Finds the fewest parts that fit, from `parts` on. False: not even `most` of them. */
static bool fit(const struct build *build, const struct build_source *source, int32_t parts,
                int32_t most, int32_t threads, struct part_plan *plan) {
  while (measure(build, source, parts, threads, plan)) {
    if (plan->bytes <= build->memory_bytes) {
      return true;
    }
    if (parts == most) {
      break;
    }
    parts = parts + parts / 4 + 1 < most ? parts + parts / 4 + 1 : most;
  }
  return false;
}

int part_plan_make(const struct build *build, const struct build_source *source, int32_t count,
                   struct part_plan *plan) {
  const int32_t bands = count_bands(source);
  const uint64_t least_parts = (cell_count(source) + cells_a_part - 1) / cells_a_part;
  const uint64_t held_bytes = source->held_bytes + program_bytes;
  uint64_t needed = 0;
  for (int32_t threads = build->threads; threads > 0; threads--) {
    const uint64_t merged_bytes = merge_bytes(source, threads) + held_bytes;
    const uint64_t for_threads = (uint64_t)threads * PARTS_A_THREAD;
    const uint64_t least = for_threads > least_parts ? for_threads : least_parts;
    const int32_t parts = least < (uint64_t)bands ? (int32_t)least : bands;
    const bool as_before = count != 0 && measure(build, source, count, threads, plan) &&
                           plan->bytes <= build->memory_bytes;
    const bool fits = as_before || fit(build, source, parts, bands, threads, plan);
    if (fits && merged_bytes <= build->memory_bytes) {
      plan->merge_bytes = build->memory_bytes - held_bytes;
      return EXIT_DONE;
    }
    needed = plan->bytes > merged_bytes ? plan->bytes : merged_bytes;
  }
  return refuse(build, "this map, on one thread,", needed);
}

int part_plan_make_one(const struct build *build, const struct build_source *source, int32_t index,
                       int32_t count, struct part_plan *plan) {
  ovl_part_rows rows;
  if (ovl_part_rows_of(&source->def, index, count, &rows, NULL) != OVL_OK) {
    return command_fail(EXIT_USAGE,
                        "build: --part: %s has %" PRId32 " rows of regions, which is the most "
                        "parts; %" PRId32 " are asked for",
                        build->files.map, count_bands(source), count);
  }
  *plan = (struct part_plan){.count = count,
                             .threads = 1,
                             .most_rows = source->cut ? rows.row_count : 0,
                             .bytes = program_bytes + source->held_bytes +
                                      bytes_of_rows(source, &rows) +
                                      ovl_part_bytes_needed(&source->def, index, count)};
  plan->bytes += from_bytes(build, source, &plan->from_is_read);
  return plan->bytes <= build->memory_bytes ? EXIT_DONE
                                            : refuse(build, "a part of so many rows", plan->bytes);
}
