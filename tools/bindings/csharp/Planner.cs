// Planners: paths, routes that units walk while they are planned, costs and ranges.

using System;

namespace Overland
{
    /// <summary>The working memory of queries. Give each thread its own; calls from several threads to one
    /// planner wait for each other. It serves all versions of its world: planner.World = world.Apply(...).
    /// Where the answer is no, calls return null and Result says why.</summary>
    public sealed unsafe partial class Planner : NativeObject
    {
        internal readonly object Gate = new object();
        private readonly PathBuffer buffer = new PathBuffer();
        private World world;

        public Planner(World world) : base(Create(Check.NotNull(world, nameof(world))))
        {
            this.world = world;
        }

        /// <summary>The world, or a version of it, in which the next calls plan.</summary>
        public World World
        {
            get => world;
            set => world = Check.NotNull(value, nameof(value));
        }

        /// <summary>Of the last call: why the answer was no, or the path is partial.</summary>
        public Result Result { get; private set; }

        /// <summary>The result in the library's words; "" if it is Ok.</summary>
        public string Reason => Result == Result.Ok ? "" : Api.ResultText(Result);

        internal Planner(PlannerHandle handle, World world) : base(handle)
        {
            this.world = world;
        }

        internal PlannerHandle Handle => (PlannerHandle)Open();

        private static PlannerHandle Create(World world)
        {
            using (var held = new Held(world.Handle))
            {
                var request = new ovl_planner_def { world = world.Handle.DangerousGetHandle() };
                ovl_fault fault;
                Check.Ok(Native.ovl_planner_create(&request, out PlannerHandle planner, &fault), fault);
                return planner;
            }
        }

        /// <summary>Sets Result; throws what is no answer.</summary>
        internal bool Answers(PlannerHandle planner, Result result)
        {
            Result = result;
            if (result == Result.Ok || result == Result.Limited)
            {
                return true;
            }
            if (result != Result.Unreachable && result != Result.StartBlocked && result != Result.GoalBlocked)
            {
                Check.Ok(result, Native.ovl_planner_fault(planner));
            }
            return false;
        }

        /// <summary>The path, or null where there is none. With limits or Nearest it may be partial.</summary>
        public GridPath FindPath(Cell start, Goal goal, QuerySettings settings = null)
        {
            PlannerHandle planner = Handle;
            WorldHandle version = World.Handle;
            lock (Gate)
            using (var held = new Held(planner))
            {
                Result result = FindInBuffer(planner, version, start, goal, settings);
                if (result == Result.MoreRoom)
                {
                    buffer.Grow();
                    result = FindInBuffer(planner, version, start, goal, settings);
                }
                Answers(planner, result);
                return buffer.Found.count == UIntPtr.Zero ? null : buffer.Read();
            }
        }

        private Result FindInBuffer(PlannerHandle planner, WorldHandle version, Cell start, Goal goal,
            QuerySettings settings)
        {
            fixed (Cell* points = buffer.Points)
            {
                return FindInto(planner, version, start, goal, settings, points, buffer.Points.Length);
            }
        }

        /// <summary>Finds a path into an array, from an offset on, without any memory of its own: returns its number
        /// of points, 0 where there is no path. ArgumentException if they do not fit.</summary>
        public int FindPath(Cell start, Goal goal, Cell[] points, int offset, int count, QuerySettings settings = null)
        {
            Check.Part(points, offset, count, nameof(points));
            fixed (Cell* first = points)
            {
                return FindPath(start, goal, first + offset, count, settings);
            }
        }

        private int FindPath(Cell start, Goal goal, Cell* points, int room, QuerySettings settings)
        {
            PlannerHandle planner = Handle;
            WorldHandle version = World.Handle;
            lock (Gate)
            using (var held = new Held(planner))
            {
                Result result = FindInto(planner, version, start, goal, settings, points, room);
                Check.Room(nameof(points), room, (long)buffer.Found.count);
                if (result == Result.MoreRoom)
                {
                    buffer.GrowLinks();
                    result = FindInto(planner, version, start, goal, settings, points, room);
                }
                Answers(planner, result);
                return (int)buffer.Found.count;
            }
        }

        private Result FindInto(PlannerHandle planner, WorldHandle version, Cell start, Goal goal,
            QuerySettings settings, Cell* points, int room)
        {
            fixed (Cell* goals = goal.Cells)
            fixed (PathLink* links = buffer.Links)
            {
                ovl_query_more more;
                ovl_query query = QuerySettings.Struct(settings, start, goal, goals, &more);
                var path = new ovl_path
                {
                    points = points, capacity = (UIntPtr)(uint)room,
                    links = links, link_capacity = (UIntPtr)(uint)buffer.Links.Length,
                };
                Result result = Native.ovl_find_path(planner, version, &query, &path);
                buffer.Found = path;
                return result;
            }
        }

        /// <summary>Whether the goal can be reached, in less than a microsecond of the library.</summary>
        public bool Reaches(Cell start, Goal goal, QuerySettings settings = null)
        {
            PlannerHandle planner = Handle;
            WorldHandle version = World.Handle;
            lock (Gate)
            using (var held = new Held(planner))
            fixed (Cell* goals = goal.Cells)
            {
                ovl_query_more more;
                ovl_query query = QuerySettings.Struct(settings, start, goal, goals, &more);
                return Answers(planner, Native.ovl_reaches(planner, version, &query));
            }
        }

        /// <summary>The segments of a way, planned while a unit walks: foreach (var segment in planner.Route(a, b)).
        /// </summary>
        public Route Route(Cell start, Goal goal, QuerySettings settings = null) =>
            new Route(this, start, goal, settings);

        /// <summary>The costs from the start to many cells in units, by one search; Cost.None: it can't be reached.
        /// </summary>
        public ulong[] FindCosts(Cell start, Cell[] goals, int profile = 0)
        {
            var costs = new ulong[Check.NotNull(goals, nameof(goals)).Length];
            FindCosts(start, goals, 0, goals.Length, costs, 0, profile);
            return costs;
        }

        /// <summary>The same for `count` goals from one offset on, into an array from another one on.</summary>
        public void FindCosts(Cell start, Cell[] goals, int offset, int count, ulong[] costs, int costsOffset,
            int profile = 0)
        {
            Check.Part(goals, offset, count, nameof(goals));
            Check.Part(costs, costsOffset, 0, nameof(costs));
            Check.Room(nameof(costs), costs.Length - costsOffset, count);
            fixed (Cell* cells = goals)
            fixed (ulong* found = costs)
            {
                FindCosts(start, cells + offset, count, found + costsOffset, profile);
            }
        }

        private void FindCosts(Cell start, Cell* goals, int count, ulong* costs, int profile)
        {
            PlannerHandle planner = Handle;
            WorldHandle version = World.Handle;
            lock (Gate)
            using (var held = new Held(planner))
            {
                ovl_query query = new ovl_query();
                query.start = start;
                query.profile = profile;
                Result result = Native.ovl_find_costs(planner, version, &query, goals, (UIntPtr)(uint)count, costs);
                bool answers = Answers(planner, result);
                for (int i = 0; i < count && !answers; i++)
                {
                    costs[i] = Cost.None;
                }
            }
        }

        /// <summary>The cells that can be reached for at most `budget` units, each with its cost.</summary>
        public ReachedCell[] FindRange(Cell start, ulong budget, int profile = 0)
        {
            var found = new ReachedCell[4096];
            int count = FindRange(start, budget, found, 0, found.Length, profile);
            if (count > found.Length)
            {
                found = new ReachedCell[count];
                count = FindRange(start, budget, found, 0, count, profile);
            }
            Array.Resize(ref found, count);
            return found;
        }

        /// <summary>The same into an array from an offset on: as many as fit; returns how many there are.</summary>
        public int FindRange(Cell start, ulong budget, ReachedCell[] reached, int offset, int count, int profile = 0)
        {
            Check.Part(reached, offset, count, nameof(reached));
            fixed (ReachedCell* first = reached)
            {
                return FindRange(start, budget, first + offset, count, profile);
            }
        }

        private int FindRange(Cell start, ulong budget, ReachedCell* reached, int room, int profile)
        {
            PlannerHandle planner = Handle;
            WorldHandle version = World.Handle;
            lock (Gate)
            using (var held = new Held(planner))
            {
                ovl_query query = new ovl_query();
                query.start = start;
                query.profile = profile;
                UIntPtr needed;
                Result result = Native.ovl_find_range(planner, version, &query, budget, reached,
                    (UIntPtr)(uint)room, &needed);
                if (result == Result.MoreRoom)
                {
                    Result = Result.Ok;
                    return (int)needed;
                }
                return Answers(planner, result) ? (int)needed : 0;
            }
        }
    }
}
