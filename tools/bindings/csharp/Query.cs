// What a query asks for: its goals and settings.

using System.Collections.Generic;
using System.Linq;

namespace Overland
{
    /// <summary>The goal of a query: a cell, or several of which the cheapest is taken. A cell, a pair (x, y) and
    /// an array of cells are goals by themselves.</summary>
    public struct Goal
    {
        internal Cell Cell;
        internal GoalKind Kind;
        internal int Width, Height, Radius;
        internal Cell[] Cells;

        public static implicit operator Goal(Cell cell) => new Goal { Cell = cell };

        public static implicit operator Goal((int x, int y) pair) => new Goal { Cell = pair };

        public static implicit operator Goal((int x, int y, int floor) triple) => new Goal { Cell = triple };

        public static implicit operator Goal(Cell[] cells) => AnyOf(cells);

        public static Goal AnyOf(IEnumerable<Cell> cells)
        {
            Cell[] found = Check.NotNull(cells, nameof(cells)).ToArray();
            Check.Within("the number of goals", found.Length, 1, Native.MAX_GOALS);
            return new Goal { Kind = GoalKind.Set, Cells = found };
        }

        /// <summary>Any cell of a rectangle, of which `corner` is the upper left one.</summary>
        public static Goal Rect(Cell corner, int width, int height) =>
            new Goal { Kind = GoalKind.Rect, Cell = corner, Width = width, Height = height };

        /// <summary>Any cell at most `radius` cells from this one, by straight distance.</summary>
        public static Goal Within(Cell cell, int radius) =>
            new Goal { Kind = GoalKind.Within, Cell = cell, Radius = radius };
    }

    /// <summary>How a query is answered. New settings are those of a query without any.</summary>
    public sealed class QuerySettings
    {
        /// <summary>The number of the mover's profile: world.Profile("foot").</summary>
        public int Profile { get; set; }

        public Smoothing Smoothing { get; set; } = Smoothing.Grid;

        /// <summary>Go as close as can be to a goal that can't be reached.</summary>
        public bool Nearest { get; set; }

        /// <summary>Replace a blocked start by the nearest open cell.</summary>
        public bool MoveStart { get; set; }

        /// <summary>Replace a blocked goal by the nearest open cell.</summary>
        public bool MoveGoal { get; set; }

        /// <summary>Units; a path that costs more ends there. 0: no limit.</summary>
        public ulong CostLimit { get; set; }

        /// <summary>The most cells and waypoints to search. 0: no limit.</summary>
        public ulong ExpansionLimit { get; set; }

        /// <summary>Units for each change of direction; of whole paths only.</summary>
        public uint TurnCost { get; set; }

        private static readonly QuerySettings usual = new QuerySettings();

        /// <summary>The query in C; `more` and `goals` must stay where they are while it is used.</summary>
        internal static unsafe ovl_query Struct(QuerySettings settings, Cell start, Goal goal, Cell* goals,
            ovl_query_more* more)
        {
            settings = settings ?? usual;
            *more = new ovl_query_more();
            more->goal_kind = goal.Kind;
            more->goal_w = goal.Width;
            more->goal_h = goal.Height;
            more->goal_radius = goal.Radius;
            more->goal_cells = goals;
            more->goal_count = (System.UIntPtr)(uint)(goal.Cells?.Length ?? 0);
            more->cost_limit = settings.CostLimit;
            more->expansion_limit = settings.ExpansionLimit;
            more->turn_cost = settings.TurnCost;
            ovl_query query = new ovl_query();
            query.start = start;
            query.goal = goal.Cell;
            query.profile = settings.Profile;
            query.smoothing = settings.Smoothing;
            query.move_start = (byte)(settings.MoveStart ? 1 : 0);
            query.move_goal = (byte)(settings.MoveGoal ? 1 : 0);
            query.nearest = (byte)(settings.Nearest ? 1 : 0);
            query.more = more;
            return query;
        }
    }
}
