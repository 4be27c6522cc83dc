// The steps of the mode Learn: their titles and words, and an address where the matter is tried in another mode.
// `*term*` marks a term of the vocabulary where it first stands; tests count the words, look for the terms, and
// compare what is said with answers.

export const LESSONS = [
  {
    id: 'grid',
    title: 'Grid and costs',
    text: [
      'A map is a grid of *cells*. Some ground is slow, some closed. So a cell has a *terrain*, and each kind of mover a *profile*, which gives terrains a *weight*: what they cost to cross. 8/8 is plain ground, 24/8 costs three times as much, and 0 blocks.',
      'A *path* is a row of steps, and its cost their sum. A straight step costs the mean weight of its two cells. A diagonal one is longer: 1.414 times as much. Inside, costs are whole numbers, 1120 for a plain straight step: every machine finds the same path.',
      'Drag the ends. The path crosses the slow strip. Paint that three cells wide, and the path goes round.',
    ],
    lead: { words: 'Try it in Play', address: 'mode=play&map=continents&size=160x100&seed=7&lines=none' },
  },
  {
    id: 'danger',
    title: 'Danger',
    text: [
      'A cost can say more than how slow the ground is. Where your units died, or where a tower shoots, a step should cost more. Such a map of danger is also called an influence map.',
      'Each diamond here is a danger. A step into a cell near it costs as much more as the number in the cell says. No cell is closed: the path weighs a long way that is safe against a short way that is not.',
      'Drag the slider to the left: with no danger at all, the path runs straight on. Drag it to the right, and the path bends away from both dangers. Then drag a diamond into its way.',
    ],
    lead: { words: 'See it in Battle', address: 'mode=battle&map=empty&size=72x48&seed=1&scene=danger&units=40' },
  },
  {
    id: 'astar',
    title: 'A*',
    text: [
      'How do you find the cheapest path? A* keeps two lists of cells. Those it has reached are open (orange). Those it is done with are closed (blue).',
      'Look into a cell. G (below, left) is the cost from the start. H (right) is a guess of the cost that is left. F (above) is their sum. Here a straight step costs 10, a diagonal one 14.',
      'Now A* repeats one thing. It takes the open cell with the least F, closes it, and opens its neighbours, or lowers their G. Arrows lead back to where G came from. From the goal, they are the path.',
      'Drag the slider, and watch. Then move the goal, or paint a wall.',
    ],
    lead: { words: 'Try it in Step', address: 'mode=step&map=lester&size=7x5&seed=0&start=1,2&goal=5,2&pin=1&rules=astar.manhattan.ten.oldest.200.0.01234567' },
  },
  {
    id: 'heap',
    title: 'The heap',
    text: [
      'In each round A* wants the open cell with the least F. Looking through the whole list would be slow. So they form a binary heap.',
      'A heap is a tree. No entry has a smaller F than the one above it, so the least is at the top. The tree lies in an array: below entry n come 2n and 2n + 1.',
      'A new entry goes to the end, and is swapped upwards until the order is right. When the top is taken, the last entry takes its place, and sinks. Among a million entries that takes at most 19 swaps.',
      'Drag the slider. Watch the top and the cell that came last: the map frames both.',
    ],
    lead: { words: 'Try it in Step', address: 'mode=step&map=caves&size=40x24&seed=3&rules=astar.octile.ten&step=300' },
  },
  {
    id: 'heuristic',
    title: 'Heuristics and ties',
    text: [
      'The guess H is the *heuristic*. Without it the search does not know where the goal lies. It spreads like water: that is Dijkstra’s algorithm.',
      'If H is never more than the true cost, the path is the cheapest. And the closer H comes to the true cost, the fewer cells are closed. Twice H closes fewer still, but the path may cost up to twice as much.',
      'On open ground many paths cost the same. Which cell comes first then? Take the one with the larger G, and the search goes straight on, instead of trying all those paths.',
      'Choose, drag the goal, and compare the counts.',
    ],
    lead: { words: 'Try it in Compare', address: 'mode=compare&map=caves&size=160x100&seed=3&compare=dijkstra.astar.weighted.greedy' },
  },
  {
    id: 'nearest',
    title: 'The nearest of many',
    text: [
      'Your unit is thirsty, and there are four wells. Which is the nearest? You could search for each, but one search is enough.',
      'Dijkstra’s algorithm needs no H, so it needs no one goal to aim at. It takes cells in the order of their cost from the start. So the first well that it reaches is the cheapest to walk to, and there it stops. Look at the well on the right: by the ruler it is nearest, but a wall stands before it.',
      'Drag the wells, or wall one in. Compare the counts: one search for all, a search by A* for each, and how the library does it.',
    ],
    lead: { words: 'Try it in Play', address: 'mode=play&map=rooms&size=160x100&seed=7&start=85,60&goal=150,58&pin=1&goals=10,60;51,81;130,12' },
  },
  {
    id: 'jumps',
    title: 'Jump points',
    text: [
      'On plain ground most cells need no place in the lists: a path that goes straight on there is as good as any. Jump point search runs along straight and diagonal lines. It stops only where a wall may make a turn worthwhile: at a jump point. Pink cells were just passed.',
      'The path costs as much as that of A*, but far fewer cells are opened and closed. Overland searches plain ground this way.',
      'Choose A*, then jump points, and compare. Then paint a wall: which of its corners become jump points?',
    ],
    lead: { words: 'Try it in Step', address: 'mode=step&map=rooms&size=60x36&seed=3&rules=jumps.octile.exact.largerG' },
  },
  {
    id: 'regions',
    title: 'Regions and entrances',
    text: [
      'A map of a billion cells is too large for one search. So part of the work is done before the game starts. A tool cuts the map into square *regions*, and bakes it into a *world*.',
      'A step from one region into another is a *crossing*. A run of straight crossings along one border is an *entrance* (the bars), and a wall ends it.',
      'Cells that can reach each other are an *island*. The world stores its number. If the goal has another number than the start, there is no way, and that is known without any search.',
      'Paint a wall across an entrance: it splits, or closes. Then close all entrances around the goal.',
    ],
    lead: { words: 'See it in World', address: 'mode=world&map=caves&size=240x150&seed=31&region=24' },
  },
  {
    id: 'waypoints',
    title: 'Waypoints',
    text: [
      'A few crossings of each entrance become *waypoints* (diamonds). They are the nodes of the *waypoint graph*. Its edges are the costs between waypoints of one region, found ahead of time. So a search passes a region in one step.',
      'Your unit stands between waypoints. How does it get into the graph? Seen from one of its regions, a waypoint is a *port*. The costs from the start to all ports of its region are its *attachment* (thick lines). The goal has one, too. Lines are drawn straight, but their costs go round walls.',
      'Drag the start within its region, then into another. Paint a wall: costs grow, or edges end.',
    ],
    lead: { words: 'See it in World', address: 'mode=world&map=rooms&size=240x150&seed=5&region=24' },
  },
  {
    id: 'tiers',
    title: 'Two tiers',
    text: [
      'Now both parts work together. A *planner* answers a query in two tiers. The coarse tier looks at waypoints alone, and finds a *route*: which of them to pass (dotted). The fine tier turns it into cells, one *segment* at a time (blue). At the end the path is pulled straight (red).',
      'Why two? To start walking, your unit needs the route and one segment, no more. The *baseline*, plain A* over all cells, must be done before the first step. The numbers below show that it expands more, even for the whole path.',
      'Move the slider from the first event to the last. Which tier works, and where?',
    ],
    lead: { words: 'Try it in Step', address: 'mode=step&map=caves&size=200x120&seed=4&labels=0&rules=tiers' },
  },
  {
    id: 'windows',
    title: 'Windows and the promise',
    text: [
      'How much of the world must the fine tier look at for the next segment? One window: a box of a few regions (dashed). In a world of 65,536 cells a side it is no larger than here.',
      'And Overland gives a promise: a segment costs no more than the route said. So with each step, what is left falls by at least what was walked. Your unit never turns back and forth, and it never walks more than the route cost.',
      'Drag the unit along its way. The window goes ahead of it, and the bar shows what is walked and what is left.',
    ],
    lead: { words: 'See it in World', address: 'mode=world&map=rooms&size=320x200&seed=5&region=16' },
  },
  {
    id: 'string',
    title: 'String pulling',
    text: [
      'A path over cells can only turn by 45 degrees or more. That looks stiff on open ground. So smoothing pulls it taut, like a string. A bend stays where a corner holds it. Elsewhere the path runs straight, as long as that is legal and no dearer than the steps.',
      'Lines at any angle suit units that walk freely. They give the shortest path of the three. On the grid, as few turns as possible are left, which suits units that move by cells.',
      'Choose, and compare the turning points. Then drag the goal around a corner.',
    ],
    lead: { words: 'Try it in Play', address: 'mode=play&map=caves&size=160x100&seed=8&lines=any' },
  },
  {
    id: 'labels',
    title: 'Labels',
    text: [
      'Must the waypoint graph be searched at all? *Labels* store, for each waypoint, the costs to some waypoints that are called hubs. They are chosen so that any two waypoints share a hub on a cheapest route. So you look for a hub in both lists and add its two costs. No waypoint is expanded.',
      'The lines lead to the hubs that were read. Choose A*: rings show the waypoints that it expands for the same route.',
      'An edit makes a new *version* of the world. Its labels are not used until a *refresh* has made them anew, in slices, while the game runs. Paint a wall, and watch.',
    ],
    lead: { words: 'Try it in Compare', address: 'mode=compare&map=caves&size=320x200&seed=4&labels=-1&compare=octile.tiers.first.astar' },
  },
  {
    id: 'overlays',
    title: 'Overlays',
    text: [
      'Labels grow faster than the map. So a large world has an *overlay* instead: squares of regions, squares of those, and so on. Each square is a *cluster*, and knows the costs between the waypoints on its border.',
      'From the start, costs are carried up: to the border of a small cluster, then of the larger one around it. From the goal, too, until both meet. Here that expands no waypoint at all, where A* expands thousands.',
      'What happens after an edit? Only regions and clusters around it change. So a *fork*, a version with edits of its own, shares all others with its world.',
      'Drag the goal far away, then near. Compare how many waypoints are expanded.',
    ],
    lead: { words: 'Try it in Compare', address: 'mode=compare&map=caves&size=640x352&seed=4&labels=0&compare=octile.tiers.first' },
  },
  {
    id: 'unexplored',
    title: 'Unexplored land',
    text: [
      'How can a unit plan on land that it has never seen? It hopes for the best: what is not seen yet counts as open ground. It has a fork of the world in which that is so.',
      'Then it walks. When a rock comes into sight, the fork is edited, and the unit plans again (dashed). So it may walk into a dead end, but only once: what it has seen, it keeps. No plan costs more than the best way over the real land.',
      'Drag the first slider, and watch the plan bend when the wall is seen. Then let the unit see farther: it walks fewer steps. Paint rocks in its way.',
    ],
    lead: { words: 'See it in Battle', address: 'mode=battle&map=pockets&size=80x40&seed=1&scene=unexplored&units=12' },
  },
  {
    id: 'units',
    title: 'Many units',
    text: [
      'Now there are many units, and each is in the way of others. So a unit holds its cell, and claims those ahead (squares) before it steps. No two ever share a cell. Whoever stands in the way yields if it can. Where none can, those behind wait, or plan anew around them.',
      'Planning for everyone at once would make a frame late. So each tick has a budget, and those who find nothing left in it plan in the next. All numbers are whole: the same orders give the same battle on every machine.',
      'Drag the goal: all go there. Drop rocks, and see who waits.',
    ],
    lead: { words: 'See it in Battle', address: 'mode=battle&map=pass&size=96x56&seed=1&scene=pass&units=200' },
  },
  {
    id: 'hexagons',
    title: 'Hexagons',
    text: [
      'Cells may be hexagons. Each has six neighbours (framed), all steps are equally long, and no corner is cut.',
      'Their coordinates are axial: x grows to the right, y down and half a cell to the right. So an upright map lies sheared in memory: each second row begins a cell farther left, and beside it is void.',
      'How far apart are two cells? By the largest of the differences in x, in y, and in x + y. At first the goal is 8 steps away, and the wall makes the path 11 steps long.',
      'Drag the ends, paint, and see the map as it lies in memory.',
    ],
    lead: { words: 'Try it in Play', address: 'mode=play&map=continents&size=120x80&seed=7&cells=r' },
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
