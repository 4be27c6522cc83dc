// Flow fields: many units with one goal share a search.

using System;

namespace Overland
{
    /// <summary>The step from a cell towards the goal of a flow.</summary>
    public struct FlowStep
    {
        /// <summary>The neighbour, or the other end of a link, to go to; on a goal the cell itself.</summary>
        public Cell Next { get; internal set; }

        /// <summary>Units from the cell; 0 on a goal.</summary>
        public ulong CostToGo { get; internal set; }

        /// <summary>The number of the link to Next; null: a step.</summary>
        public uint? Link { get; internal set; }

        /// <summary>The unit goes from the link's end to its start.</summary>
        public bool Back { get; internal set; }
    }

    /// <summary>Begin sets the goal, Next is the step from a cell; Renew moves it to another version of the world.
    /// It keeps its world in memory, also if that is disposed.</summary>
    public sealed unsafe partial class Flow : NativeObject
    {
        private readonly object gate = new object();

        /// <summary>A flow without a goal. maxBytes 0: enough for all regions. maxGoals: the most cells of a goal
        /// that is a set.</summary>
        public Flow(World world, long maxBytes = 0, int maxGoals = 64)
            : base(Create(Check.NotNull(world, nameof(world)), maxBytes, maxGoals))
        {
        }

        internal Flow(FlowHandle handle, World world) : base(handle)
        {
        }

        private FlowHandle Handle => (FlowHandle)Open();

        /// <summary>Of the last Next: why there is no step.</summary>
        public Result Result { get; private set; }

        private static FlowHandle Create(World world, long maxBytes, int maxGoals)
        {
            using (var held = new Held(world.Handle))
            {
                var request = new ovl_flow_def { world = world.Handle.DangerousGetHandle() };
                long most = IntPtr.Size == 4 ? int.MaxValue : long.MaxValue;
                request.max_bytes = (UIntPtr)(ulong)Check.Within(nameof(maxBytes), maxBytes, 0, most);
                request.max_goals = maxGoals;
                ovl_fault fault;
                Check.Ok(Native.ovl_flow_create(&request, out FlowHandle flow, &fault), fault);
                return flow;
            }
        }

        /// <summary>Sets the goal, any kind of goal, in the world or one of its versions.</summary>
        public void Begin(World world, Goal goal, int profile = 0, bool moveGoal = false)
        {
            FlowHandle flow = Handle;
            WorldHandle version = Check.NotNull(world, nameof(world)).Handle;
            var settings = new QuerySettings { Profile = profile, MoveGoal = moveGoal };
            lock (gate)
            using (var held = new Held(flow))
            fixed (Cell* goals = goal.Cells)
            {
                ovl_query_more more;
                ovl_query query = QuerySettings.Struct(settings, goal.Cell, goal, goals, &more);
                flow.Hold(version);
                Check.Ok(Native.ovl_flow_begin(flow, version, &query), Native.ovl_flow_fault(flow));
                flow.HoldOnly(version);
            }
        }

        /// <summary>The step from a cell; null where there is none: Result says why.</summary>
        public FlowStep? Next(Cell cell)
        {
            FlowHandle flow = Handle;
            lock (gate)
            using (var held = new Held(flow))
            {
                ovl_flow_step step;
                Result = Native.ovl_flow_next(flow, cell, &step);
                if (Result == Result.Unreachable || Result == Result.StartBlocked)
                {
                    return null;
                }
                Check.Ok(Result, Native.ovl_flow_fault(flow));
                return new FlowStep
                {
                    Next = step.next, CostToGo = step.cost_to_go, Back = step.back != 0,
                    Link = step.link == uint.MaxValue ? (uint?)null : step.link,
                };
            }
        }

        /// <summary>Makes ready what the steps from these cells need, for at most `budget` expansions; true if all of
        /// it is.</summary>
        public bool Prepare(Cell[] cells, int offset, int count, ulong budget)
        {
            Check.Part(cells, offset, count, nameof(cells));
            fixed (Cell* first = cells)
            {
                return Prepare(first + offset, count, budget);
            }
        }

        private bool Prepare(Cell* cells, int count, ulong budget)
        {
            FlowHandle flow = Handle;
            lock (gate)
            using (var held = new Held(flow))
            {
                byte done;
                Result result = Native.ovl_flow_prepare(flow, cells, (UIntPtr)(uint)count, budget, &done);
                Check.Ok(result, Native.ovl_flow_fault(flow));
                return done != 0;
            }
        }

        /// <summary>Moves the flow to another version of its world, for at most `budget` expansions; true if it has
        /// arrived there. Until then it answers for the version before.</summary>
        public bool Renew(World world, ulong budget = ulong.MaxValue)
        {
            lock (gate)
            {
                return Api.FlowRenew(this, Check.NotNull(world, nameof(world)), budget) == true;
            }
        }
    }
}
