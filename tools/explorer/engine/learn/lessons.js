// The thirteen steps of the mode Learn: their titles and words. `*term*` marks a term of the vocabulary
// where it first stands; tests count the words and look for the terms.

export const LESSONS = [
  {
    id: 'grid',
    title: 'Grid and costs',
    text: [
      'A map is a grid of *cells*. Each has a *terrain*, and a *profile*, a kind of mover, gives each terrain a *weight*: what it costs to cross. Weights are whole eighths: 8/8 is plain ground, 0 blocks.',
      'A straight step costs the mean weight of its two cells; a diagonal one 1.414 times as much. A *path* is a row of legal steps, and its cost their sum. Inside, costs are whole numbers, 1120 for a plain straight step, so that every machine finds the same path.',
      'Drag the start or the goal. The path crosses the slow ground: paint it broader, until the path goes round.',
    ],
  },
  {
    id: 'astar',
    title: 'A*',
    text: [
      'A* keeps two lists. Cells that were reached are open (orange); cells that are finished are closed (blue). G (below, left) is the cost from the start, H (right) a guess of the cost that is left, and F (above) their sum. Here a straight step costs 10, a diagonal one 14.',
      'Again and again A* expands the open cell with the least F: it closes it, and opens its neighbours, or improves their G. Arrows lead from each cell back to the one from which it was reached; from the goal, they are the path.',
      'Drag the slider through the search. Then move the goal, or paint walls.',
    ],
  },
  {
    id: 'heuristic',
    title: 'Heuristics and ties',
    text: [
      'The guess H is the *heuristic*. Without one the search spreads like water: Dijkstra’s algorithm. As long as H is never more than the true cost, the path is the cheapest; and the closer H comes to it, the fewer cells are expanded. Twice H expands fewer still, but the path may cost up to twice as much.',
      'On open ground many paths cost the same. Then ties decide: taking the cell with the larger G goes straight on, instead of trying all those paths.',
      'Choose, drag the goal, and compare the counts.',
    ],
  },
  {
    id: 'jumps',
    title: 'Jump points',
    text: [
      'Where all ground costs the same, most cells need not enter the lists. Jump point search runs along straight and diagonal lines and only stops where a wall could make a turn worthwhile: at a jump point. Pink cells were passed, no more.',
      'The path costs as much as that of A*, but far fewer cells are opened and closed. Overland searches plain ground this way.',
      'Paint a wall: which of its corners become jump points?',
    ],
  },
  {
    id: 'regions',
    title: 'Regions and entrances',
    text: [
      'One search is too slow for a map of a billion cells. So a tool cuts the map into square *regions* ahead of time, and bakes it into a *world*.',
      'A step between two regions is a *crossing*. A run of straight crossings along one border is an *entrance* (the bars): a wall ends it. Cells that can reach each other are an *island*. Its number is stored, so that a goal on another one is refused at once, without a search.',
      'Paint a wall across an entrance: it splits, or closes. Close all entrances around the goal.',
    ],
  },
  {
    id: 'waypoints',
    title: 'Waypoints',
    text: [
      'A few crossings of each entrance become *waypoints* (diamonds). They are the nodes of the *waypoint graph*. Its edges are exact costs between the waypoints of one region, found ahead of time, so that a search passes a region in one step.',
      'Seen from one of its two regions, a waypoint is a *port*. A query ties its start in by the costs to all ports of its region: its *attachment* (thick lines), and its goal likewise. Lines are drawn straight; the costs go round walls.',
      'Drag the start within its region, and into another one. Paint a wall: edges grow longer, or end.',
    ],
  },
  {
    id: 'tiers',
    title: 'Two tiers',
    text: [
      'A *planner*, the memory of one thread for queries, answers in two tiers. The coarse tier searches the waypoint graph, from the goal, and finds a *route*: which waypoints to pass (dotted). The fine tier turns it into cells, one *segment* at a time (blue); at the end it is pulled straight (red).',
      'So the first step takes microseconds however large the world is. The *baseline*, plain A* over all cells, must finish before its first step.',
      'Move the slider from the first event to the last. Which tier works, and where?',
    ],
  },
  {
    id: 'windows',
    title: 'Windows and the promise',
    text: [
      'To refine the next segment, the fine tier looks at one window: a box of a few regions (dashed). It is as small in a world of 65,536 cells a side as it is here.',
      'Overland promises that the segment costs no more than the route said. So what is left falls with every step, at least by what was walked: a unit never turns back and forth, and never walks more than the route cost.',
      'Drag the unit along its way. The window goes ahead of it, and the bar shows walked and left.',
    ],
  },
  {
    id: 'string',
    title: 'String pulling',
    text: [
      'A path from cell to cell turns by 45 degrees. Smoothing pulls it taut like a string. A bend stays only where a corner holds it; elsewhere the path runs straight, if the straight line is legal and no dearer than the steps. What remains are turning points.',
      'With lines at any angle a unit walks straight across open ground. On the grid, as few turns as possible remain, which suits units that move by cells.',
      'Choose, and drag the goal around a corner.',
    ],
  },
  {
    id: 'labels',
    title: 'Labels',
    text: [
      'Not even the waypoint graph need be searched. *Labels* store, for each waypoint, exact costs to some hubs, chosen so that any two waypoints share one on a cheapest route. Where the lists of two waypoints name the same hub, the sum of its two costs is the cost between them: no search is needed. Smoothing then shortens the path beyond the waypoints.',
      'The lines lead to the hubs that were read. Compare with A* over waypoints, which expands those with rings.',
      'An edit makes a new *version* of the world. Its labels are not used until a *refresh* has made them anew, in slices, while the game runs. Paint a wall, and watch.',
    ],
  },
  {
    id: 'overlays',
    title: 'Overlays',
    text: [
      'Labels grow faster than the map. Large worlds have an *overlay* instead: squares of regions, squares of those, and so on. Each square is a *cluster*, with exact costs between the waypoints on its border.',
      'The search uses small clusters near the start and the goal and large ones between, so that it expands a tenth of what A* does here, and hardly more on a map a hundred times larger. An edit changes the clusters around it alone; a *fork*, a version with edits of its own, shares all others.',
      'Drag the goal far away, and near. Compare how many nodes are expanded.',
    ],
  },
  {
    id: 'units',
    title: 'Many units',
    text: [
      'Units on the way are obstacles for each other. Each of them holds its cell, and claims those ahead (squares) before it steps, so that no two ever share one. Whoever stands in the way yields if it can; where none can, those behind wait, or plan anew around them.',
      'Each tick has a budget of expansions, so that no frame is late. All numbers are whole: the same orders give the same battle on every machine.',
      'Drag the goal: all go there. Drop rocks, and see who waits.',
    ],
  },
  {
    id: 'hexagons',
    title: 'Hexagons',
    text: [
      'Cells may be hexagons. Each has six neighbours (framed): all steps are equally long, and no corner is cut. Both tiers work as before.',
      'Their coordinates are axial: x grows to the right, y down and half a cell to the right. So an upright map is sheared in memory: each second row begins a cell farther left, and void lies beside it, which takes hardly a byte of a world.',
      'The distance is the largest of the differences in x, in y, and in x + y. At first the goal is 8 steps away, and the wall makes the path 11 steps long.',
      'Drag the ends, paint, and see the map as it lies in memory.',
    ],
  },
];

/** A paragraph as parts: { text, isTerm }. */
export function partsOf(paragraph) {
  return paragraph.split(/\*(?=[A-Za-z])([A-Za-z ]+)\*/)
    .map((text, i) => ({ text, isTerm: i % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

/** How many words a lesson has. */
export const wordCount = ({ text }) => text.join(' ').split(/\s+/).length;
