-- Written by tools/api/lua_declarations.py from overland_api.json: the interface of the library.
return {
  abi = 3501608203,
  values = {
    OVL_OK = 0,
    OVL_UNREACHABLE = 1,
    OVL_START_BLOCKED = 2,
    OVL_GOAL_BLOCKED = 3,
    OVL_LIMITED = 4,
    OVL_START_OUTSIDE = 5,
    OVL_GOAL_OUTSIDE = 6,
    OVL_BAD_ARGUMENT = 7,
    OVL_MORE_ROOM = 8,
    OVL_PLANNER_TOO_SMALL = 9,
    OVL_OTHER_WORLD = 10,
    OVL_OFF_ROUTE = 11,
    OVL_NEEDS_RULE = 12,
    OVL_STOPPED = 13,
    OVL_BEGIN_AGAIN = 14,
    OVL_BUSY = 15,
    OVL_OTHER_PART = 16,
    OVL_MISSING_PART = 17,
    OVL_NO_MEMORY = 18,
    OVL_WRITE_FAILED = 19,
    OVL_READ_FAILED = 20,
    OVL_NOT_A_WORLD = 21,
    OVL_OTHER_VERSION = 22,
    OVL_WRONG_LENGTH = 23,
    OVL_WRONG_CHECKSUM = 24,
    OVL_CORRUPT = 25,
    OVL_MISALIGNED = 26,
    OVL_INTERNAL = 27,
    OVL_RESULT_COUNT = 28,
    OVL_CORNERS_STRICT = 0,
    OVL_CORNERS_ONE = 1,
    OVL_CORNERS_FREE = 2,
    OVL_CORNERS_NONE = 3,
    OVL_CORNERS_COUNT = 4,
    OVL_OVERLAYS_AUTO = 0,
    OVL_OVERLAYS_ALWAYS = 1,
    OVL_OVERLAYS_COUNT = 2,
    OVL_SMOOTH_GRID = 0,
    OVL_SMOOTH_ANY = 1,
    OVL_SMOOTH_NONE = 2,
    OVL_SMOOTH_COUNT = 3,
  },
  cdef = [[
typedef uint64_t ovl_ticket;
typedef uint32_t ovl_unit;
typedef enum ovl_result { OVL_OK = 0, OVL_UNREACHABLE = 1, OVL_START_BLOCKED = 2, OVL_GOAL_BLOCKED = 3, OVL_LIMITED = 4, OVL_START_OUTSIDE = 5, OVL_GOAL_OUTSIDE = 6, OVL_BAD_ARGUMENT = 7, OVL_MORE_ROOM = 8, OVL_PLANNER_TOO_SMALL = 9, OVL_OTHER_WORLD = 10, OVL_OFF_ROUTE = 11, OVL_NEEDS_RULE = 12, OVL_STOPPED = 13, OVL_BEGIN_AGAIN = 14, OVL_BUSY = 15, OVL_OTHER_PART = 16, OVL_MISSING_PART = 17, OVL_NO_MEMORY = 18, OVL_WRITE_FAILED = 19, OVL_READ_FAILED = 20, OVL_NOT_A_WORLD = 21, OVL_OTHER_VERSION = 22, OVL_WRONG_LENGTH = 23, OVL_WRONG_CHECKSUM = 24, OVL_CORRUPT = 25, OVL_MISALIGNED = 26, OVL_INTERNAL = 27, OVL_RESULT_COUNT = 28 } ovl_result;
typedef enum ovl_corners { OVL_CORNERS_STRICT = 0, OVL_CORNERS_ONE = 1, OVL_CORNERS_FREE = 2, OVL_CORNERS_NONE = 3, OVL_CORNERS_COUNT = 4 } ovl_corners;
typedef enum ovl_overlays { OVL_OVERLAYS_AUTO = 0, OVL_OVERLAYS_ALWAYS = 1, OVL_OVERLAYS_COUNT = 2 } ovl_overlays;
typedef enum ovl_method { OVL_METHOD_NONE = 0, OVL_METHOD_LABELS = 1, OVL_METHOD_OVERLAYS = 2, OVL_METHOD_COUNT = 3 } ovl_method;
typedef enum ovl_smoothing { OVL_SMOOTH_GRID = 0, OVL_SMOOTH_ANY = 1, OVL_SMOOTH_NONE = 2, OVL_SMOOTH_COUNT = 3 } ovl_smoothing;
typedef enum ovl_route_kind { OVL_ROUTE_DIRECT = 0, OVL_ROUTE_LABELS = 1, OVL_ROUTE_OVERLAYS = 2 } ovl_route_kind;
typedef enum ovl_goal_kind { OVL_GOAL_CELL = 0, OVL_GOAL_RECT = 1, OVL_GOAL_WITHIN = 2, OVL_GOAL_SET = 3, OVL_GOAL_COUNT = 4 } ovl_goal_kind;
typedef enum ovl_labels { OVL_LABELS_HELD = 0, OVL_LABELS_NOT_ASKED = 1, OVL_LABELS_NO_WAYPOINTS = 2, OVL_LABELS_TOO_LARGE = 3, OVL_LABELS_TOO_LONG = 4, OVL_LABELS_TOO_MANY = 5, OVL_LABELS_DIRECTED = 6, OVL_LABELS_STALE = 7, OVL_LABELS_OVERLAYS = 8, OVL_LABELS_COUNT = 9 } ovl_labels;
typedef enum ovl_cells { OVL_CELLS_TERRAIN = 0, OVL_CELLS_HEIGHT = 1, OVL_CELLS_WEIGHT = 2, OVL_CELLS_EXTRA = 3, OVL_CELLS_ISLAND = 4, OVL_CELLS_COUNT = 5 } ovl_cells;
typedef enum ovl_trace_kind { OVL_TRACE_SOURCE = 0, OVL_TRACE_GENERATE = 1, OVL_TRACE_IMPROVE = 2, OVL_TRACE_EXPAND = 3, OVL_TRACE_CLOSE = 4, OVL_TRACE_GOAL = 5, OVL_TRACE_LABEL = 6, OVL_TRACE_ATTACH = 7, OVL_TRACE_ROUTE = 8, OVL_TRACE_WINDOW = 9, OVL_TRACE_SEGMENT = 10, OVL_TRACE_STRING = 11, OVL_TRACE_STAGE = 12 } ovl_trace_kind;
typedef enum ovl_tier { OVL_TIER_FINE = 0, OVL_TIER_COARSE = 1, OVL_TIER_OVERLAY = 2 } ovl_tier;
typedef enum ovl_edit_kind { OVL_EDIT_TERRAIN = 0, OVL_EDIT_WEIGHT = 1, OVL_EDIT_EXTRA = 2, OVL_EDIT_HEIGHT = 3, OVL_EDIT_LINK = 4, OVL_EDIT_COUNT = 5 } ovl_edit_kind;
typedef enum ovl_keep { OVL_KEEP_FIRST = 0, OVL_KEEP_DIFFERENCE = 1, OVL_KEEP_COUNT = 2 } ovl_keep;
typedef enum ovl_unit_state { OVL_UNIT_IDLE = 0, OVL_UNIT_PLANNING = 1, OVL_UNIT_WALKING = 2, OVL_UNIT_WAITING = 3, OVL_UNIT_ARRIVED = 4, OVL_UNIT_BESIDE = 5, OVL_UNIT_STUCK = 6, OVL_UNIT_UNREACHABLE = 7, OVL_UNIT_STATE_COUNT = 8 } ovl_unit_state;
typedef enum ovl_unit_request { OVL_UNIT_REQUEST_NONE = 0, OVL_UNIT_REQUEST_DETOUR = 1, OVL_UNIT_REQUEST_SEGMENT = 2, OVL_UNIT_REQUEST_ROUTE = 3 } ovl_unit_request;
typedef struct ovl_cell ovl_cell;
typedef struct ovl_fault ovl_fault;
typedef struct ovl_allocator ovl_allocator;
typedef struct ovl_jobs ovl_jobs;
typedef struct ovl_world ovl_world;
typedef struct ovl_bake_more ovl_bake_more;
typedef struct ovl_bake_tuning ovl_bake_tuning;
typedef struct ovl_bake_def ovl_bake_def;
typedef struct ovl_planner ovl_planner;
typedef struct ovl_planner_def ovl_planner_def;
typedef struct ovl_stats ovl_stats;
typedef struct ovl_query ovl_query;
typedef struct ovl_path_link ovl_path_link;
typedef struct ovl_path ovl_path;
typedef struct ovl_route ovl_route;
typedef struct ovl_query_more ovl_query_more;
typedef struct ovl_range_cell ovl_range_cell;
typedef struct ovl_save_def ovl_save_def;
typedef struct ovl_partition_info ovl_partition_info;
typedef struct ovl_graph_info ovl_graph_info;
typedef struct ovl_world_info ovl_world_info;
typedef struct ovl_profile_def ovl_profile_def;
typedef struct ovl_floor_def ovl_floor_def;
typedef struct ovl_link_def ovl_link_def;
typedef struct ovl_step ovl_step;
typedef struct ovl_bake_figures ovl_bake_figures;
typedef struct ovl_survey ovl_survey;
typedef struct ovl_part_rows ovl_part_rows;
typedef struct ovl_part_def ovl_part_def;
typedef struct ovl_merge_def ovl_merge_def;
typedef struct ovl_open_def ovl_open_def;
typedef struct ovl_byte_range ovl_byte_range;
typedef struct ovl_ranges_def ovl_ranges_def;
typedef struct ovl_residence ovl_residence;
typedef struct ovl_profile_info ovl_profile_info;
typedef struct ovl_floor_info ovl_floor_info;
typedef struct ovl_world_bytes ovl_world_bytes;
typedef struct ovl_region_info ovl_region_info;
typedef struct ovl_component ovl_component;
typedef struct ovl_cluster_info ovl_cluster_info;
typedef struct ovl_waypoint ovl_waypoint;
typedef struct ovl_edge ovl_edge;
typedef struct ovl_blockers ovl_blockers;
typedef struct ovl_obstacle ovl_obstacle;
typedef struct ovl_trace_event ovl_trace_event;
typedef struct ovl_edit ovl_edit;
typedef struct ovl_apply_def ovl_apply_def;
typedef struct ovl_version_info ovl_version_info;
typedef struct ovl_what_if ovl_what_if;
typedef struct ovl_refresh ovl_refresh;
typedef struct ovl_publisher ovl_publisher;
typedef struct ovl_queue ovl_queue;
typedef struct ovl_queue_def ovl_queue_def;
typedef struct ovl_request ovl_request;
typedef struct ovl_answer ovl_answer;
typedef struct ovl_queue_state ovl_queue_state;
typedef struct ovl_governor ovl_governor;
typedef struct ovl_batch_item ovl_batch_item;
typedef struct ovl_flow ovl_flow;
typedef struct ovl_flow_def ovl_flow_def;
typedef struct ovl_flow_step ovl_flow_step;
typedef struct ovl_flow_work ovl_flow_work;
typedef struct ovl_units ovl_units;
typedef struct ovl_units_def ovl_units_def;
typedef struct ovl_unit_def ovl_unit_def;
typedef struct ovl_unit_info ovl_unit_info;
typedef struct ovl_unit_detail ovl_unit_detail;
typedef struct ovl_unit_move ovl_unit_move;
typedef struct ovl_units_stats ovl_units_stats;
typedef struct ovl_local_goal ovl_local_goal;
typedef struct ovl_local_query ovl_local_query;
typedef bool (*ovl_write_fn)(void* user, const void* bytes, size_t byte_count);
typedef bool (*ovl_progress_fn)(void* user, uint64_t done, uint64_t total);
typedef uint32_t (*ovl_step_rule_fn)(void* user, const struct ovl_step* step);
typedef bool (*ovl_trace_fn)(void* user, const struct ovl_trace_event* event);
typedef bool (*ovl_read_rows_fn)(void* user, int32_t first, int32_t count, uint8_t* terrain);
typedef bool (*ovl_read_cells_fn)(void* user, int32_t first, int32_t count, uint8_t* terrain, uint16_t* heights);
typedef bool (*ovl_read_part_fn)(void* user, int32_t part, uint64_t offset, void* bytes, size_t byte_count);
typedef bool (*ovl_write_at_fn)(void* user, uint64_t offset, const void* bytes, size_t byte_count);
typedef bool (*ovl_read_fn)(void* user, uint64_t offset, void* bytes, size_t byte_count);
typedef uint64_t (*ovl_clock_fn)(void* user);
typedef uint32_t (*ovl_toll_fn)(void* user, const ovl_cell* position);
struct ovl_cell { int32_t x; int32_t y; int32_t floor; };
struct ovl_fault { const char* what; uint64_t where; uint64_t found; uint64_t expected; };
struct ovl_allocator { void *(*allocate)(void *user, size_t bytes); void (*release)(void *user, void *memory, size_t bytes); void* user; };
struct ovl_jobs { int32_t workers; void (*run)(void *user, int32_t count, void (*job)(void *context, int32_t index, int32_t worker), void *context); void* user; };
struct ovl_bake_more { const struct ovl_floor_def* floors; int32_t floor_count; const struct ovl_profile_def* profiles; int32_t profile_count; const struct ovl_link_def* links; int32_t link_count; bool blocked_links; ovl_step_rule_fn step_rule; void* step_rule_user; uint32_t step_rule_profiles; const struct ovl_survey* survey; };
struct ovl_bake_tuning { int32_t region_cells; int32_t spacing_cells; int32_t label_bytes_per_cell; ovl_overlays overlays; };
struct ovl_bake_def { int32_t width; int32_t height; const uint8_t* terrain; size_t row_bytes; uint8_t weights[256]; ovl_corners corners; ovl_bake_more more; ovl_bake_tuning tuning; ovl_allocator allocator; const ovl_jobs* jobs; ovl_progress_fn progress; void* progress_user; };
struct ovl_planner_def { const ovl_world* world; size_t max_bytes; void* block; size_t block_bytes; bool turn_costs; int32_t spare_percent; ovl_allocator allocator; };
struct ovl_stats { uint64_t coarse_expanded; uint64_t fine_expanded; uint64_t windows; uint64_t bytes_needed; ovl_method method; };
struct ovl_query { ovl_cell start; ovl_cell goal; int32_t profile; ovl_smoothing smoothing; bool move_start; bool move_goal; bool nearest; const struct ovl_query_more* more; };
struct ovl_path_link { size_t point; uint32_t link; bool back; };
struct ovl_path { ovl_cell* points; size_t capacity; size_t count; ovl_path_link* links; size_t link_capacity; size_t link_count; uint64_t cost; uint64_t straight_steps; uint64_t diagonal_steps; bool partial; uint64_t length; };
struct ovl_route { ovl_cell goal; ovl_cell position; uint64_t cost_to_go; uint64_t world; uint32_t state[5]; uint8_t kind; uint8_t profile; uint8_t smoothing; uint8_t done; };
struct ovl_query_more { ovl_goal_kind goal_kind; int32_t goal_w; int32_t goal_h; int32_t goal_radius; const ovl_cell* goal_cells; size_t goal_count; uint64_t cost_limit; uint64_t expansion_limit; uint32_t turn_cost; ovl_trace_fn trace; void* trace_user; };
struct ovl_range_cell { ovl_cell cell; uint64_t cost; };
struct ovl_save_def { ovl_write_fn write; void* write_user; ovl_progress_fn progress; void* progress_user; };
struct ovl_partition_info { int32_t region_cells; int32_t regions_x; int32_t regions_y; int32_t spacing_cells; int32_t overlay_levels; int32_t label_bytes_per_cell; ovl_overlays overlays; };
struct ovl_graph_info { uint64_t waypoints; uint64_t edges; ovl_labels labels; ovl_method method; };
struct ovl_world_info { int32_t width; int32_t height; int32_t floors; int32_t profiles; uint32_t links; ovl_corners corners; uint8_t weights[256]; uint64_t open_cells; uint64_t islands; uint64_t file_bytes; uint64_t fingerprint; uint64_t map_fingerprint; ovl_partition_info partition; ovl_graph_info graph; };
struct ovl_profile_def { char name[32]; uint8_t weights[256]; ovl_corners corners; int32_t body_cells; int32_t max_climb; int32_t max_drop; uint32_t climb_cost; uint32_t drop_cost; };
struct ovl_floor_def { int32_t width; int32_t height; const uint8_t* terrain; size_t row_bytes; const uint16_t* heights; const uint8_t*const* extra; bool graph; };
struct ovl_link_def { ovl_cell from; ovl_cell to; uint32_t cost; uint32_t cost_back; uint32_t profiles; bool closed; };
struct ovl_step { ovl_cell from; int32_t direction; int32_t profile; uint32_t cost; };
struct ovl_bake_figures { uint64_t file_bytes; uint64_t bake_us; uint64_t first_step_ns; };
struct ovl_part_rows { int32_t first_band; int32_t bands; int32_t first_row; int32_t row_count; };
struct ovl_part_def { ovl_bake_def bake; int32_t index; int32_t count; uint64_t map_identity; const ovl_world* from; ovl_write_fn write; void* write_user; };
struct ovl_merge_def { int32_t part_count; ovl_read_part_fn read; void* read_user; ovl_write_at_fn write; void* write_user; ovl_allocator allocator; const ovl_jobs* jobs; ovl_progress_fn progress; void* progress_user; };
struct ovl_open_def { const void* bytes; uint64_t byte_count; ovl_read_fn read; void* read_user; bool check_all; size_t resident_bytes; ovl_allocator allocator; ovl_progress_fn progress; void* progress_user; };
struct ovl_byte_range { uint64_t offset; uint64_t byte_count; };
struct ovl_ranges_def { int32_t profile; ovl_cell corner; int32_t w; int32_t h; const ovl_route* route; };
struct ovl_residence { uint64_t resident_bytes; uint64_t fetched_bytes; uint64_t fetches; };
struct ovl_profile_info { ovl_profile_def def; bool directed; bool uses_step_rule; bool plain; uint64_t open_cells; uint64_t islands; uint64_t bytes; ovl_graph_info graph; };
struct ovl_floor_info { int32_t width; int32_t height; int32_t region_row; bool graph; bool heights; };
struct ovl_world_bytes { uint64_t file; uint64_t header; uint64_t cells; uint64_t waypoints; uint64_t costs; uint64_t islands; uint64_t labels; uint64_t overlays; uint64_t links; uint64_t profiles; uint64_t other; uint64_t shared; };
struct ovl_region_info { ovl_cell corner; int32_t w; int32_t h; uint32_t open_cells; uint32_t components; uint32_t waypoints; uint32_t costs; ovl_world_bytes bytes; };
struct ovl_component { ovl_cell cell; uint32_t island; uint32_t cells; };
struct ovl_cluster_info { int32_t side_regions; uint32_t ports; uint32_t components; uint64_t bytes; };
struct ovl_waypoint { ovl_cell first; ovl_cell second; int32_t region; int32_t number; };
struct ovl_edge { ovl_waypoint from; ovl_waypoint to; int32_t through; uint32_t cost; };
struct ovl_obstacle { ovl_cell cell; uint8_t terrain; };
struct ovl_trace_event { ovl_trace_kind kind; ovl_tier tier; uint32_t search; ovl_cell node[2]; ovl_cell parent[2]; uint64_t g; uint64_t h; uint64_t f; const char* stage; };
struct ovl_edit { ovl_edit_kind kind; ovl_cell cell; int32_t w; int32_t h; int32_t profile; uint32_t link; uint32_t value; const uint16_t* stamp; const uint8_t* mask; };
struct ovl_apply_def { ovl_step_rule_fn step_rule; void* step_rule_user; const ovl_jobs* jobs; ovl_keep keep; ovl_progress_fn progress; void* progress_user; };
struct ovl_version_info { uint64_t version; uint64_t identity; uint64_t rebuilt_regions; uint64_t bytes; bool refreshed; };
struct ovl_what_if { const ovl_edit* edits; size_t edit_count; const ovl_world* version; int32_t profile; ovl_cell home; const ovl_cell* units; size_t unit_count; };
struct ovl_queue_def { const ovl_world* world; size_t planner_bytes; int32_t capacity; int32_t lanes; ovl_allocator allocator; };
struct ovl_request { ovl_query query; ovl_route* route; int32_t priority; uint64_t user; };
struct ovl_answer { ovl_ticket ticket; uint64_t user; ovl_result result; ovl_fault fault; ovl_stats stats; };
struct ovl_queue_state { uint32_t waiting; uint32_t in_flight; uint32_t answered; };
struct ovl_governor { ovl_clock_fn clock; void* user; uint64_t min_budget; uint64_t max_budget; uint64_t cost; uint64_t began; };
struct ovl_batch_item { ovl_query query; ovl_path* path; ovl_route* route; ovl_result result; ovl_fault fault; };
struct ovl_flow_def { const ovl_world* world; size_t max_bytes; int32_t max_goals; void* block; size_t block_bytes; ovl_allocator allocator; };
struct ovl_flow_step { ovl_cell next; uint64_t cost_to_go; uint32_t link; bool back; };
struct ovl_flow_work { uint64_t coarse_expanded; uint64_t fine_expanded; uint64_t tiles_made; uint64_t tiles_dropped; uint64_t tiles_kept; };
struct ovl_units_def { const ovl_world* world; int32_t capacity; int32_t lanes; int32_t flows; size_t flow_bytes; ovl_allocator allocator; };
struct ovl_unit_def { ovl_cell cell; int32_t profile; uint8_t side; uint8_t priority; };
struct ovl_unit_info { ovl_cell cell; ovl_cell from; ovl_cell next; ovl_cell goal; ovl_unit_state state; ovl_result result; int32_t profile; uint8_t side; uint8_t priority; uint32_t waited; };
struct ovl_unit_detail { ovl_unit waits_for; ovl_unit lets_past; ovl_unit_request request; int32_t flow; uint32_t steps; uint32_t claimed; uint32_t blocked; uint32_t delay; bool in_corridor; bool returning; };
struct ovl_unit_move { ovl_unit unit; ovl_cell from; ovl_cell to; };
struct ovl_units_stats { uint64_t ticks; uint64_t moves; uint64_t waits; uint64_t pushes; uint64_t exchanges; uint64_t detours; uint64_t replans; uint64_t routes; uint64_t segments; uint64_t flows; uint64_t expansions; uint64_t tick_expansions; uint32_t units; uint32_t unplanned; };
struct ovl_local_goal { ovl_cell cell; uint64_t cost; };
struct ovl_local_query { ovl_cell start; int32_t profile; int32_t radius_cells; const ovl_local_goal* goals; size_t goal_count; ovl_toll_fn toll; void* user; uint64_t expansion_limit; };
const char* ovl_result_text(ovl_result result);
const char* ovl_version(void);
uint32_t ovl_abi(void);
ovl_result ovl_world_bake(const ovl_bake_def* def, ovl_world** world, ovl_fault* fault);
void ovl_world_close(ovl_world* world);
size_t ovl_planner_bytes(const ovl_planner_def* def);
ovl_result ovl_planner_create(const ovl_planner_def* def, ovl_planner** planner, ovl_fault* fault);
ovl_result ovl_planner_fit(ovl_planner* planner, const ovl_world* world, const struct ovl_query* query);
void ovl_planner_destroy(ovl_planner* planner);
ovl_stats ovl_planner_stats(const ovl_planner* planner);
const ovl_fault* ovl_planner_fault(const ovl_planner* planner);
ovl_result ovl_find_path(ovl_planner* planner, const ovl_world* world, const ovl_query* query, ovl_path* path);
ovl_result ovl_path_cells(const ovl_path* path, ovl_cell* cells, size_t capacity, size_t* needed, ovl_fault* fault);
ovl_result ovl_reaches(ovl_planner* planner, const ovl_world* world, const ovl_query* query);
ovl_result ovl_route_begin(ovl_planner* planner, const ovl_world* world, const ovl_query* query, ovl_route* route);
ovl_result ovl_route_next(ovl_planner* planner, const ovl_world* world, ovl_route* route, ovl_cell from, ovl_path* segment);
ovl_result ovl_find_costs(ovl_planner* planner, const ovl_world* world, const ovl_query* query, const ovl_cell* cells, size_t count, uint64_t* costs);
ovl_result ovl_find_range(ovl_planner* planner, const ovl_world* world, const ovl_query* query, uint64_t budget, ovl_range_cell* reached, size_t capacity, size_t* needed);
ovl_result ovl_task_begin_path(ovl_planner* planner, const ovl_world* world, const ovl_query* query, ovl_path* path);
ovl_result ovl_task_begin_route(ovl_planner* planner, const ovl_world* world, const ovl_query* query, ovl_route* route);
ovl_result ovl_task_begin_next(ovl_planner* planner, const ovl_world* world, ovl_route* route, ovl_cell from, ovl_path* segment);
ovl_result ovl_task_begin_reaches(ovl_planner* planner, const ovl_world* world, const ovl_query* query);
ovl_result ovl_task_begin_costs(ovl_planner* planner, const ovl_world* world, const ovl_query* query, const ovl_cell* cells, size_t count, uint64_t* costs);
ovl_result ovl_task_begin_range(ovl_planner* planner, const ovl_world* world, const ovl_query* query, uint64_t budget, ovl_range_cell* reached, size_t capacity, size_t* needed);
ovl_result ovl_task_step(ovl_planner* planner, uint64_t budget, uint64_t* spent, bool* done);
ovl_result ovl_task_result(const ovl_planner* planner);
void ovl_task_cancel(ovl_planner* planner);
ovl_result ovl_world_save(const ovl_world* world, const ovl_save_def* def, ovl_fault* fault);
ovl_result ovl_world_open(const void* bytes, size_t byte_count, const ovl_allocator* allocator, ovl_world** world, ovl_fault* fault);
void ovl_world_describe(const ovl_world* world, ovl_world_info* info);
int32_t ovl_world_find_profile(const ovl_world* world, const char* name);
ovl_result ovl_bake_choose(ovl_bake_def* def, ovl_read_rows_fn read, void* user, ovl_fault* fault);
ovl_result ovl_bake_steer(ovl_bake_def* def, const ovl_bake_figures* limits, ovl_read_rows_fn read, void* user, ovl_bake_figures* expected, ovl_fault* fault);
ovl_result ovl_survey_create(const ovl_bake_def* def, ovl_read_cells_fn read, void* user, ovl_survey** survey, ovl_fault* fault);
void ovl_survey_destroy(ovl_survey* survey);
ovl_result ovl_part_rows_of(const ovl_bake_def* bake, int32_t index, int32_t count, ovl_part_rows* rows, ovl_fault* fault);
uint64_t ovl_part_bytes_needed(const ovl_bake_def* bake, int32_t index, int32_t count);
ovl_result ovl_part_bake(const ovl_part_def* def, ovl_fault* fault);
ovl_result ovl_parts_merge(const ovl_merge_def* def, ovl_fault* fault);
ovl_result ovl_world_open_def(const ovl_open_def* def, ovl_world** world, ovl_fault* fault);
ovl_result ovl_world_ranges(const ovl_world* world, const ovl_ranges_def* def, ovl_byte_range* ranges, size_t capacity, size_t* needed, ovl_fault* fault);
ovl_residence ovl_world_residence(const ovl_world* world);
ovl_residence ovl_planner_residence(const ovl_planner* planner);
uint8_t ovl_world_terrain(const ovl_world* world, ovl_cell cell);
uint16_t ovl_world_height(const ovl_world* world, ovl_cell cell);
ovl_result ovl_world_read_terrain(const ovl_world* world, ovl_cell corner, int32_t w, int32_t h, uint8_t* out, size_t row_bytes, ovl_fault* fault);
ovl_result ovl_world_read_cells(const ovl_world* world, int32_t profile, ovl_cells cells, ovl_cell corner, int32_t w, int32_t h, uint32_t* out, size_t row_values, ovl_fault* fault);
uint8_t ovl_world_weight(const ovl_world* world, int32_t profile, ovl_cell cell);
uint64_t ovl_world_step(const ovl_world* world, int32_t profile, ovl_cell from, int32_t direction);
uint32_t ovl_world_island(const ovl_world* world, int32_t profile, ovl_cell cell);
bool ovl_world_profile(const ovl_world* world, int32_t profile, ovl_profile_info* info);
bool ovl_world_floor(const ovl_world* world, int32_t floor, ovl_floor_info* info);
bool ovl_world_link(const ovl_world* world, uint32_t link, ovl_link_def* def);
void ovl_world_count_bytes(const ovl_world* world, ovl_world_bytes* bytes);
ovl_result ovl_world_region(const ovl_world* world, int32_t profile, int32_t region, ovl_region_info* info, ovl_fault* fault);
ovl_result ovl_world_components(const ovl_world* world, int32_t profile, int32_t region, ovl_component* out, size_t capacity, size_t* needed, ovl_fault* fault);
ovl_result ovl_world_cluster(const ovl_world* world, int32_t profile, int32_t level, int32_t column, int32_t row, ovl_cluster_info* info, ovl_fault* fault);
const char* ovl_method_text(ovl_method method);
const char* ovl_labels_text(ovl_labels labels);
size_t ovl_world_waypoints(const ovl_world* world, int32_t profile, int32_t region, ovl_waypoint* out, size_t capacity);
size_t ovl_world_edges(const ovl_world* world, int32_t profile, int32_t region, ovl_edge* out, size_t capacity);
size_t ovl_blockers_bytes(const ovl_world* world, int32_t profile);
ovl_result ovl_blockers_create(const ovl_world* world, int32_t profile, const ovl_allocator* allocator, ovl_blockers** blockers, ovl_fault* fault);
void ovl_blockers_destroy(ovl_blockers* blockers);
ovl_result ovl_blockers_begin(ovl_blockers* blockers, ovl_cell start, ovl_cell goal);
ovl_result ovl_blockers_step(ovl_blockers* blockers, uint64_t budget, bool* done);
ovl_result ovl_blockers_answer(ovl_blockers* blockers, ovl_obstacle* obstacles, size_t capacity, size_t* needed, uint64_t* cost);
const ovl_fault* ovl_blockers_fault(const ovl_blockers* blockers);
void ovl_planner_trace_segments(ovl_planner* planner, ovl_trace_fn trace, void* user);
void ovl_planner_trace_kinds(ovl_planner* planner, uint32_t kinds);
ovl_edit ovl_edit_set(ovl_cell cell, uint8_t terrain);
ovl_edit ovl_edit_rect(ovl_cell cell, int32_t w, int32_t h, uint8_t terrain);
ovl_edit ovl_edit_door(uint32_t link, bool open);
ovl_result ovl_world_apply(const ovl_world* world, const ovl_edit* edits, size_t count, const ovl_apply_def* def, ovl_world** version, ovl_fault* fault);
ovl_result ovl_world_retain(const ovl_world* world, ovl_world** retained);
void ovl_world_version(const ovl_world* world, ovl_version_info* info);
ovl_result ovl_world_rebuilt(const ovl_world* world, uint64_t since, uint32_t* regions, size_t capacity, size_t* needed);
ovl_result ovl_world_rebase(const ovl_world* fork, const ovl_world* old_base, const ovl_world* new_base, const ovl_apply_def* def, ovl_world** rebased, ovl_fault* fault);
ovl_result ovl_world_save_patch(const ovl_world* from, const ovl_world* to, const ovl_save_def* def, ovl_fault* fault);
ovl_result ovl_world_open_patch(const ovl_world* base, const void* bytes, size_t byte_count, const ovl_apply_def* def, ovl_world** version, ovl_fault* fault);
ovl_result ovl_world_what_if(const ovl_world* world, const ovl_what_if* what, const ovl_apply_def* def, uint32_t* cut, size_t capacity, size_t* needed, ovl_fault* fault);
ovl_result ovl_refresh_create(const ovl_world* world, const ovl_allocator* allocator, ovl_refresh** refresh);
void ovl_refresh_destroy(ovl_refresh* refresh);
ovl_result ovl_refresh_step(ovl_refresh* refresh, uint64_t budget, bool* done);
ovl_result ovl_refresh_apply(ovl_refresh* refresh, const ovl_world* world, ovl_world** refreshed);
const ovl_fault* ovl_refresh_fault(const ovl_refresh* refresh);
ovl_result ovl_publisher_create(ovl_world* world, const ovl_allocator* allocator, ovl_publisher** publisher);
void ovl_publisher_destroy(ovl_publisher* publisher);
const ovl_world* ovl_publisher_enter(ovl_publisher* publisher);
void ovl_publisher_leave(ovl_publisher* publisher, const ovl_world* world);
ovl_result ovl_publisher_publish(ovl_publisher* publisher, ovl_world* version);
const ovl_world* ovl_publisher_current(const ovl_publisher* publisher);
uint32_t ovl_publisher_collect(ovl_publisher* publisher);
ovl_result ovl_queue_create(const ovl_queue_def* def, ovl_queue** queue, ovl_fault* fault);
void ovl_queue_destroy(ovl_queue* queue);
ovl_result ovl_queue_add(ovl_queue* queue, const ovl_request* request, ovl_ticket* ticket);
ovl_result ovl_queue_cancel(ovl_queue* queue, ovl_ticket ticket);
ovl_result ovl_queue_step(ovl_queue* queue, const ovl_world* world, uint64_t budget, const ovl_jobs* jobs, uint64_t* spent);
const ovl_fault* ovl_queue_fault(const ovl_queue* queue);
bool ovl_queue_take(ovl_queue* queue, ovl_answer* answer);
ovl_queue_state ovl_queue_describe(const ovl_queue* queue);
ovl_governor ovl_governor_begin(ovl_clock_fn clock, void* user);
uint64_t ovl_governor_budget(ovl_governor* governor, uint64_t microseconds);
void ovl_governor_learn(ovl_governor* governor, uint64_t spent);
ovl_result ovl_batch_run(ovl_planner*const* planners, const ovl_world* world, ovl_batch_item* items, int32_t count, const ovl_jobs* jobs, ovl_fault* fault);
size_t ovl_flow_bytes(const ovl_flow_def* def);
ovl_result ovl_flow_create(const ovl_flow_def* def, ovl_flow** flow, ovl_fault* fault);
void ovl_flow_destroy(ovl_flow* flow);
ovl_result ovl_flow_begin(ovl_flow* flow, const ovl_world* world, const ovl_query* query);
ovl_result ovl_flow_next(ovl_flow* flow, ovl_cell cell, ovl_flow_step* step);
ovl_result ovl_flow_peek(const ovl_flow* flow, ovl_cell cell, ovl_flow_step* step);
ovl_result ovl_flow_prepare(ovl_flow* flow, const ovl_cell* cells, size_t count, uint64_t budget, bool* done);
ovl_result ovl_flow_renew(ovl_flow* flow, const ovl_world* world, uint64_t budget, bool* done);
const ovl_fault* ovl_flow_fault(const ovl_flow* flow);
ovl_flow_work ovl_flow_stats(const ovl_flow* flow);
ovl_result ovl_units_create(const ovl_units_def* def, ovl_units** units, ovl_fault* fault);
void ovl_units_destroy(ovl_units* units);
const ovl_fault* ovl_units_fault(const ovl_units* units);
ovl_result ovl_unit_add(ovl_units* units, const ovl_world* world, const ovl_unit_def* def, ovl_unit* unit);
ovl_result ovl_unit_remove(ovl_units* units, ovl_unit unit);
ovl_result ovl_unit_send(ovl_units* units, ovl_unit unit, ovl_cell goal);
ovl_result ovl_units_send(ovl_units* units, const ovl_world* world, const ovl_unit* sent, size_t count, ovl_cell place);
ovl_result ovl_unit_stop(ovl_units* units, ovl_unit unit);
const char* ovl_unit_state_text(ovl_unit_state state);
bool ovl_unit_describe(const ovl_units* units, ovl_unit unit, ovl_unit_info* info);
bool ovl_unit_inspect(const ovl_units* units, ovl_unit unit, ovl_unit_detail* detail);
size_t ovl_unit_ahead(const ovl_units* units, ovl_unit unit, ovl_cell* cells, size_t capacity);
size_t ovl_units_queue(const ovl_units* units, ovl_unit* queue, size_t capacity);
const ovl_flow* ovl_units_flow(const ovl_units* units, int32_t number, ovl_cell* place);
ovl_unit ovl_units_at(const ovl_units* units, ovl_cell cell);
uint32_t ovl_units_claims(const ovl_units* units, ovl_cell cell);
ovl_result ovl_units_tick(ovl_units* units, const ovl_world* world, uint64_t budget, const ovl_jobs* jobs);
const ovl_unit_move* ovl_units_moves(const ovl_units* units, size_t* count);
ovl_units_stats ovl_units_count(const ovl_units* units);
uint64_t ovl_units_hash(const ovl_units* units);
ovl_result ovl_find_local(ovl_planner* planner, const ovl_world* world, const ovl_local_query* query, ovl_path* path);
]],
}
