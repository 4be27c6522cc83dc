using UnityEngine;

namespace Overland.Walk
{
    /// <summary>Walks to a target that may move. Its way is planned in microseconds when it begins, the target
    /// enters another cell, or the world is edited, and refined segment by segment while it walks.</summary>
    public sealed class GridWalker : MonoBehaviour
    {
        [SerializeField]
        private GridWorld grid = null;

        [SerializeField]
        private Transform target = null;

        [SerializeField, Tooltip("Metres a second")]
        private float speed = 4;

        // A blocked end is replaced by the nearest open cell, an unreachable target by the cell nearest to it.
        private readonly QuerySettings settings =
            new QuerySettings { Nearest = true, MoveStart = true, MoveGoal = true };

        private Planner planner;
        private Route route;
        private GridPath segment;
        private int point;
        private Cell goal;

        /// <summary>It stands where its way ends.</summary>
        public bool Arrived => route != null && route.Done && segment == null;

        private void Start()
        {
            planner = new Planner(grid.World);
        }

        private void OnDestroy()
        {
            planner?.Dispose();
        }

        private void Update()
        {
            bool edited = planner.World != grid.World;
            planner.World = grid.World;
            Cell wanted = grid.CellOf(target.position);
            if (route == null || wanted != goal || edited)
            {
                goal = wanted;
                route = planner.Route(grid.CellOf(transform.position), goal, settings);
                segment = null;
                point = 0;
            }
            Walk(speed * Time.deltaTime);
        }

        private void Walk(float distance)
        {
            while (distance > 0)
            {
                segment = segment ?? route.Next();
                if (segment == null)
                {
                    return; // it has arrived, or there is no way
                }
                Vector3 next = grid.PositionOf(segment.Points[point]);
                Vector3 before = transform.position;
                transform.position = Vector3.MoveTowards(before, next, distance);
                distance -= Vector3.Distance(before, transform.position);
                if (transform.position != next)
                {
                    return;
                }
                point++;
                if (point == segment.Points.Length)
                {
                    segment = null;
                    point = 0;
                }
            }
        }
    }
}
