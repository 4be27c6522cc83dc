// The help of the mode Battle.

const BATTLE_KEYS = [
  ['Drag', 'selects units; with Shift some more'],
  ['Click', 'on a unit: selects it, and shows all that is known of it'],
  ['Click elsewhere', 'sends the selected units there; so does a drag from one of several'],
  ['A, Escape', 'select all, none'],
  ['X', 'the selected units stop'],
  ['Enter', 'runs and pauses; → a single tick; Home: begins anew'],
  ['↑ ↓', 'ticks a second'],
  ['V B E T I', 'select, rock, remove rocks, tower, what if'],
  ['Right button', 'with the tool Rock: removes; with Select: sends'],
  ['[ ]', 'size of the brush'],
  [
    'Shift arrows',
    'move the cell cursor; G sends there, Q selects its unit, K and L put and remove a rock',
  ],
];

const BATTLE_MARKS = [
  ['Discs', 'units, in the colour of their army or, by a layer, of their state'],
  [
    'Arrows',
    'from a unit that waits to the one that it waits for; red: the chain that the panel tells',
  ],
  ['Red ring', 'the unit at the end of that chain'],
  ['Blue rings', 'selected units'],
  ['Pins', 'the goal of the clicked unit; an order that no tick has taken yet'],
  ['Orange cells', 'claims: cells that a unit enters in its next 8 steps'],
  ['Red numbers', 'the place of a unit in the queue of planning'],
  ['Brown arrows', 'a flow, which units with one goal share'],
  ['Hash', 'one number for all that decides what happens next: the same on every machine'],
];

export const BATTLE_HELP = { keys: BATTLE_KEYS, marks: BATTLE_MARKS };
