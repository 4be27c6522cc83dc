// The fields of the page's address, under node: node address.js

import {
  checkAddress,
  readAddress,
  readRuns,
  readSides,
} from '../../tools/explorer/engine/address_rules.js';
import { LEAST_SIDE, MOST_SIDE } from '../../tools/explorer/engine/formats.js';
import { Checks } from './load.js';

const checks = new Checks();
const check = (text) => checkAddress(readAddress(text));

const good =
  '#mode=step&map=city&size=160x120&seed=3&start=10,12&goal=140,100&pin=1&goals=1,2;3,4' +
  '&corners=none&lines=grid&mover=boat&body=2&region=32&spacing=8&labels=0' +
  '&cost=by%20%3C%20ay%20%3F%202%20%3A%200&allowed=abs(bw%20-%20aw)%20%3C%204&tool=rock' +
  '&rules=astar.octile&step=12&compare=astar.tiers&figure=time&scene=pass&units=200&battle=7&edits=a.2.0_3.1.8';
checks.equal('an address of all fields is understood', check(good).wrong, []);
checks.equal('each of its fields is kept', Object.keys(check(good).fields).length, 26);
checks.equal('a field with an expression', check(good).fields.cost, 'by < ay ? 2 : 0');
for (const [part, why] of [
  ['size=9000x2', /size=9000x2 \(right would be: 4 to 2048 cells a side/],
  ['map=moon', /map=moon \(right would be: .*caves/],
  ['seed=x', /seed=x .*0 to 999999/],
  ['start=12', /start=12 .*a cell/],
  ['goals=1,2;x', /goals=/],
  ['mover=plane', /walker, cart, scout, boat/],
  ['body=9', /body=9/],
  ['region=33', /region=33/],
  ['edits=1.2', /edits=1\.2/],
  ['cost=ax%20%2B', /cost=ax \+ .*an expression/],
  ['compare=astar.hope', /compare=/],
  ['rules=hope', /rules=hope/],
  ['hat=1', /hat=1 \(there is no such field\)/],
  ['start=%zz', /start=%zz/],
  [`edits=${'x'.repeat(100)}`, /edits=x{40}… /],
]) {
  const { wrong, fields } = check(`#${part}&pin=1`);
  checks.check(
    `"${part.slice(0, 20)}" is named`,
    wrong.length === 1 && why.test(wrong[0]),
    wrong[0],
  );
  checks.equal('and the rest is kept', fields, { pin: '1' });
}
checks.equal('no address at all', check(''), { fields: {}, wrong: [] });
checks.equal(
  'the sides of maps',
  [readSides(`${LEAST_SIDE}x${MOST_SIDE}`), readSides('3x9'), readSides('9x2049')],
  [[LEAST_SIDE, MOST_SIDE], null, null],
);
checks.equal('runs of cells', readRuns('a.2.0_3.1.8', 8), [
  [10, 2, 0],
  [3, 1, 8],
]);
checks.equal('a value that is too large', readRuns('a.2.9', 8), null);
checks.finish();
