// Routes: ways that are planned segment by segment while a unit walks.

using System;
using System.Collections;
using System.Collections.Generic;

namespace Overland
{
    /// <summary>The way of a unit: Next() is the path from where the last one ended. It goes on in planner.World,
    /// and begins anew by itself where an edit broke it.</summary>
    public sealed unsafe class Route : IEnumerable<GridPath>
    {
        private readonly Planner planner;
        private readonly Goal goal;
        private readonly QuerySettings settings;
        private readonly PathBuffer segment = new PathBuffer();
        private ovl_route route;
        private bool walks;

        internal Route(Planner planner, Cell start, Goal goal, QuerySettings settings)
        {
            this.planner = planner;
            this.goal = goal;
            this.settings = settings;
            Begin(start);
        }

        /// <summary>Ok, or why there is no way, or why it ends before the goal.</summary>
        public Result Result { get; private set; }

        /// <summary>Where the next segment begins.</summary>
        public Cell Position => route.position;

        /// <summary>Where the route ends.</summary>
        public Cell Goal => route.goal;

        /// <summary>The rest of the route costs no more than this many units.</summary>
        public ulong CostToGo => route.cost_to_go;

        public bool Done => !walks || route.done != 0;

        private void Begin(Cell start)
        {
            PlannerHandle handle = planner.Handle;
            WorldHandle world = planner.World.Handle;
            lock (planner.Gate)
            using (var held = new Held(handle))
            {
                Result result = Begin(handle, world, start);
                bool answers = planner.Answers(handle, result);
                Result = result;
                walks = answers || route.cost_to_go > 0;
            }
        }

        private Result Begin(PlannerHandle handle, WorldHandle world, Cell start)
        {
            fixed (Cell* goals = goal.Cells)
            fixed (ovl_route* state = &route)
            {
                ovl_query_more more;
                ovl_query query = QuerySettings.Struct(settings, start, goal, goals, &more);
                return Native.ovl_route_begin(handle, world, &query, state);
            }
        }

        /// <summary>The next segment; null at the end.</summary>
        public GridPath Next()
        {
            if (Done)
            {
                return null;
            }
            GridPath found = Continue();
            if (found == null) // an edit broke it
            {
                Begin(Position);
                found = Done ? null : Continue();
                if (found == null && !Done)
                {
                    throw new InvalidOperationException("a route that was just begun has no segment");
                }
            }
            return found;
        }

        /// <summary>The next segment; null if the route has to begin anew.</summary>
        private GridPath Continue()
        {
            PlannerHandle handle = planner.Handle;
            WorldHandle world = planner.World.Handle;
            lock (planner.Gate)
            using (var held = new Held(handle))
            {
                Result result = Continue(handle, world);
                if (result == Result.MoreRoom)
                {
                    segment.Grow();
                    result = Continue(handle, world);
                }
                if (result == Result.BeginAgain)
                {
                    return null;
                }
                Check.Ok(result, Native.ovl_planner_fault(handle));
                return segment.Read();
            }
        }

        private Result Continue(PlannerHandle handle, WorldHandle world)
        {
            fixed (ovl_route* state = &route)
            fixed (Cell* points = segment.Points)
            fixed (PathLink* links = segment.Links)
            {
                var path = new ovl_path
                {
                    points = points, capacity = (UIntPtr)(uint)segment.Points.Length,
                    links = links, link_capacity = (UIntPtr)(uint)segment.Links.Length,
                };
                Result result = Native.ovl_route_next(handle, world, state, state->position, &path);
                segment.Found = path;
                return result;
            }
        }

        /// <summary>The segments that are left.</summary>
        public IEnumerator<GridPath> GetEnumerator()
        {
            for (GridPath next = Next(); next != null; next = Next())
            {
                yield return next;
            }
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
