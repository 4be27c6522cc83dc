// The interface of the library. Written by tools/api/csharp_declarations.py from overland_api.json; not
// to be edited.

using System;
using System.Runtime.InteropServices;

namespace Overland
{

    public enum Result
    {
        Ok = 0,
        /// <summary>no path joins start and goal</summary>
        Unreachable = 1,
        /// <summary>the profile can't stand on the start</summary>
        StartBlocked = 2,
        /// <summary>the profile can't stand on the goal</summary>
        GoalBlocked = 3,
        /// <summary>a limit of the query was reached: the path leads part of the way</summary>
        Limited = 4,
        /// <summary>the start is not a cell of the world</summary>
        StartOutside = 5,
        /// <summary>the goal is not a cell of the world</summary>
        GoalOutside = 6,
        /// <summary>an argument is out of range: see ovl_fault and ovl_planner_fault</summary>
        BadArgument = 7,
        /// <summary>the caller's buffer is too small; a count says how large it must be</summary>
        MoreRoom = 8,
        /// <summary>the planner does not have enough memory for this search, or the cache of a world for this call (overland_stream.h)</summary>
        PlannerTooSmall = 9,
        /// <summary>a route, flow or patch belongs to another world</summary>
        OtherWorld = 10,
        /// <summary>the unit is not at the cell where its route continues</summary>
        OffRoute = 11,
        /// <summary>the world was baked with a step rule, which must be passed again</summary>
        NeedsRule = 12,
        /// <summary>the progress callback stopped the work</summary>
        Stopped = 13,
        /// <summary>the route can't be continued: begin a new one from the unit's cell</summary>
        BeginAgain = 14,
        /// <summary>the planner has a task, or a queue or publisher is full</summary>
        Busy = 15,
        /// <summary>a part belongs to another map or bake, or is given twice</summary>
        OtherPart = 16,
        /// <summary>some rows of the map are not in any part</summary>
        MissingPart = 17,
        /// <summary>the allocator returned NULL</summary>
        NoMemory = 18,
        /// <summary>the caller's write callback failed</summary>
        WriteFailed = 19,
        /// <summary>the caller's read callback failed</summary>
        ReadFailed = 20,
        /// <summary>they do not begin with the signature of a world file</summary>
        NotAWorld = 21,
        /// <summary>this library can't read this version of the file format</summary>
        OtherVersion = 22,
        /// <summary>the file is shorter or longer than its header says</summary>
        WrongLength = 23,
        /// <summary>bytes were changed</summary>
        WrongChecksum = 24,
        /// <summary>a value is impossible though the checksums are right: the file was forged. Also found by a query, where only its search meets the value</summary>
        Corrupt = 25,
        /// <summary>the address of the bytes is not a multiple of 8</summary>
        Misaligned = 26,
        /// <summary>the library contradicts itself: please report it</summary>
        Internal = 27,
    }

    /// <summary>Which diagonal steps between two open cells are legal. Where a cell beside the step must be open, the two straight steps over it must also be within climb and drop, and legal by the step rule.</summary>
    public enum Corners
    {
        /// <summary>both cells beside the step must be open: no corner is cut</summary>
        Strict = 0,
        /// <summary>at least one of them must be open</summary>
        One = 1,
        /// <summary>all diagonal steps are legal</summary>
        Free = 2,
        /// <summary>no diagonal step is legal</summary>
        None = 3,
    }

    /// <summary>Whether a world has labels beside its overlays (see ovl_method). Labels are faster, but huge in large worlds, and answer an edited world only once it is refreshed. Directed profiles have labels only where either links alone depend on the direction, and lead at most 256 ways, or costs of heights alone do, and climb equals drop.</summary>
    public enum Overlays
    {
        /// <summary>overlays, and labels if the floors have at most OVL_MAX_CELLS_WITH_LABELS cells</summary>
        Auto = 0,
        /// <summary>overlays alone</summary>
        Always = 1,
    }

    /// <summary>The stored costs by which the coarse tier plans.</summary>
    public enum Method
    {
        /// <summary>no coarse search was needed</summary>
        None = 0,
        /// <summary>labels give exact costs between any two waypoints [hub labels], so routes are read without a search</summary>
        Labels = 1,
        /// <summary>costs across clusters (squares of regions), level by level [CRP], joined by sums; a query expands waypoints only between regions near each other</summary>
        Overlays = 2,
    }

    public enum Smoothing
    {
        /// <summary>straight and diagonal moves with few turns</summary>
        Grid = 0,
        /// <summary>lines at any angle</summary>
        Any = 1,
        /// <summary>none: the path runs through waypoints, and is often 1 percent longer</summary>
        None = 2,
    }

    /// <summary>The stored costs that a route goes on by.</summary>
    internal enum RouteKind
    {
        /// <summary>none: start and goal are close together</summary>
        Direct = 0,
        Labels = 1,
        /// <summary>a few waypoints at a time are planned ahead of the unit</summary>
        Overlays = 2,
    }

    /// <summary>The kinds of goals.</summary>
    internal enum GoalKind
    {
        /// <summary>the cell `goal`</summary>
        Cell = 0,
        /// <summary>any of goal_w x goal_h cells, of which `goal` is the upper left</summary>
        Rect = 1,
        /// <summary>any cell at most goal_radius cells from `goal`, by straight distance</summary>
        Within = 2,
        /// <summary>any of goal_cells</summary>
        Set = 3,
    }

    /// <summary>Whether a profile has labels, and if not, why not.</summary>
    public enum Labels
    {
        Held = 0,
        /// <summary>OVL_NO_LABELS, as given or as ovl_bake_choose set it</summary>
        NotAsked = 1,
        /// <summary>the world has no waypoints</summary>
        NoWaypoints = 2,
        /// <summary>they need more than label_bytes_per_cell</summary>
        TooLarge = 3,
        /// <summary>a cost does not fit in 31 bits</summary>
        TooLong = 4,
        /// <summary>more than OVL_MAX_LABEL_WAYPOINTS waypoints, or floors with too many rows in all</summary>
        TooMany = 5,
        Directed = 6,
        /// <summary>the world has been edited and not refreshed since</summary>
        Stale = 7,
        /// <summary>the world was baked with overlays instead</summary>
        Overlays = 8,
    }

    /// <summary>The property of cells that ovl_world_read_cells reads.</summary>
    public enum Cells
    {
        Terrain = 0,
        /// <summary>units of height</summary>
        Height = 1,
        /// <summary>as ovl_world_weight</summary>
        Weight = 2,
        /// <summary>the part of the weight that is extra cost, eighths; 0 where it is 0</summary>
        Extra = 3,
        /// <summary>as ovl_world_island</summary>
        Island = 4,
    }

    internal enum TraceKind
    {
        /// <summary>a search begins from this node; `g` is what it begins with. The first source of a search has a new search number</summary>
        Source = 0,
        /// <summary>a node was reached for the first time: it is open now, unless the search needs no more than its cost. With jump points these are jump points, and goals that a scan passes</summary>
        Generate = 1,
        /// <summary>a node was reached for less, from another parent; an expanded one is open again. Reaching it at equal cost is no event</summary>
        Improve = 2,
        /// <summary>a node was taken from the open list. With jump points and where weights differ it may be taken again at the same cost, in more directions</summary>
        Expand = 3,
        /// <summary>all successors of the node that was expanded last have been generated</summary>
        Close = 4,
        /// <summary>a goal of the search is settled: `g` is its cost. In the coarse tiers `node` is the waypoint next to the goal, and `g` is the cost of the whole route</summary>
        Goal = 5,
        /// <summary>a label was read: the label of the waypoint `node`; `parent` is the first cell of its hub, `g` the cost between them</summary>
        Label = 6,
        /// <summary>an end of the query (`parent`) was attached to a waypoint of its region (`node`) at cost `g`; if in plain sight, without a search</summary>
        Attach = 7,
        /// <summary>a waypoint of the chosen route, in order from the start; `g` is the cost to go, 0 if unknown. With overlays, beyond the planned part only those at borders of clusters</summary>
        Route = 8,
        /// <summary>a window of cells was opened: node[0] is its upper left cell, node[1] its lower right one, as far as it lies on the floor of `parent`, a cell from which it is searched. It comes before the first source of its search</summary>
        Window = 9,
        /// <summary>a segment was taken: from `parent` to `node`, of cost `g`. Each begins where the one before ends</summary>
        Segment = 10,
        /// <summary>the string was tightened: from turning point `parent` straight to `node`, of cost `g` on the grid. These are the runs of a smoothed path, in order from the start, without its links</summary>
        String = 11,
        /// <summary>a stage of the query begins, whose name is `stage`; it has no nodes</summary>
        Stage = 12,
    }

    /// <summary>The nodes of a search.</summary>
    internal enum Tier
    {
        Fine = 0,
        /// <summary>waypoints</summary>
        Coarse = 1,
        /// <summary>waypoints at the borders of clusters, a node for each of their two sides</summary>
        Overlay = 2,
    }

    /// <summary>The property that an edit sets.</summary>
    internal enum EditKind
    {
        /// <summary>the terrain of cells, 0 to 255</summary>
        Terrain = 0,
        /// <summary>the weight of cells for a profile, in eighths, from the weight of their terrain to 255; the difference becomes their extra cost</summary>
        Weight = 1,
        /// <summary>the extra cost of cells for a profile, in eighths; at most 255 together with the weight</summary>
        Extra = 2,
        /// <summary>the height of cells, units of height, 0 to 65535</summary>
        Height = 3,
        /// <summary>a link: 1 opens it, 0 closes it</summary>
        Link = 4,
    }

    /// <summary>Whose value stays where two versions changed the same property.</summary>
    public enum Keep
    {
        /// <summary>that of the version that is rebased</summary>
        First = 0,
        /// <summary>that of the difference</summary>
        Difference = 1,
    }

    public enum UnitState
    {
        /// <summary>it has no goal</summary>
        Idle = 0,
        /// <summary>its route has not been planned yet, or is being planned again</summary>
        Planning = 1,
        /// <summary>it made a step in the last tick, or will make one</summary>
        Walking = 2,
        /// <summary>another unit is in its way</summary>
        Waiting = 3,
        /// <summary>it stands on its goal</summary>
        Arrived = 4,
        /// <summary>a unit that arrived stands on its goal, and it stands next to that unit or to another one in this state</summary>
        Beside = 5,
        /// <summary>it has not come closer to its goal for 512 ticks; it keeps trying</summary>
        Stuck = 6,
        /// <summary>no path exists, or the goal is blocked; checked again when the world changes</summary>
        Unreachable = 7,
    }

    /// <summary>The kind of planning that a unit waits for.</summary>
    internal enum UnitRequest
    {
        None = 0,
        /// <summary>a way around units that stand before it</summary>
        Detour = 1,
        /// <summary>the next segment of its route</summary>
        Segment = 2,
        /// <summary>a route</summary>
        Route = 3,
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_fault
    {
        internal byte* what;
        internal ulong where;
        internal ulong found;
        internal ulong expected;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_allocator
    {
        internal IntPtr allocate;
        internal IntPtr release;
        internal IntPtr user;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_jobs
    {
        internal int workers;
        internal IntPtr run;
        internal IntPtr user;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_bake_more
    {
        internal ovl_floor_def* floors;
        internal int floor_count;
        internal ovl_profile_def* profiles;
        internal int profile_count;
        internal ovl_link_def* links;
        internal int link_count;
        internal byte blocked_links;
        internal IntPtr step_rule;
        internal IntPtr step_rule_user;
        internal uint step_rule_profiles;
        internal IntPtr survey;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_bake_tuning
    {
        internal int region_cells;
        internal int spacing_cells;
        internal int label_bytes_per_cell;
        internal Overlays overlays;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_bake_def
    {
        internal int width;
        internal int height;
        internal byte* terrain;
        internal UIntPtr row_bytes;
        internal fixed byte weights[256];
        internal Corners corners;
        internal ovl_bake_more more;
        internal ovl_bake_tuning tuning;
        internal ovl_allocator allocator;
        internal ovl_jobs* jobs;
        internal IntPtr progress;
        internal IntPtr progress_user;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_planner_def
    {
        internal IntPtr world;
        internal UIntPtr max_bytes;
        internal IntPtr block;
        internal UIntPtr block_bytes;
        internal byte turn_costs;
        internal int spare_percent;
        internal ovl_allocator allocator;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_stats
    {
        internal ulong coarse_expanded;
        internal ulong fine_expanded;
        internal ulong windows;
        internal ulong bytes_needed;
        internal Method method;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_query
    {
        internal Cell start;
        internal Cell goal;
        internal int profile;
        internal Smoothing smoothing;
        internal byte move_start;
        internal byte move_goal;
        internal byte nearest;
        internal ovl_query_more* more;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_path
    {
        internal Cell* points;
        internal UIntPtr capacity;
        internal UIntPtr count;
        internal PathLink* links;
        internal UIntPtr link_capacity;
        internal UIntPtr link_count;
        internal ulong cost;
        internal ulong straight_steps;
        internal ulong diagonal_steps;
        internal byte partial;
        internal ulong length;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_route
    {
        internal Cell goal;
        internal Cell position;
        internal ulong cost_to_go;
        internal ulong world;
        internal fixed uint state[5];
        internal byte kind;
        internal byte profile;
        internal byte smoothing;
        internal byte done;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_query_more
    {
        internal GoalKind goal_kind;
        internal int goal_w;
        internal int goal_h;
        internal int goal_radius;
        internal Cell* goal_cells;
        internal UIntPtr goal_count;
        internal ulong cost_limit;
        internal ulong expansion_limit;
        internal uint turn_cost;
        internal IntPtr trace;
        internal IntPtr trace_user;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_save_def
    {
        internal IntPtr write;
        internal IntPtr write_user;
        internal IntPtr progress;
        internal IntPtr progress_user;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_partition_info
    {
        internal int region_cells;
        internal int regions_x;
        internal int regions_y;
        internal int spacing_cells;
        internal int overlay_levels;
        internal int label_bytes_per_cell;
        internal Overlays overlays;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_graph_info
    {
        internal ulong waypoints;
        internal ulong edges;
        internal Labels labels;
        internal Method method;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_world_info
    {
        internal int width;
        internal int height;
        internal int floors;
        internal int profiles;
        internal uint links;
        internal Corners corners;
        internal fixed byte weights[256];
        internal ulong open_cells;
        internal ulong islands;
        internal ulong file_bytes;
        internal ulong fingerprint;
        internal ulong map_fingerprint;
        internal ovl_partition_info partition;
        internal ovl_graph_info graph;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_profile_def
    {
        internal fixed byte name[32];
        internal fixed byte weights[256];
        internal Corners corners;
        internal int body_cells;
        internal int max_climb;
        internal int max_drop;
        internal uint climb_cost;
        internal uint drop_cost;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_floor_def
    {
        internal int width;
        internal int height;
        internal byte* terrain;
        internal UIntPtr row_bytes;
        internal ushort* heights;
        internal byte** extra;
        internal byte graph;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_link_def
    {
        internal Cell from;
        internal Cell to;
        internal uint cost;
        internal uint cost_back;
        internal uint profiles;
        internal byte closed;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_step
    {
        internal Cell from;
        internal int direction;
        internal int profile;
        internal uint cost;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_bake_figures
    {
        internal ulong file_bytes;
        internal ulong bake_us;
        internal ulong first_step_ns;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_part_rows
    {
        internal int first_band;
        internal int bands;
        internal int first_row;
        internal int row_count;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_part_def
    {
        internal ovl_bake_def bake;
        internal int index;
        internal int count;
        internal ulong map_identity;
        internal IntPtr from;
        internal IntPtr write;
        internal IntPtr write_user;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_merge_def
    {
        internal int part_count;
        internal IntPtr read;
        internal IntPtr read_user;
        internal IntPtr write;
        internal IntPtr write_user;
        internal ovl_allocator allocator;
        internal ovl_jobs* jobs;
        internal IntPtr progress;
        internal IntPtr progress_user;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_open_def
    {
        internal IntPtr bytes;
        internal ulong byte_count;
        internal IntPtr read;
        internal IntPtr read_user;
        internal byte check_all;
        internal UIntPtr resident_bytes;
        internal ovl_allocator allocator;
        internal IntPtr progress;
        internal IntPtr progress_user;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_byte_range
    {
        internal ulong offset;
        internal ulong byte_count;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_ranges_def
    {
        internal int profile;
        internal Cell corner;
        internal int w;
        internal int h;
        internal ovl_route* route;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_residence
    {
        internal ulong resident_bytes;
        internal ulong fetched_bytes;
        internal ulong fetches;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_profile_info
    {
        internal ovl_profile_def def;
        internal byte directed;
        internal byte uses_step_rule;
        internal byte plain;
        internal ulong open_cells;
        internal ulong islands;
        internal ulong bytes;
        internal ovl_graph_info graph;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_floor_info
    {
        internal int width;
        internal int height;
        internal int region_row;
        internal byte graph;
        internal byte heights;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_world_bytes
    {
        internal ulong file;
        internal ulong header;
        internal ulong cells;
        internal ulong waypoints;
        internal ulong costs;
        internal ulong islands;
        internal ulong labels;
        internal ulong overlays;
        internal ulong links;
        internal ulong profiles;
        internal ulong other;
        internal ulong shared;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_region_info
    {
        internal Cell corner;
        internal int w;
        internal int h;
        internal uint open_cells;
        internal uint components;
        internal uint waypoints;
        internal uint costs;
        internal ovl_world_bytes bytes;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_component
    {
        internal Cell cell;
        internal uint island;
        internal uint cells;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_cluster_info
    {
        internal int side_regions;
        internal uint ports;
        internal uint components;
        internal ulong bytes;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_waypoint
    {
        internal Cell first;
        internal Cell second;
        internal int region;
        internal int number;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_edge
    {
        internal ovl_waypoint from;
        internal ovl_waypoint to;
        internal int through;
        internal uint cost;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_trace_event
    {
        internal TraceKind kind;
        internal Tier tier;
        internal uint search;
        internal Cell node_0;
        internal Cell node_1;
        internal Cell parent_0;
        internal Cell parent_1;
        internal ulong g;
        internal ulong h;
        internal ulong f;
        internal byte* stage;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_edit
    {
        internal EditKind kind;
        internal Cell cell;
        internal int w;
        internal int h;
        internal int profile;
        internal uint link;
        internal uint value;
        internal ushort* stamp;
        internal byte* mask;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_apply_def
    {
        internal IntPtr step_rule;
        internal IntPtr step_rule_user;
        internal ovl_jobs* jobs;
        internal Keep keep;
        internal IntPtr progress;
        internal IntPtr progress_user;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_version_info
    {
        internal ulong version;
        internal ulong identity;
        internal ulong rebuilt_regions;
        internal ulong bytes;
        internal byte refreshed;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_what_if
    {
        internal ovl_edit* edits;
        internal UIntPtr edit_count;
        internal IntPtr version;
        internal int profile;
        internal Cell home;
        internal Cell* units;
        internal UIntPtr unit_count;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_queue_def
    {
        internal IntPtr world;
        internal UIntPtr planner_bytes;
        internal int capacity;
        internal int lanes;
        internal ovl_allocator allocator;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_request
    {
        internal ovl_query query;
        internal ovl_route* route;
        internal int priority;
        internal ulong user;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_answer
    {
        internal ulong ticket;
        internal ulong user;
        internal Result result;
        internal ovl_fault fault;
        internal ovl_stats stats;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_queue_state
    {
        internal uint waiting;
        internal uint in_flight;
        internal uint answered;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_governor
    {
        internal IntPtr clock;
        internal IntPtr user;
        internal ulong min_budget;
        internal ulong max_budget;
        internal ulong cost;
        internal ulong began;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_batch_item
    {
        internal ovl_query query;
        internal ovl_path* path;
        internal ovl_route* route;
        internal Result result;
        internal ovl_fault fault;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_flow_def
    {
        internal IntPtr world;
        internal UIntPtr max_bytes;
        internal int max_goals;
        internal IntPtr block;
        internal UIntPtr block_bytes;
        internal ovl_allocator allocator;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_flow_step
    {
        internal Cell next;
        internal ulong cost_to_go;
        internal uint link;
        internal byte back;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_flow_work
    {
        internal ulong coarse_expanded;
        internal ulong fine_expanded;
        internal ulong tiles_made;
        internal ulong tiles_dropped;
        internal ulong tiles_kept;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_units_def
    {
        internal IntPtr world;
        internal int capacity;
        internal int lanes;
        internal int flows;
        internal UIntPtr flow_bytes;
        internal ovl_allocator allocator;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_unit_def
    {
        internal Cell cell;
        internal int profile;
        internal byte side;
        internal byte priority;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_unit_info
    {
        internal Cell cell;
        internal Cell from;
        internal Cell next;
        internal Cell goal;
        internal UnitState state;
        internal Result result;
        internal int profile;
        internal byte side;
        internal byte priority;
        internal uint waited;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_unit_detail
    {
        internal uint waits_for;
        internal uint lets_past;
        internal UnitRequest request;
        internal int flow;
        internal uint steps;
        internal uint claimed;
        internal uint blocked;
        internal uint delay;
        internal byte in_corridor;
        internal byte returning;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_units_stats
    {
        internal ulong ticks;
        internal ulong moves;
        internal ulong waits;
        internal ulong pushes;
        internal ulong exchanges;
        internal ulong detours;
        internal ulong replans;
        internal ulong routes;
        internal ulong segments;
        internal ulong flows;
        internal ulong expansions;
        internal ulong tick_expansions;
        internal uint units;
        internal uint unplanned;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_local_goal
    {
        internal Cell cell;
        internal ulong cost;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct ovl_local_query
    {
        internal Cell start;
        internal int profile;
        internal int radius_cells;
        internal ovl_local_goal* goals;
        internal UIntPtr goal_count;
        internal IntPtr toll;
        internal IntPtr user;
        internal ulong expansion_limit;
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal unsafe delegate byte ovl_write_fn(IntPtr user, IntPtr bytes, UIntPtr byte_count);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal unsafe delegate byte ovl_progress_fn(IntPtr user, ulong done, ulong total);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal unsafe delegate uint ovl_step_rule_fn(IntPtr user, ovl_step* step);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal unsafe delegate byte ovl_trace_fn(IntPtr user, ovl_trace_event* @event);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal unsafe delegate byte ovl_read_rows_fn(IntPtr user, int first, int count, byte* terrain);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal unsafe delegate byte ovl_read_cells_fn(IntPtr user, int first, int count, byte* terrain, ushort* heights);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal unsafe delegate byte ovl_read_part_fn(IntPtr user, int part, ulong offset, IntPtr bytes, UIntPtr byte_count);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal unsafe delegate byte ovl_write_at_fn(IntPtr user, ulong offset, IntPtr bytes, UIntPtr byte_count);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal unsafe delegate byte ovl_read_fn(IntPtr user, ulong offset, IntPtr bytes, UIntPtr byte_count);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal unsafe delegate ulong ovl_clock_fn(IntPtr user);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal unsafe delegate uint ovl_toll_fn(IntPtr user, Cell* position);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal unsafe delegate IntPtr ovl_allocator_allocate(IntPtr user, UIntPtr bytes);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal unsafe delegate void ovl_allocator_release(IntPtr user, IntPtr memory, UIntPtr bytes);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal unsafe delegate void ovl_jobs_run_job(IntPtr context, int index, int worker);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal unsafe delegate void ovl_jobs_run(IntPtr user, int count, IntPtr job, IntPtr context);

    internal static unsafe class Native
    {
        internal const int STRAIGHT_COST = 1120;
        internal const int DIAGONAL_COST = 1584;
        internal const int PLAIN_WEIGHT = 8;
        internal const int LENGTH_UNIT = 1024;
        internal const int VERSION_MAJOR = 0;
        internal const int VERSION_MINOR = 1;
        internal const int VERSION_PATCH = 0;
        internal const uint ABI = 3501608203;
        internal const int MAX_SIDE_CELLS = 65536;
        internal const int MIN_REGION_CELLS = 8;
        internal const int MAX_REGION_CELLS = 128;
        internal const int MAX_PROFILES = 32;
        internal const int MAX_FLOORS = 64;
        internal const int MAX_LABEL_WAYPOINTS = 131072;
        internal const int MAX_CELLS_WITH_LABELS = 16777216;
        internal const uint STEP_BLOCKED = 4294967295;
        internal const int NO_LABELS = -1;
        internal const int MAX_GOALS = 65536;
        internal const int MAX_BODY_CELLS = 16;
        internal const int NAME_BYTES = 32;
        internal const int LEVEL = -1;
        internal const int PUBLISHER_MAX_VERSIONS = 64;
        internal const int QUEUE_PRIORITIES = 8;
        internal const int QUEUE_MAX_LANES = 64;
        internal const int QUEUE_REQUEST_COST = 32;
        internal const int NO_UNIT = 0;
        internal const int MAX_UNITS = 65536;

        internal const string Name = "overland";

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern byte* ovl_result_text(Result result);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern byte* ovl_version();

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern uint ovl_abi();

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_world_bake(ovl_bake_def* def, out WorldHandle world, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void ovl_world_close(IntPtr world);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern UIntPtr ovl_planner_bytes(ovl_planner_def* def);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_planner_create(ovl_planner_def* def, out PlannerHandle planner, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_planner_fit(PlannerHandle planner, WorldHandle world, ovl_query* query);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void ovl_planner_destroy(IntPtr planner);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern ovl_stats ovl_planner_stats(PlannerHandle planner);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern ovl_fault* ovl_planner_fault(PlannerHandle planner);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_find_path(PlannerHandle planner, WorldHandle world, ovl_query* query, ovl_path* path);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_path_cells(ovl_path* path, Cell* cells, UIntPtr capacity, UIntPtr* needed, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_reaches(PlannerHandle planner, WorldHandle world, ovl_query* query);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_route_begin(PlannerHandle planner, WorldHandle world, ovl_query* query, ovl_route* route);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_route_next(PlannerHandle planner, WorldHandle world, ovl_route* route, Cell from, ovl_path* segment);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_find_costs(PlannerHandle planner, WorldHandle world, ovl_query* query, Cell* cells, UIntPtr count, ulong* costs);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_find_range(PlannerHandle planner, WorldHandle world, ovl_query* query, ulong budget, ReachedCell* reached, UIntPtr capacity, UIntPtr* needed);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_task_begin_path(PlannerHandle planner, WorldHandle world, ovl_query* query, ovl_path* path);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_task_begin_route(PlannerHandle planner, WorldHandle world, ovl_query* query, ovl_route* route);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_task_begin_next(PlannerHandle planner, WorldHandle world, ovl_route* route, Cell from, ovl_path* segment);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_task_begin_reaches(PlannerHandle planner, WorldHandle world, ovl_query* query);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_task_begin_costs(PlannerHandle planner, WorldHandle world, ovl_query* query, Cell* cells, UIntPtr count, ulong* costs);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_task_begin_range(PlannerHandle planner, WorldHandle world, ovl_query* query, ulong budget, ReachedCell* reached, UIntPtr capacity, UIntPtr* needed);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_task_step(PlannerHandle planner, ulong budget, ulong* spent, byte* done);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_task_result(PlannerHandle planner);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void ovl_task_cancel(PlannerHandle planner);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_world_save(WorldHandle world, ovl_save_def* def, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_world_open(IntPtr bytes, UIntPtr byte_count, ovl_allocator* allocator, out WorldHandle world, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void ovl_world_describe(WorldHandle world, ovl_world_info* info);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int ovl_world_find_profile(WorldHandle world, byte* name);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_bake_choose(ovl_bake_def* def, IntPtr read, IntPtr user, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_bake_steer(ovl_bake_def* def, ovl_bake_figures* limits, IntPtr read, IntPtr user, ovl_bake_figures* expected, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_survey_create(ovl_bake_def* def, IntPtr read, IntPtr user, IntPtr* survey, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void ovl_survey_destroy(IntPtr survey);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_part_rows_of(ovl_bake_def* bake, int index, int count, ovl_part_rows* rows, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern ulong ovl_part_bytes_needed(ovl_bake_def* bake, int index, int count);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_part_bake(ovl_part_def* def, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_parts_merge(ovl_merge_def* def, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_world_open_def(ovl_open_def* def, out WorldHandle world, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_world_ranges(WorldHandle world, ovl_ranges_def* def, ovl_byte_range* ranges, UIntPtr capacity, UIntPtr* needed, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern ovl_residence ovl_world_residence(WorldHandle world);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern ovl_residence ovl_planner_residence(PlannerHandle planner);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern byte ovl_world_terrain(WorldHandle world, Cell cell);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern ushort ovl_world_height(WorldHandle world, Cell cell);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_world_read_terrain(WorldHandle world, Cell corner, int w, int h, byte* @out, UIntPtr row_bytes, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_world_read_cells(WorldHandle world, int profile, Cells cells, Cell corner, int w, int h, uint* @out, UIntPtr row_values, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern byte ovl_world_weight(WorldHandle world, int profile, Cell cell);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern ulong ovl_world_step(WorldHandle world, int profile, Cell from, int direction);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern uint ovl_world_island(WorldHandle world, int profile, Cell cell);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern byte ovl_world_profile(WorldHandle world, int profile, ovl_profile_info* info);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern byte ovl_world_floor(WorldHandle world, int floor, ovl_floor_info* info);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern byte ovl_world_link(WorldHandle world, uint link, ovl_link_def* def);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void ovl_world_count_bytes(WorldHandle world, ovl_world_bytes* bytes);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_world_region(WorldHandle world, int profile, int region, ovl_region_info* info, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_world_components(WorldHandle world, int profile, int region, ovl_component* @out, UIntPtr capacity, UIntPtr* needed, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_world_cluster(WorldHandle world, int profile, int level, int column, int row, ovl_cluster_info* info, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern byte* ovl_method_text(Method method);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern byte* ovl_labels_text(Labels labels);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern UIntPtr ovl_world_waypoints(WorldHandle world, int profile, int region, ovl_waypoint* @out, UIntPtr capacity);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern UIntPtr ovl_world_edges(WorldHandle world, int profile, int region, ovl_edge* @out, UIntPtr capacity);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern UIntPtr ovl_blockers_bytes(WorldHandle world, int profile);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_blockers_create(WorldHandle world, int profile, ovl_allocator* allocator, out BlockersHandle blockers, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void ovl_blockers_destroy(IntPtr blockers);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_blockers_begin(BlockersHandle blockers, Cell start, Cell goal);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_blockers_step(BlockersHandle blockers, ulong budget, byte* done);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_blockers_answer(BlockersHandle blockers, Obstacle* obstacles, UIntPtr capacity, UIntPtr* needed, ulong* cost);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern ovl_fault* ovl_blockers_fault(BlockersHandle blockers);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void ovl_planner_trace_segments(PlannerHandle planner, IntPtr trace, IntPtr user);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void ovl_planner_trace_kinds(PlannerHandle planner, uint kinds);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern ovl_edit ovl_edit_set(Cell cell, byte terrain);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern ovl_edit ovl_edit_rect(Cell cell, int w, int h, byte terrain);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern ovl_edit ovl_edit_door(uint link, byte open);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_world_apply(WorldHandle world, ovl_edit* edits, UIntPtr count, ovl_apply_def* def, out WorldHandle version, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_world_retain(WorldHandle world, out WorldHandle retained);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void ovl_world_version(WorldHandle world, ovl_version_info* info);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_world_rebuilt(WorldHandle world, ulong since, uint* regions, UIntPtr capacity, UIntPtr* needed);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_world_rebase(WorldHandle fork, WorldHandle old_base, WorldHandle new_base, ovl_apply_def* def, out WorldHandle rebased, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_world_save_patch(WorldHandle from, WorldHandle to, ovl_save_def* def, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_world_open_patch(WorldHandle @base, IntPtr bytes, UIntPtr byte_count, ovl_apply_def* def, out WorldHandle version, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_world_what_if(WorldHandle world, ovl_what_if* what, ovl_apply_def* def, uint* cut, UIntPtr capacity, UIntPtr* needed, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_refresh_create(WorldHandle world, ovl_allocator* allocator, out RefreshHandle refresh);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void ovl_refresh_destroy(IntPtr refresh);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_refresh_step(RefreshHandle refresh, ulong budget, byte* done);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_refresh_apply(RefreshHandle refresh, WorldHandle world, out WorldHandle refreshed);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern ovl_fault* ovl_refresh_fault(RefreshHandle refresh);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_publisher_create(WorldHandle world, ovl_allocator* allocator, IntPtr* publisher);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void ovl_publisher_destroy(IntPtr publisher);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern IntPtr ovl_publisher_enter(IntPtr publisher);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void ovl_publisher_leave(IntPtr publisher, WorldHandle world);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_publisher_publish(IntPtr publisher, WorldHandle version);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern IntPtr ovl_publisher_current(IntPtr publisher);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern uint ovl_publisher_collect(IntPtr publisher);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_queue_create(ovl_queue_def* def, IntPtr* queue, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void ovl_queue_destroy(IntPtr queue);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_queue_add(IntPtr queue, ovl_request* request, ulong* ticket);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_queue_cancel(IntPtr queue, ulong ticket);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_queue_step(IntPtr queue, WorldHandle world, ulong budget, ovl_jobs* jobs, ulong* spent);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern ovl_fault* ovl_queue_fault(IntPtr queue);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern byte ovl_queue_take(IntPtr queue, ovl_answer* answer);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern ovl_queue_state ovl_queue_describe(IntPtr queue);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern ovl_governor ovl_governor_begin(IntPtr clock, IntPtr user);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern ulong ovl_governor_budget(ovl_governor* governor, ulong microseconds);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void ovl_governor_learn(ovl_governor* governor, ulong spent);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_batch_run(IntPtr* planners, WorldHandle world, ovl_batch_item* items, int count, ovl_jobs* jobs, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern UIntPtr ovl_flow_bytes(ovl_flow_def* def);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_flow_create(ovl_flow_def* def, out FlowHandle flow, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void ovl_flow_destroy(IntPtr flow);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_flow_begin(FlowHandle flow, WorldHandle world, ovl_query* query);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_flow_next(FlowHandle flow, Cell cell, ovl_flow_step* step);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_flow_peek(FlowHandle flow, Cell cell, ovl_flow_step* step);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_flow_prepare(FlowHandle flow, Cell* cells, UIntPtr count, ulong budget, byte* done);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_flow_renew(FlowHandle flow, WorldHandle world, ulong budget, byte* done);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern ovl_fault* ovl_flow_fault(FlowHandle flow);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern ovl_flow_work ovl_flow_stats(FlowHandle flow);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_units_create(ovl_units_def* def, out UnitsHandle units, ovl_fault* fault);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void ovl_units_destroy(IntPtr units);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern ovl_fault* ovl_units_fault(UnitsHandle units);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_unit_add(UnitsHandle units, WorldHandle world, ovl_unit_def* def, uint* unit);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_unit_remove(UnitsHandle units, uint unit);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_unit_send(UnitsHandle units, uint unit, Cell goal);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_units_send(UnitsHandle units, WorldHandle world, uint* sent, UIntPtr count, Cell place);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_unit_stop(UnitsHandle units, uint unit);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern byte* ovl_unit_state_text(UnitState state);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern byte ovl_unit_describe(UnitsHandle units, uint unit, ovl_unit_info* info);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern byte ovl_unit_inspect(UnitsHandle units, uint unit, ovl_unit_detail* detail);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern UIntPtr ovl_unit_ahead(UnitsHandle units, uint unit, Cell* cells, UIntPtr capacity);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern UIntPtr ovl_units_queue(UnitsHandle units, uint* queue, UIntPtr capacity);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern IntPtr ovl_units_flow(UnitsHandle units, int number, Cell* place);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern uint ovl_units_at(UnitsHandle units, Cell cell);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern uint ovl_units_claims(UnitsHandle units, Cell cell);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_units_tick(UnitsHandle units, WorldHandle world, ulong budget, ovl_jobs* jobs);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern UnitMove* ovl_units_moves(UnitsHandle units, UIntPtr* count);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern ovl_units_stats ovl_units_count(UnitsHandle units);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern ulong ovl_units_hash(UnitsHandle units);

        [DllImport(Name, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Result ovl_find_local(PlannerHandle planner, WorldHandle world, ovl_local_query* query, ovl_path* path);
    }
}
