/* The sizes of the public structs, by name, for bindings: they find out before they begin whether
 * their declarations are those of the library that they loaded. tests/test_api.sh checks that no
 * struct is missing. */
#include "overland_bake.h"
#include "overland_edit.h"
#include "overland_flow.h"
#include "overland_inspect.h"
#include "overland_schedule.h"
#include "overland_stream.h"
#include "overland_trace.h"
#include "overland_units.h"

typedef struct struct_size {
  const char *name;
  size_t bytes;
} struct_size;

static const struct_size struct_sizes[] = {
    {"ovl_cell", sizeof(ovl_cell)},
    {"ovl_fault", sizeof(ovl_fault)},
    {"ovl_allocator", sizeof(ovl_allocator)},
    {"ovl_jobs", sizeof(ovl_jobs)},
    {"ovl_bake_more", sizeof(ovl_bake_more)},
    {"ovl_bake_tuning", sizeof(ovl_bake_tuning)},
    {"ovl_bake_def", sizeof(ovl_bake_def)},
    {"ovl_planner_def", sizeof(ovl_planner_def)},
    {"ovl_stats", sizeof(ovl_stats)},
    {"ovl_query", sizeof(ovl_query)},
    {"ovl_path_link", sizeof(ovl_path_link)},
    {"ovl_path", sizeof(ovl_path)},
    {"ovl_route", sizeof(ovl_route)},
    {"ovl_query_more", sizeof(ovl_query_more)},
    {"ovl_range_cell", sizeof(ovl_range_cell)},
    {"ovl_save_def", sizeof(ovl_save_def)},
    {"ovl_partition_info", sizeof(ovl_partition_info)},
    {"ovl_graph_info", sizeof(ovl_graph_info)},
    {"ovl_world_info", sizeof(ovl_world_info)},
    {"ovl_profile_def", sizeof(ovl_profile_def)},
    {"ovl_floor_def", sizeof(ovl_floor_def)},
    {"ovl_link_def", sizeof(ovl_link_def)},
    {"ovl_step", sizeof(ovl_step)},
    {"ovl_bake_figures", sizeof(ovl_bake_figures)},
    {"ovl_part_rows", sizeof(ovl_part_rows)},
    {"ovl_part_def", sizeof(ovl_part_def)},
    {"ovl_merge_def", sizeof(ovl_merge_def)},
    {"ovl_open_def", sizeof(ovl_open_def)},
    {"ovl_byte_range", sizeof(ovl_byte_range)},
    {"ovl_ranges_def", sizeof(ovl_ranges_def)},
    {"ovl_residence", sizeof(ovl_residence)},
    {"ovl_profile_info", sizeof(ovl_profile_info)},
    {"ovl_floor_info", sizeof(ovl_floor_info)},
    {"ovl_world_bytes", sizeof(ovl_world_bytes)},
    {"ovl_region_info", sizeof(ovl_region_info)},
    {"ovl_component", sizeof(ovl_component)},
    {"ovl_cluster_info", sizeof(ovl_cluster_info)},
    {"ovl_waypoint", sizeof(ovl_waypoint)},
    {"ovl_edge", sizeof(ovl_edge)},
    {"ovl_obstacle", sizeof(ovl_obstacle)},
    {"ovl_trace_event", sizeof(ovl_trace_event)},
    {"ovl_edit", sizeof(ovl_edit)},
    {"ovl_apply_def", sizeof(ovl_apply_def)},
    {"ovl_version_info", sizeof(ovl_version_info)},
    {"ovl_what_if", sizeof(ovl_what_if)},
    {"ovl_queue_def", sizeof(ovl_queue_def)},
    {"ovl_request", sizeof(ovl_request)},
    {"ovl_answer", sizeof(ovl_answer)},
    {"ovl_queue_state", sizeof(ovl_queue_state)},
    {"ovl_governor", sizeof(ovl_governor)},
    {"ovl_batch_item", sizeof(ovl_batch_item)},
    {"ovl_flow_def", sizeof(ovl_flow_def)},
    {"ovl_flow_step", sizeof(ovl_flow_step)},
    {"ovl_flow_work", sizeof(ovl_flow_work)},
    {"ovl_units_def", sizeof(ovl_units_def)},
    {"ovl_unit_def", sizeof(ovl_unit_def)},
    {"ovl_unit_info", sizeof(ovl_unit_info)},
    {"ovl_unit_detail", sizeof(ovl_unit_detail)},
    {"ovl_unit_move", sizeof(ovl_unit_move)},
    {"ovl_units_stats", sizeof(ovl_units_stats)},
    {"ovl_local_goal", sizeof(ovl_local_goal)},
    {"ovl_local_query", sizeof(ovl_local_query)},
};

uint32_t ovl_abi(void) { return OVL_ABI; }

static bool is_same_text(const char *a, const char *b) {
  while (*a != 0 && *a == *b) {
    a++;
    b++;
  }
  return *a == *b;
}

size_t ovl_struct_bytes(const char *name) {
  for (size_t i = 0; i < sizeof struct_sizes / sizeof struct_sizes[0]; i++) {
    if (is_same_text(struct_sizes[i].name, name)) {
      return struct_sizes[i].bytes;
    }
  }
  return 0;
}
