// A person's use of the Step mode, in Chromium: searches over cells.
// node browser_steps.js PLAYWRIGHT CHROMIUM PAGE PICTURES

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drop, launch, messageOf, placeOf, currentOf, sessionOf } from './browser_page.js';
import {
  choose,
  chooseRow,
  click,
  clickOn,
  count,
  openExample,
  openSteps,
  press,
  rows,
  settle,
  words,
} from './browser_step_page.js';
import { Checks } from './load.js';

const [playwright, chromium, file, pictures] = process.argv.slice(2);
const checks = new Checks();
const browser = await launch(playwright, chromium);
/** The words of the present event. */
const says = async (each, name, text) => checks.equal(name, await words(each), text);
const open = (fragment, options) => openSteps(browser, file, fragment, options);

// ---- Lester's wall ----

const page = await open('#mode=step');
await openExample(page, 'lester');
await press(page, 'ArrowRight', 3);
await clickOn(page, '#transport [data-id="step"]');
await says(page, 'a button steps too', 'Opened (2, 1): G 14, H 40, F 54, from (1, 2)');
await press(page, 'Shift+ArrowRight', 2);
await says(page, 'two expansions on', 'Expanded (2, 3): G 14, H 40, F 54, from (1, 2)');
await press(page, 'ArrowRight', 10);
await page.screenshot({ path: join(pictures, 'step-lester.png') });
const alpha = await page.evaluate(() => {
  const { inkCanvas, camera } = globalThis.overlandExplorer;
  const ratio = inkCanvas.width / innerWidth;
  const look = ([x, y]) => [
    ...inkCanvas
      .getContext('2d')
      .getImageData(Math.round((x + 20) * ratio), Math.round(y * ratio), 1, 1).data,
  ];
  return {
    open: look(camera.middle(1, 1)),
    closed: look(camera.middle(2, 2)),
    unseen: look(camera.middle(5, 4)),
  };
});
checks.check(
  'open, closed and unseen cells look different',
  alpha.unseen[3] === 0 && alpha.open[0] > alpha.open[2] && alpha.closed[2] > alpha.closed[0],
  JSON.stringify(alpha),
);
await press(page, 'Shift+ArrowLeft', 2);
await says(page, 'back to an expansion', 'Expanded (2, 1): G 14, H 40, F 54, from (1, 2)');

// ---- Breakpoints ----

await page.click('#panel [data-id="add-break"]');
checks.says('a stop at nothing is refused', await messageOf(page), /First choose an event/);
await click(page, [1, 4]);
await choose(page, 'number', 'g');
await choose(page, 'compare', 'changes');
await clickOn(page, '#panel [data-id="add-break"]');
await press(page, 'End');
await page.screenshot({ path: join(pictures, 'step-break.png') });
await press(page, 'End');
await clickOn(page, '#panel [data-id="run-to-stop"]');
checks.equal('from the end it runs anew to the stop', await count(page), '24 / 51');
await choose(page, 'event', 'falls');
await choose(page, 'place', 'anywhere');
await choose(page, 'number', 'none');
await clickOn(page, '#panel [data-id="add-break"]');
await press(page, 'End');
await press(page, ',');
checks.equal('back to the breakpoint before', await count(page), '24 / 51');
for (let i = 0; i < 2; i++) {
  await clickOn(page, '#panel .break button');
}
await press(page, 't');
await click(page, [4, 0]);
await press(page, 'v');
await press(page, 'End');
await says(
  page,
  'a breakpoint set on the map',
  'Stopped: at (4, 0). Opened (4, 0): G 44, H 30, F 74, from (3, 0)',
);
await clickOn(page, '#panel .break input');
await press(page, 'End');
checks.equal('one that is off does not stop', await count(page), '51 / 51');
await clickOn(page, '#panel .break button');
await choose(page, 'event', 'expanded');
await choose(page, 'place', 'anywhere');
await choose(page, 'number', 'g');
await choose(page, 'compare', 'greater');
await page.fill('#panel [data-id="value"]', '30');
await page.click('#panel [data-id="add-break"]');
await press(page, 'Home');
await press(page, 'End');
await says(
  page,
  'stops by event and number',
  'Stopped: expanded G > 30. Expanded (3, 0): G 34, H 40, F 74, from (2, 0)',
);

// ---- Save and open ----

const [download] = await Promise.all([
  page.waitForEvent('download'),
  page.click('#panel [data-id="save-steps"]'),
]);
const saved = readFileSync(await download.path(), 'utf8');
checks.equal(
  'a file of steps is saved',
  [JSON.parse(saved).step, JSON.parse(saved).breaks.length],
  [35, 1],
);

const other = await open('#mode=step&map=caves&size=90x60');
await drop(other, 'steps.json', saved);
await other.waitForFunction(() => globalThis.overlandExplorer.session.map.width === 7);
await settle(other);
checks.equal(
  'a file of steps is opened where it was',
  [await words(other), await other.$$eval('#panel .break', (all) => all.length)],
  ['Expanded (3, 0): G 34, H 40, F 74, from (2, 0)', 1],
);

// ---- The cat and the bone ----

await openExample(other, 'cat');
await press(other, 'End');
const before = () =>
  other.evaluate(() => [...globalThis.overlandExplorer.current.branch].slice(-2)[0]);
checks.equal('the newest first: one path, from the left', await before(), 2 * 7 + 5);
await other.click('#panel summary:has-text("More rules")');
await clickOn(other, '#panel button:text-is("oldest")');
await press(other, 'End');
checks.equal('the oldest first: the other path, from above', await before(), 1 * 7 + 6);
await other.screenshot({ path: join(pictures, 'step-cat.png') });

// ---- Lists, tree and map show the same cell ----

await clickOn(other, '#panel [data-view="closed"]');
await other.hover('#panel .rows .list-row:nth-child(2)');
await settle(other);
checks.equal('a row of a list is shown on the map', await currentOf(other, 'focus'), 2 * 7 + 2);
await other.mouse.move(...(await placeOf(other, [1, 3])));
await settle(other);
checks.check(
  'a cell of the map is shown in the list',
  /\(1, 3\)/.test(await other.textContent('#panel .list-row.focus')),
);
checks.says(
  'and in words',
  await other.textContent('#panel .cell-note'),
  /\(1, 3\): closed, G 1, H 6/,
);
await clickOn(other, '#panel [data-view="heap"]');
const heap = await other.$$eval('#panel .tree title', (all) =>
  all.map((node) => Number(/F (\d+)/.exec(node.textContent)[1])),
);
checks.check(
  'the heap is a tree',
  heap.length >= 8 && heap.every((f, i) => i === 0 || f >= heap[Math.floor((i - 1) / 2)]),
  heap.join(' '),
);
await other.hover('#panel .tree g:nth-child(1) circle');
checks.check('hovering shows its cell', (await currentOf(other, 'focus')) !== null);
await clickOn(other, '#panel [data-view="parents"]');
await press(other, 'Home');
await press(other, 'ArrowRight', 5);
const drawn = () => other.$$eval('#panel .tree g', (all) => all.length);
const few = await drawn();
await press(other, 'End');
checks.check('the tree of parents grows with the search', few === 4 && (await drawn()) > few, few);
await other.screenshot({ path: join(pictures, 'step-tree.png') });
await clickOn(other, '#panel [data-view="path"]');
checks.equal(
  'the path stands beside the numbers',
  [(await rows(other)).length, (await rows(other))[0]],
  [8, '1 (1, 2) 5 0 5 –'],
);
await other.hover('#panel .rows .list-row:nth-child(3)');
await settle(other);
checks.equal('and a row of it is marked on the map', await currentOf(other, 'focus'), 1 * 7 + 2);
await other.screenshot({ path: join(pictures, 'step-path.png') });

// ---- Rules, walls, ends, by hand and by keys ----

await openExample(page, 'lester');
await chooseRow(page, 'Method', 'Jump points');
checks.check(
  'what jump points need is said',
  /need ground where all cells cost the same/.test(await page.textContent('#panel')),
);
await press(page, 'End');
await page.mouse.move(...(await placeOf(page, [2, 2])));
await settle(page);
checks.says(
  'cells that a jump passed are told',
  await page.textContent('#panel .cell-note'),
  /passed by a jump/,
);
checks.check(
  'and their colour is explained',
  /spared by jumps/.test(await page.textContent('#panel .key')),
);
await page.screenshot({ path: join(pictures, 'step-jumps.png') });
await chooseRow(page, 'Method', 'A*');
await page.click('#panel button:text-is("exact")');
await press(page, 'Home');
await press(page, 'ArrowRight', 4);
checks.says('exact costs', await words(page), /G 1\.41/);
await page.click('#panel summary:has-text("More rules")');
const order = () => page.evaluate(() => globalThis.overlandExplorer.current.rules.order.join(''));
await clickOn(page, '#panel .chips button:nth-child(5)');
checks.equal('a neighbour that is clicked comes first', await order(), '40765321');
await page.focus('#panel .chips button:nth-child(2)');
await press(page, 'Enter');
checks.equal('by keys as well', await order(), '04765321');
await page.evaluate(() => document.activeElement.blur());
await press(page, 'v');
await page.mouse.move(...(await placeOf(page, [5, 2])));
await page.mouse.down();
await page.mouse.move(...(await placeOf(page, [6, 4])), { steps: 6 });
await page.mouse.up();
await settle(page);
checks.equal('the goal is dragged', await sessionOf(page, 'goal'), [6, 4]);
await press(page, 'Home');
await press(page, 'd', 2);
await press(page, 'x');
checks.equal(
  'keys make a wall',
  await page.evaluate(() => globalThis.overlandExplorer.session.terrainAt([2, 2])),
  0,
);
await press(page, 's');
await press(page, 'q');
checks.equal('and move the start', await sessionOf(page, 'start'), [2, 3]);

// ---- The panel stays where it was scrolled to ----

await page.setViewportSize({ width: 1280, height: 500 });
const scrolled = () =>
  page.evaluate(() => [
    Math.round(document.getElementById('panel').scrollTop),
    Math.round(document.querySelector('#panel .scroller').scrollTop),
  ]);
await page.click('#panel [data-view="closed"]');
await press(page, 'End');
await page.evaluate(() => {
  document.getElementById('panel').scrollTop = 240;
  document.querySelector('#panel .scroller').scrollTop = 72;
});
await settle(page);
const kept = await scrolled();
for (const id of ['back', 'back', 'step', 'last']) {
  await clickOn(page, `#transport [data-id="${id}"]`);
  checks.equal(`after "${id}"`, await scrolled(), kept);
}
await page.evaluate(() => globalThis.overlandExplorer.current.buildPanel());
checks.equal('after the panel is built anew', await scrolled(), kept);
await click(page, [6, 0]);
await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
checks.equal('and after a cell is chosen', (await scrolled())[0], kept[0]);
await page.setViewportSize({ width: 1280, height: 800 });

// ---- Running, notices ----

await page.click('#panel summary:has-text("Show")');
await press(page, 'Home');
await press(page, 'ArrowUp', 3);
await page.keyboard.press('Enter');
await page.waitForFunction(() => globalThis.overlandExplorer.current.state.over);
await settle(page);
checks.check(
  'it runs to the end',
  !(await page.evaluate(() => globalThis.overlandExplorer.current.transport.running)),
);
// ---- Cells too small for numbers ----

const small = await open('#mode=step&map=continents&size=320x200&seed=6&rules=jumps.octile.ten');
await press(small, 'ArrowRight', 60);
await small.hover('#panel .rows .list-row:nth-child(1)');
await settle(small);
checks.says(
  'a cell of the open list is open',
  await small.textContent('#panel .cell-note'),
  /: open/,
);

// ---- A blocked start ----

await page.evaluate(() => globalThis.overlandExplorer.session.setStart([3, 2]));
await page.waitForFunction(() => globalThis.overlandExplorer.current.fault);
await says(page, 'a blocked start is said', 'The start is blocked.');
await page.evaluate(() => globalThis.overlandExplorer.session.setStart([0, 2]));
await page.waitForFunction(() => globalThis.overlandExplorer.current.state);
await settle(page);
checks.says('and all is well after it', await count(page), /^[1-9]\d* \//);
checks.equal('nothing is on the console', [...page.complaints, ...other.complaints], []);
await browser.close();
checks.finish();
